/**
 * Which authority a client's certificate is of. TLS accepts those of clients and those of front proxies alike, but a proxy may say
 * that it is anyone: neither counts as the other. Their purposes are read as in Go.
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
  let client: readonly X509Certificate[] | undefined;
  return {
    /** Read when it is first needed: without front proxies few certificates do. */
    get client() {
      client ??= certificatesIn(clientAuthority);
      return client;
    },
    ...(proxyAuthority === undefined ? {} : { proxy: certificatesIn(proxyAuthority) }),
  };
}

/** OpenSSL's name for a certificate that is for something else. It also wants a signing key, and does not know any use. */
const otherPurpose = "INVALID_PURPOSE";

/** @param refusal - that of TLS */
export function refusalsOf(
  certificate: X509Certificate | undefined,
  refusal: string | undefined,
  { client, proxy }: Authorities,
): Pick<Peer, "refusal" | "proxyRefusal"> {
  if (refusal !== undefined && refusal !== otherPurpose) return { refusal, proxyRefusal: refusal };
  if (!proxy && refusal === undefined) return {};
  const reason = refusal ?? otherAuthority;
  return {
    ...(certificate && isOf(client, certificate) ? {} : { refusal: reason }),
    ...(certificate && proxy && isOf(proxy, certificate) ? {} : { proxyRefusal: reason }),
  };
}

const otherAuthority = "x509: certificate signed by unknown authority";

/**
 * Whether the signatures lead to one of the authorities, and each certificate on the way is for clients. The chain that Node shows
 * is put together by names, in part of what the client sent, and need not be the one that TLS verified: each signature of it is
 * verified here.
 */
function isOf(authorities: readonly X509Certificate[], leaf: X509Certificate): boolean {
  if (authorities.some(({ raw }) => raw.equals(leaf.raw))) return isForClients(leaf);
  let certificate = leaf;
  for (let intermediates = 0; intermediates <= maxIntermediates; intermediates++) {
    if (!isForClients(certificate)) return false;
    if (authorities.some((authority) => isSignedBy(certificate, authority) && isForClients(authority))) return true;
    const issuer = certificate.issuerCertificate;
    if (!issuer || !isSignedBy(certificate, issuer)) return false;
    certificate = issuer;
  }
  return false;
}

/** Of any use without a list of uses; what its key may do (`keyUsage`) says nothing about it, as in Go's `Certificate.Verify`. */
const isForClients = ({ keyUsage: uses }: X509Certificate): boolean =>
  (uses ?? []).length === 0 || uses.some((use) => use === clientUse || use === anyUse);

const clientUse = "1.3.6.1.5.5.7.3.2";
const anyUse = "2.5.29.37.0";

const isSignedBy = (certificate: X509Certificate, issuer: X509Certificate): boolean =>
  issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);

/** Anything but certificates is skipped. */
export const certificatesIn = (pem: string): readonly X509Certificate[] =>
  pemBlocks(pem)
    .filter(({ type }) => type === "CERTIFICATE")
    .map(({ bytes }) => new X509Certificate(bytes));
