/**
 * The verdict on the command lines in a pod, and the files that they name.
 *
 * @module
 */
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import type { FileReference } from "../kind/kind.ts";
import { newestTarget, oldestTarget, reaches } from "../release/release.ts";
import type { Host } from "../rule/host.ts";
import type { RuleFinding } from "../rule/run.ts";
import type { FlagFinding } from "./command-line.ts";
import { vetFiles } from "./named-files.ts";
import type { PodArgument, PodCommand } from "./pod-command.ts";
import { flagRules } from "./rules.ts";
import { vetCommandLine } from "./vet-line.ts";

export interface VettedCommand {
  readonly findings: readonly RuleFinding[];
  readonly references: readonly FileReference[];
}

/** @param context - its target is that of images whose tag names no known release */
export function vetPodCommand(
  command: PodCommand,
  context: { readonly target: string; readonly host?: Host | undefined },
): VettedCommand {
  const { component, args, program } = command;
  const target = command.release && isKnown(command.release) ? command.release : context.target;
  const { given, findings } = vetCommandLine(
    args.map(({ text }) => text),
    component,
    target,
  );
  const files = vetFiles(component, given, context.host, command.nodePathOf);
  return {
    findings: [...findings, ...files.findings].map((finding) => placed(finding, args, program)),
    references: files.references.map(({ argument, ...file }) => ({ ...file, path: args[argument]?.path ?? program })),
  };
}

const isKnown = (release: string): boolean => reaches(release, oldestTarget) && reaches(newestTarget, release);

function placed(
  { argument, start = 0, ...finding }: FlagFinding,
  args: readonly PodArgument[],
  program: FieldPath,
): RuleFinding {
  const { severity, cause = "invalid" } = flagRules[finding.rule];
  const word = args[argument];
  const at = word && start > 0 ? { span: { start, end: word.text.length } } : {};
  return { severity, cause, ...finding, path: word?.path ?? program, ...at };
}
