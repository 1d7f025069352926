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

export const anonymous: Authenticator = {
  isForNobody: true,
  async authenticate() {
    return { outcome: "user", user: anonymousUser };
  },
};
