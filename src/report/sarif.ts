/**
 * SARIF 2.1.0 as GitHub code scanning takes it: a list of results even without findings, URIs relative to the repository,
 * rules with all the texts it shows, no more of anything than it accepts.
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
/** Results of one run; GitHub refuses a file with more. */
const maxResults = 25_000;
/** Results that GitHub keeps of those; the gravest come first, so that it keeps them. */
const maxKeptResults = 5_000;
/** Locations of one result; GitHub refuses more. */
const maxRelated = 1_000;

const levels = { error: "error", warning: "warning", info: "note" } as const satisfies Record<Severity, string>;
const gravity: readonly Severity[] = ["error", "warning", "info"];

/** Objects of a cluster are in no file of the repository. */
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

/** All, in their order, as long as GitHub keeps all; else the gravest first and not more than it takes. */
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

/** Services show one text: what to write instead belongs to it. */
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

/** A finding about a whole file has no region: line -1 or 0 would be refused. */
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

/** Remarks apart from the results: files that were not vetted, results that were left out. */
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
