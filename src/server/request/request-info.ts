/**
 * The subject of a request, from its method, path and query: the resource or another path, and the verb
 * that authorization decides on.
 *
 * @module
 */
import { parseFieldSelector } from "../../text/field-selector.ts";
import { validatePathSegmentName } from "../../text/names.ts";
import { trimEnd } from "../../text/trim-end.ts";
import { badRequest } from "./failures.ts";
import { flagOf } from "./query.ts";

/** A request, taken apart. Texts are empty where the request says nothing. */
export interface RequestInfo {
  /** Whether the path is one of a resource, served or not. */
  readonly isResource: boolean;
  /** `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`, `proxy`; else the method in lower case. */
  readonly verb: string;
  /** Decoded. */
  readonly path: string;
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** The plural. */
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  /** Whether the path leads through a namespace to something in it, not to the namespace itself. */
  readonly isInNamespace: boolean;
  readonly name: string;
  /** As it came; empty for requests to one object. */
  readonly fieldSelector: string;
  /** The same. */
  readonly labelSelector: string;
  /** Whether the path itself names one object. A field selector may fix `name` for a whole collection. */
  readonly isItem: boolean;
  /** The path after the subresource; no route has any. */
  readonly rest: readonly string[];
}

const healthPaths = /^\/(?:healthz|livez|readyz)(?:[/?]|$)/;

/**
 * Whether a request asks if the server is well.
 *
 * @param path - with or without a query
 */
export const isHealthCheck = (path: string): boolean => healthPaths.test(path);

/** The core group and the others. */
const corePrefix = "api";
const groupsPrefix = "apis";

/** Verbs that the path says in front of the resource. Nothing has the paths of `proxy` any more. */
const oldVerbs = ["proxy", "watch"] as const;

/** Subresources of a namespace itself, which would else be read as resources in it. */
const namespaceSubresources: ReadonlySet<string> = new Set(["status", "finalize"]);

const verbsWithSelectors: ReadonlySet<string> = new Set(["list", "watch", "deletecollection"]);

const verbByMethod: ReadonlyMap<string, string> = new Map(
  Object.entries({
    POST: "create",
    GET: "get",
    HEAD: "get",
    PUT: "update",
    PATCH: "patch",
    DELETE: "delete",
  }),
);

/**
 * @param rawPath - as it is in the request, without the query
 * @throws {StatusError} for a path that cannot be decoded
 */
export function readRequestInfo(method: string, rawPath: string, query: URLSearchParams): RequestInfo {
  const path = decodePath(rawPath);
  const [prefix, ...afterPrefix] = trimEnd("/", path.replace(/^\/+/, "")).split("/");
  const group = prefix === groupsPrefix ? (afterPrefix.shift() ?? "") : "";
  const isPrefixed = prefix === corePrefix || prefix === groupsPrefix;
  const [version, ...parts] = afterPrefix;
  if (!isPrefixed || version === undefined || parts.length === 0) return otherPath(method, path);

  const oldVerb = oldVerbs.find((verb) => verb === parts[0] && parts.length > 1);
  if (oldVerb) parts.shift();
  const namespace = parts[0] === "namespaces" ? (parts[1] ?? "") : "";
  const isInNamespace = parts[0] === "namespaces" && parts.length > 2 && !namespaceSubresources.has(parts[2] ?? "");
  if (isInNamespace) parts.splice(0, 2);
  const [resource = "", name = "", part = "", ...rest] = parts;
  const subresource = oldVerb === "proxy" ? "" : part;
  const isItem = name !== "";
  const verb = oldVerb ?? resourceVerb(method, { isItem, subresource }, query);
  // Upstream's old way to watch, by the path, takes none into account.
  const hasSelectors = !oldVerb && verbsWithSelectors.has(verb);
  const canSelect = !isItem && !oldVerb && (verb === "list" || verb === "watch");
  const selectedName = canSelect ? nameInSelector(query) : "";
  return {
    isResource: true,
    verb,
    path,
    group,
    version,
    resource,
    subresource,
    namespace,
    isInNamespace,
    name: name || selectedName,
    fieldSelector: (hasSelectors && query.get("fieldSelector")) || "",
    labelSelector: (hasSelectors && query.get("labelSelector")) || "",
    isItem,
    rest,
  };
}

function decodePath(rawPath: string): string {
  try {
    return decodeURIComponent(rawPath);
  } catch {
    throw badRequest("the path of the request is not well-formed");
  }
}

/** A path that is not a resource. */
export function otherPath(method: string, path: string): RequestInfo {
  return {
    isResource: false,
    verb: method.toLowerCase(),
    path,
    group: "",
    version: "",
    resource: "",
    subresource: "",
    namespace: "",
    isInNamespace: false,
    name: "",
    fieldSelector: "",
    labelSelector: "",
    isItem: false,
    rest: [],
  };
}

/** One object can be watched as a collection can; upstream only does it under `/watch/`, and by name. */
function resourceVerb(
  method: string,
  { isItem, subresource }: Pick<RequestInfo, "isItem" | "subresource">,
  query: URLSearchParams,
): string {
  const verb = verbByMethod.get(method) ?? "";
  if (isItem) return verb === "get" && subresource === "" && flagOf(query, "watch") ? "watch" : verb;
  if (verb === "get") return flagOf(query, "watch") ? "watch" : "list";
  return verb === "delete" ? "deletecollection" : verb;
}

/** The one name that a field selector allows. */
function nameInSelector(query: URLSearchParams): string {
  const selector = parseFieldSelector(query.get("fieldSelector") ?? "");
  if (!selector.ok) return "";
  const fixed = selector.value.find(({ field, operator }) => field === "metadata.name" && operator === "=");
  return fixed && validatePathSegmentName(fixed.value).length === 0 ? fixed.value : "";
}
