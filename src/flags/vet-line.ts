/**
 * Vets one command line.
 *
 * @module
 */

import { checkDefaults } from "./changed-defaults.ts";
import { checkRelations } from "./check-relations.ts";
import { checkValues } from "./check-values.ts";
import { type FlagFinding, type GivenFlag, parseCommandLine } from "./command-line.ts";
import type { Component } from "./component.ts";
import { createLine } from "./line.ts";

export interface VettedLine {
  readonly givenFlags: readonly GivenFlag[];
  readonly findings: readonly FlagFinding[];
}

/** The release of the component, and the release before the upgrade if defaults are compared. */
export interface LineReleases {
  readonly target: string;
  readonly upgradesFrom?: string | undefined;
}

export function vetCommandLine(
  args: readonly string[],
  component: Component,
  { target, upgradesFrom }: LineReleases,
): VettedLine {
  const line = createLine(parseCommandLine(args, component, target), component, target);
  const findings = [...line.findings];
  const report = (finding: FlagFinding) => findings.push(finding);
  checkRelations(line, report);
  checkValues(line, report);
  if (upgradesFrom !== undefined) checkDefaults(line, upgradesFrom, report);
  return { givenFlags: line.givenFlags, findings };
}
