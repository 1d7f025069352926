/**
 * The contract of a way to authenticate: a request to the user who made it.
 *
 * @module
 */
import type { UserInfo } from "../../access/user.ts";
import type { Exchange } from "../http/exchange.ts";

/**
 * `none`: the request has no credentials of this sort, so others are asked; `refused`: it has, and they are bad, so it is
 * not anonymous either.
 */
export type Authentication =
  | { readonly outcome: "user"; readonly user: UserInfo }
  | { readonly outcome: "none" }
  | { readonly outcome: "refused"; readonly reason: string };

export interface Authenticator {
  authenticate(exchange: Exchange): Promise<Authentication>;
}
