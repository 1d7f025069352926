/**
 * Runs lint cases: compares the findings in files with the expectation.
 *
 * @module
 */
import type { FileDiagnostic } from "../diagnostic/diagnostic.ts";
import { createRun } from "../engine/run.ts";
import type { LintBlock } from "../kinds/clustervet/vet-suite.ts";
import { compareSets } from "./compare.ts";
import { brokenVerdict, differenceVerdict, type Verdict } from "./result.ts";
import type { SuiteScope } from "./scope.ts";

type Case = NonNullable<LintBlock["cases"]>[number];
type ExpectedFinding = NonNullable<NonNullable<Case["expect"]>["findings"]>[number];

/** Returns a function that judges the cases of a block. */
export function lintJudge(block: LintBlock, scope: SuiteScope): (item: Case) => Verdict {
  const [name = "", ...group] = (block.as ?? "").split(".");
  const { catalog } = scope.settings;
  const kind = group.length > 0 ? catalog.find(group.join("."), name) : catalog.findAllByName(name)[0];
  if (block.as && !kind) return () => brokenVerdict(`\`as\` must be a known kind; got ${JSON.stringify(block.as)}`);
  return ({ files = block.files ?? [], expect = {} }) => {
    const found = scope.readFiles(files);
    if (!found.ok) return found.error;
    const run = createRun(scope.settings);
    for (const file of found.value) run.add(file, kind);
    return judge(run.finish().diagnostics, expect.findings ?? []);
  };
}

function judge(diagnostics: readonly FileDiagnostic[], expected: readonly ExpectedFinding[]): Verdict {
  const left = [...diagnostics];
  const missing = expected.filter((wanted) => {
    const index = left.findIndex((diagnostic) => meets(diagnostic, wanted));
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
  const surplus = left.filter(({ severity }) => severity !== "info");
  const path = ["expect", "findings"];
  const differences = compareSets(path, missing.map(expectedText), surplus.map(foundText));
  const related = surplus.flatMap(({ file, range, message, rule }) =>
    range ? [{ file, range, message: `${rule}: ${message}` }] : [],
  );
  return differenceVerdict(differences, related);
}

/** Whether a finding is the expected one. An expected file matches if the path ends with its name. */
function meets({ rule, range, file }: FileDiagnostic, wanted: ExpectedFinding): boolean {
  return (
    rule === wanted.rule &&
    (wanted.line === undefined || range?.start.line === wanted.line) &&
    (wanted.file === undefined || file === wanted.file || file.endsWith(`/${wanted.file.replace(/^(?:\.\.?\/)+/, "")}`))
  );
}

function expectedText({ rule = "", line, file }: ExpectedFinding): string {
  return `${rule}${line === undefined ? "" : ` at line ${line}`}${file === undefined ? "" : ` of ${file}`}`;
}

function foundText({ rule, range, file, message }: FileDiagnostic): string {
  return `${rule}${range ? ` at line ${range.start.line}` : ""} of ${file}: ${message}`;
}
