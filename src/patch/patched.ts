/**
 * What the functions of this folder return: the patched document, or why there is none.
 *
 * @module
 */
export type Patched<T> = { readonly ok: true; readonly value: T } | PatchFault;

export interface PatchFault {
  readonly ok: false;
  /**
   * `malformed`: not a patch of its type, whatever the document. `too-large`: beyond a limit. `inapplicable`: a patch,
   * but not of this document. `unexpected`: the component has no answer of its own to this and reports a fault of the server.
   */
  readonly reason: "malformed" | "too-large" | "inapplicable" | "unexpected";
  readonly error: string;
}

export const patched = <T>(value: T): Patched<T> => ({ ok: true, value });
export const patchFault = (reason: PatchFault["reason"], error: string): PatchFault => ({ ok: false, reason, error });
