/**
 * Compiles the CEL expressions of policies and webhooks in the environment that kube-apiserver gives them, and reports
 * faults with their position in the expression.
 *
 * @module
 */
import type { ParamKind, Variable } from "../../api/types/admissionregistration-v1.ts";
import type { Environment } from "../../cel/environment.ts";
import type { CheckedAst } from "../../cel/types/checked-ast.ts";
import { formatType } from "../../cel/types/format-type.ts";
import type { CelType } from "../../cel/types/types.ts";
import { type AdmissionOptions, admissionEnvironment } from "../../cel-kubernetes/admission-environment.ts";
import { policyVariables } from "../../cel-kubernetes/policy-variables.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { showGoValue } from "../../json/go-value.ts";
import type { RuleContext } from "../../rule/context.ts";
import type { Place } from "../../rule/place.ts";
import { compileOnce } from "../expression/compilation.ts";
import { issueFindings } from "../expression/issue-findings.ts";
import type { HasMatchConditions } from "./match-condition.ts";

/** An expression, and the type that it must return. */
export interface AdmissionExpression {
  readonly path: FieldPath;
  readonly text: string;
  /** The use of the expression: a match condition, an expression of a policy whose failure counts, or anything else. */
  readonly role: "condition" | "judgement" | "other";
  /** The accepted types in CEL syntax; absent if any type is accepted. */
  readonly results?: readonly string[];
  readonly options: AdmissionOptions;
}

/** The part of a policy that its expressions depend on. */
export interface HasVariables {
  readonly paramKind?: ParamKind;
  readonly variables?: readonly Variable[];
}

/** An expression that compiles. */
export interface CompiledExpression {
  readonly path: FieldPath;
  readonly role: AdmissionExpression["role"];
  readonly checked: CheckedAst;
  readonly environment: Environment;
}

/** Formats the accepted types as kube-apiserver prints them: a type, or a list of several. */
function wantedTypes(results: readonly string[]): string {
  const names = results.map((name) => (name === "null" ? "null_type" : name));
  return names.length === 1 ? String(names[0]) : `one of [${names.join(" ")}]`;
}

/** Compiles expressions for one release, both new ones and those that the stored object already has. */
export class ExpressionCompiler {
  /** The expressions that have compiled without a fault so far. */
  readonly compiled: CompiledExpression[] = [];
  private readonly context: RuleContext;
  private readonly stored: ReadonlySet<string>;

  /**
   * @param stored - texts of expressions that an update does not change; they may use all libraries that kube-apiserver
   *   knows
   */
  constructor(context: RuleContext, stored: Iterable<string> = []) {
    this.context = context;
    this.stored = new Set(stored);
  }

  /** Reports the faults of an expression; returns its type, or `dyn` if it has no type. */
  check({ path, text, role, results, options }: AdmissionExpression, place: Place): CelType {
    const environment = this.environmentOf(text, options);
    const { issues, outputType, checked } = compileOnce(environment, text);
    place.along(path).pass(issueFindings(text, issues));
    if (outputType === undefined) return { kind: "dyn" };
    if (results === undefined || results.includes(formatType(outputType))) {
      if (checked) this.compiled.push({ path, role, checked, environment });
      return outputType;
    }
    const found = formatType(outputType);
    const isOpen = results[0] === "bool" && (found === "dyn" || found === "any");
    place.along(path).say(`must evaluate to ${results.join(" or ")}; got ${found}`, {
      span: { start: 0, end: text.trimEnd().length },
      serverText: `${showGoValue(text)}: must evaluate to ${wantedTypes(results)} but got ${found}`,
      ...(isOpen ? { help: "compare it, as in `... == true`, or convert it with `bool(...)`" } : {}),
    });
    return outputType;
  }

  private environmentOf(text: string, options: AdmissionOptions): Environment {
    const reach = this.stored.has(text) ? "known" : "portable";
    return admissionEnvironment(this.context.target, { ...options, reach });
  }
}

/** Whether an expression is present and not blank. Another rule reports blank expressions. */
export const isNotBlank = (text: string | undefined): text is string => text !== undefined && text.trim() !== "";

/** Compiles the variables of a policy in order; returns the options for the expressions that can read them. */
export function checkVariables(
  { paramKind, variables = [] }: HasVariables,
  compiler: ExpressionCompiler,
  place: Place,
): AdmissionOptions {
  const options = { params: paramKind !== undefined, variables: policyVariables() };
  for (const [index, { name = "", expression }] of variables.entries()) {
    if (!isNotBlank(expression)) continue;
    const path = ["variables", index, "expression"];
    options.variables.declare(name, compiler.check({ path, text: expression, role: "other", options }, place));
  }
  return variables.length > 0 ? options : { params: options.params };
}

/** Compiles match conditions, which cannot read variables. */
export function checkMatchConditions(
  { matchConditions = [] }: HasMatchConditions,
  params: boolean,
  compiler: ExpressionCompiler,
  place: Place,
): void {
  for (const [index, { expression }] of matchConditions.entries()) {
    if (!isNotBlank(expression)) continue;
    const path = ["matchConditions", index, "expression"];
    compiler.check({ path, text: expression, role: "condition", results: ["bool"], options: { params } }, place);
  }
}
