/**
 * Composes the handling of requests: the filters, and then the handlers of the resources that are currently served.
 *
 * @module
 */
import type { Registry as MetricsRegister } from "prom-client";
import type { Aggregation } from "./aggregation/aggregation.ts";
import type { AuditFilters } from "./audit/audit-filters.ts";
import { authenticationFilter } from "./authn/authentication-filter.ts";
import { impersonationFilter } from "./authn/impersonation-filter.ts";
import type { Impersonate } from "./authn/impersonation-modes.ts";
import { authorizationFilter } from "./authz/authorization-filter.ts";
import type { AttemptMetrics } from "./authz/authorization-metrics.ts";
import type { Authorizer } from "./authz/authorizer.ts";
import type { Locations } from "./connect/locations.ts";
import { apiResource } from "./discovery/api-resource.ts";
import type { HealthCheck } from "./discovery/health.ts";
import { HealthMetrics } from "./discovery/health-metrics.ts";
import { issuerPaths } from "./discovery/issuer-documents.ts";
import { createNonResourceHandler, createNotFoundHandler } from "./discovery/paths.ts";
import { startHookChecks } from "./discovery/start-hooks.ts";
import { componentStatuses, controlPlaneProbes } from "./handlers/component-statuses.ts";
import { createConnectHandler } from "./handlers/connect.ts";
import { createLogHandler } from "./handlers/log.ts";
import type { NonPersistedResource } from "./handlers/non-persisted-resource.ts";
import type { ObjectSubresource } from "./handlers/object-subresource.ts";
import type { VerbHandler } from "./handlers/route.ts";
import { createRouter, resourcePath } from "./handlers/router.ts";
import { accessLog } from "./http/access-log.ts";
import { answerFailures } from "./http/answer-failures.ts";
import { deadline } from "./http/deadline.ts";
import { chain, type Filter, type Handler } from "./http/exchange.ts";
import { createMetrics } from "./http/metrics.ts";
import { defaultRequestLimits } from "./http/request-limits.ts";
import type { Responder } from "./http/responder.ts";
import { standardHeaders } from "./http/standard-headers.ts";
import type { Registry } from "./registry/registry.ts";
import type { ResourceName } from "./request/failures.ts";
import type { ServedResource } from "./request/served-resource.ts";
import type { ServerOptions } from "./server-options.ts";
import { requestSpan, stageSpan } from "./tracing/request-spans.ts";
import type { Tracer } from "./tracing/span.ts";
import type { Vetting } from "./vetting/vetting.ts";

/** The state that changes while the server runs. */
export interface ServerState {
  isStopping: boolean;
  /** Address at which the server listens; empty before it listens. */
  address: string;
}

export interface HandlerParts
  extends Omit<ServerOptions, "audit" | "authorizer" | "groupDomain" | "services" | "tracing"> {
  readonly groupDomain: string;
  /** Undefined if audit logging is off. */
  readonly audit: AuditFilters | undefined;
  /** Undefined if tracing is off. */
  readonly tracer: Tracer | undefined;
  readonly authorizer: Authorizer;
  readonly attempts: AttemptMetrics;
  /** Limits the requests that the server handles concurrently. */
  readonly limit: Filter;
  /** Handlers of paths that the server does not list at its root path. */
  readonly unlistedPaths: ReadonlyMap<string, Handler>;
  readonly registry: Registry;
  readonly register: MetricsRegister;
  readonly responder: Responder;
  readonly vetting: Vetting;
  readonly state: ServerState;
  readonly nonPersisted: readonly NonPersistedResource[];
  readonly subresources: readonly ObjectSubresource[];
  readonly impersonate: Impersonate;
  readonly aggregation: Aggregation;
  readonly locations: Locations;
  /** Whether a feature gate is on. */
  isEnabled(gate: string): boolean;
  /** Whether the resource is visible to clients. */
  isShown(resource: ServedResource): boolean;
}

/** Returns the handler of all requests. */
export function composeHandler(parts: HandlerParts, target: string): Handler {
  const { authorizer, log, nowMs, registry, responder, nonPersisted, aggregation } = parts;
  const nonPersistedResources = nonPersisted.filter(({ resource }) => parts.isShown(resource));
  const { subresources, serviceAccountTokens: tokens } = parts;
  const probes = parts.probes ?? controlPlaneProbes(() => parts.storage.currentRevision());
  const ownHandlers = new Map([["/componentstatuses", componentStatuses(probes)]]);
  const connections = connectionHandlers(parts.locations);
  const openApi = { made: new Map() };
  const health = { checks: healthChecks(parts), metrics: new HealthMetrics() };
  const startMs = nowMs();
  const shownStores = () =>
    [...registry.stores, ...registry.convertedStores].filter(({ resource }) => parts.isShown(resource));
  const ownResources = [...shownStores(), ...nonPersistedResources].map(({ resource }) => resource);
  const notFoundHandler = createNotFoundHandler(
    new Set(ownResources.filter(({ definition }) => !definition.isCustom).map(({ group }) => group)),
  );
  const pathsOf = (served: readonly ServedResource[]): Handler => {
    const scale = registry.scaleStores[0]?.resource;
    const kinds = [...served, ...subresources.map((item) => item.kind), ...(scale ? [scale] : [])];
    return createNonResourceHandler({
      remote: aggregation.groups(),
      isListed: (group) => aggregation.isListed(group),
      resources: served.map((resource) => apiResource(resource, objectKinds(resource, subresources), scale)),
      schemaOf: ({ group, version, kind }) =>
        kinds.find((item) => item.group === group && item.version === version && item.kind === kind),
      responder,
      health,
      startMs,
      ...(parts.flags ? { flags: parts.flags } : {}),
      isEnabled: (gate) => parts.isEnabled(gate),
      serverAddress: () => parts.state.address,
      metrics: metrics.handler,
      ...(tokens ? { morePaths: issuerPaths(tokens, () => parts.state.address) } : {}),
      unlistedPaths: parts.unlistedPaths,
      notFoundHandler,
      target,
      nowMs,
      ...openApi,
    });
  };
  const makeRoutes = (): Routes => {
    const stores = shownStores();
    const served = [...stores, ...nonPersistedResources].map(({ resource }) => resource);
    let paths: Handler | undefined;
    const handler = createRouter({
      stores,
      scaleStores: registry.scaleStores,
      target,
      responder,
      vetting: parts.vetting,
      authorizer,
      limits: { ...defaultRequestLimits, ...parts.requestLimits },
      nonPersistedResources,
      objectSubresources: subresources,
      ownHandlers,
      connections,
      // Created on first use: it takes longer than the rest, and a series of new definitions would create it in vain.
      nonResourceHandler: (exchange) => {
        paths ??= pathsOf(served);
        return paths(exchange);
      },
      notFoundHandler,
    });
    return { handler, resources: new Map(served.map((resource) => [resourcePath(resource), resource])) };
  };
  // Created on first use, since many definitions may arrive at once.
  let routes: Routes | undefined;
  const forget = () => {
    routes = undefined;
  };
  registry.subscribe(forget);
  aggregation.subscribe(forget);
  const routesNow = () => {
    routes ??= makeRoutes();
    return routes;
  };
  const metrics = createMetrics({
    register: parts.register,
    objectCounts: () =>
      registry.stores.map(({ resource: { group, resource }, size }) => ({ group, resource, count: size })),
    decodeErrors: () => registry.decodeErrors,
    isServed: (name) => {
      const resource = routesNow().resources.get(resourcePath(name));
      return resource !== undefined && hasSubresource(resource, name.subresource, subresources);
    },
    hasNativeHistograms: parts.isEnabled("NativeHistograms"),
    nowMs,
  });
  routesNow();
  const { audit, tracer } = parts;
  const timed: AuditFilters["measureFilter"] = audit ? audit.measureFilter : (_layer, filter) => filter;
  const stage = (name: string, filter: Filter) => (tracer ? stageSpan(tracer, name, filter) : filter);
  const impersonation = parts.isEnabled("ConstrainedImpersonation") ? "constrainedimpersonation" : "impersonation";
  return chain(
    [
      accessLog(log, nowMs),
      metrics.filter,
      standardHeaders,
      ...(audit ? [audit.outerFilter] : []),
      answerFailures(responder, log, parts.noteRefusal),
      deadline,
      stage("authentication", timed("authentication", authenticationFilter(parts.authenticators))),
      ...(tracer ? [requestSpan(tracer)] : []),
      stage("audit", audit?.receivedFilter ?? passOn),
      stage(impersonation, timed("impersonation", impersonationFilter(authorizer, parts.impersonate))),
      stage("priorityandfairness", parts.limit),
      stage("authorization", timed("authorization", authorizationFilter(authorizer, parts.attempts))),
    ],
    (exchange) => (aggregation.handlerFor(exchange) ?? routesNow().handler)(exchange),
  );
}

const passOn: Filter = (_exchange, next) => next();

function connectionHandlers(locations: Locations): ReadonlyMap<string, VerbHandler> {
  const connect = createConnectHandler(locations);
  const streams = ["attach", "exec", "portforward", "proxy"].map((name) => [name, connect] as const);
  return new Map([["log", createLogHandler(locations)], ...streams]);
}

/** The handler for the resources that are currently served. */
interface Routes {
  readonly handler: Handler;
  /** Resources by group, version and plural name. */
  readonly resources: ReadonlyMap<string, ServedResource>;
}

/**
 * Whether the resource has a subresource.
 *
 * @param subresource - empty for the resource itself
 */
const hasSubresource = (
  resource: ServedResource,
  subresource: string,
  subresources: readonly ObjectSubresource[],
): boolean =>
  subresource === "" ||
  resource.traits.subresources?.includes(subresource) === true ||
  objectKinds(resource, subresources).has(subresource);

/** Returns the kinds of the request bodies of a resource's subresources, by the name of the subresource. */
function objectKinds({ group, resource }: ResourceName, subresources: readonly ObjectSubresource[]) {
  const own = subresources.filter(
    ({ parentResource }) => parentResource.group === group && parentResource.resource === resource,
  );
  return new Map(own.map(({ name, kind }) => [name, kind]));
}

function healthChecks({ storage, state, encryption }: HandlerParts): readonly HealthCheck[] {
  const readStorage = async () => void (await storage.currentRevision());
  const mustHaveStarted = async () => {
    if (state.address === "") throw new Error("not finished");
  };
  return [
    { name: "ping", check: async () => {} },
    { name: "log", check: async () => {} },
    { name: "etcd", check: readStorage },
    { name: "etcd-readiness", isReadinessOnly: true, check: readStorage },
    // As in kube-apiserver, the check also exists without KMS providers if a changed configuration may add them.
    ...(encryption?.isReloaded || encryption?.check
      ? [{ name: "kms-providers", check: async () => encryption.check?.() }]
      : []),
    { name: "informer-sync", isReadinessOnly: true, check: mustHaveStarted },
    ...startHookChecks(mustHaveStarted),
    {
      name: "shutdown",
      isReadinessOnly: true,
      check: async () => {
        if (state.isStopping) throw new Error("the server is stopping");
      },
    },
  ];
}
