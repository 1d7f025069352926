/**
 * The failure of a body that cannot be read, with the start of it, so that its sender sees what came.
 *
 * @module
 */
import { deleteOptionsShape } from "../request/delete-options.ts";
import { badRequest } from "../request/failures.ts";
import type { StatusError } from "../request/status.ts";

export interface UnreadBody {
  /** The expected kind of body. */
  readonly kind: string;
  readonly body: Uint8Array;
}

export function unrecognized({ kind, body }: UnreadBody, why: string): StatusError {
  // Of options kube-apiserver says only why they cannot be read.
  if (kind === deleteOptionsShape.kind) return badRequest(why);
  return badRequest(`the object provided is unrecognized (must be of type ${kind}): ${why} (${startOf(body)})`);
}

/** How much of a body is shown. */
const maxShownBytes = 30;

/** Text where it looks like JSON, else hex. */
function startOf(body: Uint8Array): string {
  if (body.length === 0) return "<empty>";
  const start = Buffer.from(body.subarray(0, maxShownBytes));
  const shown = body[0] === "{".charCodeAt(0) ? start.toString() : start.toString("hex");
  return body.length > maxShownBytes ? `${shown} ...` : shown;
}
