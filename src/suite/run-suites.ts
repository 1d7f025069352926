/**
 * Runs the suites of a file: vets them as documents first, then judges each case.
 *
 * @module
 */
import type { FieldPath, FileDiagnostic } from "../diagnostic/diagnostic.ts";
import type { Settings } from "../engine/options.ts";
import { readSuppressions } from "../engine/suppress.ts";
import { vetFile } from "../engine/vet-file.ts";
import { OptionError } from "../json/option-error.ts";
import { type VetSuite, type VetSuiteArea, vetSuite, vetSuiteAreas } from "../kinds/clustervet/vet-suite.ts";
import { internalFinding } from "../rule/fault.ts";
import type { SourceDocument, SourceFile } from "../source/source-file.ts";
import { admissionJudge } from "./admission-cases.ts";
import { authenticationJudge } from "./authentication-cases.ts";
import { authorizationJudge } from "./authorization-cases.ts";
import { expressionJudge } from "./expression-cases.ts";
import { imageCredentialsJudge } from "./image-credentials-cases.ts";
import { lintJudge } from "./lint-cases.ts";
import { rbacJudge } from "./rbac-cases.ts";
import { brokenVerdict, type CaseResult, type SuiteFileResult, type SuiteResult, type Verdict } from "./result.ts";
import { rolloutJudge } from "./rollout-cases.ts";
import { type SuiteFiles, SuiteScope } from "./scope.ts";

/** The inputs for running suites. */
export interface SuiteRunOptions {
  readonly files: SuiteFiles;
  /**
   * Returns the settings for suites with a target release; without a target, those of the run.
   *
   * @throws {OptionError} for an unknown release
   */
  settingsFor(target?: string): Settings;
  /** Selects the cases to run by their full name (`suite: case`). Default: all. */
  readonly filter?: (fullName: string) => boolean;
}

/** Whether a file may contain suites. Other files need not be parsed as YAML. */
export function mayHoldSuites(name: string, text: string): boolean {
  return isSuiteName(name) || text.includes(vetSuite.kind);
}

function isSuiteName(name: string): boolean {
  return /\.suite\.(?:ya?ml|json)$/.test(name);
}

/** Runs every valid suite of the file, and reports the errors of the others. */
export function runSuites(file: SourceFile, options: SuiteRunOptions): SuiteFileResult {
  const vetted = vetFile(file, options.settingsFor(), undefined);
  const faults = readSuppressions(file)
    .shown(vetted.diagnostics)
    .map(asWrongGroup)
    .filter((item) => item.severity === "error" && isAboutSuite(item, file.name));
  const suites: SuiteResult[] = [];
  for (const object of vetted.objects) {
    const document = file.documents[object.index];
    if (object.kind !== vetSuite.kind || !document || faults.some((fault) => fault.document === object.index)) continue;
    const suite = object.object as VetSuite;
    suites.push(runSuite(suite, file, document, options));
  }
  return { file: file.name, suites, faults };
}

const suiteVersion = `${vetSuite.group}/v1`;

/**
 * Makes the note about a suite of another API group an error. Linting skips kinds that it does not know, but a suite that
 * does not run must not look like one that passes.
 */
function asWrongGroup(finding: FileDiagnostic): FileDiagnostic {
  const { rule, kind, apiVersion = "" } = finding;
  if (rule !== "kind/unknown" || kind !== vetSuite.kind) return finding;
  const message = `the suite must have the \`apiVersion\` "${suiteVersion}"; got "${apiVersion}"`;
  return { ...finding, severity: "error", message, help: `write \`apiVersion: ${suiteVersion}\`` };
}

/** Whether a finding is about a suite. Errors in other documents of the file are ignored. */
function isAboutSuite({ rule, apiVersion, kind }: FileDiagnostic, fileName: string): boolean {
  if (kind === vetSuite.kind || apiVersion?.startsWith(`${vetSuite.group}/`)) return true;
  // The part that can't be read may be a suite: the text of the file names the kind.
  if (rule.startsWith("source/") && kind === undefined) return true;
  return isSuiteName(fileName) && (kind === undefined || apiVersion === undefined);
}

type Judge = (item: { readonly name?: string }, path: FieldPath) => Verdict;

function runSuite(suite: VetSuite, file: SourceFile, document: SourceDocument, options: SuiteRunOptions): SuiteResult {
  const { filter = () => true, files } = options;
  const { settings, fault } = settingsOf(suite, options);
  const scope = new SuiteScope(file, document, settings, files);
  const name = suite.metadata?.name || scope.file.name.slice(scope.file.name.lastIndexOf("/") + 1);
  const cases: CaseResult[] = [];
  for (const area of vetSuiteAreas) {
    for (const [index, block] of (suite[area] ?? []).entries()) {
      let judge: Judge | undefined;
      for (const [number, item] of (block.cases ?? []).entries()) {
        if (!filter(`${name}: ${item.name}`)) continue;
        const path = [area, index, "cases", number];
        const verdict = guarded(settings, () => {
          judge ??= fault ? () => brokenVerdict(fault) : judgeOf(area, suite, index, scope);
          return judge(item, path);
        });
        cases.push(placeVerdict(verdict, { name: item.name ?? "", area, path }, scope));
      }
    }
  }
  return { name, document: scope.document.index, target: scope.settings.target, cases };
}

/** Runs a case. An internal error of clustervet makes only this case broken; the others still run. */
function guarded(settings: Settings, judge: () => Verdict): Verdict {
  try {
    return judge();
  } catch (error) {
    settings.onFault(error);
    const { message, help } = internalFinding(error);
    return brokenVerdict(`${message}: ${help}`);
  }
}

/**
 * Returns the settings for the suite's target. If the target is unknown, no case can run, and `fault` is the reason.
 */
function settingsOf({ target }: VetSuite, { settingsFor }: SuiteRunOptions): { settings: Settings; fault?: string } {
  try {
    return { settings: settingsFor(target) };
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    return { settings: settingsFor(), fault: error.message };
  }
}

/**
 * Creates the judge of a block. Called at the first case that is run, because it reads the files that the block names.
 */
function judgeOf(area: VetSuiteArea, suite: VetSuite, index: number, scope: SuiteScope): Judge {
  switch (area) {
    case "authentication":
      return authenticationJudge(suite.authentication?.[index] ?? {}, [area, index], scope);
    case "authorization":
      return authorizationJudge(suite.authorization?.[index] ?? {}, [area, index], scope);
    case "rbac":
      return rbacJudge(suite.rbac?.[index] ?? {}, scope);
    case "admission":
      return admissionJudge(suite.admission?.[index] ?? {}, scope);
    case "expressions":
      return expressionJudge(suite.expressions?.[index] ?? {}, scope);
    case "rollout":
      return rolloutJudge(suite.rollout?.[index] ?? {}, scope);
    case "imageCredentials":
      return imageCredentialsJudge(suite.imageCredentials?.[index] ?? {}, [area, index], scope);
    default:
      return lintJudge(suite.lint?.[index] ?? {}, scope);
  }
}

function placeVerdict(verdict: Verdict, of: Pick<CaseResult, "name" | "area" | "path">, scope: SuiteScope): CaseResult {
  const { path } = of;
  const [first] = verdict.differences;
  return {
    ...verdict,
    ...of,
    range: scope.rangeOf({ path: [...path, "name"] }),
    faultRange: scope.rangeOf({ path: first ? [...path, ...first.path] : [...path, "name"] }),
  };
}
