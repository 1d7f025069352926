/**
 * The filter that finds out who asks.
 *
 * @module
 */
import type { Filter } from "../http/exchange.ts";
import { unauthorized } from "../request/failures.ts";
import type { Authenticator } from "./authenticator.ts";

/** The first authenticator that knows the user counts; bad credentials end it, whoever might come after. */
export function authenticationFilter(authenticators: readonly Authenticator[]): Filter {
  return async (exchange, next) => {
    for (const authenticator of authenticators) {
      const result = await authenticator.authenticate(exchange);
      if (result.outcome === "refused") break;
      if (result.outcome === "none") continue;
      exchange.user = result.user;
      return next();
    }
    throw unauthorized();
  };
}
