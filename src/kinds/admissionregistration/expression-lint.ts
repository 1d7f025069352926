/**
 * Facts in addition to the expressions of policies and webhooks: which parts of a request may be absent or null, by the
 * operations and resources that it is about.
 *
 * @module
 */
import type { Nullable } from "../../cel-kubernetes/lint/nullable.ts";
import { testedPaths } from "../../cel-kubernetes/lint/paths.ts";
import type { LintedExpression } from "../expression/expression-rules.ts";
import type { CompiledExpression } from "./admission-expression.ts";
import { maxMatchConditions } from "./match-condition.ts";
import type { MatchedOperations } from "./match-resources.ts";

/** Objects came as JSON, in which the server keeps whole numbers apart. */
const json = { object: "int", oldObject: "int", params: "int" } as const;

/** Fields of a request that are left out when empty, as they often are. */
const optionalInRequests = ["request.userInfo.extra", "request.userInfo.uid"];
const optionalWithoutSubresource = ["request.subResource", "request.requestSubResource"];

/** The operations in which there is no such object. */
const operationsWithout = { oldObject: ["CREATE", "CONNECT"], object: ["DELETE"] } as const;

/** Conditions by where they are: those of a webhook by its index, those of a policy together. */
export type Conditions = ReadonlyMap<unknown, readonly CompiledExpression[]>;

/** @param compiled - of one object, in the order of their evaluation */
export function conditionsOf(compiled: readonly CompiledExpression[]): Conditions {
  const conditions = new Map<unknown, CompiledExpression[]>();
  for (const expression of compiled) {
    const place = placeOf(expression.path);
    const beside = conditions.get(place) ?? [];
    conditions.set(place, beside);
    // No API server takes more.
    if (expression.role === "condition" && beside.length < maxMatchConditions) beside.push(expression);
  }
  return conditions;
}

/** The expression as the rules about expressions take it. */
export function lintedExpression(
  { path, role, checked, environment }: CompiledExpression,
  conditions: Conditions,
  rules: readonly MatchedOperations[],
): LintedExpression {
  // A condition that is false decides, whichever others fail; the rest is evaluated when all are true.
  const given = (conditions.get(placeOf(path)) ?? []).filter((other) => other.path !== path);
  // Variables are evaluated where they are read, messages where a validation is false: what guards them is there.
  const guards =
    role === "other"
      ? { optionalPaths: [] }
      : { nullable: nullableFor(rules), optionalPaths: [...testedPaths(checked.ast.expr), ...optionalFor(rules)] };
  return { path, checked, environment, json, given: given.map((other) => other.checked), ...guards };
}

function placeOf(path: LintedExpression["path"]): unknown {
  return path[0] === "webhooks" ? path[1] : undefined;
}

function nullableFor(rules: readonly MatchedOperations[]): readonly Nullable[] {
  const matched = new Set(rules.flatMap(({ operations = [] }) => operations));
  return Object.entries(operationsWithout).flatMap(([path, operations]) => {
    const values = operations.filter((operation) => matched.has(operation) || matched.has("*"));
    return values.length === 0 ? [] : [{ path, when: { path: "request.operation", values } }];
  });
}

function optionalFor(rules: readonly MatchedOperations[]): readonly string[] {
  const resources = rules.flatMap((rule) => rule.resources ?? []);
  const always = resources.length > 0 && resources.every((resource) => resource.includes("/"));
  return always ? optionalInRequests : [...optionalInRequests, ...optionalWithoutSubresource];
}
