/**
 * Which authority a client's certificate is of. TLS accepts those of clients and those of front proxies alike, but a proxy may say
 * that it is anyone: neither counts as the other.
 *
 * @module
 */
import { X509Certificate } from "node:crypto";
import { pemBlocks } from "../../x509/pem.ts";
import type { Peer } from "./exchange.ts";

export interface Authorities {
  readonly client: readonly X509Certificate[];
  /** Absent without front proxies: then TLS accepts certificates of clients alone. */
  readonly proxy?: readonly X509Certificate[];
}

/** Certificates between a client's and its authority's. */
const maxIntermediates = 10;

interface AuthorityTexts {
  /** PEM, as is the other. */
  readonly clientAuthority?: string;
  readonly proxyAuthority?: string;
}

export function readAuthorities({ clientAuthority = "", proxyAuthority }: AuthorityTexts): Authorities {
  if (proxyAuthority === undefined) return { client: [] };
  return { client: certificatesIn(clientAuthority), proxy: certificatesIn(proxyAuthority) };
}

/** @param refusal - that of TLS */
export function refusalsOf(
  certificate: X509Certificate | undefined,
  refusal: string | undefined,
  { client, proxy }: Authorities,
): Pick<Peer, "refusal" | "proxyRefusal"> {
  if (refusal !== undefined) return { refusal, proxyRefusal: refusal };
  if (!proxy) return {};
  return {
    ...(certificate && isOf(client, certificate) ? {} : { refusal: otherAuthority }),
    ...(certificate && isOf(proxy, certificate) ? {} : { proxyRefusal: otherAuthority }),
  };
}

const otherAuthority = "x509: certificate signed by unknown authority";

/**
 * Whether the signatures lead to one of the authorities. The chain that Node shows is put together by names, in part of what the
 * client sent, and need not be the one that TLS verified: each signature of it is verified here.
 */
function isOf(authorities: readonly X509Certificate[], leaf: X509Certificate): boolean {
  if (authorities.some(({ raw }) => raw.equals(leaf.raw))) return true;
  let certificate = leaf;
  for (let intermediates = 0; intermediates <= maxIntermediates; intermediates++) {
    if (authorities.some((authority) => isSignedBy(certificate, authority))) return true;
    const issuer = certificate.issuerCertificate;
    if (!issuer || !isSignedBy(certificate, issuer)) return false;
    certificate = issuer;
  }
  return false;
}

const isSignedBy = (certificate: X509Certificate, issuer: X509Certificate): boolean =>
  issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);

/** Anything but certificates is skipped. */
export const certificatesIn = (pem: string): readonly X509Certificate[] =>
  pemBlocks(pem)
    .filter(({ type }) => type === "CERTIFICATE")
    .map(({ bytes }) => new X509Certificate(bytes));
