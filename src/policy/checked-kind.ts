/**
 * A kind that the expressions of a policy are checked against.
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

/** At most so many kinds are looked at, as in the API server. */
export const maxCheckedKinds = 10;
