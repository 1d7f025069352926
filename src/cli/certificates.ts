/**
 * Certificates in PEM text, read by the machine's own library, which the program loads on first use.
 *
 * @module
 */
import { X509Certificate } from "node:crypto";
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
