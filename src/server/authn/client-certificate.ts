/**
 * Client certificates: the common name is the user, the organizations are the groups. One that does not count is refused; it may
 * also cease to count while its connection is open.
 *
 * @module
 */
import { createHash } from "node:crypto";
import type { PeerCertificate } from "node:tls";
import { authenticatedGroups, type UserInfo } from "../../access/user.ts";
import type { Peer } from "../http/exchange.ts";
import type { Authenticator } from "./authenticator.ts";

/** Tells which certificate a request was made with. */
const credentialKey = "authentication.kubernetes.io/credential-id";

export const clientCertificate: Authenticator = {
  async authenticate({ peer, receivedMs }) {
    const { certificate, refusal } = peer;
    if (!certificate) return { outcome: "none" };
    const fault = refusal ?? validityFault(peer, receivedMs);
    if (fault !== undefined) return { outcome: "refused", reason: fault };
    const known = users.get(certificate);
    const user = known ?? userOf(certificate);
    if (user.username === "") return { outcome: "none" };
    if (!known) users.set(certificate, user);
    return { outcome: "user", user };
  },
};

/** Those of connections that are open: each has many requests. */
const users = new WeakMap<PeerCertificate, UserInfo>();

function userOf(certificate: PeerCertificate): UserInfo {
  const username = commonNameOf(certificate);
  const id = createHash("sha256").update(certificate.raw).digest("hex");
  return {
    username,
    uid: "",
    groups: authenticatedGroups(username, listOf(certificate.subject.O)),
    extra: { [credentialKey]: [`X509SHA256=${id}`] },
  };
}

/** Why a certificate does not count at the time. */
export function validityFault({ validity }: Peer, nowMs: number): string | undefined {
  const isValid = validity && validity.fromMs <= nowMs && nowMs <= validity.untilMs;
  return isValid ? undefined : "the client certificate is not valid now";
}

/** Of several the last, as Go reads them; empty without one. */
export const commonNameOf = ({ subject }: PeerCertificate): string => listOf(subject.CN).at(-1) ?? "";

/** A name that occurs once in a subject is a text, else a list. */
const listOf = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === "string" ? [value] : value;
