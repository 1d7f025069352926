/**
 * Signatures of tokens, as the API server's OpenID Connect library verifies them; the texts are the library's.
 *
 * @module
 */
import type { JWK } from "jose";
import { quoteGo } from "../text/go-quote.ts";

/** Keys of an issuer, as its `jwks_uri` gives them. */
export interface KeySet {
  readonly keys: readonly JWK[];
}

/** What the API server accepts for the issuers of a configuration file, in the order of its messages. */
const algorithms = ["ES256", "ES384", "ES512", "PS256", "PS384", "PS512", "RS256", "RS384", "RS512"];

/**
 * Tries the keys that the token may mean: all, or those of its key id.
 *
 * @param token - three parts joined by dots
 * @returns what is wrong, or undefined for a good signature
 */
export async function signatureFault(token: string, { keys }: KeySet): Promise<string | undefined> {
  const { compactVerify, decodeProtectedHeader, importJWK } = await import("jose");
  let header: ReturnType<typeof decodeProtectedHeader>;
  try {
    header = decodeProtectedHeader(token);
  } catch {
    return "oidc: malformed jwt: the header can't be read";
  }
  const { alg = "", kid = "" } = header;
  if (!algorithms.includes(alg)) {
    const expected = algorithms.map(quoteGo).join(" ");
    return `oidc: id token signed with unsupported algorithm, expected [${expected}] got ${quoteGo(alg)}`;
  }
  for (const key of keys) {
    if (kid !== "" && key.kid !== kid) continue;
    try {
      await compactVerify(token, await importJWK(key, alg), { algorithms });
      return undefined;
    } catch {
      // another key may fit
    }
  }
  return "failed to verify signature: failed to verify id token signature";
}
