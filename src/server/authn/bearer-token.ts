/**
 * The token that a request shows.
 *
 * @module
 */
import type { IncomingHttpHeaders } from "node:http";

/** Undefined without a token. Text after the token is skipped, as the API server has it. */
export function bearerToken({ authorization = "" }: IncomingHttpHeaders): string | undefined {
  const [scheme = "", token] = authorization.trim().split(" ");
  return scheme.toLowerCase() === "bearer" ? token || undefined : undefined;
}
