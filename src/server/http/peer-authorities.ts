/**
 * Which authority a client's certificate is of. TLS accepts those of clients and those of front proxies alike, but a proxy may say
 * that it is anyone: neither counts as the other. Their purposes are read as in Go.
 *
 * @module
 */
import type { X509Certificate } from "node:crypto";
import { certificatesIn, isGoUndecided, isIssuedFor } from "../../client/issued-for.ts";
import type { Peer } from "./exchange.ts";

export interface Authorities {
  readonly client: readonly X509Certificate[];
  /** Absent without front proxies: then TLS accepts certificates of clients alone. */
  readonly proxy?: readonly X509Certificate[];
}

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

/** @param refusal - that of TLS */
export function refusalsOf(
  certificate: X509Certificate | undefined,
  refusal: string | undefined,
  { client, proxy }: Authorities,
): Pick<Peer, "refusal" | "proxyRefusal"> {
  if (refusal !== undefined && !isGoUndecided(refusal)) return { refusal, proxyRefusal: refusal };
  if (!proxy && refusal === undefined) return {};
  const reason = refusal ?? otherAuthority;
  return {
    ...(certificate && isIssuedFor("client", certificate, client, refusal) ? {} : { refusal: reason }),
    ...(certificate && proxy && isIssuedFor("client", certificate, proxy, refusal) ? {} : { proxyRefusal: reason }),
  };
}

const otherAuthority = "x509: certificate signed by unknown authority";
