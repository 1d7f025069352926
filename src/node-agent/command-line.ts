/**
 * The command line of the node agent, as far as it sets fields of the configuration.
 *
 * @module
 */
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import { closest } from "../lexical/closest.ts";
import { reaches } from "../release/release.ts";
import { readFlagValue } from "./flag-value.ts";
import { type KubeletFlag, kubeletFlag, kubeletFlagNames, shorthands } from "./kubelet-flags.ts";

/** A field that the command line sets. */
export interface FlagSetting {
  readonly field: FieldPath;
  readonly value: unknown;
  /** The arguments that set it, as written. */
  readonly text: string;
}

export interface FlagFault {
  /** The argument at fault, as written. */
  readonly text: string;
  readonly message: string;
  readonly severity: "error" | "warning";
  readonly help?: string;
}

export interface CommandLine {
  /** Each field once, in the order of their last flags. */
  readonly settings: readonly FlagSetting[];
  readonly faults: readonly FlagFault[];
}

/** Reads arguments as the node agent of `target` does; what follows the first error is read nevertheless. */
export function readCommandLine(args: readonly string[], target: string): CommandLine {
  const settings = new Map<string, FlagSetting>();
  const faults: FlagFault[] = [];
  const rest = [...args];
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    if (argument === "--") {
      faults.push(...rest.splice(0).map(notAFlag));
      break;
    }
    const written = splitArgument(argument);
    if (!written) {
      faults.push(notAFlag(argument));
      continue;
    }
    const flag = kubeletFlag(written.name);
    const unknown = flag ? releaseFault(written.name, flag, target) : unknownFlag(written.name, target);
    if (!flag || unknown) {
      if (unknown) faults.push({ text: argument, severity: "error", ...unknown });
      continue;
    }
    const value = written.value ?? valueAfter(flag, rest);
    if (value === undefined) {
      faults.push({ text: argument, severity: "error", message: `--${written.name} needs a value` });
      continue;
    }
    const text = written.value === undefined && flag.form !== "bool" ? `${argument} ${value}` : argument;
    const previous = settings.get(written.name);
    const read = readFlagValue(flag.form, value, previous?.value);
    if ("fault" in read) {
      const message = `--${written.name} ${read.fault}; got ${JSON.stringify(value)}`;
      faults.push({ text, severity: "error", message });
    } else if (flag.field) {
      // Set again, it moves to the end: the last one counts.
      settings.delete(written.name);
      settings.set(written.name, {
        field: flag.field,
        value: read.value,
        text: previous ? `${previous.text} ${text}` : text,
      });
    }
  }
  return { settings: [...settings.values()].filter(({ value }) => value !== undefined), faults };
}

interface Written {
  readonly name: string;
  readonly value?: string;
}

/** The name and, after an equals sign, the value of `--name=value`, `-v=2` or `-v2`. */
function splitArgument(argument: string): Written | undefined {
  const long = /^--([^=-][^=]*)(?:=(.*))?$/s.exec(argument);
  if (long?.[1] !== undefined) {
    const name = long[1].replaceAll("_", "-");
    return long[2] === undefined ? { name } : { name, value: long[2] };
  }
  const short = /^-([a-zA-Z])(?:=?(.+))?$/s.exec(argument);
  const name = short?.[1] === undefined ? undefined : shorthands[short[1]];
  if (name === undefined) return undefined;
  return short?.[2] === undefined ? { name } : { name, value: short[2] };
}

/** A switch needs no value; for all others it is the next argument. */
function valueAfter(flag: KubeletFlag, rest: string[]): string | undefined {
  return flag.form === "bool" ? "true" : rest.shift();
}

function notAFlag(text: string): FlagFault {
  return { text, severity: "error", message: `the node agent takes flags only; got ${JSON.stringify(text)}` };
}

interface Explained {
  readonly message: string;
  readonly help?: string;
}

const missing = (name: string, target: string): string => `the node agent of ${target} has no flag --${name}`;

function unknownFlag(name: string, target: string): Explained {
  const meant = closest(name, kubeletFlagNames);
  return { message: missing(name, target), ...(meant ? { help: `did you mean \`--${meant}\`?` } : {}) };
}

/** Why the node agent of the target does not know a flag that others know. */
function releaseFault(name: string, { since, until }: KubeletFlag, target: string): Explained | undefined {
  if (until && reaches(target, until)) return { message: missing(name, target), help: `it was removed in ${until}` };
  if (since && !reaches(target, since)) return { message: missing(name, target), help: `it exists since ${since}` };
  return undefined;
}
