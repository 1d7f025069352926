/**
 * Client certificates: the common name is the user, the organizations are the groups.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { authenticatedGroup } from "../../access/user.ts";
import type { Authenticator } from "./authenticator.ts";

/** Tells which certificate a request was made with. */
const credentialKey = "authentication.kubernetes.io/credential-id";

export const clientCertificate: Authenticator = {
  async authenticate({ peer: { certificate } }) {
    const username = certificate && firstOf(certificate.subject.CN);
    if (!username) return { outcome: "none" };
    const groups = listOf(certificate.subject.O);
    const id = createHash("sha256").update(certificate.raw).digest("hex");
    const user = {
      username,
      uid: "",
      groups: groups.includes(authenticatedGroup) ? groups : [...groups, authenticatedGroup],
      extra: { [credentialKey]: [`X509SHA256=${id}`] },
    };
    return { outcome: "user", user };
  },
};

/** A name that stands once in a subject is a text, else a list. */
const listOf = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === "string" ? [value] : value;

const firstOf = (value: string | readonly string[] | undefined): string | undefined => listOf(value)[0];
