/**
 * A parsed command line with lookups for checks: all uses of a flag, and its last use.
 *
 * @module
 */
import { groupBy } from "../text/group-by.ts";
import type { FlagFinding, GivenFlag, ParsedLine } from "./command-line.ts";
import type { Component } from "./component.ts";

export interface Line extends ParsedLine {
  readonly component: Component;
  readonly target: string;
  /** Returns all uses of a flag; a name that ends with `*` matches every flag with that prefix. */
  allUses(name: string): readonly GivenFlag[];
  /** Returns the last use of a flag, which has its final value. */
  lastUse(name: string): GivenFlag | undefined;
}

export type FlagFindingSink = (finding: FlagFinding) => void;

export function createLine(parsed: ParsedLine, component: Component, target: string): Line {
  const byName = groupBy(parsed.givenFlags, ({ name }) => name);
  const { givenFlags, findings, isComplete } = parsed;
  const allUses = (name: string): readonly GivenFlag[] =>
    name.endsWith("*")
      ? givenFlags.filter((flag) => flag.name.startsWith(name.slice(0, -1)))
      : (byName.get(name) ?? []);
  return {
    givenFlags,
    findings,
    isComplete,
    component,
    target,
    allUses,
    lastUse: (name) => allUses(name).at(-1),
  };
}

/** Returns the position of a flag's value for a finding. */
export function atValue({ place }: GivenFlag): Pick<FlagFinding, "argument" | "start"> {
  return { argument: place.valueArgument, start: place.valueStart };
}

/** Returns the values of a list flag, or a single value as text; empty if the value is unknown. */
export function textsOf(flag: GivenFlag | undefined): readonly string[] {
  const { value } = flag ?? {};
  if (Array.isArray(value)) return value.map(String);
  return value === undefined || value === null || typeof value === "object" ? [] : [String(value)];
}
