/**
 * Verifies that authorities issued a certificate for a use, by the rules of Go's `Certificate.Verify`.
 *
 * @module
 */
import { X509Certificate } from "node:crypto";
import { pemBlocks } from "../x509/pem.ts";

export type CertificateUse = "client" | "server";

const useIds: Readonly<Record<CertificateUse, string>> = {
  client: "1.3.6.1.5.5.7.3.2",
  server: "1.3.6.1.5.5.7.3.1",
};
const anyUse = "2.5.29.37.0";

/** Most certificates between a leaf and its authority. */
const maxIntermediates = 10;

/**
 * Errors of OpenSSL for certificates that Go may accept: a key that may not sign, or an extended key usage of any; and
 * a certificate with the name of its authority, which OpenSSL treats as self-signed without checking the authority.
 */
const [otherPurpose, selfSigned] = ["INVALID_PURPOSE", "DEPTH_ZERO_SELF_SIGNED_CERT"];

export const mayGoAccept = (refusal: string): boolean => refusal === otherPurpose || refusal === selfSigned;

/**
 * Whether a chain of signatures leads to one of the authorities, and each certificate in it is valid now and for the
 * use. Node builds its chain by names, partly from certificates that the peer sent, and it may differ from the chain
 * that TLS verified. So this code verifies each signature.
 *
 * @param tlsError - the error of TLS, if any. Name constraints are left to TLS, unless the error means that it checked
 *   no authority
 */
export function isIssuedFor(
  use: CertificateUse,
  leaf: X509Certificate,
  authorities: readonly X509Certificate[],
  tlsError?: string,
): boolean {
  const isValidForUse = (certificate: X509Certificate) =>
    allowsUse(use, certificate) && isInValidityPeriod(certificate);
  if (authorities.some(({ raw }) => raw.equals(leaf.raw))) return isValidForUse(leaf);
  const mayIssue = (issuer: X509Certificate) => tlsError !== selfSigned || !hasNameConstraints(issuer);
  let certificate = leaf;
  for (let intermediates = 0; intermediates <= maxIntermediates; intermediates++) {
    if (!isValidForUse(certificate)) return false;
    const isIssuedBy = (authority: X509Certificate) =>
      isSignedBy(certificate, authority) && isValidForUse(authority) && mayIssue(authority);
    if (authorities.some(isIssuedBy)) return true;
    const issuer = certificate.issuerCertificate;
    if (!issuer || !isSignedBy(certificate, issuer) || !mayIssue(issuer)) return false;
    certificate = issuer;
  }
  return false;
}

/** The object identifier 2.5.29.30 of name constraints, in DER. */
const nameConstraintsId = Buffer.from("0603551d1e", "hex");

const hasNameConstraints = ({ raw }: X509Certificate): boolean => raw.includes(nameConstraintsId);

/**
 * Whether the extended key usage allows the use; a certificate without one is for any use. The key usage of X.509 is
 * not relevant. Node's `keyUsage` is the extended one.
 */
const allowsUse = (use: CertificateUse, { keyUsage: uses }: X509Certificate): boolean =>
  (uses ?? []).length === 0 || uses.some((each) => each === useIds[use] || each === anyUse);

const isSignedBy = (certificate: X509Certificate, issuer: X509Certificate): boolean =>
  issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);

const isInValidityPeriod = ({ validFrom, validTo }: X509Certificate): boolean =>
  Date.parse(validFrom) <= Date.now() && Date.now() <= Date.parse(validTo);

/** Parses the certificates of a PEM text; skips other blocks. */
export const certificatesIn = (pem: string): readonly X509Certificate[] =>
  pemBlocks(pem)
    .filter(({ type }) => type === "CERTIFICATE")
    .map(({ bytes }) => new X509Certificate(bytes));
