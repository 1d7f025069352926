/**
 * Reads the bearer token of a request.
 *
 * @module
 */
import type { IncomingHttpHeaders } from "node:http";

/** Returns the token; undefined if the header has none. Ignores text after the token, like kube-apiserver. */
export function bearerToken({ authorization = "" }: IncomingHttpHeaders): string | undefined {
  const [scheme = "", token] = authorization.trim().split(" ");
  return scheme.toLowerCase() === "bearer" ? token || undefined : undefined;
}
