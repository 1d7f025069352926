/**
 * The command line of the kubelet, as far as it sets fields of the configuration.
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
  /** Each field once, in the order of their last flags. */
  readonly settings: readonly FlagSetting[];
  readonly findings: readonly FlagFinding[];
}

/** Reads arguments as the kubelet of `target` does; what follows the first fault is read nevertheless. */
export function readCommandLine(args: readonly string[], target: string): CommandLine {
  const { given, findings } = parseCommandLine(args, "kubelet", target);
  const settings = new Map<string, FlagSetting>();
  for (const { name, value, place } of given) {
    const field = fieldOfFlag(name);
    if (!field || value === undefined) continue;
    const text = args.slice(place.argument, place.valueArgument + 1).join(" ");
    const previous = settings.get(name);
    // Set again, it moves to the end: the last one counts.
    settings.delete(name);
    settings.set(name, { field, value, text: previous ? `${previous.text} ${text}` : text });
  }
  return { settings: [...settings.values()], findings };
}
