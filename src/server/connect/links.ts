/**
 * Links in the answers of what is behind a proxy: those to its own paths lead through the proxy again.
 *
 * @module
 */
import { posix } from "node:path";
import { escapePath, formatUrl, parseUrl } from "../../text/go-url.ts";

export interface ProxiedPage {
  /** The path of the proxy at this server, without what follows it. */
  readonly prefix: string;
  /** Host and port of the location. */
  readonly remoteHost: string;
  /** The host that the client asked. */
  readonly askedHost: string;
  /** Where links lead; absent: to the server that has the page. */
  readonly target?: { readonly scheme: string; readonly host: string };
}

/** A link to another server, or one that is relative, stays as it is. */
export function linkThrough(link: string, { prefix, remoteHost, askedHost, target }: ProxiedPage): string {
  const parsed = parseUrl(link);
  if (!parsed.ok) return link;
  const url = parsed.value;
  const isElsewhere = url.host !== "" && url.host !== remoteHost && url.host !== askedHost;
  if (isElsewhere || !url.path.startsWith("/")) return formatUrl(url);
  const isWhole = url.host === askedHost && !target;
  const here = isWhole ? url : { ...url, scheme: "", host: "", user: undefined, ...target };
  if (url.path.startsWith(prefix)) return formatUrl(here);
  // Escapes of the text no longer count: Go writes the new path in its own way.
  const path = joinPath(prefix, url.path);
  return formatUrl({ ...here, path, rawPath: escapePath(path) });
}

/** Joined and made plain: no empty parts, no dots; a final slash stays. */
export function joinPath(prefix: string, path: string): string {
  const joined = posix.join(prefix, path);
  return path.endsWith("/") && !joined.endsWith("/") ? `${joined}/` : joined;
}
