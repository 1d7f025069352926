/**
 * Parses a command line by the rules of the components: the flags with their values, and the errors that would stop the
 * parser.
 *
 * @module
 */
import type { Cause, Severity } from "../diagnostic/diagnostic.ts";
import { reaches } from "../release/release.ts";
import type { Component, FlagRow } from "./component.ts";
import { explainAbsence, flagRow } from "./flag.ts";
import { formOf, mayOmitValue } from "./flag-form.ts";
import { readFlagValue } from "./flag-value.ts";
import type { FlagRuleId } from "./rules.ts";

/** One use of a flag. */
export interface GivenFlag {
  /** The full name, with dashes instead of underscores. */
  readonly name: string;
  readonly row: FlagRow;
  /** The text as written; undefined if it contains variables, whose values are unknown. */
  readonly text?: string;
  /**
   * The value, for a list or a map including those of the earlier uses; undefined if the text is invalid or unknown.
   */
  readonly value?: unknown;
  readonly place: ArgumentPlace;
}

/** The location of a flag and its value: indices of arguments, and the offset of the value. */
export interface ArgumentPlace {
  /** Index of the argument that names the flag. */
  readonly argument: number;
  /** Index of the argument with the value, and the offset of the value in it. */
  readonly valueArgument: number;
  readonly valueStart: number;
}

export interface FlagFinding {
  readonly rule: FlagRuleId;
  /** Default: that of the rule. */
  readonly severity?: Severity;
  readonly cause?: Cause;
  readonly message: string;
  readonly help?: string;
  /** Index of the invalid argument; -1 for the program. */
  readonly argument: number;
  /** Offset of the invalid part of the argument; by default the whole argument is invalid. */
  readonly start?: number;
}

export interface ParsedLine {
  readonly givenFlags: readonly GivenFlag[];
  readonly findings: readonly FlagFinding[];
  /** False if some arguments are variables, which may contain any flags. */
  readonly isComplete: boolean;
}

/** Matches variables of the shell, of systemd and of pods. */
const variable = /\$[({A-Za-z_]/;

/**
 * Parses arguments by the rules of the component in release `target`; continues after an error, where the component
 * would stop.
 */
export function parseCommandLine(args: readonly string[], component: Component, target: string): ParsedLine {
  const reader = new LineReader(args, component, target);
  reader.read();
  return reader;
}

class LineReader implements ParsedLine {
  readonly givenFlags: GivenFlag[] = [];
  readonly findings: FlagFinding[] = [];
  isComplete = true;
  readonly #args: readonly string[];
  readonly #component: Component;
  readonly #target: string;
  readonly #valueByName = new Map<string, unknown>();
  #next = 0;

  constructor(args: readonly string[], component: Component, target: string) {
    this.#args = args;
    this.#component = component;
    this.#target = target;
  }

  read(): void {
    let isAfterDashes = false;
    while (this.#next < this.#args.length) {
      const index = this.#next++;
      const argument = this.#args[index] ?? "";
      if (argument === "--" && !isAfterDashes) isAfterDashes = true;
      else if (isAfterDashes || !argument.startsWith("-")) this.#readPositional(argument, index);
      else this.#readFlag(argument, index);
    }
  }

  #readPositional(argument: string, index: number): void {
    if (argument.startsWith("$")) {
      this.isComplete = false;
      return;
    }
    // The components also reject an empty argument.
    const message = `${this.#component} takes flags only; got ${JSON.stringify(argument)}`;
    this.findings.push({ rule: "flags/argument", message, argument: index });
  }

  #readFlag(argument: string, index: number): void {
    const written = splitArgument(argument);
    if (!written) {
      const message = `must be a flag such as --name=value; got ${JSON.stringify(argument)}`;
      this.findings.push({ rule: "flags/argument", message, argument: index });
      return;
    }
    const { name } = written;
    const row = flagRow(this.#component, name);
    const absent = explainAbsence(this.#component, name, this.#target);
    if (!row || absent) {
      if (absent) this.findings.push({ rule: row ? "flags/release" : "flags/unknown", argument: index, ...absent });
      this.#skipValue(row, written);
      return;
    }
    this.#reportDeprecated(name, row, index);
    this.#readValue(written, row, index);
  }

  /**
   * Skips the value of an unsupported flag. For an unknown flag, assumes that the next argument is the value unless it
   * is a flag.
   */
  #skipValue(row: FlagRow | undefined, { name, value }: SplitArgument): void {
    const next = this.#args[this.#next];
    const isAlone = row !== undefined && mayOmitValue(formOf(name, row));
    if (value === undefined && !isAlone && next !== undefined && !next.startsWith("-")) this.#next++;
  }

  #reportDeprecated(name: string, { deprecated }: FlagRow, argument: number): void {
    if (!deprecated || !reaches(this.#target, deprecated)) return;
    const isFileField = this.#component === "kubelet";
    this.findings.push({
      rule: "flags/deprecated",
      message: `--${name} is deprecated`,
      ...(isFileField ? { help: "if the file of --config has a field for it, set it there" } : {}),
      argument,
    });
  }

  #readValue(written: SplitArgument, row: FlagRow, index: number): void {
    const { name } = written;
    const form = formOf(name, row);
    let place: ArgumentPlace = { argument: index, valueArgument: index, valueStart: written.valueStart };
    let text = written.value ?? (mayOmitValue(form) ? "true" : undefined);
    if (text === undefined) {
      text = this.#args[this.#next];
      place = { argument: index, valueArgument: this.#next++, valueStart: 0 };
    }
    if (text === undefined) {
      this.findings.push({
        rule: "flags/value",
        cause: "required",
        message: `--${name} needs a value`,
        argument: index,
      });
      return;
    }
    if (variable.test(text)) {
      this.givenFlags.push({ name, row, place });
      return;
    }
    const read = readFlagValue(form, text, this.#valueByName.get(name));
    if (!read.ok) {
      const { valueArgument: argument, valueStart: start } = place;
      const message = `--${name} ${read.error}; got ${JSON.stringify(text)}`;
      this.findings.push({ rule: "flags/value", message, argument, start });
      this.givenFlags.push({ name, row, text, place });
      return;
    }
    this.#valueByName.set(name, read.value);
    this.givenFlags.push({ name, row, text, value: read.value, place });
  }
}

interface SplitArgument {
  readonly name: string;
  readonly value?: string;
  /** Offset of the value in the argument. */
  readonly valueStart: number;
}

/** Full names by one-letter name. */
const shorthands: ReadonlyMap<string, string> = new Map(Object.entries({ h: "help", v: "v" }));

/** Splits `--name=value`, `-v=2` or `-v2` into the name and the value, if any. */
function splitArgument(argument: string): SplitArgument | undefined {
  const long = /^--([^=-][^=]*)(?:=(.*))?$/s.exec(argument);
  if (long?.[1] !== undefined) {
    const name = long[1].replaceAll("_", "-");
    const valueStart = long[1].length + "--=".length;
    return long[2] === undefined ? { name, valueStart: 0 } : { name, value: long[2], valueStart };
  }
  const short = /^-([a-zA-Z])(=?)(.+)?$/s.exec(argument);
  const name = short?.[1] === undefined ? undefined : shorthands.get(short[1]);
  if (name === undefined) return undefined;
  const valueStart = "-v".length + (short?.[2] ?? "").length;
  return short?.[3] === undefined ? { name, valueStart: 0 } : { name, value: short[3], valueStart };
}
