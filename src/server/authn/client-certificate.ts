/**
 * Client certificates: the common name is the user, the organizations are the groups. One that does not count is refused; it may
 * also cease to count while its connection is open.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { authenticatedGroups } from "../../access/user.ts";
import type { Authenticator } from "./authenticator.ts";

/** Tells which certificate a request was made with. */
const credentialKey = "authentication.kubernetes.io/credential-id";

export const clientCertificate: Authenticator = {
  async authenticate({ peer: { certificate, refusal, validity }, receivedMs }) {
    if (!certificate) return { outcome: "none" };
    if (refusal !== undefined) return { outcome: "refused", reason: refusal };
    if (!validity || !(validity.fromMs <= receivedMs && receivedMs <= validity.untilMs)) {
      return { outcome: "refused", reason: "the client certificate is not valid now" };
    }
    // Of several the last, as Go reads them.
    const username = listOf(certificate.subject.CN).at(-1);
    if (!username) return { outcome: "none" };
    const id = createHash("sha256").update(certificate.raw).digest("hex");
    const user = {
      username,
      uid: "",
      groups: authenticatedGroups(username, listOf(certificate.subject.O)),
      extra: { [credentialKey]: [`X509SHA256=${id}`] },
    };
    return { outcome: "user", user };
  },
};

/** A name that occurs once in a subject is a text, else a list. */
const listOf = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === "string" ? [value] : value;
