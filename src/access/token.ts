/**
 * The outside of a token: three parts, the claims in the middle one. Nothing of it is to be trusted.
 *
 * @module
 */
import { tryParseBounded } from "../json/parse-bounded.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { fromByteString } from "../text/utf8.ts";
import type { Claims } from "./claims.ts";

const base64Url = /^[A-Za-z0-9_-]*$/;

/** The claims of a token; undefined for text that the API server passes over because it is no token of this kind. */
export function claimsOfToken(token: string): Claims | undefined {
  const parts = token.split(".");
  const payload = parts[1];
  if (parts.length !== 3 || payload === undefined || !base64Url.test(payload) || payload.length % 4 === 1) {
    return undefined;
  }
  const claims = tryParseBounded(fromByteString(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))));
  return isPlainObject(claims) ? (claims as Claims) : undefined;
}
