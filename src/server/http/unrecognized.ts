/**
 * The error for a body that cannot be decoded. It contains the start of the body, so that the client sees what arrived.
 *
 * @module
 */
import { deleteOptionsShape } from "../request/delete-options.ts";
import { badRequest } from "../request/failures.ts";
import type { StatusError } from "../request/status.ts";

export interface UndecodableBody {
  /** The expected kind of body. */
  readonly kind: string;
  readonly body: Uint8Array;
}

export function unrecognized({ kind, body }: UndecodableBody, why: string): StatusError {
  // For delete options kube-apiserver only reports the reason.
  if (kind === deleteOptionsShape.kind) return badRequest(why);
  return badRequest(`the object provided is unrecognized (must be of type ${kind}): ${why} (${bodyPreview(body)})`);
}

/** How many bytes of a body the message contains. */
const maxShownBytes = 30;

/** Shows the start of a body: as text if it looks like JSON, otherwise as hex. */
function bodyPreview(body: Uint8Array): string {
  if (body.length === 0) return "<empty>";
  const start = Buffer.from(body.subarray(0, maxShownBytes));
  const shown = body[0] === "{".charCodeAt(0) ? start.toString() : start.toString("hex");
  return body.length > maxShownBytes ? `${shown} ...` : shown;
}
