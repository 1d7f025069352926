/**
 * Client certificates: the common name is the user, the organizations are the groups. Refuses invalid certificates,
 * also those that become invalid while their connection is open.
 *
 * @module
 */
import { createHash } from "node:crypto";
import type { PeerCertificate } from "node:tls";
import { type UserInfo, withAuthenticatedGroup } from "../../access/user.ts";
import type { Peer } from "../http/exchange.ts";
import type { Authenticator } from "./authenticator.ts";

/** Key of the user's `extra` field that identifies the certificate of a request. */
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

/** The users by their certificates. Open connections keep their entries, since each has many requests. */
const users = new WeakMap<PeerCertificate, UserInfo>();

function userOf(certificate: PeerCertificate): UserInfo {
  const username = commonNameOf(certificate);
  const id = createHash("sha256").update(certificate.raw).digest("hex");
  return {
    username,
    uid: "",
    groups: withAuthenticatedGroup(username, listOf(certificate.subject.O)),
    extra: { [credentialKey]: [`X509SHA256=${id}`] },
  };
}

/** Returns why a certificate is invalid at a time; undefined if it is valid. */
export function validityFault({ validity }: Peer, nowMs: number): string | undefined {
  const isValid = validity && validity.fromMs <= nowMs && nowMs <= validity.untilMs;
  return isValid ? undefined : "the client certificate is not valid now";
}

/** Returns the common name, the last one if there are several, like Go; empty if there is no common name. */
export const commonNameOf = ({ subject }: PeerCertificate): string => listOf(subject.CN).at(-1) ?? "";

/** Node returns a string for an attribute that occurs once in a subject, and an array otherwise. */
const listOf = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === "string" ? [value] : value;
