/**
 * TokenReview: which user a token authenticates.
 *
 * @module
 */
import type { TokenReviewSpec } from "../../api/types/authentication-v1.ts";
import { aggregateErrors } from "../../text/go-aggregate.ts";
import type { Authenticator } from "../authn/authenticator.ts";
import { badRequest } from "../request/failures.ts";
import type { ServedResource } from "../request/served-resource.ts";
import type { NonPersistedResource } from "./non-persisted-resource.ts";
import { userInfoOf } from "./self-reviews.ts";

/** Returns the authenticators of tokens for the given audiences. */
export type AuthenticatorsFor = (audiences: readonly string[]) => readonly Authenticator[];

/** The error of kube-apiserver's first check, whether the token is the one with which it calls itself. It never is. */
const unknownToken = "invalid bearer token";

/** @param ownAudiences - the audiences of a review that specifies none */
export function tokenReview(
  resource: ServedResource,
  authenticatorsFor: AuthenticatorsFor,
  ownAudiences: readonly string[],
): NonPersistedResource {
  return {
    resource,
    async execute(review, exchange) {
      const { token = "", audiences = [] } = (review["spec"] ?? {}) as TokenReviewSpec;
      if (token === "") throw badRequest("token is required for TokenReview in authentication");
      const requestedAudiences = audiences.length > 0 ? audiences : ownAudiences;
      // The authenticators must see only the token, not the identity of the client that sent the review.
      const { info, rawHeaders, receivedMs, signal } = exchange;
      const headers = { authorization: `Bearer ${token}` };
      const tokenOnlyRequest = { info, rawHeaders, receivedMs, signal, headers, peer: { address: "" } };
      const reasons: string[] = [unknownToken];
      for (const authenticator of authenticatorsFor(requestedAudiences)) {
        if (authenticator.isAnonymous) continue;
        const result = await authenticator.authenticate(tokenOnlyRequest);
        if (result.outcome === "refused" && result.reason !== undefined) reasons.push(result.reason);
        if (result.outcome !== "user") continue;
        const own = requestedAudiences.filter((name) => ownAudiences.includes(name));
        const status = { authenticated: true, user: userInfoOf(result.user), audiences: result.audiences ?? own };
        return { ...review, status };
      }
      return { ...review, status: { user: {}, error: aggregateErrors(reasons) } };
    },
  };
}
