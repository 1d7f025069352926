/**
 * The flags of kube-apiserver on the command line of `clustervet serve`: what lint says of them holds here, too.
 *
 * @module
 */
import type { Command } from "commander";
import type { FlagFinding } from "../flags/command-line.ts";
import { flagRow } from "../flags/flag.ts";
import { type FlagRuleId, flagRules } from "../flags/rules.ts";
import { vetCommandLine } from "../flags/vet-line.ts";
import { newestTarget } from "../release/release.ts";
import { UsageError } from "./exit.ts";

/**
 * @param command - with all its options
 * @returns what gives the flags of kube-apiserver that a command line had, as `--name=value` in their order
 */
export function recordFlags(command: Command): () => readonly string[] {
  const given: string[] = [];
  for (const option of command.options) {
    const name = option.long?.slice("--".length) ?? "";
    if (!flagRow("kube-apiserver", name)) continue;
    command.on(`option:${option.name()}`, (text: unknown) => {
      given.push(typeof text === "string" ? `--${name}=${text}` : `--${name}`);
    });
  }
  return () => given;
}

/** 0 is any free port here. */
const ownRanges = ["--secure-port="];

/** Of what this server has in another way: flags of other releases, and a warning with the words of the audit log. */
const ownRules: ReadonlySet<FlagRuleId> = new Set(["flags/unknown", "flags/release", "flags/audit"]);

/**
 * @param given - `--name=value`
 * @returns warnings
 * @throws {UsageError} for a command line with which kube-apiserver would not start; what it needs and this server does not
 * may be missing
 */
export function vetServeLine(given: readonly string[], target = newestTarget): readonly string[] {
  const args = given.filter((flag) => !ownRanges.some((prefix) => flag.startsWith(prefix)));
  const { findings } = vetCommandLine(args, "kube-apiserver", { target });
  const ours = findings.filter(({ rule, argument }) => argument >= 0 && !ownRules.has(rule));
  const fault = ours.find(({ rule, severity = flagRules[rule].severity }) => severity === "error");
  if (fault) throw new UsageError(named(fault, args), fault.help);
  return ours.map((finding) => named(finding, args));
}

/** A message with the flag that it is about. */
function named({ message, argument }: FlagFinding, args: readonly string[]): string {
  return message.startsWith("--") ? message : `${args[argument]?.split("=", 1)[0] ?? ""}: ${message}`;
}
