/**
 * Facts in addition to the expressions of the API server's configuration files: which fields of a review may be absent,
 * what the numbers of a token are.
 *
 * @module
 */
import { kubernetesEnvironment } from "../../cel-kubernetes/configuration-environment.ts";
import type { RuleContext } from "../../rule/context.ts";
import type { LintedExpression } from "../expression/expression-rules.ts";
import { checkedExpression, type ExpressionPlace } from "./expression.ts";

interface Beside {
  /** Claims that may be absent, `claims.groups`; default those that the expression itself asks for. */
  readonly optionalPaths?: readonly string[];
  /** Conditions that hold wherever this one counts. Default: none. */
  readonly given?: readonly ExpressionPlace[];
}

/** Of a review, just one of the two kinds of attributes is there; selectors may be, and then with requirements. */
const attributes = "request.resourceAttributes";
const urlAttributes = "request.nonResourceAttributes";
const selectors = ["fieldSelector", "labelSelector"].map((field) => `${attributes}.${field}`);
const optionalInReviews = [attributes, urlAttributes, ...selectors.flatMap((path) => [path, `${path}.rawSelector`])];
const alternatives = new Map([
  [attributes, urlAttributes],
  [urlAttributes, attributes],
]);

/** The expression as the rules about expressions take it; nothing if it does not compile. */
export function lintedExpression(
  place: ExpressionPlace,
  context: RuleContext,
  { optionalPaths, given = [] }: Beside = {},
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
