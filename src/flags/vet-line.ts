/**
 * The verdict on a command line.
 *
 * @module
 */
import { checkRelations } from "./check-relations.ts";
import { checkValues } from "./check-values.ts";
import { type FlagFinding, type GivenFlag, parseCommandLine } from "./command-line.ts";
import type { Component } from "./component.ts";
import { createLine } from "./line.ts";

export interface VettedLine {
  readonly given: readonly GivenFlag[];
  readonly findings: readonly FlagFinding[];
}

export function vetCommandLine(args: readonly string[], component: Component, target: string): VettedLine {
  const line = createLine(parseCommandLine(args, component, target), component, target);
  const findings = [...line.findings];
  const report = (finding: FlagFinding) => findings.push(finding);
  checkRelations(line, report);
  checkValues(line, report);
  return { given: line.given, findings };
}
