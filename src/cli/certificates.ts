/**
 * Reads certificates and keys in PEM text with `node:crypto`, which the program loads on first use.
 *
 * @part certificates
 * @module
 */
import { constants, createPrivateKey, createPublicKey, type KeyObject, verify, X509Certificate } from "node:crypto";
import type { SignatureAlgorithm, SignedData } from "../rule/host.ts";
import { failure, type Result, success } from "../text/result.ts";
import { readCertificate } from "../x509/certificate.ts";
import { pemBlocks } from "../x509/pem.ts";

/**
 * Counts the certificates of a bundle as the API server does: skips other blocks and blocks with headers, and fails at
 * the first malformed certificate.
 */
export function parseCertificates(pem: string): Result<number> {
  let count = 0;
  for (const { type, hasHeaders, bytes } of pemBlocks(pem)) {
    if (type !== "CERTIFICATE" || hasHeaders) continue;
    if (!certificateIn(bytes)) return failure(`certificate ${count + 1} is malformed`);
    count++;
  }
  return count > 0 ? success(count) : failure("the text has no certificate");
}

/** Types of private keys that Go accepts for TLS. */
const keyTypes: readonly (string | undefined)[] = ["rsa", "ec", "ed25519"];

/**
 * Checks a certificate and a key like Go's tls.X509KeyPair: only the first certificate, the leaf, is parsed, and the
 * first private key must belong to it.
 */
export function keyPairFault(certificatePem: string, keyPem: string): string | undefined {
  const block = pemBlocks(certificatePem).find(({ type }) => type === "CERTIFICATE");
  if (!block) return "the text has no certificate";
  const leaf = certificateIn(block.bytes);
  if (!leaf) return "the certificate is malformed";
  const key = firstPrivateKey(keyPem);
  if (typeof key === "string") return key;
  if (!keyTypes.includes(key.asymmetricKeyType)) return "the private key must be RSA, elliptic curve or Ed25519";
  return leaf.checkPrivateKey(key) ? undefined : "the private key does not belong to the certificate";
}

/** Checks elliptic keys as well: a key that is not a point on its curve can't be read. */
function certificateIn(bytes: Uint8Array): X509Certificate | undefined {
  const read = readCertificate(bytes);
  if (!read) return undefined;
  try {
    const certificate = new X509Certificate(bytes);
    return !read.hasEllipticKey || certificate.publicKey.type === "public" ? certificate : undefined;
  } catch {
    return undefined;
  }
}

function firstPrivateKey(pem: string): KeyObject | string {
  const block = pemBlocks(pem).find(({ type }) => type === "PRIVATE KEY" || type.endsWith(" PRIVATE KEY"));
  if (!block) return "the text has no private key";
  for (const type of ["pkcs8", "pkcs1", "sec1"] as const) {
    try {
      return createPrivateKey({ key: Buffer.from(block.bytes), format: "der", type });
    } catch {
      // Tries the next encoding, as Go does.
    }
  }
  return "the private key is malformed";
}

/** Key types of node:crypto by the key type of the signature algorithm. */
const keyOf: Readonly<Record<SignatureAlgorithm["key"], string>> = {
  rsa: "rsa",
  "rsa-pss": "rsa",
  ecdsa: "ec",
  ed25519: "ed25519",
};
const minRsaBits = 1024;
/** P-224 to P-521, under their OpenSSL names. */
const curves: ReadonlySet<string> = new Set(["secp224r1", "prime256v1", "secp384r1", "secp521r1"]);

/** Verifies the signature of a certificate request like Go's x509; returns undefined if it is valid. */
export function signatureFault({ data, signature, publicKey, algorithm }: SignedData): string | undefined {
  const key = readPublicKey(publicKey);
  if (!key) return "the public key is malformed or unknown";
  const { modulusLength = minRsaBits, namedCurve } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType !== keyOf[algorithm.key]) return "the signature has another algorithm than the public key";
  if (modulusLength < minRsaBits) return `an RSA key must have at least ${minRsaBits} bits; got ${modulusLength}`;
  if (namedCurve !== undefined && !curves.has(namedCurve)) return `the curve ${namedCurve} is not supported`;
  const padding =
    algorithm.key === "rsa-pss"
      ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
      : {};
  if (verify(algorithm.hash, data, { key, ...padding }, signature)) return undefined;
  return "the signature does not match the public key";
}

function readPublicKey(der: Uint8Array): KeyObject | undefined {
  try {
    return createPublicKey({ key: Buffer.from(der), format: "der", type: "spki" });
  } catch {
    return undefined;
  }
}
