/**
 * Certificates of an authority for a use, as Go's `Certificate.Verify` sees them.
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

/** Certificates between a leaf and its authority. */
const maxIntermediates = 10;

/**
 * Refusals of OpenSSL that Go does not know: for a key that may not sign, or whose use is any; and for a certificate that has the
 * name of its authority, which OpenSSL takes for one that signed itself, and whose authority it has not looked at.
 */
const [otherPurpose, selfSigned] = ["INVALID_PURPOSE", "DEPTH_ZERO_SELF_SIGNED_CERT"];

export const isGoUndecided = (refusal: string): boolean => refusal === otherPurpose || refusal === selfSigned;

/**
 * Whether the signatures lead to one of the authorities, and each certificate on the way is for the use and in force. The chain that
 * Node shows is put together by names, in part of what the other side sent, and need not be the one that TLS verified: each signature
 * of it is verified here.
 *
 * @param refusal - that of TLS, where it has one: names that an authority is limited to are TLS's matter, unless it saw none
 */
export function isIssuedFor(
  use: CertificateUse,
  leaf: X509Certificate,
  authorities: readonly X509Certificate[],
  refusal?: string,
): boolean {
  const counts = (certificate: X509Certificate) => isFor(use, certificate) && isInForce(certificate);
  if (authorities.some(({ raw }) => raw.equals(leaf.raw))) return counts(leaf);
  const mayIssue = (issuer: X509Certificate) => refusal !== selfSigned || !hasNameConstraints(issuer);
  let certificate = leaf;
  for (let intermediates = 0; intermediates <= maxIntermediates; intermediates++) {
    if (!counts(certificate)) return false;
    const isOfAuthority = (authority: X509Certificate) =>
      isSignedBy(certificate, authority) && counts(authority) && mayIssue(authority);
    if (authorities.some(isOfAuthority)) return true;
    const issuer = certificate.issuerCertificate;
    if (!issuer || !isSignedBy(certificate, issuer) || !mayIssue(issuer)) return false;
    certificate = issuer;
  }
  return false;
}

/** The object identifier 2.5.29.30 in DER. */
const nameConstraintsId = Buffer.from("0603551d1e", "hex");

const hasNameConstraints = ({ raw }: X509Certificate): boolean => raw.includes(nameConstraintsId);

/** Of any use without a list of uses; what its key may do (`keyUsage` of X.509) says nothing about it. */
const isFor = (use: CertificateUse, { keyUsage: uses }: X509Certificate): boolean =>
  (uses ?? []).length === 0 || uses.some((each) => each === useIds[use] || each === anyUse);

const isSignedBy = (certificate: X509Certificate, issuer: X509Certificate): boolean =>
  issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);

const isInForce = ({ validFrom, validTo }: X509Certificate): boolean =>
  Date.parse(validFrom) <= Date.now() && Date.now() <= Date.parse(validTo);

/** Anything but certificates is skipped. */
export const certificatesIn = (pem: string): readonly X509Certificate[] =>
  pemBlocks(pem)
    .filter(({ type }) => type === "CERTIFICATE")
    .map(({ bytes }) => new X509Certificate(bytes));
