/**
 * Determines from method, path and query of a request which resource or other path it is for, and the verb that
 * authorization checks.
 *
 * @module
 */
import { parseFieldSelector } from "../../text/field-selector.ts";
import { validatePathSegmentName } from "../../text/names.ts";
import { trimEnd } from "../../text/trim-end.ts";
import { badRequest } from "./failures.ts";
import { flagOf } from "./query.ts";

/** The parts of a request. Strings are empty if the request does not specify them. */
export interface RequestInfo {
  /** Whether the path has the form of a resource path, even if the resource is not served. */
  readonly isResource: boolean;
  /**
   * `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`, `proxy`; otherwise the method in
   * lower case.
   */
  readonly verb: string;
  /** The decoded path. */
  readonly path: string;
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** The plural name. */
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  /** Whether the path leads to something within a namespace, not to the namespace itself. */
  readonly isInNamespace: boolean;
  readonly name: string;
  /** As the client sent it; empty for requests to one object. */
  readonly fieldSelector: string;
  /** As the client sent it; empty for requests to one object. */
  readonly labelSelector: string;
  /** Whether the path itself names one object. `name` may also come from the field selector of a collection. */
  readonly isItem: boolean;
  /** The path segments after the subresource; only proxies use them. */
  readonly remainingSegments: readonly string[];
}

const healthPaths = /^\/(?:healthz|livez|readyz)(?:[/?]|$)/;

/**
 * Whether a request is a health check.
 *
 * @param path - with or without a query
 */
export const isHealthCheck = (path: string): boolean => healthPaths.test(path);

/** The path prefixes of the core group and of all other groups. */
const corePrefix = "api";
const groupsPrefix = "apis";

/** Verbs that the path contains before the resource. The paths with `proxy` no longer exist. */
const oldVerbs = ["proxy", "watch"] as const;

/** Subresources of the namespace itself, which would otherwise be parsed as resources in the namespace. */
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
 * @param rawPath - the path of the request, still encoded and without the query
 * @throws {StatusError} if the path cannot be decoded
 */
export function readRequestInfo(method: string, rawPath: string, query: URLSearchParams): RequestInfo {
  const path = decodePath(rawPath);
  const [prefix, ...afterPrefix] = trimEnd("/", path.replace(/^\/+/, "")).split("/");
  const group = prefix === groupsPrefix ? (afterPrefix.shift() ?? "") : "";
  const isPrefixed = prefix === corePrefix || prefix === groupsPrefix;
  const [version, ...parts] = afterPrefix;
  if (!isPrefixed || version === undefined || parts.length === 0) return nonResourceInfo(method, path);

  const oldVerb = oldVerbs.find((verb) => verb === parts[0] && parts.length > 1);
  if (oldVerb) parts.shift();
  const namespace = parts[0] === "namespaces" ? (parts[1] ?? "") : "";
  const isInNamespace = parts[0] === "namespaces" && parts.length > 2 && !namespaceSubresources.has(parts[2] ?? "");
  if (isInNamespace) parts.splice(0, 2);
  const [resource = "", name = "", part = "", ...remainingSegments] = parts;
  const subresource = oldVerb === "proxy" ? "" : part;
  const isItem = name !== "";
  const verb = oldVerb ?? resourceVerb(method, { isItem, subresource }, query);
  // Upstream ignores selectors in the deprecated watch paths.
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
    remainingSegments,
  };
}

function decodePath(rawPath: string): string {
  try {
    return decodeURIComponent(rawPath);
  } catch {
    throw badRequest("the path of the request is not well-formed");
  }
}

/** Returns the info for a path that is not a resource. */
export function nonResourceInfo(method: string, path: string): RequestInfo {
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
    remainingSegments: [],
  };
}

/**
 * Returns the verb. A single object can be watched in the same way as a collection; upstream only supports that under
 * `/watch/`, and by name.
 */
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

/** Returns the single name that a field selector allows, or the empty string. */
function nameInSelector(query: URLSearchParams): string {
  const selector = parseFieldSelector(query.get("fieldSelector") ?? "");
  if (!selector.ok) return "";
  const nameRequirement = selector.value.find(({ field, operator }) => field === "metadata.name" && operator === "=");
  return nameRequirement && validatePathSegmentName(nameRequirement.value).length === 0 ? nameRequirement.value : "";
}
