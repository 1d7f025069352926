/**
 * Checks the kube-apiserver flags on the command line of `clustervet serve` with the rules that lint has for them.
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
 * @returns a function that returns the kube-apiserver flags of the parsed command line, as `--name=value` in their
 *   order
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

/** Flags for which this server accepts other values than kube-apiserver: port 0 means any free port. */
const ownRanges = ["--secure-port="];

/**
 * Rules that do not apply here: this server handles flags of other releases itself, and logs its own warning about
 * audit flags.
 */
const skippedRules: ReadonlySet<FlagRuleId> = new Set(["flags/unknown", "flags/release", "flags/audit"]);

/**
 * Vets the kube-apiserver flags of a command line. Flags that kube-apiserver requires and this server does not may be
 * missing.
 *
 * @param given - `--name=value`
 * @returns warnings
 * @throws {UsageError} if kube-apiserver would not start with the flags
 */
export function vetServeLine(given: readonly string[], target = newestTarget): readonly string[] {
  const args = given.filter((flag) => !ownRanges.some((prefix) => flag.startsWith(prefix)));
  const { findings } = vetCommandLine(args, "kube-apiserver", { target });
  const ours = findings.filter(({ rule, argument }) => argument >= 0 && !skippedRules.has(rule));
  const fault = ours.find(({ rule, severity = flagRules[rule].severity }) => severity === "error");
  if (fault) throw new UsageError(messageWithFlag(fault, args), fault.help);
  return ours.map((finding) => messageWithFlag(finding, args));
}

/** Returns the message of a finding, preceded by the flag that it is about. */
function messageWithFlag({ message, argument }: FlagFinding, args: readonly string[]): string {
  return message.startsWith("--") ? message : `${args[argument]?.split("=", 1)[0] ?? ""}: ${message}`;
}
