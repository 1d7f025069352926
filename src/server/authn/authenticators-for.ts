/**
 * The authenticators of the server, in the order in which they are called.
 *
 * @module
 */
import { bootstrapTokens } from "../authn/bootstrap-tokens.ts";
import { frontProxy } from "../authn/front-proxy.ts";
import { type SecretTokenUses, secretTokens } from "../authn/secret-tokens.ts";
import { type FindObject, serviceAccountTokens } from "../authn/service-account-tokens.ts";

import type { AuthenticatorsFor } from "../handlers/token-review.ts";
import type { ServerOptions } from "../server-options.ts";

/** The options of the server that concern authentication. */
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

/**
 * Prepares the authenticators.
 *
 * @returns a function that returns the authenticators for credentials that are valid for one of the given audiences
 */
export function authenticatorsOf(
  options: AuthenticationOptions,
  find: FindObject,
  uses: SecretTokenUses,
): AuthenticatorsFor {
  const { serviceAccountTokens: tokens, nowMs } = options;
  const ownAudiences = tokens?.audiences ?? [];
  return (audiences) => {
    // Only webhooks and service account tokens know audiences: other credentials are valid for the server itself.
    const isOwn = ownAudiences.length === 0 || audiences.some((name) => ownAudiences.includes(name));
    return [
      ...(options.frontProxy && isOwn ? [frontProxy(options.frontProxy)] : []),
      ...options.authenticators.filter(({ isAnonymous }) => !isAnonymous && isOwn),
      ...(tokens ? [serviceAccountTokens(tokens, find, { nowMs, audiences })] : []),
      ...(tokens && isOwn ? [secretTokens(tokens, find, uses)] : []),
      ...(options.bootstrapTokens && isOwn ? [bootstrapTokens(find, nowMs)] : []),
      ...(isOwn ? (options.remoteAuthenticators ?? []) : []),
      ...(options.webhookTokens ? [options.webhookTokens.forAudiences(audiences, ownAudiences)] : []),
      ...options.authenticators.filter(({ isAnonymous }) => isAnonymous),
    ];
  };
}
