/**
 * The keys of service account tokens: the one that signs, and those that tokens are verified with.
 *
 * @module
 */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";

export interface TokenKey {
  /** Tells keys apart in the headers of tokens. */
  readonly id: string;
  /** `ES256`, `RS256`. */
  readonly algorithm: string;
  readonly publicKey: KeyObject;
}

export interface SigningKey extends TokenKey {
  readonly privateKey: KeyObject;
}

/** A new private key, PEM. */
export function createTokenKey(): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}

/**
 * @param pem - a private key
 * @throws {SyntaxError} for text that is not a key, or for a key that cannot sign tokens
 */
export function readSigningKey(pem: string): SigningKey {
  const privateKey = parse(() => createPrivateKey(pem), "a private key");
  return { ...tokenKey(createPublicKey(privateKey)), privateKey };
}

/**
 * @param pem - a public key, or a private one
 * @throws {SyntaxError} for text that is not a key, or for a key that cannot verify tokens
 */
export function readTokenKey(pem: string): TokenKey {
  return tokenKey(parse(() => createPublicKey(pem), "a public or private key"));
}

function parse(read: () => KeyObject, what: string): KeyObject {
  try {
    return read();
  } catch {
    throw new SyntaxError(`must be ${what} in PEM form`);
  }
}

const algorithmByCurve: ReadonlyMap<string, string> = new Map(
  Object.entries({
    prime256v1: "ES256",
    secp384r1: "ES384",
    secp521r1: "ES512",
  }),
);

function tokenKey(publicKey: KeyObject): TokenKey {
  const { asymmetricKeyType, asymmetricKeyDetails = {} } = publicKey;
  const algorithm =
    asymmetricKeyType === "rsa" ? "RS256" : algorithmByCurve.get(asymmetricKeyDetails.namedCurve ?? "unknown");
  if (algorithm === undefined) throw new SyntaxError("must be an RSA key, or one of the curves P-256, P-384 and P-521");
  const encoded = publicKey.export({ type: "spki", format: "der" });
  return { id: createHash("sha256").update(encoded).digest("base64url"), algorithm, publicKey };
}
