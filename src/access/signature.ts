/**
 * Verifies signatures of tokens as kube-apiserver's OpenID Connect library does, with the error messages of that
 * library.
 *
 * @part signature
 * @module
 */
import type { JWK } from "jose";
import { quoteGo } from "../text/go-quote.ts";

/** The keys of an issuer, as its `jwks_uri` returns them. */
export interface KeySet {
  readonly keys: readonly JWK[];
}

/**
 * Signature algorithms that kube-apiserver accepts for the issuers of a configuration file, in the order of its
 * messages.
 */
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
  /** Called to fetch newer keys if no key of the set verifies the signature. */
  readonly newerKeys?: () => Promise<KeySet | undefined>;
  /** Default: `signatureAlgorithms`. */
  readonly algorithms?: readonly string[];
}

/**
 * Returns the error of a token's signature, or undefined if the signature is valid.
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

/** Returns why no key can verify a token: it is malformed, or uses an algorithm that is not accepted. */
async function headerFault(token: string, algorithms: readonly string[]): Promise<string | undefined> {
  const header = await readHeader(token);
  if (!header) return "oidc: malformed jwt: the header can't be read";
  const { alg = "" } = header;
  if (algorithms.includes(alg)) return undefined;
  const expected = algorithms.map(quoteGo).join(" ");
  return `oidc: id token signed with unsupported algorithm, expected [${expected}] got ${quoteGo(alg)}`;
}

/** Whether a key verifies the signature. If the token has a key id, only keys with that id count. */
async function isSignedBy(token: string, { keys }: KeySet): Promise<boolean> {
  const { compactVerify } = await import("jose");
  const { kid = "" } = (await readHeader(token)) ?? {};
  for (const key of keys) {
    if (kid !== "" && key.kid !== kid) continue;
    try {
      await compactVerify(token, key, { algorithms: [...signatureAlgorithms] });
      return true;
    } catch {
      // Try the next key.
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
