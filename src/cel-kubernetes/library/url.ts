/**
 * The URL library of Kubernetes: absolute URLs and absolute paths, parsed as by Go's net/url.
 *
 * @module
 */

import { asLargeAs, traversalCost } from "../../cel/cost/model.ts";
import { EntryMap } from "../../cel/eval/entry-map.ts";
import { declareFunction, type Library, member, overload } from "../../cel/types/declarations.ts";
import { boolType, listType, mapType, opaqueType, stringType } from "../../cel/types/types.ts";
import { CelError, type CelMap, type OpaqueValue } from "../../cel/types/values.ts";
import {
  escapedPath,
  formatUrl,
  type GoUrl,
  hostname,
  parseRequestUri,
  parseUrl,
  port,
  queryValues,
} from "../../text/go-url.ts";

const urlType = opaqueType("kubernetes.URL");

export const urlLibrary: Library = {
  name: "kubernetes.urls",
  functions: [
    declareFunction("url", overload("string_to_url", [stringType], urlType, readUrl)),
    declareFunction("isURL", overload("is_url_string", [stringType], boolType, isUrl)),
    declareFunction(
      "getScheme",
      member("url_get_scheme", [urlType], stringType, ({ url }: UrlValue) => url.scheme),
    ),
    declareFunction(
      "getHost",
      member("url_get_host", [urlType], stringType, ({ url }: UrlValue) => url.host),
    ),
    declareFunction(
      "getHostname",
      member("url_get_hostname", [urlType], stringType, ({ url }: UrlValue) => hostname(url)),
    ),
    declareFunction(
      "getPort",
      member("url_get_port", [urlType], stringType, ({ url }: UrlValue) => port(url)),
    ),
    declareFunction(
      "getEscapedPath",
      member("url_get_escaped_path", [urlType], stringType, ({ url }: UrlValue) => escapedPath(url)),
    ),
    declareFunction(
      "getQuery",
      member("url_get_query", [urlType], mapType(stringType, listType(stringType)), readQuery),
    ),
  ],
  costs: { byName: { url: traversalCost(0, undefined, asLargeAs(0)) } },
};

class UrlValue implements OpaqueValue {
  readonly celType = urlType;
  readonly url: GoUrl;

  constructor(url: GoUrl) {
    this.url = url;
  }

  equals(other: OpaqueValue): boolean {
    return other instanceof UrlValue && formatUrl(this.url) === formatUrl(other.url);
  }
}

function readUrl(text: string): UrlValue | CelError {
  const requestUri = parseRequestUri(text);
  // The first parser only decides whether the URL is absolute: it does not recognize fragments.
  const url = requestUri.ok ? parseUrl(text) : requestUri;
  return url.ok ? new UrlValue(url.value) : new CelError(`URL parse error during conversion from string: ${url.error}`);
}

function isUrl(text: string): boolean {
  return parseRequestUri(text).ok;
}

function readQuery({ url }: UrlValue): CelMap {
  const query = new EntryMap();
  for (const [key, values] of queryValues(url)) query.set(key, values);
  return query;
}
