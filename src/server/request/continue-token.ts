/**
 * The `continue` token of a list, which specifies where the next page begins. Clients return it unchanged; it remains
 * valid after a restart of the server.
 *
 * @module
 */
import { badRequest } from "./failures.ts";

export interface ContinuePoint {
  /** The revision of the first page; -1 if the list continues with the current state. */
  readonly revision: number;
  /** The first key of the next page, without the resource's prefix. */
  readonly start: string;
}

const tokenVersion = "meta.k8s.io/v1";
/** The list continues with the current state, not at a fixed revision. */
export const anyRevision = -1;

export function formatContinue({ revision, start }: ContinuePoint): string {
  return Buffer.from(JSON.stringify({ v: tokenVersion, rv: revision, start })).toString("base64url");
}

/** @throws {StatusError} BadRequest for an invalid token */
export function parseContinue(token: string): ContinuePoint {
  const value = readToken(token);
  const { v: version, rv: revision, start } = value;
  if (version !== tokenVersion) throw invalidToken(`server does not recognize this encoded version ${String(version)}`);
  if (typeof start !== "string" || start === "") throw invalidToken("encoded start key empty (version meta.k8s.io/v1)");
  if (!Number.isSafeInteger(revision) || revision === 0 || Number(revision) < anyRevision) {
    throw invalidToken("incorrect encoded start resourceVersion (version meta.k8s.io/v1)");
  }
  if (start.split("/").some((part) => part === ".." || part === ".")) throw invalidToken(start);
  return { revision: Number(revision), start };
}

function readToken(token: string): Readonly<Record<string, unknown>> {
  const illegal = illegalByteOffset(token);
  if (illegal !== -1) throw invalidToken(`illegal base64 data at input byte ${illegal}`);
  try {
    const value: unknown = JSON.parse(Buffer.from(token, "base64url").toString("utf8"));
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch {
    // The error is thrown below.
  }
  throw invalidToken("it cannot be decoded");
}

/**
 * Returns the offset of the first character that is not valid in base64url without padding; -1 if the text is valid.
 */
function illegalByteOffset(text: string): number {
  const index = text.search(/[^\w-]/);
  // A remainder of one character does not make a whole byte.
  return index === -1 && text.length % 4 === 1 ? text.length - 1 : index;
}

function invalidToken(why: string) {
  return badRequest(`invalid continue token: continue key is not valid: ${why}`);
}
