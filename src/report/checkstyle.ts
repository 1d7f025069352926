/**
 * Checkstyle's XML: an element for each file with findings, and one for each finding. Review bots and build servers read it.
 *
 * @module
 */
import type { FileDiagnostic, Report } from "../diagnostic/diagnostic.ts";
import { fileSuites } from "./document-cases.ts";
import { element } from "./xml.ts";

/** Information is `info`, as in Checkstyle's own reports. */
export function reportCheckstyle(report: Report): string {
  const files = fileSuites(report)
    .filter(({ diagnostics }) => diagnostics.length > 0)
    .flatMap(({ file, diagnostics }) => element("file", { name: file.path })(diagnostics.flatMap(errorOf)));
  // Readers take the version for that of the format.
  const root = element("checkstyle", { version: "4.3" });
  return ['<?xml version="1.0" encoding="UTF-8"?>', ...root(files), ""].join("\n");
}

function errorOf({ range, severity, rule, message, help }: FileDiagnostic): readonly string[] {
  const place = range === undefined ? {} : { line: range.start.line, column: range.start.column };
  const text = help === undefined ? message : `${message}; ${help}`;
  return element("error", { ...place, severity, message: text, source: `clustervet.${rule}` })([]);
}
