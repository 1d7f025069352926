/**
 * A command line as the components parse it: which flags are given with which values, and what stops the parser.
 *
 * @module
 */
import type { Cause, Severity } from "../diagnostic/diagnostic.ts";
import { reaches } from "../release/release.ts";
import type { Component, FlagRow } from "./component.ts";
import { absentFlag, flagRow } from "./flag.ts";
import { formOf, standsAlone } from "./flag-form.ts";
import { readFlagValue } from "./flag-value.ts";
import type { FlagRuleId } from "./rules.ts";

/** A flag that is given, each time again. */
export interface GivenFlag {
  /** With dashes, and in full. */
  readonly name: string;
  readonly row: FlagRow;
  /** As written; undefined where variables are in it, so that it is not known here. */
  readonly text?: string;
  /** The value, with the other uses of a list or a map; undefined where its text is at fault or not known. */
  readonly value?: unknown;
  readonly place: ArgumentPlace;
}

/** Where a value is: an argument by its index, and the offset in it. */
export interface ArgumentPlace {
  /** Index of the argument that names the flag. */
  readonly argument: number;
  /** Index of the argument with the value, and where in it the value begins. */
  readonly valueArgument: number;
  readonly valueStart: number;
}

export interface FlagFinding {
  readonly rule: FlagRuleId;
  /** Default: the rule's. */
  readonly severity?: Severity;
  readonly cause?: Cause;
  readonly message: string;
  readonly help?: string;
  /** Index of the argument at fault; the program itself is -1. */
  readonly argument: number;
  /** Where the argument's part at fault begins; by default all of it is. */
  readonly start?: number;
}

export interface ParsedLine {
  readonly given: readonly GivenFlag[];
  readonly findings: readonly FlagFinding[];
  /** False where some arguments are variables that may hold any flags. */
  readonly isComplete: boolean;
}

/** Variables of the shell, of systemd and of pods. */
const variable = /\$[({A-Za-z_]/;

/** Reads arguments as the component of `target` does; what follows the first fault is read nevertheless. */
export function parseCommandLine(args: readonly string[], component: Component, target: string): ParsedLine {
  const reader = new LineReader(args, component, target);
  reader.read();
  return reader;
}

class LineReader implements ParsedLine {
  readonly given: GivenFlag[] = [];
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
    let onlyArguments = false;
    while (this.#next < this.#args.length) {
      const index = this.#next++;
      const argument = this.#args[index] ?? "";
      if (argument === "--" && !onlyArguments) onlyArguments = true;
      else if (onlyArguments || !argument.startsWith("-")) this.#readWord(argument, index);
      else this.#readFlag(argument, index);
    }
  }

  #readWord(argument: string, index: number): void {
    if (argument.startsWith("$")) {
      this.isComplete = false;
      return;
    }
    // An empty argument is one too.
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
    const absent = absentFlag(this.#component, name, this.#target);
    if (!row || absent) {
      if (absent) this.findings.push({ rule: row ? "flags/release" : "flags/unknown", argument: index, ...absent });
      this.#skipValue(row, written);
      return;
    }
    this.#reportDeprecated(name, row, index);
    this.#readValue(written, row, index);
  }

  /** Of an unknown flag nobody knows whether the next argument is its value; if it is no flag, it is taken for that. */
  #skipValue(row: FlagRow | undefined, { name, value }: Written): void {
    const next = this.#args[this.#next];
    const isAlone = row !== undefined && standsAlone(formOf(name, row));
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

  #readValue(written: Written, row: FlagRow, index: number): void {
    const { name } = written;
    const form = formOf(name, row);
    let place: ArgumentPlace = { argument: index, valueArgument: index, valueStart: written.valueStart };
    let text = written.value ?? (standsAlone(form) ? "true" : undefined);
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
      this.given.push({ name, row, place });
      return;
    }
    const read = readFlagValue(form, text, this.#valueByName.get(name));
    if (!read.ok) {
      const { valueArgument: argument, valueStart: start } = place;
      const message = `--${name} ${read.error}; got ${JSON.stringify(text)}`;
      this.findings.push({ rule: "flags/value", message, argument, start });
      this.given.push({ name, row, text, place });
      return;
    }
    this.#valueByName.set(name, read.value);
    this.given.push({ name, row, text, value: read.value, place });
  }
}

interface Written {
  readonly name: string;
  readonly value?: string;
  /** Where the value begins in the argument. */
  readonly valueStart: number;
}

/** One-letter names. */
const shorthands: ReadonlyMap<string, string> = new Map(Object.entries({ h: "help", v: "v" }));

/** The name and, after an equals sign, the value of `--name=value`, `-v=2` or `-v2`. */
function splitArgument(argument: string): Written | undefined {
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
