/**
 * Rewrites links in responses from behind a proxy, so that links to paths of the backend lead through the proxy.
 *
 * @module
 */
import { posix } from "node:path";
import { escapePath, formatUrl, parseUrl } from "../../text/go-url.ts";

export interface ProxiedPage {
  /** The path of the proxy subresource on this server, without the path behind it. */
  readonly prefix: string;
  /** Host and port of the backend. */
  readonly remoteHost: string;
  /** The host that the client sent its request to. */
  readonly askedHost: string;
  /** Scheme and host of rewritten links; absent: links are relative to the server that sends the page. */
  readonly target?: { readonly scheme: string; readonly host: string };
}

/** Returns the link through the proxy. Relative links and links to other servers stay unchanged. */
export function rewriteLink(link: string, { prefix, remoteHost, askedHost, target }: ProxiedPage): string {
  const parsed = parseUrl(link);
  if (!parsed.ok) return link;
  const url = parsed.value;
  const isExternal = url.host !== "" && url.host !== remoteHost && url.host !== askedHost;
  if (isExternal || !url.path.startsWith("/")) return formatUrl(url);
  const isWhole = url.host === askedHost && !target;
  const proxiedUrl = isWhole ? url : { ...url, scheme: "", host: "", user: undefined, ...target };
  if (url.path.startsWith(prefix)) return formatUrl(proxiedUrl);
  // The original escapes no longer apply: Go escapes the new path itself.
  const path = joinPath(prefix, url.path);
  return formatUrl({ ...proxiedUrl, path, rawPath: escapePath(path) });
}

/** Joins and cleans paths: removes empty segments and dots, and keeps a trailing slash. */
export function joinPath(prefix: string, path: string): string {
  const joined = posix.join(prefix, path);
  return path.endsWith("/") && !joined.endsWith("/") ? `${joined}/` : joined;
}
