/**
 * Writes TAP version 14 (Test Anything Protocol): a test point for each document, with its findings in a YAML block
 * below.
 *
 * @module
 */
import { type FileDiagnostic, isAtLeast, type Report, type Severity } from "../diagnostic/diagnostic.ts";
import { formatPath } from "../diagnostic/path.ts";
import { type DocumentCase, documentCases, fileSuites } from "./document-cases.ts";
import type { ReportOptions } from "./reporter.ts";
import { printableJson, visible } from "./visible.ts";

/** A document with a finding at or above `failLevel` is `not ok`; a file that was not vetted is marked as skipped. */
export function reportTap(report: Report, options: ReportOptions = {}): string {
  const failLevel = options.failLevel ?? "error";
  const points = fileSuites(report).flatMap((suite) => {
    const { path, skipped } = suite.file;
    const cases = documentCases(suite).map((each) => documentPoint(each, path, failLevel));
    return skipped === undefined ? cases : [skippedPoint(path, skipped), ...cases];
  });
  const lines = points.flatMap((point, index) => point(index + 1));
  return ["TAP version 14", `1..${points.length}`, ...lines, ""].join("\n");
}

/** Returns the lines of a test point for its number. */
type Point = (number: number) => readonly string[];

function skippedPoint(path: string, reason: string): Point {
  return (number) => [`ok ${number} - ${escapeText(path)} # SKIP ${visible(reason)}`];
}

function documentPoint({ name, diagnostics }: DocumentCase, path: string, failLevel: Severity): Point {
  const fails = diagnostics.some(({ severity }) => isAtLeast(severity, failLevel));
  const below = diagnostics.length === 0 ? [] : ["  ---", "  findings:", ...diagnostics.flatMap(findingLines), "  ..."];
  return (number) => [`${fails ? "not ok" : "ok"} ${number} - ${escapeText(`${path}: ${name}`)}`, ...below];
}

/** Returns the lines of an item in a YAML list. Text in JSON quotes is valid YAML. */
function findingLines({ rule, severity, message, path, range, help }: FileDiagnostic): readonly string[] {
  const fields: readonly (readonly [string, string | number | undefined])[] = [
    ["severity", severity],
    ["rule", rule],
    ["message", message],
    ["path", path.length === 0 ? undefined : formatPath(path)],
    ["line", range?.start.line],
    ["column", range?.start.column],
    ["help", help],
  ];
  return fields
    .filter(([, value]) => value !== undefined)
    .map(([key, value], index) => `    ${index === 0 ? "-" : " "} ${key}: ${quoted(value)}`);
}

function quoted(value: string | number | undefined): string {
  return typeof value === "string" ? printableJson(value).replace(/[^\x20-\x7e]/g, escapeUnit) : String(value);
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Escapes `#`, which would begin a directive. */
function escapeText(text: string): string {
  return visible(text).replace(/[\\#]/g, "\\$&");
}
