/**
 * Vets the command lines in a pod, and the files that they name.
 *
 * @part flags
 * @module
 */
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import type { FileReference } from "../kind/kind.ts";
import { nearestTarget, reaches } from "../release/release.ts";
import type { Host } from "../rule/host.ts";
import { capSeverity, type RuleFinding } from "../rule/run.ts";
import type { FlagFinding } from "./command-line.ts";
import type { Component } from "./component.ts";
import { vetFiles } from "./named-files.ts";
import type { ComponentImage, PodArgument, PodCommand } from "./pod-command.ts";
import { flagRules } from "./rules.ts";
import { vetCommandLine } from "./vet-line.ts";

export interface VettedCommand {
  readonly findings: readonly RuleFinding[];
  readonly references: readonly FileReference[];
}

/**
 * Vets the command line of a container. The flags of a build other than upstream's, or of a release that clustervet
 * does not know, are only partly known: the findings are warnings then, with a help text that says so.
 *
 * @param context - its target applies to images whose tag contains no release
 * @param upgradesFrom - if given, images of older releases are treated as upgraded to the target
 */
export function vetPodCommand(
  command: PodCommand,
  context: { readonly target: string; readonly host?: Host | undefined },
  upgradesFrom?: string,
): VettedCommand {
  const { component, args, programPath, hasNoConfigFile = false } = command;
  const image = upgradesFrom === undefined ? command.image : withUpgradedRelease(command.image, context.target);
  const target = image?.release === undefined ? context.target : nearestTarget(image.release);
  const uncertainty = image && uncertaintyOf(image, component, target);
  const { givenFlags, findings } = vetCommandLine(
    args.map(({ text }) => text),
    component,
    { target, upgradesFrom },
  );
  const files = vetFiles(component, givenFlags, context.host, command.nodePathOf);
  return {
    findings: [...findings, ...files.findings]
      .filter(({ rule }) => !(hasNoConfigFile && rule === "flags/deprecated"))
      .map((finding) => withUncertainty(locateFinding(finding, args, programPath), uncertainty)),
    references: files.references.map(({ argument, ...file }) => ({
      ...file,
      path: args[argument]?.path ?? programPath,
    })),
  };
}

/** Raises the release of an image to the target, since the upgrade writes a new tag. */
function withUpgradedRelease(image: ComponentImage | undefined, target: string): ComponentImage | undefined {
  return image?.release !== undefined && reaches(target, image.release) ? { ...image, release: target } : image;
}

/**
 * Returns why the container may run another program than upstream's component of the target; undefined if it does not.
 */
function uncertaintyOf({ name, release = "", isUpstream }: ComponentImage, component: Component, target: string) {
  const judgedBy = `judged by the flags of upstream's ${component} ${target}`;
  if (!isUpstream) return `${judgedBy}: the image ${JSON.stringify(name)} is another build, which may have others`;
  return release === "" || release === target ? undefined : `${judgedBy}: clustervet does not know those of ${release}`;
}

function withUncertainty(finding: RuleFinding, doubt: string | undefined): RuleFinding {
  if (doubt === undefined) return finding;
  const help = finding.help === undefined ? doubt : `${finding.help}; ${doubt}`;
  return { ...capSeverity("warning", finding), help };
}

function locateFinding(
  { argument, start = 0, ...finding }: FlagFinding,
  args: readonly PodArgument[],
  program: FieldPath,
): RuleFinding {
  const { severity, cause = "invalid" } = flagRules[finding.rule];
  const word = args[argument];
  const { value } = word ?? {};
  if (word && value && start >= value.start) {
    return {
      severity,
      cause,
      ...finding,
      path: value.path,
      ...spanFrom(start - value.start, word.text.length - value.start),
    };
  }
  const { addedLength = 0, text = "" } = word ?? {};
  const at = word?.atKey ? { atKey: true } : spanFrom(start - addedLength, text.length - addedLength);
  return { severity, cause, ...finding, path: word?.path ?? program, ...at };
}

const spanFrom = (start: number, end: number) => (start > 0 ? { span: { start, end } } : {});
