/**
 * Writes Checkstyle XML for review bots and build servers: an element for each file with findings, and one for each
 * finding.
 *
 * @module
 */
import type { FileDiagnostic, Report } from "../diagnostic/diagnostic.ts";
import { fileSuites } from "./document-cases.ts";
import { element } from "./xml.ts";

/** Writes the severity `info` unchanged, as Checkstyle's own reports do. */
export function reportCheckstyle(report: Report): string {
  const files = fileSuites(report)
    .filter(({ diagnostics }) => diagnostics.length > 0)
    .flatMap(({ file, diagnostics }) => element("file", { name: file.path })(diagnostics.flatMap(errorOf)));
  // Readers interpret this version as that of the format.
  const root = element("checkstyle", { version: "4.3" });
  return ['<?xml version="1.0" encoding="UTF-8"?>', ...root(files), ""].join("\n");
}

function errorOf({ range, severity, rule, message, help }: FileDiagnostic): readonly string[] {
  const place = range === undefined ? {} : { line: range.start.line, column: range.start.column };
  const text = help === undefined ? message : `${message}; ${help}`;
  return element("error", { ...place, severity, message: text, source: `clustervet.${rule}` })([]);
}
