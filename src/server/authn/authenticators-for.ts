/**
 * The authenticators of the server, in the order in which they are asked.
 *
 * @module
 */
import { bootstrapTokens } from "../authn/bootstrap-tokens.ts";
import { frontProxy } from "../authn/front-proxy.ts";
import { type SecretTokenUses, secretTokens } from "../authn/secret-tokens.ts";
import { type FindObject, serviceAccountTokens } from "../authn/service-account-tokens.ts";

import type { AuthenticatorsFor } from "../handlers/token-review.ts";
import type { ServerOptions } from "../server-options.ts";

/** The options of the server about who asks. */
export type AuthenticationOptions = Pick<
  ServerOptions,
  | "authenticators"
  | "remoteAuthenticators"
  | "webhookTokens"
  | "frontProxy"
  | "bootstrapTokens"
  | "serviceAccountTokens"
  | "nowMs"
>;

/** @returns the authenticators of tokens for any of some audiences; none of them are for the server itself */
export function authenticatorsOf(
  options: AuthenticationOptions,
  find: FindObject,
  uses: SecretTokenUses,
): AuthenticatorsFor {
  const { serviceAccountTokens: tokens, nowMs } = options;
  const ownAudiences = tokens?.audiences ?? [];
  return (audiences) => {
    // All others but a webhook say nothing of audiences: their credentials are for the server itself.
    const isOwn = ownAudiences.length === 0 || audiences.some((name) => ownAudiences.includes(name));
    return [
      ...(options.frontProxy && isOwn ? [frontProxy(options.frontProxy)] : []),
      ...options.authenticators.filter(({ isForNobody }) => !isForNobody && isOwn),
      ...(tokens ? [serviceAccountTokens(tokens, find, { nowMs, audiences })] : []),
      ...(tokens && isOwn ? [secretTokens(tokens, find, uses)] : []),
      ...(options.bootstrapTokens && isOwn ? [bootstrapTokens(find, nowMs)] : []),
      ...(isOwn ? (options.remoteAuthenticators ?? []) : []),
      ...(options.webhookTokens ? [options.webhookTokens.forAudiences(audiences, ownAudiences)] : []),
      ...options.authenticators.filter(({ isForNobody }) => isForNobody),
    ];
  };
}
