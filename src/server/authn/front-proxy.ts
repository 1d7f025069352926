/**
 * Front proxies: clients with a certificate of the proxy authority that forward requests of other users, and name the
 * user in headers.
 *
 * @module
 */
import { withAuthenticatedGroup } from "../../access/user.ts";
import type { Authenticator } from "./authenticator.ts";
import { commonNameOf, validityFault } from "./client-certificate.ts";
import { type IdentityHeaders, readIdentity } from "./identity-headers.ts";

export interface FrontProxySettings {
  /** Common names of the accepted proxies; empty: all names. */
  readonly allowedNames: readonly string[];
  /** Names of the headers, in any case. */
  readonly headers: IdentityHeaders;
}

export function frontProxy({ allowedNames, headers }: FrontProxySettings): Authenticator {
  const names = {
    username: lowerCase(headers.username),
    uid: lowerCase(headers.uid),
    groups: lowerCase(headers.groups),
    extraPrefixes: lowerCase(headers.extraPrefixes),
  };
  return {
    async authenticate(credentials) {
      const { peer, receivedMs } = credentials;
      if (!peer.certificate) return { outcome: "none" };
      const fault = peer.proxyRefusal ?? validityFault(peer, receivedMs);
      if (fault !== undefined) return { outcome: "refused", reason: fault };
      const name = commonNameOf(peer.certificate);
      if (allowedNames.length > 0 && !allowedNames.includes(name)) {
        return { outcome: "refused", reason: `x509: subject with cn=${name} is not in the allowed list` };
      }
      const { username, groups, ...user } = readIdentity(credentials, names);
      if (username === "") return { outcome: "none" };
      const given = groups.filter((group) => group !== "");
      return { outcome: "user", user: { ...user, username, groups: withAuthenticatedGroup(username, given) } };
    },
  };
}

const lowerCase = (names: readonly string[]): readonly string[] => names.map((name) => name.trim().toLowerCase());
