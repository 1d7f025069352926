/**
 * Where the next page of a list begins. Clients hand the token back as it is; it outlives the server that gave it.
 *
 * @module
 */
import { badRequest } from "./failures.ts";

export interface ContinuePoint {
  /** Of the first page; -1 for a list that goes on with whatever there is now. */
  readonly revision: number;
  /** The first key of the page, behind the resource's prefix. */
  readonly start: string;
}

const tokenVersion = "meta.k8s.io/v1";
/** The list goes on without a version of its own. */
export const anyRevision = -1;

export function formatContinue({ revision, start }: ContinuePoint): string {
  return Buffer.from(JSON.stringify({ v: tokenVersion, rv: revision, start })).toString("base64url");
}

/** @throws {StatusError} BadRequest for what is no token */
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
  const illegal = illegalByte(token);
  if (illegal !== -1) throw invalidToken(`illegal base64 data at input byte ${illegal}`);
  try {
    const value: unknown = JSON.parse(Buffer.from(token, "base64url").toString("utf8"));
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch {
    // said below
  }
  throw invalidToken("it cannot be decoded");
}

/** Where a text ceases to be base64 of the URL's alphabet without padding; -1 if it is. */
function illegalByte(text: string): number {
  const index = text.search(/[^\w-]/);
  // One character more than whole bytes have.
  return index === -1 && text.length % 4 === 1 ? text.length - 1 : index;
}

function invalidToken(why: string) {
  return badRequest(`invalid continue token: continue key is not valid: ${why}`);
}
