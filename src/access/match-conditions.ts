/**
 * Match conditions of a webhook at run time: whether a request is one that the webhook is asked about.
 *
 * @module
 */

import type { WebhookConfiguration } from "../api/types/apiserver-v1.ts";
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import type { Span } from "../rule/finding.ts";
import { configurationScope, type PlacedExpression, placeExpression } from "./placed-expression.ts";
import type { AccessRequest } from "./request.ts";
import { requestValue } from "./request-value.ts";

/** The outcome of one condition; those behind the first that is false are not looked at. */
export interface ConditionResult {
  readonly text: string;
  readonly path: FieldPath;
  readonly outcome: "true" | "false" | "error" | "not evaluated";
  /** Of an error, in the API server's words. */
  readonly message?: string;
  /** The part of the expression at fault. */
  readonly span?: Span;
}

/** Whether the conditions let a request through; with errors and none false that is for the failure policy to say. */
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

  /** Evaluates in order: one that is false decides, also behind others that fail. */
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
