/**
 * A kind against which the expressions of a policy are type-checked.
 *
 * @module
 */
import type { FieldSchema } from "../schema/decode-schema.ts";

export interface CheckedKind {
  /** `apps/v1 Deployment`. */
  readonly name: string;
  /** `deployments`. */
  readonly plural: string;
  readonly schema: FieldSchema;
}

/** The most kinds that a policy is checked against, as in kube-apiserver. */
export const maxCheckedKinds = 10;
