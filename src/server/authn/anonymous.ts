/**
 * Nobody in particular: requests without credentials.
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

/** @param paths - the only ones at which requests may be without credentials; absent: all */
export function anonymousAt(paths?: ReadonlySet<string>): Authenticator {
  return {
    isForNobody: true,
    async authenticate({ info }) {
      return !paths || paths.has(info.path) ? { outcome: "user", user: anonymousUser } : { outcome: "none" };
    },
  };
}

/** Everywhere. */
export const anonymous: Authenticator = anonymousAt();
