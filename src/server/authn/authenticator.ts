/**
 * The contract of a way to authenticate: a request to the user who made it.
 *
 * @module
 */
import type { UserInfo } from "../../access/user.ts";
import type { Exchange } from "../http/exchange.ts";

/**
 * `none`: the request has no credentials of this sort; `refused`: it has, and they are bad. Others are asked in either case,
 * but who was refused is not anonymous.
 */
export type Authentication =
  | {
      readonly outcome: "user";
      readonly user: UserInfo;
      /** Those that were asked for and that the credentials are for; absent: those of the server. */
      readonly audiences?: readonly string[];
    }
  | { readonly outcome: "none" }
  | {
      readonly outcome: "refused";
      /** For a TokenReview, in kube-apiserver's words; absent when it says only that the token is invalid. */
      readonly reason?: string;
    };

/** The parts of a request that may say who makes it. */
export type Credentials = Pick<Exchange, "headers" | "rawHeaders" | "info" | "peer" | "receivedMs" | "signal"> &
  // The client of a TokenReview does not use them itself.
  Partial<Pick<Exchange, "warnings" | "auditAnnotations">>;

export interface Authenticator {
  /** Speaks for those who show nothing: it is not asked about bad credentials. */
  readonly isForNobody?: true;
  authenticate(credentials: Credentials): Promise<Authentication>;
}
