/**
 * Decides which authority issued a client's certificate. TLS accepts those for clients and those for front proxies
 * alike, but a proxy may act as any user, so neither is accepted as the other. Certificate purposes are checked as in
 * Go.
 *
 * @module
 */
import type { X509Certificate } from "node:crypto";
import { certificatesIn, isIssuedFor, mayGoAccept } from "../../client/issued-for.ts";
import type { Peer } from "./exchange.ts";

export interface Authorities {
  readonly client: readonly X509Certificate[];
  /** Absent without front proxies: TLS then accepts only client certificates. */
  readonly proxy?: readonly X509Certificate[];
}

interface AuthorityTexts {
  /** PEM, like `proxyAuthority`. */
  readonly clientAuthority?: string;
  readonly proxyAuthority?: string;
}

export function readAuthorities({ clientAuthority = "", proxyAuthority }: AuthorityTexts): Authorities {
  let client: readonly X509Certificate[] | undefined;
  return {
    /** Parsed when it is first needed: without front proxies few certificates need it. */
    get client() {
      client ??= certificatesIn(clientAuthority);
      return client;
    },
    ...(proxyAuthority === undefined ? {} : { proxy: certificatesIn(proxyAuthority) }),
  };
}

/** @param refusal - the error of TLS */
export function refusalsOf(
  certificate: X509Certificate | undefined,
  refusal: string | undefined,
  { client, proxy }: Authorities,
): Pick<Peer, "refusal" | "proxyRefusal"> {
  if (refusal !== undefined && !mayGoAccept(refusal)) return { refusal, proxyRefusal: refusal };
  if (!proxy && refusal === undefined) return {};
  const reason = refusal ?? unknownAuthorityError;
  return {
    ...(certificate && isIssuedFor("client", certificate, client, refusal) ? {} : { refusal: reason }),
    ...(certificate && proxy && isIssuedFor("client", certificate, proxy, refusal) ? {} : { proxyRefusal: reason }),
  };
}

const unknownAuthorityError = "x509: certificate signed by unknown authority";
