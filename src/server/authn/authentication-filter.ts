/**
 * The filter that authenticates requests.
 *
 * @module
 */
import type { UserInfo } from "../../access/user.ts";
import type { Exchange, Filter } from "../http/exchange.ts";
import { unauthorized } from "../request/failures.ts";
import type { Authenticator, Credentials } from "./authenticator.ts";
import { removeToken, webSocketToken } from "./web-socket-token.ts";

/** Returns the filter. The first authenticator that returns a user decides. */
export function authenticationFilter(authenticators: readonly Authenticator[]): Filter {
  const credentialAuthenticators = authenticators.filter(({ isAnonymous }) => !isAnonymous);
  const anonymousAuthenticators = authenticators.filter(({ isAnonymous }) => isAnonymous);
  return async (exchange, next) => {
    let result = await tryAuthenticators(credentialAuthenticators, exchange);
    if (!result.user) result = await authenticateWebSocket(credentialAuthenticators, exchange, result);
    if (!result.user && !result.isRefused) result = await tryAuthenticators(anonymousAuthenticators, exchange);
    if (!result.user) throw unauthorized();
    exchange.user = result.user;
    return next();
  };
}

interface AuthenticationResult {
  readonly user?: UserInfo;
  /** Whether an authenticator has refused credentials of the request. */
  readonly isRefused: boolean;
}

async function tryAuthenticators(
  authenticators: readonly Authenticator[],
  credentials: Credentials,
): Promise<AuthenticationResult> {
  let isRefused = false;
  for (const authenticator of authenticators) {
    const result = await authenticator.authenticate(credentials);
    if (result.outcome === "user") return { user: result.user, isRefused };
    isRefused ||= result.outcome === "refused";
  }
  return { isRefused };
}

/** Authenticates a WebSocket request by a token among its subprotocols, as if it were a bearer token. */
async function authenticateWebSocket(
  authenticators: readonly Authenticator[],
  exchange: Exchange,
  before: AuthenticationResult,
): Promise<AuthenticationResult> {
  const shown = webSocketToken(exchange);
  if (!shown) return before;
  if (shown === "malformed") return { isRefused: true };
  const { rawHeaders, info, peer, receivedMs, signal, warnings, auditAnnotations } = exchange;
  const headers = { ...exchange.headers, authorization: `Bearer ${shown.token}` };
  const credentials = { headers, rawHeaders, info, peer, receivedMs, signal, warnings, auditAnnotations };
  const { user } = await tryAuthenticators(authenticators, credentials);
  if (user) removeToken(exchange, shown.others);
  return { ...(user ? { user } : {}), isRefused: true };
}
