/**
 * The failure of a body that cannot be read, with the start of it, so that its sender sees what came.
 *
 * @module
 */
import { badRequest } from "../request/failures.ts";
import type { StatusError } from "../request/status.ts";

/** The kind of which kube-apiserver says only why it cannot be read. */
export const optionsKind = "DeleteOptions";

export interface UnreadBody {
  /** The expected kind of body. */
  readonly kind: string;
  readonly body: Uint8Array;
}

export function unrecognized({ kind, body }: UnreadBody, why: string): StatusError {
  if (kind === optionsKind) return badRequest(why);
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
