/**
 * A parsed command line as checks ask for it: flags by name, their last value, and what they are when not given.
 *
 * @module
 */
import { groupBy } from "../text/group-by.ts";
import type { FlagFinding, GivenFlag, ParsedLine } from "./command-line.ts";
import type { Component } from "./component.ts";

export interface Line extends ParsedLine {
  readonly component: Component;
  readonly target: string;
  /** Every use of the flags of a name; a final `*` represents any end. */
  all(name: string): readonly GivenFlag[];
  /** The last use of a flag, which holds its value. */
  last(name: string): GivenFlag | undefined;
}

export type Report = (finding: FlagFinding) => void;

export function createLine(parsed: ParsedLine, component: Component, target: string): Line {
  const byName = groupBy(parsed.given, ({ name }) => name);
  const { given, findings, isComplete } = parsed;
  const all = (name: string): readonly GivenFlag[] =>
    name.endsWith("*") ? given.filter((flag) => flag.name.startsWith(name.slice(0, -1))) : (byName.get(name) ?? []);
  return { given, findings, isComplete, component, target, all, last: (name) => all(name).at(-1) };
}

/** Where the value of a flag is at fault. */
export function atValue({ place }: GivenFlag): Pick<FlagFinding, "argument" | "start"> {
  return { argument: place.valueArgument, start: place.valueStart };
}

/** The values of a list flag, or its one value as text; nothing where it is not known. */
export function textsOf(flag: GivenFlag | undefined): readonly string[] {
  const { value } = flag ?? {};
  if (Array.isArray(value)) return value.map(String);
  return value === undefined || value === null || typeof value === "object" ? [] : [String(value)];
}
