/**
 * Writes SARIF 2.1.0 for GitHub code scanning: a result list even without findings, URIs relative to the repository,
 * rules with all texts that GitHub shows, and nothing beyond GitHub's limits.
 *
 * @module
 */
import type { FileDiagnostic, Range, Related, Report, Severity } from "../diagnostic/diagnostic.ts";
import { formatPath } from "../diagnostic/path.ts";
import { createFingerprinter } from "./fingerprint.ts";
import { count, describeObject, docsOf, type ReportOptions } from "./reporter.ts";
import { repositoryUri } from "./repository-path.ts";
import { printableJson, visible, visibleLines } from "./visible.ts";

const schemaAddress = "https://json.schemastore.org/sarif-2.1.0.json";
const sourceRoot = "%SRCROOT%";
/** Maximum number of results in a run; GitHub rejects a file with more. */
const maxResults = 25_000;
/** Number of results that GitHub keeps; the most severe come first, so that it keeps those. */
const maxKeptResults = 5_000;
/** Maximum number of locations of a result; GitHub rejects more. */
const maxRelated = 1_000;

const levels = { error: "error", warning: "warning", info: "note" } as const satisfies Record<Severity, string>;
const gravity: readonly Severity[] = ["error", "warning", "info"];

/**
 * Options with the information whether findings are in files; objects of a cluster are in no file of the repository.
 */
interface SarifOptions extends ReportOptions {
  readonly hasFiles: boolean;
}

export function reportSarif(report: Report, given: ReportOptions = {}): string {
  const options: SarifOptions = { ...given, hasFiles: report.cluster === undefined };
  const kept = mostSevere(report.diagnostics);
  const rules = [...new Set(kept.map(({ rule }) => rule))].sort();
  const run = {
    tool: {
      driver: {
        name: report.tool.name,
        version: report.tool.version,
        rules: rules.map((rule) => sarifRule(rule, kept, options)),
      },
    },
    columnKind: "utf16CodeUnits",
    originalUriBaseIds: { [sourceRoot]: { description: { text: "The root of the repository." } } },
    invocations: [{ executionSuccessful: true, toolExecutionNotifications: notifications(report, options) }],
    results: sarifResults(kept, rules, options),
  };
  return `${printableJson({ $schema: schemaAddress, version: "2.1.0", runs: [run] })}\n`;
}

/**
 * Returns all diagnostics in their order if GitHub keeps that many; otherwise the most severe first, up to GitHub's
 * limit.
 */
function mostSevere(diagnostics: readonly FileDiagnostic[]): readonly FileDiagnostic[] {
  if (diagnostics.length <= maxKeptResults) return diagnostics;
  return gravity.flatMap((level) => diagnostics.filter(({ severity }) => severity === level)).slice(0, maxResults);
}

function sarifRule(id: string, diagnostics: readonly FileDiagnostic[], options: ReportOptions) {
  const found = diagnostics.filter(({ rule }) => rule === id);
  const described = options.rules?.get(id);
  const summary = described?.summary ?? id.replaceAll("/", ": ").replaceAll("-", " ");
  const severity = described?.severity ?? gravity.find((level) => found.some((each) => each.severity === level));
  const docs = found.map((each) => docsOf(each, options)).find((address) => address !== undefined);
  return {
    id,
    shortDescription: { text: summary },
    fullDescription: { text: summary },
    help:
      docs === undefined
        ? { text: summary }
        : { text: `${summary}. See ${docs}`, markdown: `${summary}. [Documentation of ${id}](${docs})` },
    ...(docs === undefined ? {} : { helpUri: docs }),
    defaultConfiguration: { level: levels[severity ?? "warning"] },
    properties: { tags: id.split("/", 1) },
  };
}

function sarifResults(diagnostics: readonly FileDiagnostic[], rules: readonly string[], options: SarifOptions) {
  const indexByRule = new Map(rules.map((rule, index) => [rule, index]));
  const fingerprintOf = createFingerprinter();
  return diagnostics.map((diagnostic) => {
    const related = (diagnostic.related ?? []).slice(0, maxRelated - 1);
    return {
      ruleId: diagnostic.rule,
      ruleIndex: indexByRule.get(diagnostic.rule),
      level: levels[diagnostic.severity],
      message: { text: messageOf(diagnostic) },
      locations: [sarifLocation(diagnostic, options)],
      ...(related.length === 0
        ? {}
        : { relatedLocations: related.map((each, index) => relatedLocation(each, index, options)) }),
      partialFingerprints: { "clustervet/v1": fingerprintOf(diagnostic) },
    };
  });
}

/** Code hosts show a single text, so the help is part of it. */
function messageOf({ message, help }: FileDiagnostic): string {
  return visibleLines(help === undefined ? message : `${message}\nhelp: ${help}`);
}

function sarifLocation(diagnostic: FileDiagnostic, options: SarifOptions) {
  const path = visible(formatPath(diagnostic.path));
  const object = visible(describeObject(diagnostic));
  return {
    ...(options.hasFiles ? { physicalLocation: physicalLocation(diagnostic.file, diagnostic.range, options) } : {}),
    logicalLocations: [
      { fullyQualifiedName: path === "" ? object : `${object}: ${path}`, ...(path === "" ? {} : { name: path }) },
    ],
  };
}

function relatedLocation({ file, range, message }: Related, index: number, options: ReportOptions) {
  return {
    id: index + 1,
    physicalLocation: physicalLocation(file, range, options),
    message: { text: visible(message) },
  };
}

/** Omits the region of a finding about a whole file: readers reject the lines 0 and -1. */
function physicalLocation(file: string, range: Range | undefined, { workingDirectory }: ReportOptions) {
  const uri = repositoryUri(file, workingDirectory);
  const artifactLocation = uri.startsWith("file:") ? { uri } : { uri, uriBaseId: sourceRoot };
  if (range === undefined) return { artifactLocation };
  const { start, end } = range;
  return {
    artifactLocation,
    region: { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column },
  };
}

/** Returns notes apart from the results: files that were not vetted, and results that were left out. */
function notifications({ files, diagnostics }: Report, options: SarifOptions) {
  const skipped = files.flatMap(({ path, skipped }) =>
    skipped === undefined
      ? []
      : [
          {
            level: "note",
            message: { text: `not vetted: ${visible(skipped)}` },
            locations: options.hasFiles
              ? [{ physicalLocation: physicalLocation(path, undefined, options) }]
              : [{ logicalLocations: [{ name: visible(path) }] }],
          },
        ],
  );
  return diagnostics.length <= maxKeptResults ? skipped : [...skipped, limitNotification(diagnostics.length)];
}

function limitNotification(total: number) {
  const left = Math.max(0, total - maxResults);
  const cut = left === 0 ? "" : `; the ${count(left, "least severe result")} above ${maxResults} were omitted`;
  return {
    level: "warning",
    message: { text: `${total} results, the most severe first: GitHub keeps ${maxKeptResults} of a run${cut}` },
  };
}
