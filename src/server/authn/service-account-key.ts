/**
 * The keys of service account tokens: the key that signs tokens, and the keys that verify them.
 *
 * @module
 */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";

export interface TokenKey {
  /** Identifies the key in the headers of tokens. */
  readonly id: string;
  /** JWS algorithm, such as `ES256` or `RS256`. */
  readonly algorithm: string;
  readonly publicKey: KeyObject;
}

export interface SigningKey extends TokenKey {
  readonly privateKey: KeyObject;
}

/** Creates a private key in PEM format. */
export function createTokenKey(): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}

/**
 * Reads the key that signs tokens.
 *
 * @param pem - a private key
 * @throws {SyntaxError} if the text is not a key, or the key cannot sign tokens
 */
export function readSigningKey(pem: string): SigningKey {
  const privateKey = parse(() => createPrivateKey(pem), "a private key");
  return { ...tokenKey(createPublicKey(privateKey)), privateKey };
}

/**
 * Reads a key that verifies tokens.
 *
 * @param pem - a public or private key
 * @throws {SyntaxError} if the text is not a key, or the key cannot verify tokens
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
