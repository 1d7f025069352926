/**
 * Certificates in PEM text, read by the machine's own library, which the program loads on first use.
 *
 * @module
 */
import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { pemBlocks } from "../lexical/pem.ts";
import type { CertificateResult } from "../rule/host.ts";

/** As the API server reads a bundle: other blocks and those with headers are passed over, the first bad one fails. */
export function parseCertificates(pem: string): CertificateResult {
  let count = 0;
  for (const { type, hasHeaders, bytes } of pemBlocks(pem)) {
    if (type !== "CERTIFICATE" || hasHeaders) continue;
    try {
      new X509Certificate(bytes);
    } catch {
      return { error: `certificate ${count + 1} is malformed` };
    }
    count++;
  }
  return count > 0 ? { count } : { error: "the text has no certificate" };
}

/** As Go's tls.X509KeyPair: the first certificate is the leaf, the only one that is looked into; the first private key its own. */
export function keyPairFault(certificatePem: string, keyPem: string): string | undefined {
  const block = pemBlocks(certificatePem).find(({ type }) => type === "CERTIFICATE");
  if (!block) return "the text has no certificate";
  const leaf = certificateIn(block.bytes);
  if (!leaf) return "the certificate is malformed";
  const key = firstPrivateKey(keyPem);
  if (typeof key === "string") return key;
  return leaf.checkPrivateKey(key) ? undefined : "the private key does not belong to the certificate";
}

/** Undefined also where something follows the certificate. */
function certificateIn(bytes: Uint8Array): X509Certificate | undefined {
  try {
    const certificate = new X509Certificate(bytes);
    return certificate.raw.length === bytes.length ? certificate : undefined;
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
      // Another form is tried, as Go does.
    }
  }
  return "the private key is malformed";
}
