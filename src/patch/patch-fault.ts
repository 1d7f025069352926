/**
 * Errors of patches.
 *
 * @module
 */
import { type Failure, failure, type Result } from "../text/result.ts";

export interface PatchFault {
  /**
   * `malformed`: the patch is invalid for any document. `too-large`: it exceeds a limit. `inapplicable`: it is valid,
   * but not for this document. `unexpected`: the API server does not handle the error and reports an internal error.
   */
  readonly reason: "malformed" | "too-large" | "inapplicable" | "unexpected";
  readonly message: string;
  /** For a JSON patch: one of its `test` operations failed. */
  readonly hasFailedTest?: boolean;
}

/** The patched document, or an error. */
export type Patched<T> = Result<T, PatchFault>;

export const patchFailure = (reason: PatchFault["reason"], message: string): Failure<PatchFault> =>
  failure({ reason, message });
