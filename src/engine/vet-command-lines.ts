/**
 * A file of text with command lines, as a run knows files: no documents, but diagnostics and the files it names.
 *
 * @module
 */
import { fileCommand, textCommands } from "../flags/assignments.ts";
import type { Component } from "../flags/component.ts";
import { flagRules } from "../flags/rules.ts";
import { vetText } from "../flags/vet-text.ts";
import { levelOf } from "../rule/severity.ts";
import type { SourceFile } from "../source/source-file.ts";
import type { Settings } from "./options.ts";
import type { VettedFile } from "./vet-file.ts";

/** @param component - whose flags the file holds and nothing else; by default its name says what it holds */
export function vetCommandLines(file: SourceFile, settings: Settings, component?: Component): VettedFile {
  const commands = component ? [fileCommand(component, file.text)] : textCommands(file.name, file.text);
  const { findings, references } = vetText(commands, settings.contextFor("v1"));
  const diagnostics = findings.flatMap(({ start, end, rule, ...finding }) => {
    const { severity: usual, cause = "invalid" } = flagRules[rule];
    const severity = levelOf(rule, finding.severity ?? usual, settings.rules);
    const place = { file: file.name, document: 0, path: [], range: file.rangeOf(start, end) };
    return severity === "off" ? [] : [{ cause, ...finding, ...place, rule, severity }];
  });
  return {
    diagnostics,
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
