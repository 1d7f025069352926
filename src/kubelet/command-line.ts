/**
 * Reads the flags of the kubelet that set fields of its configuration.
 *
 * @part kubelet
 * @module
 */
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import { type FlagFinding, parseCommandLine } from "../flags/command-line.ts";
import { fieldOfFlag } from "./flag-fields.ts";

/** A field that the command line sets. */
export interface FlagSetting {
  readonly field: FieldPath;
  readonly value: unknown;
  /** The arguments that set it, as written. */
  readonly text: string;
}

export interface CommandLine {
  /** One setting for each field, in the order of the last flag of each. */
  readonly settings: readonly FlagSetting[];
  readonly findings: readonly FlagFinding[];
}

/**
 * Parses arguments by the rules of the kubelet in release `target`; continues after an error, where the kubelet would
 * stop.
 */
export function readCommandLine(args: readonly string[], target: string): CommandLine {
  const { givenFlags, findings } = parseCommandLine(args, "kubelet", target);
  const settings = new Map<string, FlagSetting>();
  for (const { name, value, place } of givenFlags) {
    const field = fieldOfFlag(name);
    if (!field || value === undefined) continue;
    const text = args.slice(place.argument, place.valueArgument + 1).join(" ");
    const previous = settings.get(name);
    // Moves a repeated flag to the end, since its last use counts.
    settings.delete(name);
    settings.set(name, { field, value, text: previous ? `${previous.text} ${text}` : text });
  }
  return { settings: [...settings.values()], findings };
}
