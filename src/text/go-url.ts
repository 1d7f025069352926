/**
 * Parses and formats URLs as Go's net/url does: the URLs that Kubernetes components accept, their interpretation and
 * the error messages. It differs from WHATWG's URL and from RFC 3986: hosts are checked loosely, paths hardly at all.
 *
 * @module
 */
import { quoteGo, quoteGoBytes } from "./go-quote.ts";
import { isIpv4, parseIp } from "./ip.ts";
import { type Failure, failure, type Result, type Success, success } from "./result.ts";
import { fromByteString, toByteString } from "./utf8.ts";

/** The parts of `[scheme:][//[user@]host][/]path[?query][#fragment]` or `scheme:opaque[?query][#fragment]`. */
export interface GoUrl {
  /** In lower case; empty for a relative reference. */
  readonly scheme: string;
  /** The text after the scheme if no slash follows the scheme; still escaped. */
  readonly opaque: string;
  readonly user: UserInfo | undefined;
  /** With the port; an IPv6 address is in brackets. */
  readonly host: string;
  /** Unescaped. */
  readonly path: string;
  /** The path as written in the text. */
  readonly rawPath: string;
  /** Whether a rooted path follows the scheme directly, as in `file:/etc`. */
  readonly omitHost: boolean;
  /** Whether the text ends with a question mark without a query. */
  readonly forceQuery: boolean;
  /** Still escaped, without the question mark. */
  readonly rawQuery: string;
  /** Unescaped. */
  readonly fragment: string;
  readonly rawFragment: string;
}

/** Unescaped. A missing password differs from an empty one. */
export interface UserInfo {
  readonly username: string;
  readonly password: string | undefined;
}

export interface UrlFault extends Failure {
  /** `error` without the leading `parse "<url>": `. */
  readonly reason: string;
}

export type ParsedUrl = Success<GoUrl> | UrlFault;

/** Parses a URL or relative reference. */
export function parseUrl(text: string): ParsedUrl {
  const [beforeFragment, rawFragment] = cut(text, "#");
  const url = parseParts(toByteString(beforeFragment), false);
  if (!url.ok) return urlFault(beforeFragment, url.error);
  const fragment = unescapePercent(toByteString(rawFragment), "fragment");
  if (!fragment.ok) return urlFault(text, fragment.error);
  return success({ ...url.value, fragment: fromByteString(fragment.value), rawFragment });
}

/** Parses an absolute URL or an absolute path, without splitting off a fragment. */
export function parseRequestUri(text: string): ParsedUrl {
  const url = parseParts(toByteString(text), true);
  return url.ok ? url : urlFault(text, url.error);
}

const urlFault = (url: string, reason: string): UrlFault => ({
  ok: false,
  error: `parse ${quoteGo(url)}: ${reason}`,
  reason,
});

const emptyUrl: GoUrl = {
  scheme: "",
  opaque: "",
  user: undefined,
  host: "",
  path: "",
  rawPath: "",
  omitHost: false,
  forceQuery: false,
  rawQuery: "",
  fragment: "",
  rawFragment: "",
};

/** Parses a URL without a fragment. `text` is a byte string; errors are without the `parse "<url>": ` prefix. */
function parseParts(text: string, forRequest: boolean): Result<GoUrl> {
  if (control.test(text)) return failure("net/url: invalid control character in URL");
  if (text === "" && forRequest) return failure("empty url");
  if (text === "*") return success({ ...emptyUrl, path: "*", rawPath: "*" });
  if (text.startsWith(":")) return failure("missing protocol scheme");

  const schemeLength = /^[A-Za-z][A-Za-z0-9+.-]*(?=:)/.exec(text)?.[0].length;
  const scheme = schemeLength === undefined ? "" : text.slice(0, schemeLength).toLowerCase();
  const [rest, rawQuery, hasQuery] = cut(schemeLength === undefined ? text : text.slice(schemeLength + 1), "?");
  const base = {
    ...emptyUrl,
    scheme,
    rawQuery: fromByteString(rawQuery),
    forceQuery: hasQuery && rawQuery === "",
  };

  if (!rest.startsWith("/")) {
    if (scheme !== "") return success({ ...base, opaque: fromByteString(rest) });
    if (forRequest) return failure("invalid URI for request");
    if (cut(rest, "/")[0].includes(":")) return failure("first path segment in URL cannot contain colon");
  }
  const hasAuthority = rest.startsWith("//") && (scheme !== "" || (!forRequest && !rest.startsWith("///")));
  if (!hasAuthority) return withPath({ ...base, omitHost: scheme !== "" && rest.startsWith("/") }, rest);

  const authorityEnd = rest.indexOf("/", 2);
  const authority = parseAuthority(scheme, authorityEnd < 0 ? rest.slice(2) : rest.slice(2, authorityEnd));
  if (!authority.ok) return authority;
  return withPath({ ...base, ...authority.value }, authorityEnd < 0 ? "" : rest.slice(authorityEnd));
}

const control = /[^ -~\x80-\xff]/;

/** Returns the text before and after the first `separator`, and whether it was found. */
function cut(text: string, separator: string): readonly [before: string, after: string, found: boolean] {
  const index = text.indexOf(separator);
  return index < 0 ? [text, "", false] : [text.slice(0, index), text.slice(index + separator.length), true];
}

function withPath(url: GoUrl, rawPath: string): Result<GoUrl> {
  const path = unescapePercent(rawPath, "path");
  if (!path.ok) return path;
  return success({ ...url, path: fromByteString(path.value), rawPath: fromByteString(rawPath) });
}

function parseAuthority(scheme: string, authority: string): Result<Pick<GoUrl, "user" | "host">> {
  const at = authority.lastIndexOf("@");
  const host = parseHost(scheme, authority.slice(at + 1));
  if (!host.ok) return host;
  const user = at < 0 ? success(undefined) : parseUserInfo(authority.slice(0, at));
  return user.ok ? success({ user: user.value, host: fromByteString(host.value) }) : user;
}

function parseUserInfo(text: string): Result<UserInfo> {
  if (!/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(text)) return failure("net/url: invalid userinfo");
  const [rawUsername, rawPassword, hasPassword] = cut(text, ":");
  const username = unescapePercent(rawUsername, "userPassword");
  if (!username.ok) return username;
  const password = unescapePercent(rawPassword, "userPassword");
  if (!password.ok) return password;
  return success({
    username: fromByteString(username.value),
    password: hasPassword ? fromByteString(password.value) : undefined,
  });
}

/**
 * Schemes whose host must not contain colons except the one before the port. Other schemes allow several hosts with
 * ports.
 */
const strictColonSchemes: ReadonlySet<string> = new Set(["http", "https"]);

function parseHost(scheme: string, host: string): Result<string> {
  const bracket = host.lastIndexOf("[");
  if (bracket === 0) return parseBracketedHost(host);
  if (bracket > 0) return failure("invalid IP-literal");
  const colon = strictColonSchemes.has(scheme) ? host.indexOf(":") : host.lastIndexOf(":");
  const port = colon < 0 ? "" : host.slice(colon);
  return isOptionalPort(port) ? unescapePercent(host, "host") : portFault(port);
}

function parseBracketedHost(host: string): Result<string> {
  const end = host.lastIndexOf("]");
  if (end < 0) return failure("missing ']' in host");
  const port = host.slice(end + 1);
  if (!isOptionalPort(port)) return portFault(port);
  const literal = host.slice(1, end);
  const zoneStart = literal.indexOf("%25");
  const address = unescapePercent(zoneStart < 0 ? literal : literal.slice(0, zoneStart), "host");
  if (!address.ok) return address;
  const zone = unescapePercent(zoneStart < 0 ? "" : literal.slice(zoneStart), "zone");
  if (!zone.ok) return zone;
  const ip = parseIp(fromByteString(address.value + zone.value));
  if (!ip.ok) return failure(`invalid host: ${ip.error}`);
  if (isIpv4(ip.value)) return failure("invalid IP-literal");
  return success(`[${address.value}${zone.value}]${port}`);
}

/** Whether the text is empty, or a colon followed by any number of digits, including zero. */
const isOptionalPort = (port: string): boolean => /^(:[0-9]*)?$/.test(port);

const portFault = (port: string): Failure => failure(`invalid port ${quoteGoBytes(port)} after host`);

type Component = "path" | "host" | "zone" | "userPassword" | "query" | "fragment";

/** Characters that are not escaped in a component, in addition to letters, digits and `-_.~`. */
const unescapedByComponent: Readonly<Record<Component, string>> = {
  path: "$&+,/:;=@",
  host: "!$&'()*+,;=:[]<>\"",
  zone: "!$&'()*+,;=:[]<>\"",
  userPassword: "$&+,;=",
  query: "",
  fragment: "$&+,/:;=?@!()*",
};

const staysUnescaped = (character: string, component: Component): boolean =>
  /[A-Za-z0-9\-_.~]/.test(character) || unescapedByComponent[component].includes(character);

/** Unescapes a byte string; errors are without the `parse "<url>": ` prefix. */
function unescapePercent(text: string, component: Component): Result<string> {
  const inHost = component === "host" || component === "zone";
  let result = "";
  for (const [piece] of text.matchAll(escapeOrPlain)) {
    if (piece.startsWith("%")) {
      if (!/^%[0-9A-Fa-f]{2}$/.test(piece) || (inHost && !mayEscapeInHost(piece, component))) {
        return failure(`invalid URL escape ${quoteGoBytes(piece)}`);
      }
      result += String.fromCharCode(Number.parseInt(piece.slice(1), 16));
    } else {
      const misfit = inHost ? [...piece].find((each) => each < "\x80" && !staysUnescaped(each, component)) : undefined;
      if (misfit !== undefined) return failure(`invalid character ${quoteGo(misfit)} in host name`);
      result += component === "query" ? piece.replaceAll("+", " ") : piece;
    }
  }
  return success(result);
}

/** Matches an escape (even an incomplete one), or all text up to the next one. */
const escapeOrPlain = /%.{0,2}|[^%]+/gs;

/**
 * Whether an escape is allowed in a host or zone. In a host, only bytes beyond ASCII may be escaped (RFC 3986, section
 * 3.2.2); in a zone, also characters that are allowed there unescaped.
 */
function mayEscapeInHost(triplet: string, component: Component): boolean {
  if (triplet === "%25") return true;
  const character = String.fromCharCode(Number.parseInt(triplet.slice(1), 16));
  if (component === "host") return character >= "\x80";
  return character === " " || staysUnescaped(character, "host");
}

const escapeBytes = (bytes: string, component: Component): string =>
  bytes.replace(/./gs, (byte) =>
    staysUnescaped(byte, component) ? byte : `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );

const escapeText = (text: string, component: Component): string => escapeBytes(toByteString(text), component);

/** Escapes a path for a URL. */
export const escapePath = (path: string): string => escapeText(path, "path");

/** Returns the path as written in the text if that is validly escaped; otherwise escapes it. */
export const escapedPath = (url: GoUrl): string => (url.path === "*" ? "*" : escapedForm(url.rawPath, "path"));

const escapedFragment = (url: GoUrl): string => escapedForm(url.rawFragment, "fragment");

/** Returns the escaped form. `raw` must come from a parsed URL, so that unescaping succeeds. */
function escapedForm(raw: string, component: "path" | "fragment"): string {
  const isAllowed = (character: string) =>
    "!$&'()*+,;=:@[]%".includes(character) || staysUnescaped(character, component);
  if ([...raw].every(isAllowed)) return raw;
  const unescaped = unescapePercent(toByteString(raw), component);
  return unescaped.ok ? escapeBytes(unescaped.value, component) : raw;
}

/** Returns the host without port and brackets. */
export const hostname = (url: GoUrl): string => splitHost(url.host).name;

/** Returns the digits of the port; empty if there is no port. */
export const port = (url: GoUrl): string => splitHost(url.host).port;

function splitHost(host: string): { readonly name: string; readonly port: string } {
  const colon = host.lastIndexOf(":");
  const hasPort = colon >= 0 && isOptionalPort(host.slice(colon));
  const name = hasPort ? host.slice(0, colon) : host;
  const inBrackets = name.startsWith("[") && name.endsWith("]");
  return { name: inBrackets ? name.slice(1, -1) : name, port: hasPort ? host.slice(colon + 1) : "" };
}

/** If a query has more parameters, all are ignored. */
const maxQueryParameters = 10_000;

/** Returns the values of each key in the order of the text. Pairs with a semicolon or an invalid escape are omitted. */
export function queryValues(url: GoUrl): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  const pairs = url.rawQuery.split("&");
  if (pairs.length > maxQueryParameters) return values;
  for (const pair of pairs) {
    if (pair === "" || pair.includes(";")) continue;
    const [rawKey, rawValue] = cut(toByteString(pair), "=");
    const key = unescapePercent(rawKey, "query");
    const value = unescapePercent(rawValue, "query");
    if (!key.ok || !value.ok) continue;
    const name = fromByteString(key.value);
    const known = values.get(name) ?? [];
    known.push(fromByteString(value.value));
    values.set(name, known);
  }
  return values;
}

/** Formats a URL; equal URLs have equal texts. */
export function formatUrl(url: GoUrl): string {
  const scheme = url.scheme === "" ? "" : `${url.scheme}:`;
  const query = url.forceQuery || url.rawQuery !== "" ? `?${url.rawQuery}` : "";
  const fragment = url.fragment === "" ? "" : `#${escapedFragment(url)}`;
  const middle = url.opaque === "" ? formatHierarchy(url) : url.opaque;
  return scheme + middle + query + fragment;
}

function formatHierarchy(url: GoUrl): string {
  const path = escapedPath(url);
  const hasAuthority = url.host !== "" || url.user !== undefined;
  if (!hasAuthority && (url.scheme === "" || url.omitHost || path === "")) {
    return url.scheme === "" && cut(path, "/")[0].includes(":") ? `./${path}` : path;
  }
  const separator = path !== "" && !path.startsWith("/") && url.host !== "" ? "/" : "";
  return `//${formatUser(url.user)}${escapeText(url.host, "host")}${separator}${path}`;
}

function formatUser(user: UserInfo | undefined): string {
  if (user === undefined) return "";
  const password = user.password === undefined ? "" : `:${escapeText(user.password, "userPassword")}`;
  return `${escapeText(user.username, "userPassword")}${password}@`;
}
