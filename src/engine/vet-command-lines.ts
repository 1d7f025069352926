/**
 * Vets a text file with command lines. The result has no documents, only diagnostics and references to files.
 *
 * @module
 */
import type { FileDiagnostic } from "../diagnostic/diagnostic.ts";
import { fileCommand, textCommands } from "../flags/assignments.ts";
import type { Component } from "../flags/component.ts";
import { flagRules } from "../flags/rules.ts";
import { vetText } from "../flags/vet-text.ts";
import { levelOf } from "../rule/severity.ts";
import { lintLimits, Tally } from "../rule/tally.ts";
import type { SourceFile } from "../source/source-file.ts";
import type { Settings } from "./options.ts";
import { surplusFinding } from "./surplus-finding.ts";
import type { VettedFile } from "./vet-file.ts";

/** @param component - if given, the file contains only flags of this component; by default the file name decides */
export function vetCommandLines(file: SourceFile, settings: Settings, component?: Component): VettedFile {
  const commands = component ? [fileCommand(component, file.text)] : textCommands(file.name, file.text);
  const { findings, references } = vetText(commands, {
    ...settings.contextFor("v1"),
    upgradesFrom: settings.upgradesFrom?.target,
  });
  const tally = new Tally(lintLimits);
  const ofFile = { file: file.name, document: 0, path: [] };
  const diagnostics = findings.flatMap(({ start, end, rule, ...finding }): readonly FileDiagnostic[] => {
    const { severity: usual, cause = "invalid" } = flagRules[rule];
    const severity = levelOf(rule, finding.severity ?? usual, settings.rules);
    if (severity === "off" || !tally.countFinding(severity)) return [];
    return [{ cause, ...finding, ...ofFile, range: file.rangeOf(start, end), rule, severity }];
  });
  const surplus = tally.surpluses.map((more) => ({ ...surplusFinding(more), ...ofFile, range: file.rangeOf(0, 0) }));
  return {
    diagnostics: [...diagnostics, ...surplus],
    references: references.map(({ start, end, ...reference }) => ({
      ...reference,
      path: [],
      range: file.rangeOf(start, end),
    })),
    objects: [],
    defining: [],
    identities: [],
    unknownKinds: 0,
    secrets: [],
  };
}
