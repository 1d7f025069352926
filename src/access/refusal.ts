/**
 * The refusal of a token: the step that refuses it, the error message of kube-apiserver, and the field of the
 * configuration that causes it.
 *
 * @module
 */

import type { EvaluationFault } from "../cel-kubernetes/planned-expression.ts";
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import type { Span } from "../rule/finding.ts";
import type { PlacedExpression } from "./placed-expression.ts";

/** The steps of authentication, in order. */
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

/** The field that causes a refusal, and a hint for the user. */
export interface RefusalOrigin {
  readonly path: FieldPath;
  /** The part of the expression at `path` that is at fault, in UTF-16 code units. */
  readonly span?: Span;
  readonly help?: string;
}

/** The reason why authentication fails. Functions return it as a value instead of throwing it. */
export class Refusal {
  readonly stage: AuthenticationStage;
  /** The message as in kube-apiserver's log. */
  readonly message: string;
  /** Path from the root of the configuration. */
  readonly path: FieldPath;
  readonly span: Span | undefined;
  /** A hint for the user, if clustervet has one. */
  readonly help: string | undefined;

  constructor(stage: AuthenticationStage, message: string, { path, span, help }: RefusalOrigin) {
    this.stage = stage;
    this.message = message;
    this.path = path;
    this.span = span;
    this.help = help;
  }
}

/**
 * Returns the refusal for an expression whose evaluation fails.
 *
 * @param prefix - the text that kube-apiserver puts before the error
 */
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
