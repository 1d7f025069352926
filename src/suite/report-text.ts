/**
 * Writes the text report of suites for people: each failed case with its differences and the places that explain them,
 * a line for each suite, and a summary.
 *
 * @module
 */
import type { FileDiagnostic } from "../diagnostic/diagnostic.ts";
import { formatPath } from "../diagnostic/path.ts";
import { vetSuite } from "../kinds/clustervet/vet-suite.ts";
import { type Colors, createColors } from "../report/colors.ts";
import { count, type ReportOptions } from "../report/reporter.ts";
import { diagnosticText } from "../report/text.ts";
import { visible } from "../report/visible.ts";
import { type CaseResult, countResults, type Difference, type SuiteFileResult, type SuiteResult } from "./result.ts";

/** Options of the text report of suites. */
export interface SuiteReportOptions extends ReportOptions {
  /** Whether to list cases that passed as well. Default: false. */
  readonly verbose?: boolean;
  /** Duration of the run; left out of the report if it is absent. */
  readonly durationMs?: number;
}

/** Returns the failed cases, then a line for each suite, then the summary. */
export function reportSuitesText(results: readonly SuiteFileResult[], options: SuiteReportOptions = {}): string {
  const colors = createColors(options.color ?? false);
  const blocks = results.flatMap(({ file, faults, suites }) => [
    ...faults.map((fault) => diagnosticText(fault, options)),
    ...suites.flatMap((suite) =>
      suite.cases
        .filter(({ outcome }) => outcome !== "passed")
        .map((item) => caseText(item, suite, file, { options, colors })),
    ),
  ]);
  const lines = results.flatMap((result) => resultLines(result, options.verbose ?? false, colors));
  return [...blocks, `${lines.join("\n")}\n`, `${summaryLine(results, options, colors)}\n`].join("\n");
}

interface Look {
  readonly options: SuiteReportOptions;
  readonly colors: Colors;
}

function caseText(item: CaseResult, suite: SuiteResult, file: string, { options, colors }: Look): string {
  const [first] = item.differences;
  const diagnostic: FileDiagnostic = {
    rule: item.area,
    severity: "error",
    cause: "invalid",
    message: item.message === undefined ? item.name : `${item.name}: ${item.message}`,
    path: [...item.path, ...(first?.path ?? [])],
    range: item.faultRange,
    related: item.related,
    file,
    document: suite.document,
    kind: vetSuite.kind,
    name: suite.name,
  };
  const changes = (item.changes ?? []).map((line) => `  ${colors.dim(visible(line))}\n`).join("");
  return diagnosticText(diagnostic, options) + differencesText(item.differences, colors) + changes;
}

/** Returns lines with `- expected` and `+ found` below the name of the field. */
function differencesText(differences: readonly Difference[], colors: Colors): string {
  const lines = differences.flatMap(({ path, expected, found }) => [
    `  ${colors.bold(visible(formatPath(path)))}`,
    ...expected.map((line) => `    ${colors.green(`- expected  ${visible(line)}`)}`),
    ...found.map((line) => `    ${colors.red(`+ found     ${visible(line)}`)}`),
  ]);
  return lines.map((line) => `${line}\n`).join("");
}

function resultLines({ file, suites, faults }: SuiteFileResult, verbose: boolean, colors: Colors): readonly string[] {
  if (suites.length === 0) {
    return faults.length === 0 ? [] : [`${colors.red("not run")}  ${visible(file)}  ${count(faults.length, "fault")}`];
  }
  return suites.flatMap((suite) => suiteLines(suite, file, verbose, colors));
}

function suiteLines({ name, cases }: SuiteResult, file: string, verbose: boolean, colors: Colors): readonly string[] {
  const passed = cases.filter(({ outcome }) => outcome === "passed").length;
  const isGood = passed === cases.length;
  const mark = isGood ? colors.green("ok     ") : colors.red("failed ");
  const tally = isGood ? count(passed, "case") : `${passed} of ${count(cases.length, "case")}`;
  const title = `${mark}  ${visible(file)}  ${colors.bold(visible(name))}  ${colors.dim(tally)}`;
  return verbose ? [title, ...cases.flatMap((item) => caseLines(item, colors))] : [title];
}

function caseLines({ outcome, name, area, changes = [] }: CaseResult, colors: Colors): readonly string[] {
  const mark = outcome === "passed" ? colors.green("ok    ") : colors.red(outcome);
  return [
    `  ${mark}  ${visible(name)} ${colors.dim(`[${area}]`)}`,
    ...changes.map((line) => `          ${colors.dim(visible(line))}`),
  ];
}

/** Returns a line such as `2 failed, 12 passed in 1 suite for target 1.37, 41 ms`. */
function summaryLine(results: readonly SuiteFileResult[], { durationMs }: SuiteReportOptions, colors: Colors): string {
  const { suites, passed, failed, broken, faults } = countResults(results);
  const parts = [
    faults > 0 && colors.red(`${count(faults, "fault")} in suites`),
    broken > 0 && colors.red(`${broken} could not run`),
    failed > 0 && colors.red(`${failed} failed`),
    colors.green(`${passed} passed`),
  ].filter((part) => part !== false);
  const targets = [...new Set(results.flatMap((result) => result.suites.map(({ target }) => target)))];
  const scope = targets.length === 0 ? "" : ` for target ${targets.join(", ")}`;
  const time = durationMs === undefined ? "" : `, ${Math.round(durationMs)} ms`;
  return `${colors.bold(parts.join(", "))} in ${count(suites, "suite")}${scope}${time}`;
}
