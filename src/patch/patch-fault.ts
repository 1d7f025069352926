/**
 * Why a patch gives no document.
 *
 * @module
 */
import { type Failure, failure, type Result } from "../text/result.ts";

export interface PatchFault {
  /**
   * `malformed`: not a patch of its type, whatever the document. `too-large`: beyond a limit. `inapplicable`: a patch,
   * but not of this document. `unexpected`: the component has no answer of its own to this and reports a fault of the server.
   */
  readonly reason: "malformed" | "too-large" | "inapplicable" | "unexpected";
  readonly message: string;
  /** Of a JSON patch: what failed is one of its tests. */
  readonly isUntrue?: boolean;
}

/** The patched document. */
export type Patched<T> = Result<T, PatchFault>;

export const patchFailure = (reason: PatchFault["reason"], message: string): Failure<PatchFault> =>
  failure({ reason, message });
