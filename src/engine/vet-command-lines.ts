/**
 * A file of text with command lines, as a run knows files: no documents, but diagnostics and the files it names.
 *
 * @module
 */
import { flagRules } from "../flags/rules.ts";
import { vetText } from "../flags/vet-text.ts";
import { levelOf } from "../rule/severity.ts";
import type { SourceFile } from "../source/source-file.ts";
import type { Settings } from "./options.ts";
import type { VettedFile } from "./vet-file.ts";

export function vetCommandLines(file: SourceFile, settings: Settings): VettedFile {
  const { findings, references } = vetText(file.name, file.text, settings.contextFor("v1"));
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
