/**
 * Authenticates requests without credentials as the anonymous user.
 *
 * @module
 */
import type { UserInfo } from "../../access/user.ts";
import type { Authenticator } from "./authenticator.ts";

const anonymousUser: UserInfo = {
  username: "system:anonymous",
  uid: "",
  groups: ["system:unauthenticated"],
  extra: {},
};

/**
 * Returns the authenticator for anonymous requests.
 *
 * @param paths - the only paths that accept anonymous requests; absent: all paths
 */
export function anonymousAt(paths?: ReadonlySet<string>): Authenticator {
  return {
    isAnonymous: true,
    async authenticate({ info }) {
      return !paths || paths.has(info.path) ? { outcome: "user", user: anonymousUser } : { outcome: "none" };
    },
  };
}

/** Accepts anonymous requests at all paths. */
export const anonymous: Authenticator = anonymousAt();
