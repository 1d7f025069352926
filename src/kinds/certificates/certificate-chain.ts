/**
 * Certificate chains in PEM, as kube-apiserver accepts them from signers: the first certificate is that of the
 * requester.
 *
 * @module
 */
import { readCertificate } from "../../x509/certificate.ts";
import { pemBlocks } from "../../x509/pem.ts";

/**
 * Returns the fault of a certificate chain; undefined if it is valid.
 *
 * @param publicKey - the required key of the first certificate, in DER
 */
export function certificateFault(chain: string, publicKey: Uint8Array | undefined): string | undefined {
  const blocks = pemBlocks(chain);
  if (blocks.length === 0) return "must have at least one certificate in PEM form";
  if (blocks.some(({ type }) => type !== "CERTIFICATE")) return "must contain certificates only";
  const certificates = blocks.map(({ bytes }) => readCertificate(bytes));
  if (certificates.includes(undefined)) return "must contain certificates that can be read";
  const [leaf] = certificates;
  const isSame =
    leaf && publicKey?.length === leaf.publicKey.length && leaf.publicKey.every((byte, at) => byte === publicKey[at]);
  return isSame ? undefined : "must begin with a certificate for the key of the request";
}
