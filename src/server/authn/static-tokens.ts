/**
 * Bearer tokens from a fixed list.
 *
 * @module
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { type UserInfo, withAuthenticatedGroup } from "../../access/user.ts";
import type { Authenticator } from "./authenticator.ts";
import { bearerToken } from "./bearer-token.ts";

export interface KnownToken {
  readonly token: string;
  /** The user, without the group `system:authenticated`. */
  readonly user: UserInfo;
}

/**
 * Returns the authenticator for the tokens. Compares hashes, so that the duration does not reveal anything about the
 * tokens.
 */
export function staticTokens(known: readonly KnownToken[]): Authenticator {
  const entries = known.map(({ token, user }) => ({
    hash: hashOf(token),
    user: { ...user, groups: withAuthenticatedGroup(user.username, user.groups) },
  }));
  return {
    async authenticate({ headers }) {
      const token = bearerToken(headers);
      if (token === undefined) return { outcome: "none" };
      const hash = hashOf(token);
      const found = entries.find((entry) => timingSafeEqual(entry.hash, hash));
      if (!found) return { outcome: "refused" };
      return { outcome: "user", user: found.user };
    },
  };
}

const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();
