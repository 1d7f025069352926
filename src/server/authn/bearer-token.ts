/**
 * The token that a request shows.
 *
 * @module
 */
import type { IncomingHttpHeaders } from "node:http";

const scheme = /^Bearer +(\S+)$/i;

/** Undefined when there is none. */
export function bearerToken({ authorization = "" }: IncomingHttpHeaders): string | undefined {
  return scheme.exec(authorization.trim())?.[1];
}
