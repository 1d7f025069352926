/**
 * Findings about expressions that do not fit the kinds of their policy. Of the faults that kube-apiserver lists in the
 * status, reports only those that an evaluation can reach, and each field once for all kinds and places.
 *
 * @part policies
 * @module
 */
import type { ValidatingAdmissionPolicySpec } from "../api/types/admissionregistration-v1.ts";
import type { CelIssue, Expr } from "../cel/syntax/ast.ts";
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import { compileOnce } from "../kinds/expression/compilation.ts";
import type { Finding } from "../rule/finding.ts";
import { groupBy } from "../text/group-by.ts";
import type { CheckedKind } from "./checked-kind.ts";
import { KindBranches, KnownValues } from "./kind-branches.ts";
import { type TypeCheck, type TypeFault, typeCheck } from "./type-check.ts";

/** Returns findings with paths from the root of the policy. */
export function typeFindings(
  spec: ValidatingAdmissionPolicySpec,
  kinds: readonly CheckedKind[],
  target: string,
): readonly Finding[] {
  const checks = kinds.flatMap((kind) => {
    const check = typeCheck(spec, kind, target);
    return check ? { kind, check } : [];
  });
  const missing = checks.flatMap(({ check }) => check.faults.flatMap(missingFields));
  const fieldsSomeKindLacks = groupBy(missing, (place) => place);
  const faulty = checks.filter(({ check }) => check.faults.length > 0);
  const faults = faulty.flatMap(
    ({ kind, check }) => new PolicyFaults(spec, kind, { check, fieldsSomeKindLacks }).faults,
  );
  const isGuard = (fault: Fault) =>
    fault.isAsked && (fieldsSomeKindLacks.get(placeOf(fault)) ?? []).length < checks.length;
  const reportedFaults = faults.filter((fault) => fault.isReached && !isGuard(fault));
  return [...groupBy(reportedFaults, ({ subject }) => subject).values()].flatMap(findingOf);
}

/** Returns the places of fields that a kind lacks. */
function missingFields({ path, issues }: TypeFault): readonly string[] {
  return issues.filter(({ code }) => code === "field").map((issue) => placeOf({ path, issue }));
}

/** An issue of an expression for a kind. */
interface Fault {
  readonly kind: string;
  readonly path: FieldPath;
  readonly issue: CelIssue;
  /** The same for one fault in several kinds and places. */
  readonly subject: string;
  /** Whether the issue can make an evaluation fail. */
  readonly isReached: boolean;
  /** Whether the expression tests the field with `has`. */
  readonly isAsked: boolean;
}

const placeOf = ({ path, issue }: Place): string => JSON.stringify([path, issue.start]);

/** An expression and an offset in it. */
interface Place {
  readonly path: FieldPath;
  readonly issue: { readonly start: number };
}

/** Returns one finding for all kinds and places of a fault. */
function findingOf(faults: readonly Fault[]): readonly Finding[] {
  const [first] = faults;
  if (first === undefined) return [];
  const { path, issue } = first;
  const { start, end, message, help } = issue;
  const others = new Set(faults.map(placeOf)).size - 1;
  const places = others === 0 ? "" : ` (also at ${others} other ${others === 1 ? "place" : "places"} in this policy)`;
  const words = `for ${kindList(faults.map(({ kind }) => kind))}: ${message}${places}`;
  return [{ path, span: { start, end }, message: words, ...(help === undefined ? {} : { help }) }];
}

/** Joins names of kinds: `apps/v1 DaemonSet, Deployment, batch/v1 Job`. */
function kindList(names: readonly string[]): string {
  const kinds = groupBy([...new Set(names)], (name) => name.slice(0, name.lastIndexOf(" ")));
  return [...kinds]
    .map(([apiVersion, all]) => `${apiVersion} ${all.map((name) => name.slice(apiVersion.length + 1)).join(", ")}`)
    .join(", ");
}

/** The type check of one kind, and the fields that any of the kinds lacks. */
interface Checks {
  readonly check: TypeCheck;
  /** By place, the fields that at least one kind lacks. */
  readonly fieldsSomeKindLacks: ReadonlyMap<string, unknown>;
}

/** The faults of a policy for one kind. */
class PolicyFaults {
  readonly faults: Fault[] = [];
  private readonly kind: CheckedKind;
  private readonly checks: Checks;
  private readonly known: KnownValues;
  private readonly variablesRead = new Set<string>();

  constructor(spec: ValidatingAdmissionPolicySpec, kind: CheckedKind, checks: Checks) {
    this.kind = kind;
    this.checks = checks;
    this.known = new KnownValues(kind, checks.check.untypedEnvironment());
    const variables = (spec.variables ?? []).map(({ name = "", expression }, index) => {
      const judged = this.analyze(["spec", "variables", index, "expression"], expression);
      if (judged?.branches.value !== undefined) this.known.addVariable(name, judged.branches.value);
      return { name, judged };
    });
    const own = expressionsReadingVariables(spec).flatMap(([path, text]) => this.faultsOf(this.analyze(path, text)));
    // Go backward: an expression reads only variables before it, and a variable that no expression reads is never
    // evaluated.
    const others = variables
      .toReversed()
      .map(({ name, judged }) => (this.variablesRead.has(name) ? this.faultsOf(judged) : []));
    this.faults.push(...others.toReversed().flat(), ...own);
  }

  /** @returns undefined for an expression that does not compile for any kind */
  private analyze(path: FieldPath, text = ""): AnalyzedExpression | undefined {
    const { check, fieldsSomeKindLacks } = this.checks;
    const ast = compileOnce(check.untypedEnvironment(), text).checked?.ast;
    if (ast === undefined) return undefined;
    const issues = check.faults.find((fault) => fault.path.join() === path.join())?.issues ?? [];
    const issueByOffset = new Map(issues.filter(({ code }) => code === "field").map((issue) => [issue.start, issue]));
    const testedIssues = new Set<CelIssue>();
    const isPresent = (expr: Expr): boolean | undefined => {
      if (expr.kind !== "select" || !expr.testOnly) return undefined;
      const issue = issueByOffset.get(expr.at);
      if (issue === undefined)
        return fieldsSomeKindLacks.has(placeOf({ path, issue: { start: expr.at } })) || undefined;
      testedIssues.add(issue);
      return false;
    };
    return { path, issues, testedIssues, branches: new KindBranches(ast, this.known, isPresent) };
  }

  private faultsOf(judged: AnalyzedExpression | undefined): readonly Fault[] {
    if (judged === undefined) return [];
    const { path, issues, testedIssues, branches } = judged;
    for (const name of branches.variablesRead()) this.variablesRead.add(name);
    const { name: kind } = this.kind;
    // Replace the kind in type names such as `Deployment.spec`, so that kinds share the subject.
    const own = kind.slice(kind.lastIndexOf(" ") + 1);
    return issues
      .filter(({ isNominal }) => !isNominal)
      .map((issue) => {
        const subject = issue.message.replaceAll(own, "object");
        return { kind, path, issue, subject, isAsked: testedIssues.has(issue), isReached: branches.reaches(issue) };
      });
  }
}

/** An expression, analyzed for one kind. */
interface AnalyzedExpression {
  readonly path: FieldPath;
  readonly issues: readonly CelIssue[];
  /** The issues about fields that the expression tests with `has(...)`. */
  readonly testedIssues: ReadonlySet<CelIssue>;
  readonly branches: KindBranches;
}

/** Returns the expressions that may read variables, by path. */
function expressionsReadingVariables({
  validations,
  auditAnnotations,
}: ValidatingAdmissionPolicySpec): [FieldPath, string | undefined][] {
  return [
    ...(validations ?? []).flatMap(({ expression, messageExpression }, index): [FieldPath, string | undefined][] => [
      [["spec", "validations", index, "expression"], expression],
      [["spec", "validations", index, "messageExpression"], messageExpression],
    ]),
    ...(auditAnnotations ?? []).map(({ valueExpression }, index): [FieldPath, string | undefined] => [
      ["spec", "auditAnnotations", index, "valueExpression"],
      valueExpression,
    ]),
  ];
}
