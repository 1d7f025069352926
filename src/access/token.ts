/**
 * Extracts the claims from a token, the middle of its three parts. Nothing is verified: the claims must not be trusted.
 *
 * @module
 */
import { tryParseBounded } from "../json/parse-bounded.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { fromByteString } from "../text/utf8.ts";
import type { Claims } from "./claims.ts";

const base64Url = /^[A-Za-z0-9_-]*$/;

/**
 * Returns the claims of a token; undefined for text that kube-apiserver's token authenticator skips because it isn't a
 * JWT.
 */
export function claimsOfToken(token: string): Claims | undefined {
  const parts = token.split(".");
  const payload = parts[1];
  if (parts.length !== 3 || payload === undefined || !base64Url.test(payload) || payload.length % 4 === 1) {
    return undefined;
  }
  const claims = tryParseBounded(fromByteString(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))));
  return isPlainObject(claims) ? (claims as Claims) : undefined;
}
