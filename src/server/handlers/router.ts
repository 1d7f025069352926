/**
 * Selects the handler for a request by its resource, subresource and verb.
 *
 * @module
 */

import { assertAllowed } from "../authz/authorization-filter.ts";
import type { Authorizer } from "../authz/authorizer.ts";
import { methodsOf, verbsBySubresource, verbsOf } from "../discovery/api-resource.ts";
import type { Exchange, Handler } from "../http/exchange.ts";
import { assertProduced } from "../http/negotiate.ts";
import type { RequestLimits } from "../http/request-limits.ts";
import type { Responder } from "../http/responder.ts";
import type { ResourceStore } from "../registry/resource-store.ts";
import type { ScaleStore } from "../registry/scale-store.ts";
import {
  badRequest,
  methodNotAllowed,
  noSuchResource,
  notFound,
  notImplemented,
  type ResourceName,
  verbNotSupported,
} from "../request/failures.ts";
import type { RequestInfo } from "../request/request-info.ts";
import type { ServedResource } from "../request/served-resource.ts";
import type { StatusError } from "../request/status.ts";
import { handlerFields } from "../tracing/request-spans.ts";
import { traced } from "../tracing/span.ts";
import type { Vetting } from "../vetting/vetting.ts";
import { handleCreate } from "./create.ts";
import { handleDelete, handleDeleteCollection } from "./delete.ts";
import { deprecationOf } from "./deprecation.ts";
import { handleGet } from "./get.ts";
import { handleList } from "./list.ts";
import { handleNonPersisted, type NonPersistedResource } from "./non-persisted-resource.ts";
import { handleObjectSubresource, type ObjectSubresource } from "./object-subresource.ts";
import { handlePatch } from "./patch.ts";
import type { Route, VerbHandler } from "./route.ts";
import { handleUpdate } from "./update.ts";
import { handleWatch } from "./watch.ts";

export interface RouterOptions {
  /** The stores of all persisted resources. */
  readonly stores: readonly ResourceStore[];
  /** Stores that serve the `scale` subresource of some of the resources. */
  readonly scaleStores: readonly ScaleStore[];
  readonly responder: Responder;
  readonly vetting: Vetting;
  readonly authorizer: Authorizer;
  readonly limits: Required<RequestLimits>;
  /** The served release: `1.37`. */
  readonly target: string;
  readonly nonPersistedResources: readonly NonPersistedResource[];
  readonly objectSubresources: readonly ObjectSubresource[];
  /** Handlers by verb, by `group/resource`, for resources that are not served from their store. */
  readonly ownHandlers: ReadonlyMap<string, ReadonlyMap<string, VerbHandler>>;
  /** Handlers of the subresources that connect to a running container or server, by name. */
  readonly connections: ReadonlyMap<string, VerbHandler>;
  /** Handles paths that do not belong to resources. */
  readonly nonResourceHandler: Handler;
  /** Handles requests for resources that do not exist. */
  readonly notFoundHandler: Handler;
}

const handlerByVerb: ReadonlyMap<string, VerbHandler> = new Map(
  Object.entries({
    get: handleGet,
    list: handleList,
    watch: handleWatch,
    create: handleCreate,
    update: handleUpdate,
    patch: handlePatch,
    delete: handleDelete,
    deletecollection: handleDeleteCollection,
  }),
);

/** The deprecated watch paths, which resources without watch do not have. */
const watchPath = /^\/(?:api|apis\/[^/]+)\/[^/]+\/watch\//;

export function createRouter(options: RouterOptions): Handler {
  const { stores, nonResourceHandler, notFoundHandler, nonPersistedResources, responder } = options;
  const versions = new Set(
    [...stores, ...nonPersistedResources].map(({ resource: { group, version } }) => `${group}/${version}`),
  );
  const nonPersistedByPath = new Map(nonPersistedResources.map((item) => [resourcePath(item.resource), item]));
  const scaleByName = new Map(options.scaleStores.map((item) => [nameOf(item.workload), item]));
  const scaleByPath = new Map(options.scaleStores.map((item) => [resourcePath(item.workload), item]));
  // A built-in resource takes precedence over a custom resource of the same name.
  const storeByPath = new Map(stores.toReversed().map((item) => [resourcePath(item.resource), item]));
  return async (exchange) => {
    const { info } = exchange;
    // No resource has these paths, so they get 404.
    const isUnroutable = info.path.startsWith("//") || info.verb === "proxy";
    if (!info.isResource) return nonResourceHandler(exchange);
    if (isUnroutable || !versions.has(`${info.group}/${info.version}`)) return notFoundHandler(exchange);
    const path = resourcePath(info);
    const nonPersisted = nonPersistedByPath.get(path);
    if (nonPersisted && watchPath.test(info.path)) throw noSuchResource();
    if (nonPersisted && exchange.method === "POST") assertProduced(exchange.headers.accept, responder.codecs, false);
    if (nonPersisted) return traceByVerb(exchange, () => handleNonPersisted(nonPersisted, { ...options, exchange }));
    const store = storeByPath.get(path);
    if (!store) return notFoundHandler(exchange);
    const { isCustom } = store.resource.definition;
    if (isCustom && !isInScope(store, exchange)) return notFoundHandler(exchange);
    const handle = isCustom ? customHandlerFor(store, exchange) : handlerFor(store, exchange, options);
    if (!isCustom && !options.connections.has(info.subresource)) {
      assertProduced(exchange.headers.accept, responder.codecs, info.verb === "list" || info.verb === "watch");
    }
    const deprecation = deprecationOf(store.resource, options.target);
    if (deprecation !== undefined) exchange.warnings.add(deprecation);
    const isScale = info.subresource === "scale";
    const scaleStore = isScale ? (scaleByPath.get(path) ?? scaleByName.get(nameOf(info))) : undefined;
    await traceByVerb(exchange, () => handle(routeOf(scaleStore ?? store, exchange, options)));
  };
}

const spanByVerb: ReadonlyMap<string, string> = new Map(
  Object.entries({
    get: "Get",
    list: "List",
    create: "Create",
    update: "Update",
    patch: "Patch",
    delete: "Delete",
    deletecollection: "Delete",
  }),
);

/** Traces all verbs but watch, which has a separate span. */
function traceByVerb(exchange: Exchange, handle: () => Promise<void>): Promise<void> {
  const name = spanByVerb.get(exchange.info.verb);
  return name === undefined ? handle() : traced(name, () => handlerFields(exchange), handle);
}

const nameOf = ({ group, resource }: ResourceName): string => `${group}/${resource}`;

/** The key of a resource in a version. */
export const resourcePath = ({
  group,
  version,
  resource,
}: Pick<ServedResource, "group" | "version" | "resource">): string => `${group}/${version}/${resource}`;

/**
 * Checks that namespaced objects are requested in a namespace, except for lists over all namespaces, and that
 * cluster-wide objects are not.
 */
function assertScope({ resource }: ResourceStore, { info, method }: Exchange): void {
  const hasNamespace = info.isInNamespace && info.namespace !== "";
  if (resource.isNamespaced && !hasNamespace) {
    const isList = !info.isItem && (method === "GET" || method === "HEAD");
    if (!isList && info.path.includes("/namespaces//")) throw badRequest("Namespace parameter required.");
    if (info.isItem) throw noSuchResource();
    if (!isList) throw methodNotAllowed();
  }
  if (!resource.isNamespaced && hasNamespace) throw noSuchResource();
}

const isInScope = ({ resource }: ResourceStore, { info }: Exchange): boolean =>
  resource.isNamespaced
    ? info.namespace !== "" || info.verb === "list" || info.verb === "watch"
    : info.namespace === "";

const verbsWithName: ReadonlySet<string> = new Set(["get", "update", "patch", "delete"]);

/**
 * Returns the handler for a custom resource. kube-apiserver has no routes for these: it checks the parts of the path,
 * whatever the method.
 */
function customHandlerFor({ resource }: ResourceStore, { info }: Exchange): VerbHandler {
  const { verb, subresource, name } = info;
  if (subresource !== "" && !resource.traits.subresources?.includes(subresource)) throw notFound(resource, name);
  const verbs = subresource === "" ? undefined : verbsBySubresource.get(subresource);
  const handler = (verbs?.includes(verb) ?? true) ? handlerByVerb.get(verb) : undefined;
  if (!handler) throw verbNotSupported(resource, verb);
  if (verbsWithName.has(verb) && name === "") throw badRequest("name must be provided");
  return handler;
}

function handlerFor(store: ResourceStore, exchange: Exchange, options: RouterOptions): VerbHandler {
  const { resource } = store;
  const { info, method } = exchange;
  const { verb, subresource, isItem } = info;
  if (info.remainingSegments.length > 0 && subresource !== "proxy") throw noSuchResource();
  assertScope(store, exchange);
  if (subresource !== "" && !isItem) throw badRequest("name must be provided");
  if (verb === "watch" && subresource !== "") throw noSuchResource();
  if (verb === "watch" && method !== "GET") throw methodNotAllowed();
  const verbs = verbsOf(resource);
  if (verb === "watch" && verbs.includes("list") && !verbs.includes(verb)) throw unwatchable(resource, info.path);
  const objectSubresource = options.objectSubresources.find(
    ({ name, parentResource }) =>
      name === subresource && parentResource.group === resource.group && parentResource.resource === resource.resource,
  );
  if (objectSubresource) {
    if (verb !== "create") throw methodNotAllowed();
    return (route) => handleObjectSubresource(objectSubresource, route);
  }
  if (subresource !== "") return subresourceHandler(resource, { subresource, verb, method }, options);
  const isItemVerb = verb === "update" || verb === "patch" || verb === "delete" || verb === "get";
  const handler =
    verbs.includes(verb) && (verb === "watch" || isItemVerb === isItem)
      ? (options.ownHandlers.get(nameOf(resource)) ?? handlerByVerb).get(verb)
      : undefined;
  if (!handler || method === headMethod) throw methodNotAllowed();
  return handler;
}

/** Only connections accept HEAD: kube-apiserver has no such routes for other resources. */
const headMethod = "HEAD";

/**
 * The error for a resource without watch: in kube-apiserver the watch path does not exist, but the `watch` parameter
 * does.
 */
const unwatchable = ({ resource }: ServedResource, path: string): StatusError =>
  watchPath.test(path) ? noSuchResource() : verbNotSupported({ group: "", resource }, "watch");

interface SubresourceRequest extends Pick<RequestInfo, "subresource" | "verb"> {
  readonly method: string;
}

function subresourceHandler(
  { traits }: ServedResource,
  asked: SubresourceRequest,
  { connections }: RouterOptions,
): VerbHandler {
  const { subresource, verb, method } = asked;
  if (!traits.subresources?.includes(subresource)) throw noSuchResource();
  const connect = connections.get(subresource);
  if (connect) {
    if (!methodsOf(subresource).includes(method)) throw methodNotAllowed();
    return connect;
  }
  const verbs = verbsBySubresource.get(subresource);
  if (!verbs) throw notImplemented(`the subresource ${JSON.stringify(subresource)} is not implemented by this server`);
  const handler = verbs.includes(verb) ? handlerByVerb.get(verb) : undefined;
  if (!handler || method === headMethod) throw methodNotAllowed();
  return handler;
}

function routeOf(store: ResourceStore, exchange: Exchange, options: RouterOptions): Route {
  const { responder, vetting, authorizer, limits } = options;
  const { info, user } = exchange;
  const { group, version, resource, name } = info;
  const namespace = store.resource.isNamespaced ? info.namespace : "";
  return {
    exchange,
    store,
    responder,
    vetting,
    namespace,
    limits,
    assertPermitted: (verb, subresource = "") =>
      assertAllowed(authorizer, {
        user,
        attributes: { kind: "resource", verb, group, version, resource, subresource, name, namespace },
      }),
  };
}
