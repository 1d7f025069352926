/**
 * Signatures of tokens, as the API server's OpenID Connect library verifies them; the texts are the library's.
 *
 * @part signature
 * @module
 */
import type { JWK } from "jose";
import { quoteGo } from "../text/go-quote.ts";

/** Keys of an issuer, as its `jwks_uri` gives them. */
export interface KeySet {
  readonly keys: readonly JWK[];
}

/** Of tokens that the API server accepts for the issuers of a configuration file, in the order of its messages. */
const signatureAlgorithms: readonly string[] = [
  "ES256",
  "ES384",
  "ES512",
  "PS256",
  "PS384",
  "PS512",
  "RS256",
  "RS384",
  "RS512",
];

export interface SignatureOptions {
  /** Asked when no key of the set made the signature. */
  readonly newerKeys?: () => Promise<KeySet | undefined>;
  /** Default: `signatureAlgorithms`. */
  readonly algorithms?: readonly string[];
}

/**
 * The fault of a token's signature, or undefined for a good one.
 *
 * @param token - three parts joined by dots
 */
export async function signatureFault(
  token: string,
  keySet: KeySet,
  { newerKeys, algorithms = signatureAlgorithms }: SignatureOptions = {},
): Promise<string | undefined> {
  const fault = await headerFault(token, algorithms);
  if (fault !== undefined || (await isSignedBy(token, keySet))) return fault;
  const newer = await newerKeys?.();
  if (newer && (await isSignedBy(token, newer))) return undefined;
  return "failed to verify signature: failed to verify id token signature";
}

/** Why a token can't be verified by any key: it is malformed, or of an algorithm that is not accepted. */
async function headerFault(token: string, algorithms: readonly string[]): Promise<string | undefined> {
  const header = await readHeader(token);
  if (!header) return "oidc: malformed jwt: the header can't be read";
  const { alg = "" } = header;
  if (algorithms.includes(alg)) return undefined;
  const expected = algorithms.map(quoteGo).join(" ");
  return `oidc: id token signed with unsupported algorithm, expected [${expected}] got ${quoteGo(alg)}`;
}

/** Whether one of the keys that the token may mean made its signature: one of all, or of those with its key id. */
async function isSignedBy(token: string, { keys }: KeySet): Promise<boolean> {
  const { compactVerify } = await import("jose");
  const { kid = "" } = (await readHeader(token)) ?? {};
  for (const key of keys) {
    if (kid !== "" && key.kid !== kid) continue;
    try {
      await compactVerify(token, key, { algorithms: [...signatureAlgorithms] });
      return true;
    } catch {
      // another key may fit
    }
  }
  return false;
}

async function readHeader(token: string) {
  const { decodeProtectedHeader } = await import("jose");
  try {
    return decodeProtectedHeader(token);
  } catch {
    return undefined;
  }
}
