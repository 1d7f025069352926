/**
 * Facts for the lint rules about expressions in configuration files of kube-apiserver: which fields of an access review
 * may be absent, and the number types of a token.
 *
 * @module
 */
import { kubernetesEnvironment } from "../../cel-kubernetes/configuration-environment.ts";
import type { RuleContext } from "../../rule/context.ts";
import type { LintedExpression } from "../expression/expression-rules.ts";
import { checkedExpression, type ExpressionPlace } from "./expression.ts";

interface LintContext {
  /** Claims that may be absent, such as `claims.groups`. Default: those whose presence the expression itself tests. */
  readonly optionalPaths?: readonly string[];
  /** Conditions that are true whenever this expression is evaluated. Default: none. */
  readonly given?: readonly ExpressionPlace[];
}

/**
 * An access review has exactly one of the two kinds of attributes. A selector may be absent; a present one may contain
 * requirements instead of `rawSelector`.
 */
const attributes = "request.resourceAttributes";
const urlAttributes = "request.nonResourceAttributes";
const selectors = ["fieldSelector", "labelSelector"].map((field) => `${attributes}.${field}`);
const optionalInReviews = [attributes, urlAttributes, ...selectors.flatMap((path) => [path, `${path}.rawSelector`])];
const alternatives = new Map([
  [attributes, urlAttributes],
  [urlAttributes, attributes],
]);

/** Converts an expression to the input of the lint rules; empty if it does not compile. */
export function lintedExpression(
  place: ExpressionPlace,
  context: RuleContext,
  { optionalPaths, given = [] }: LintContext = {},
): readonly LintedExpression[] {
  const checked = checkedExpression(place, context);
  if (checked === undefined) return [];
  return [
    {
      path: place.path,
      checked,
      environment: kubernetesEnvironment(place.scope, context.target),
      ...(place.scope === "claims" ? { json: { claims: "double" } as const } : {}),
      ...(place.scope === "request" ? { optionalPaths: optionalInReviews, alternatives } : {}),
      ...(optionalPaths === undefined ? {} : { optionalPaths }),
      given: given.flatMap((other) => checkedExpression(other, context) ?? []),
    },
  ];
}
