/**
 * The filter that finds out who asks.
 *
 * @module
 */
import type { Filter } from "../http/exchange.ts";
import { unauthorized } from "../request/failures.ts";
import type { Authenticator } from "./authenticator.ts";

/** The first authenticator that knows the user counts. */
export function authenticationFilter(authenticators: readonly Authenticator[]): Filter {
  return async (exchange, next) => {
    let isRefused = false;
    for (const authenticator of authenticators) {
      if (isRefused && authenticator.isForNobody) continue;
      const result = await authenticator.authenticate(exchange);
      isRefused ||= result.outcome === "refused";
      if (result.outcome !== "user") continue;
      exchange.user = result.user;
      return next();
    }
    throw unauthorized();
  };
}
