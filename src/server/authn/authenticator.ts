/**
 * The interface of authenticators, which determine the user who sent a request.
 *
 * @module
 */
import type { UserInfo } from "../../access/user.ts";
import type { Exchange } from "../http/exchange.ts";

/**
 * The result of an authenticator. `none`: the request has no credentials of this type; `refused`: it has invalid ones.
 * The next authenticators are called in both cases, but a request with refused credentials is never anonymous.
 */
export type Authentication =
  | {
      readonly outcome: "user";
      readonly user: UserInfo;
      /** The requested audiences that the credentials are valid for; absent: those of the server. */
      readonly audiences?: readonly string[];
    }
  | { readonly outcome: "none" }
  | {
      readonly outcome: "refused";
      /**
       * The error of a TokenReview, with kube-apiserver's message; absent if that message says only that the token is
       * invalid.
       */
      readonly reason?: string;
    };

/** The parts of a request that authenticators read. */
export type Credentials = Pick<Exchange, "headers" | "rawHeaders" | "info" | "peer" | "receivedMs" | "signal"> &
  // Absent for a TokenReview, whose client does not use the credentials itself.
  Partial<Pick<Exchange, "warnings" | "auditAnnotations">>;

export interface Authenticator {
  /** Whether it authenticates requests without credentials. It is not called if other credentials were refused. */
  readonly isAnonymous?: true;
  authenticate(credentials: Credentials): Promise<Authentication>;
}
