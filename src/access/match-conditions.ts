/**
 * Evaluates the match conditions of an authorization webhook, which decide whether kube-apiserver calls it for a
 * request.
 *
 * @module
 */

import type { WebhookConfiguration } from "../api/types/apiserver-v1.ts";
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import type { Span } from "../rule/finding.ts";
import { configurationScope, type PlacedExpression, placeExpression } from "./placed-expression.ts";
import type { AccessRequest } from "./request.ts";
import { requestValue } from "./request-value.ts";

/** The outcome of one condition. Conditions after the first false one are not evaluated. */
export interface ConditionResult {
  readonly text: string;
  readonly path: FieldPath;
  readonly outcome: "true" | "false" | "error" | "not evaluated";
  /** The error message, as kube-apiserver words it. */
  readonly message?: string;
  /** The part of the expression that caused the error. */
  readonly span?: Span;
}

/**
 * Whether the conditions match the request. If conditions fail and no condition is false, the failure policy decides.
 */
export interface MatchResult {
  readonly outcome: "match" | "no match" | "error";
  readonly conditions: readonly ConditionResult[];
}

/** The conditions of a webhook, planned once for any number of requests. */
export class MatchConditions {
  private readonly conditions: readonly PlacedExpression[];

  /** @param path - of the webhook in its configuration */
  constructor({ matchConditions = [] }: WebhookConfiguration, path: FieldPath, target: string) {
    this.conditions = matchConditions.map(({ expression = "" }, index) =>
      placeExpression(
        expression,
        [...path, "matchConditions", index, "expression"],
        configurationScope("request", target),
      ),
    );
  }

  /** Evaluates the conditions in order up to the first false one, which decides even if earlier ones fail. */
  match(request: AccessRequest): MatchResult {
    const variables = new Map([["request", requestValue(request)]]);
    const results: ConditionResult[] = [];
    let isDecided = false;
    for (const { expression, path } of this.conditions) {
      const shared = { text: expression.text, path };
      if (isDecided) {
        results.push({ ...shared, outcome: "not evaluated" });
        continue;
      }
      const result = expression.evaluate(variables);
      if (result.ok) {
        isDecided = result.value === false;
        results.push({ ...shared, outcome: isDecided ? "false" : "true" });
      } else {
        const { message: fault, span } = result.error;
        const message = `cel evaluation error: expression '${expression.text}' resulted in error: ${fault}`;
        results.push({ ...shared, outcome: "error", message, ...(span ? { span } : {}) });
      }
    }
    const failed = results.some(({ outcome }) => outcome === "error");
    return { outcome: isDecided ? "no match" : failed ? "error" : "match", conditions: results };
  }
}
