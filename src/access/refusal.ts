/**
 * Why a token is refused: at which step, in the API server's words, and by which field of the configuration.
 *
 * @module
 */

import type { EvaluationFault } from "../cel-kubernetes/planned-expression.ts";
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import type { Span } from "../rule/finding.ts";
import type { PlacedExpression } from "./placed-expression.ts";

/** The steps of authentication, in their order. */
export type AuthenticationStage =
  | "verify"
  | "distributed-claims"
  | "username"
  | "groups"
  | "uid"
  | "extra"
  | "required-claim"
  | "claim-rule"
  | "user-rule";

/** Where a refusal comes from, and what may help. */
export interface RefusalOrigin {
  readonly path: FieldPath;
  /** The part of the expression at `path` that is at fault, in UTF-16 code units. */
  readonly span?: Span;
  readonly help?: string;
}

/** A refusal is a value; it ends the attempt. */
export class Refusal {
  readonly stage: AuthenticationStage;
  /** As the API server's log has it. */
  readonly message: string;
  /** From the root of the configuration. */
  readonly path: FieldPath;
  readonly span: Span | undefined;
  /** The text to write instead, where one is certain. */
  readonly help: string | undefined;

  constructor(stage: AuthenticationStage, message: string, { path, span, help }: RefusalOrigin) {
    this.stage = stage;
    this.message = message;
    this.path = path;
    this.span = span;
    this.help = help;
  }
}

/** The refusal for an expression that can't be evaluated; `prefix` is what the API server puts before the fault. */
export function faultRefusal(
  stage: AuthenticationStage,
  prefix: string,
  { expression, path }: PlacedExpression,
  fault: EvaluationFault,
): Refusal {
  const message = `${prefix}expression '${expression.text}' resulted in error: ${fault.message}`;
  const isMissing = fault.message.startsWith("no such key");
  return new Refusal(stage, message, {
    path,
    ...(fault.span ? { span: fault.span } : {}),
    ...(isMissing
      ? { help: "the token has no such claim: test it with `has(...)`, or write `claims.?name.orValue(...)`" }
      : {}),
  });
}
