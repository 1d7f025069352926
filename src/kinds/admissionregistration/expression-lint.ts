/**
 * Facts for the lint rules about expressions of policies and webhooks: which parts of a request may be absent or null,
 * given the matched operations and resources.
 *
 * @module
 */
import type { Nullable } from "../../cel-kubernetes/lint/nullable.ts";
import { testedPaths } from "../../cel-kubernetes/lint/paths.ts";
import type { LintedExpression } from "../expression/expression-rules.ts";
import type { CompiledExpression } from "./admission-expression.ts";
import { maxMatchConditions } from "./match-condition.ts";
import type { MatchedOperations } from "./match-resources.ts";

/** Number types of the decoded objects: kube-apiserver decodes them from JSON and keeps whole numbers as integers. */
const jsonNumberTypes = { object: "int", oldObject: "int", params: "int" } as const;

/** Fields that kube-apiserver omits from a request if they are empty, which they often are. */
const optionalInRequests = ["request.userInfo.extra", "request.userInfo.uid"];
const optionalWithoutSubresource = ["request.subResource", "request.requestSubResource"];

/** The operations whose requests lack `oldObject` or `object`. */
const operationsWithout = { oldObject: ["CREATE", "CONNECT"], object: ["DELETE"] } as const;

/** Match conditions by their owner: the index of a webhook, or undefined for a policy. */
export type Conditions = ReadonlyMap<unknown, readonly CompiledExpression[]>;

/** @param compiled - the expressions of one object, in the order of their evaluation */
export function conditionsOf(compiled: readonly CompiledExpression[]): Conditions {
  const conditions = new Map<unknown, CompiledExpression[]>();
  for (const expression of compiled) {
    const place = placeOf(expression.path);
    const beside = conditions.get(place) ?? [];
    conditions.set(place, beside);
    // kube-apiserver rejects more conditions than this.
    if (expression.role === "condition" && beside.length < maxMatchConditions) beside.push(expression);
  }
  return conditions;
}

/** Converts an expression to the input of the lint rules. */
export function lintedExpression(
  { path, role, checked, environment }: CompiledExpression,
  conditions: Conditions,
  rules: readonly MatchedOperations[],
): LintedExpression {
  // A false condition decides, even if others fail with an error; everything else is evaluated only if all conditions
  // are true.
  const given = (conditions.get(placeOf(path)) ?? []).filter((other) => other.path !== path);
  // Variables are evaluated only where another expression reads them, messages only if a validation is false. Guards
  // may be in those expressions, so no path of a variable or message counts as optional or nullable.
  const guards =
    role === "other"
      ? { optionalPaths: [] }
      : {
          nullable: nullablePathsOf(rules),
          optionalPaths: [...testedPaths(checked.ast.expr), ...optionalPathsOf(rules)],
        };
  return { path, checked, environment, json: jsonNumberTypes, given: given.map((other) => other.checked), ...guards };
}

function placeOf(path: LintedExpression["path"]): unknown {
  return path[0] === "webhooks" ? path[1] : undefined;
}

function nullablePathsOf(rules: readonly MatchedOperations[]): readonly Nullable[] {
  const matched = new Set(rules.flatMap(({ operations = [] }) => operations));
  return Object.entries(operationsWithout).flatMap(([path, operations]) => {
    const values = operations.filter((operation) => matched.has(operation) || matched.has("*"));
    return values.length === 0 ? [] : [{ path, when: { path: "request.operation", values } }];
  });
}

function optionalPathsOf(rules: readonly MatchedOperations[]): readonly string[] {
  const resources = rules.flatMap((rule) => rule.resources ?? []);
  const always = resources.length > 0 && resources.every((resource) => resource.includes("/"));
  return always ? optionalInRequests : [...optionalInRequests, ...optionalWithoutSubresource];
}
