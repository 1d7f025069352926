/**
 * The API server, put together: this module alone knows all the parts.
 *
 * @module
 */
import { randomUUID } from "node:crypto";
import { Registry as MetricsRegister } from "prom-client";
import type { UserInfo } from "../access/user.ts";
import { mastersGroup } from "../access/user.ts";
import { settle } from "../engine/options.ts";
import { type IsEnabled, readRuntimeConfig } from "../flags/runtime-config.ts";
import { groupIn } from "../kind/kind.ts";
import { workloadScale } from "../kinds/autoscaling/scale.ts";
import type { GateSettings } from "../release/feature-gates.ts";
import type { Host } from "../rule/host.ts";
import type { Storage } from "../storage/storage.ts";
import { type IpPrefix, joinHostPort, parseIpPrefix } from "../text/ip.ts";
import { definitionLifecycle } from "./admission/definition-lifecycle.ts";
import { engineValidation, objectValidation } from "./admission/engine-validation.ts";
import { admit } from "./admission/plugin.ts";
import { isOnByDefault, makePlugins } from "./admission/plugins.ts";
import { rbacEscalation } from "./admission/rbac-escalation.ts";
import { requestNotes } from "./admission/request-notes.ts";
import { Aggregation } from "./aggregation/aggregation.ts";
import { BackendClient } from "./aggregation/backend.ts";
import { type AuditOptions, auditFilters } from "./audit/audit-filters.ts";
import { auditMetrics } from "./audit/audit-metrics.ts";
import { authenticationFilter } from "./authn/authentication-filter.ts";
import type { Authenticator } from "./authn/authenticator.ts";
import { bootstrapTokens } from "./authn/bootstrap-tokens.ts";
import { type FrontProxySettings, frontProxy } from "./authn/front-proxy.ts";
import { impersonationFilter } from "./authn/impersonation-filter.ts";
import { type Impersonate, impersonateFully, impersonateNarrowly } from "./authn/impersonation-modes.ts";
import { secretTokens } from "./authn/secret-tokens.ts";
import { type FindObject, serviceAccountTokens, type TokenSettings } from "./authn/service-account-tokens.ts";
import { authorizationFilter } from "./authz/authorization-filter.ts";
import { type AttemptMetrics, authorizationMetrics } from "./authz/authorization-metrics.ts";
import type { Authorizer } from "./authz/authorizer.ts";
import type { AuthorizationParts } from "./authz/authorizer-chain.ts";
import { ensureBootstrapPolicy } from "./authz/ensure-bootstrap-policy.ts";
import { RbacSource } from "./authz/rbac-source.ts";
import { publishClientAuthority } from "./bootstrap/client-authority.ts";
import { createClusterObjects, defaultRange } from "./bootstrap/cluster-objects.ts";
import { ensureObject } from "./bootstrap/ensure-object.ts";
import { ensureKubernetesService } from "./bootstrap/kubernetes-service.ts";
import type { KeyPair } from "./certificates/issue.ts";
import type { Controller } from "./controllers/controller.ts";
import { startEventExpiry } from "./controllers/event-expiry.ts";
import { startFlowSchemas } from "./controllers/flow-schemas.ts";
import { startGarbageCollector } from "./controllers/garbage-collector.ts";
import { startNamespaceController } from "./controllers/namespace-controller.ts";
import { startRootCertificates, startServiceAccounts } from "./controllers/namespace-objects.ts";
import { policyStatusController, startPolicyStatus } from "./controllers/policy-status.ts";
import { startRoleAggregation } from "./controllers/role-aggregation.ts";
import { startDefinitions } from "./definitions/definitions.ts";
import { apiResource } from "./discovery/api-resource.ts";
import type { HealthCheck } from "./discovery/health.ts";
import { issuerPaths } from "./discovery/issuer-documents.ts";
import { otherPaths } from "./discovery/paths.ts";
import { componentStatuses, controlPlaneProbes, type Probes } from "./handlers/component-statuses.ts";
import type { ObjectSubresource } from "./handlers/object-subresource.ts";
import { createRouter } from "./handlers/router.ts";
import type { VirtualResource } from "./handlers/virtual-resource.ts";
import { accessLog } from "./http/access-log.ts";
import { answerFailures } from "./http/answer-failures.ts";
import type { BacklogLimits } from "./http/backlog.ts";
import { servedCodecs } from "./http/codecs.ts";
import { deadline } from "./http/deadline.ts";
import { chain, type Handler } from "./http/exchange.ts";
import { type InFlightLimits, limitInFlight } from "./http/in-flight.ts";
import { listen, type ServerIdentity } from "./http/listener.ts";
import type { Log } from "./http/log.ts";
import { type AskedName, createMetrics } from "./http/metrics.ts";
import { partialObjectMetadata, partialObjectMetadataList } from "./http/partial-metadata.ts";
import { Responder } from "./http/responder.ts";
import { standardHeaders } from "./http/standard-headers.ts";
import { table } from "./http/table.ts";
import { shrinkHeapWhenQuiet } from "./quiet-heap.ts";
import type { Attempt, Claim, WriteContext } from "./registry/parts.ts";
import { Registry } from "./registry/registry.ts";
import type { ResourceStore } from "./registry/resource-store.ts";
import type { ApiObject } from "./request/api-object.ts";
import type { ResourceName } from "./request/failures.ts";
import { isQuestion, type ServedResource } from "./request/served-resource.ts";
import { orUndefined } from "./request/status.ts";
import { objectSubresources, scaleKind, servedResources, servingTarget, virtualResources } from "./served-kinds.ts";
import { AddressRange } from "./services/address-range.ts";
import { Addresses } from "./services/addresses.ts";
import { NodePorts, type PortRange } from "./services/node-ports.ts";
import { ServiceAllocation } from "./services/service-allocation.ts";
import { VettingThreads } from "./vetting/threads.ts";
import { Vetting } from "./vetting/vetting.ts";
import { serviceResolver } from "./webhook/service-address.ts";
import { WebhookClient } from "./webhook/webhook-client.ts";

export interface ServerOptions extends ServerIdentity {
  readonly storage: Storage;
  /** Address to listen at; default `127.0.0.1`. */
  readonly host?: string;
  /** Cryptography for rules about keys and certificates; without it nothing is said of these. */
  readonly cryptography?: Host;
  /** 0 for any that is free. */
  readonly port: number;
  readonly authenticators: readonly Authenticator[];
  /** Asked after all others but those for nobody: they may have to ask elsewhere. Default: none. */
  readonly remoteAuthenticators?: readonly Authenticator[];
  /** Whose word counts for who asks, with certificates of the identity's `proxyAuthority`; absent: nobody's. */
  readonly frontProxy?: FrontProxySettings;
  /** Whether Secrets of kube-system are tokens with which nodes join; default false. */
  readonly bootstrapTokens?: boolean;
  /** Made once there are roles and bindings to look at. */
  authorizer(rbac: RbacSource, parts: AuthorizationParts): Authorizer;
  /** Whether the roles and bindings of every cluster are made when they are missing; default true. */
  readonly bootstrapPolicy?: boolean;
  /** Whether the other objects of every cluster are made when they are missing; default true. */
  readonly clusterObjects?: boolean;
  readonly log: Log;
  readonly nowMs: () => number;
  /** Default: the newest. */
  readonly target?: string;
  /** Default `k8s.io`. */
  readonly groupDomain?: string;
  readonly limits?: InFlightLimits;
  readonly backlog?: BacklogLimits;
  /** How tokens of service accounts are signed and verified; absent: there are none. */
  readonly serviceAccountTokens?: TokenSettings;
  /** Runs `vetting/thread.ts`, for large objects; absent: they are vetted as small ones are. */
  readonly vettingThread?: URL;
  /** Feature gates that differ from the defaults of the target. */
  readonly featureGates?: GateSettings;
  /** Which resources clients are shown; default: those of stable versions. */
  readonly runtimeConfig?: IsEnabled;
  /** Which of its controllers run; default: all of them. */
  readonly isControllerOn?: (name: ControllerName) => boolean;
  /** Which of its admission plugins are on; default: those that are on in kube-apiserver. */
  readonly isPluginOn?: (name: string) => boolean;
  /** PEM, of the authority of the certificate, for pods; absent: no namespace has it. */
  readonly authority?: string;
  readonly services?: ServiceSettings;
  /** How long Events are kept after their last write, 0 for ever; default an hour. */
  readonly eventTtlMs?: number;
  /** The configurations of admission plugins, by their names; default: none. */
  readonly pluginConfigurations?: ReadonlyMap<string, unknown>;
  /** Whether webhooks and other servers behind a service are reached at its endpoints; default false: at its address. */
  readonly routesToEndpoints?: boolean;
  /** By which the servers behind APIServices know this one; absent: they cannot know it. */
  readonly proxyClient?: KeyPair;
  /** Asks the components that ComponentStatuses tell of; default: those of this machine. */
  readonly probes?: Probes;
  /** Which requests are recorded, and where; absent: none. */
  readonly audit?: AuditOptions;
}

/** The addresses and ports of services. */
export interface ServiceSettings {
  /** Ranges of addresses, one or one of each family, the default family first; default `10.0.0.0/24`. */
  readonly ranges?: readonly IpPrefix[];
  /** Default 30000 to 32767. */
  readonly nodePorts?: PortRange;
  /** Where pods reach the server; absent: nowhere. */
  readonly advertiseAddress?: string;
}

export interface RunningServer {
  readonly port: number;
  readonly registry: Registry;
  /** Connections that are made from now on see this certificate. */
  identify(identity: ServerIdentity): void;
  /** Lets requests finish, ends watches; resolves when nothing runs any more. The storage stays open. */
  close(): Promise<void>;
}

const defaultGroupDomain = "k8s.io";

/** How long requests may take to finish when the server stops. */
const closeDeadlineMs = 10_000;

const defaultEventTtlMs = 3_600_000;

/** Controllers that the server has, as kube-controller-manager calls its own. */
export const controllerNames = [
  "namespace-controller",
  "garbage-collector-controller",
  "clusterrole-aggregation-controller",
  "serviceaccount-controller",
  "root-ca-certificate-publisher-controller",
  policyStatusController,
] as const;

export type ControllerName = (typeof controllerNames)[number];

/** Who the server itself is. */
const serverUser: UserInfo = { username: "system:apiserver", uid: "", groups: [mastersGroup], extra: {} };

const serverWrite: WriteContext = {
  user: serverUser,
  isDryRun: false,
  fieldManager: "kube-apiserver",
  warn: () => {},
};

const defaultNodePorts: PortRange = { first: 30_000, last: 32_767 };

/** 10.0.0.0/24 */
const defaultServiceRanges: readonly IpPrefix[] = [
  { address: { bytes: Uint8Array.of(10, 0, 0, 0), zone: "" }, bits: 24 },
];

const systemNamespaces = ["default", "kube-system", "kube-public", "kube-node-lease"];

/** @throws {OptionError} for an unknown target, and for feature gates that it does not have */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { storage, log, nowMs, groupDomain = defaultGroupDomain, featureGates = {} } = options;
  const settings = settle({
    ...(options.target === undefined ? {} : { target: options.target }),
    groupDomain,
    featureGates,
    asSent: true,
    ...(options.cryptography && { host: options.cryptography }),
  });
  const resources = servedResources(servingTarget(settings));
  const contextFor = (version: string, oldObject?: unknown) => settings.contextFor(version, oldObject);
  const isControllerOn = options.isControllerOn ?? (() => true);
  const register = new MetricsRegister();
  const isEnabled = options.runtimeConfig ?? readRuntimeConfig({}, { target: settings.target }).isEnabled;
  const isShown = (resource: ServedResource) =>
    (resource.definition.isCustom || isEnabled(resource)) && !resource.isHidden;
  const serviceStore = (group: string, resource: string) => registry.store(groupIn(groupDomain, group), resource);
  const resolve = serviceResolver({ store: serviceStore, usesEndpoints: options.routesToEndpoints ?? false });
  const webhooks = new WebhookClient(resolve);
  const plugins = [
    definitionLifecycle(() => store(`apiextensions.${groupDomain}`, "customresourcedefinitions").size),
    ...makePlugins(options.isPluginOn ?? isOnByDefault, {
      store: serviceStore,
      storeOfKind: (apiVersion, kind) => registry.stores.find(({ forms }) => forms.get(apiVersion)?.kind === kind),
      authorizer: () => authorizer,
      target: settings.target,
      groupDomain,
      register,
      isEnabled: settings.contextFor("v1").isEnabled,
      contextFor,
      formsOf: (resource) => new Map([...registry.versionsOf(resource)].filter(([, version]) => isShown(version))),
      configurationOf: <T>(plugin: string) => options.pluginConfigurations?.get(plugin) as T | undefined,
      webhooks,
      log,
      nowMs,
      protectsStorage: !controllerNames.some(isControllerOn),
      write: serverWrite,
    }),
    requestNotes({ nowMs }),
    rbacEscalation(groupDomain, { source: () => rbac, authorizer: () => authorizer }),
  ];
  const validateObject = objectValidation(contextFor);
  const { target } = settings;
  const threads =
    options.vettingThread && new VettingThreads({ module: options.vettingThread, target, groupDomain, featureGates });
  const vetting = new Vetting(validateObject, threads);
  const stored = resources.filter((resource) => !isQuestion(resource));
  const registry: Registry = new Registry(storage, stored, {
    admission: admit(
      plugins,
      engineValidation((candidate) => vetting.validate(candidate)),
    ),
    contextFor: (version) => settings.contextFor(version),
    nowMs,
    newUid: randomUUID,
    track: vetting.track,
    claim: (attempt) => services.claim(attempt),
    log,
    scale: { kind: () => scaleKind(settings.catalog), view: workloadScale },
  });
  const store = (group: string, resource: string): ResourceStore => {
    const found = registry.store(group, resource);
    if (!found) throw new Error(`${resource} is not served`);
    return found;
  };
  const rbac = new RbacSource((resource) => store(`rbac.authorization.${groupDomain}`, resource));
  const authorization: AuthorizationParts = {
    rbac,
    sourceOf: (group, resource) => registry.store(groupIn(groupDomain, group), resource),
    metrics: authorizationMetrics(register, randomUUID()),
    isEnabled: settings.contextFor("v1").isEnabled,
    groupDomain,
  };
  const authorizer = options.authorizer(rbac, authorization);
  await registry.start();
  const services = startServices(registry, groupDomain, options.services ?? {});
  const definitions = await startDefinitions({
    registry,
    write: serverWrite,
    log,
    nowMs,
    groupDomain,
    contextOf: (version) => contextFor(version),
    webhooks,
  });
  await createSystemNamespaces(registry);
  if (options.bootstrapPolicy ?? true) await ensureBootstrapPolicy(registry, groupDomain);
  const bootstrap = { registry, write: serverWrite, groupDomain };
  const hasClusterObjects = options.clusterObjects ?? true;
  const serviceRanges = services.ranges.map(({ text }) => text);
  if (hasClusterObjects) await createClusterObjects({ ...bootstrap, serviceRanges, nowMs });

  const state: ServerState = { isStopping: false, address: "" };
  const responder = new Responder({
    codecs: await servedCodecs(settings.contextFor("v1").isEnabled),
    transforms: [table, partialObjectMetadata, partialObjectMetadataList],
    nowMs,
  });
  const find: FindObject = async (resource, target) =>
    store("", resource).cachedObject(target) ?? (await orUndefined(store("", resource).get(target, undefined)));
  const tokens = options.serviceAccountTokens;
  const subresources = objectSubresources(settings.catalog, {
    nowMs,
    budgets: () => registry.store("policy", "poddisruptionbudgets"),
    write: serverWrite,
    ...(tokens ? { tokens: { settings: tokens, find, contextFor, validateObject, nowMs } } : {}),
  });
  const isNarrow = settings.contextFor("v1").isEnabled("ConstrainedImpersonation");
  const impersonate = isNarrow ? impersonateNarrowly : impersonateFully;
  const ownAudiences = tokens?.audiences ?? [];
  const authenticatorsFor = (audiences: readonly string[]) => {
    // All but tokens of service accounts say nothing of audiences: they are for the server itself.
    const isOwn = ownAudiences.length === 0 || audiences.some((name) => ownAudiences.includes(name));
    return [
      ...(options.frontProxy && isOwn ? [frontProxy(options.frontProxy)] : []),
      ...options.authenticators.filter(({ isForNobody }) => !isForNobody && isOwn),
      ...(tokens ? [serviceAccountTokens({ ...tokens, audiences }, find, nowMs)] : []),
      ...(tokens && isOwn ? [secretTokens(tokens, find, nowMs)] : []),
      ...(options.bootstrapTokens && isOwn ? [bootstrapTokens(find, nowMs)] : []),
      ...(isOwn ? (options.remoteAuthenticators ?? []) : []),
      ...options.authenticators.filter(({ isForNobody }) => isForNobody),
    ];
  };
  const authenticators = authenticatorsFor(ownAudiences);
  const pods = () => store("", "pods");
  const virtual = virtualResources(resources, {
    authorizer,
    authenticatorsFor,
    audiences: ownAudiences,
    pods,
    nowMs,
  });
  const backends = new BackendClient(resolve, options.proxyClient);
  const aggregation = new Aggregation(store(`apiregistration.${groupDomain}`, "apiservices"), {
    registry,
    write: serverWrite,
    log,
    nowMs,
    services: serviceStore,
    client: backends,
  });
  const handler = composeHandler(
    {
      ...options,
      aggregation,
      authenticators,
      authorizer,
      attempts: authorization.metrics,
      registry,
      register,
      responder,
      vetting,
      state,
      virtual,
      subresources,
      impersonate,
      isShown,
    },
    settings.target,
  );
  const listener = await listen(options.port, options.host ?? "127.0.0.1", {
    certificate: options.certificate,
    key: options.key,
    ...(options.clientAuthority === undefined ? {} : { clientAuthority: options.clientAuthority }),
    ...(options.proxyAuthority === undefined ? {} : { proxyAuthority: options.proxyAuthority }),
    log,
    nowMs,
    handler,
    ...(options.backlog === undefined ? {} : { backlog: options.backlog }),
    refuse: (exchange, fault) => responder.sendFailure(exchange, fault),
  });
  const controllerOptions = { registry, write: { ...serverWrite, fieldManager: "kube-controller-manager" }, log };
  const { authority } = options;
  const starters: Record<ControllerName, () => Controller | undefined> = {
    "namespace-controller": () => startNamespaceController(controllerOptions),
    "garbage-collector-controller": () => startGarbageCollector(controllerOptions),
    "clusterrole-aggregation-controller": () => startRoleAggregation(controllerOptions, groupDomain),
    "serviceaccount-controller": () => startServiceAccounts(controllerOptions),
    [policyStatusController]: () => startPolicyStatus({ ...controllerOptions, target, groupDomain }),
    "root-ca-certificate-publisher-controller": () =>
      authority === undefined ? undefined : startRootCertificates(controllerOptions, authority),
  };
  const controllers = controllerNames.filter(isControllerOn).flatMap((name) => starters[name]() ?? []);
  const flowSchemas = startFlowSchemas({ registry, write: serverWrite, log, nowMs, groupDomain });
  if (flowSchemas) controllers.push(flowSchemas);
  const { eventTtlMs: ttlMs = defaultEventTtlMs } = options;
  if (ttlMs > 0) controllers.push(startEventExpiry({ registry, log, ttlMs, nowMs }));
  const { advertiseAddress } = options.services ?? {};
  // A store that takes no writes is still good for a server that lets read what is there.
  const unwritten = (what: string) => (error: unknown) =>
    log.warn({ error: String(error) }, `${what} could not be written`);
  const publish = async (identity: ServerIdentity) => {
    if (!hasClusterObjects || (identity.clientAuthority ?? identity.proxyAuthority) === undefined) return;
    const trust = { ...identity, ...(options.frontProxy ? { frontProxy: options.frontProxy } : {}) };
    await publishClientAuthority(bootstrap, trust).catch(unwritten("the authority of client certificates"));
  };
  await publish(options);
  if (hasClusterObjects) {
    await ensureKubernetesService({
      ...bootstrap,
      clusterIP: services.ranges[0]?.firstAddress ?? "",
      port: listener.port,
      ...(advertiseAddress === undefined ? {} : { advertiseAddress }),
    }).catch(unwritten("the service of the API server"));
  }
  state.address = joinHostPort(listener.address, listener.port);
  const stopShrinking = shrinkHeapWhenQuiet();
  return {
    port: listener.port,
    registry,
    identify(renewed) {
      const identity = {
        ...(options.proxyAuthority === undefined ? {} : { proxyAuthority: options.proxyAuthority }),
        ...renewed,
      };
      listener.identify(identity);
      void publish(identity);
    },
    async close() {
      state.isStopping = true;
      await listener.close(closeDeadlineMs);
      for (const controller of controllers) controller.stop();
      services.stop();
      definitions.stop();
      await registry.stop();
      aggregation.stop();
      backends.close();
      webhooks.close();
      await threads?.close();
      stopShrinking();
    },
  };
}

/** The state that changes while the server runs. */
interface ServerState {
  isStopping: boolean;
  /** Where it listens; empty before that. */
  address: string;
}

interface HandlerParts extends Omit<ServerOptions, "authorizer"> {
  readonly authorizer: Authorizer;
  readonly attempts: AttemptMetrics;
  readonly registry: Registry;
  readonly register: MetricsRegister;
  readonly responder: Responder;
  readonly vetting: Vetting;
  readonly state: ServerState;
  readonly virtual: readonly VirtualResource[];
  readonly subresources: readonly ObjectSubresource[];
  readonly impersonate: Impersonate;
  readonly aggregation: Aggregation;
  /** Whether clients see a resource. */
  isShown(resource: ServedResource): boolean;
}

/** The way of a request: the filters, then what answers it. */
function composeHandler(parts: HandlerParts, target: string): Handler {
  const { authorizer, log, nowMs, registry, responder, virtual, aggregation } = parts;
  const virtualResources = virtual.filter(({ resource }) => parts.isShown(resource));
  const { subresources, serviceAccountTokens: tokens } = parts;
  const probes = parts.probes ?? controlPlaneProbes(() => parts.storage.currentRevision());
  const ownHandlers = new Map([["/componentstatuses", componentStatuses(probes)]]);
  const openApi = { made: new Map() };
  const makeRoutes = (): Routes => {
    const stores = [...registry.stores, ...registry.convertedStores].filter(({ resource }) => parts.isShown(resource));
    const served = [...stores, ...virtualResources].map(({ resource }) => resource);
    const scale = registry.scaleStores[0]?.resource;
    const kinds = [...served, ...subresources.map((item) => item.kind), ...(scale ? [scale] : [])];
    const paths = otherPaths({
      remote: aggregation.groups(),
      resources: served.map((resource) => apiResource(resource, objectKinds(resource, subresources), scale)),
      schemaOf: ({ group, version, kind }) =>
        kinds.find((item) => item.group === group && item.version === version && item.kind === kind),
      responder,
      healthChecks: healthChecks(parts),
      serverAddress: () => parts.state.address,
      metrics: metrics.handler,
      ...(tokens ? { morePaths: issuerPaths(tokens, () => parts.state.address) } : {}),
      target,
      nowMs,
      ...openApi,
    });
    const handler = createRouter({
      stores,
      scaleStores: registry.scaleStores,
      target,
      responder,
      vetting: parts.vetting,
      authorizer,
      virtualResources,
      objectSubresources: subresources,
      ownHandlers,
      otherPaths: paths,
    });
    return { handler, names: new Set(served.flatMap((resource) => askedNames(resource, subresources))) };
  };
  // Made when someone asks: many definitions may come at once.
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
    objectCounts: () => registry.stores.map(({ resource, size }) => ({ resource: resource.resource, count: size })),
    decodeErrors: () => registry.decodeErrors,
    isServed: (name) => routesNow().names.has(askedName(name, name.subresource)),
    nowMs,
  });
  routesNow();
  const audit = parts.audit && auditFilters({ ...parts.audit, ...auditParts(parts) });
  return chain(
    [
      accessLog(log, nowMs),
      metrics.filter,
      standardHeaders,
      ...(audit ? [audit.around] : []),
      answerFailures(responder, log),
      deadline,
      authenticationFilter(parts.authenticators),
      ...(audit ? [audit.received] : []),
      impersonationFilter(authorizer, parts.impersonate),
      limitInFlight(parts.limits ?? {}),
      authorizationFilter(authorizer, parts.attempts),
    ],
    (exchange) => (aggregation.handlerFor(exchange) ?? routesNow().handler)(exchange),
  );
}

function auditParts({ log, nowMs, groupDomain = defaultGroupDomain, register }: HandlerParts) {
  const onLost = (error: unknown) => log.error({ error: String(error) }, "an audit event is lost");
  return { groupDomain, nowMs, onLost, metrics: auditMetrics(register) };
}

/** The handlers for the resources that are served at the time. */
interface Routes {
  readonly handler: Handler;
  /** All that can be asked for. */
  readonly names: ReadonlySet<string>;
}

const askedName = ({ group, version, resource }: Omit<AskedName, "subresource">, subresource: string): string =>
  `${group}/${version}/${resource}/${subresource}`;

const askedNames = (resource: ServedResource, subresources: readonly ObjectSubresource[]): string[] =>
  ["", ...(resource.traits.subresources ?? []), ...objectKinds(resource, subresources).keys()].map((name) =>
    askedName(resource, name),
  );

/** The bodies for the subresources of a resource, by their names. */
function objectKinds({ group, resource }: ResourceName, subresources: readonly ObjectSubresource[]) {
  const own = subresources.filter(({ of }) => of.group === group && of.resource === resource);
  return new Map(own.map(({ name, kind }) => [name, kind]));
}

function healthChecks({ storage, state }: HandlerParts): readonly HealthCheck[] {
  return [
    { name: "ping", check: async () => {} },
    { name: "etcd", check: async () => void (await storage.currentRevision()) },
    {
      name: "shutdown",
      check: async () => {
        if (state.isStopping) throw new Error("the server is stopping");
      },
    },
  ];
}

interface Services {
  readonly ranges: readonly AddressRange[];
  claim(attempt: Attempt): Promise<Claim | undefined>;
  stop(): void;
}

/** The allocations of services, for a registry whose caches are filled. */
function startServices(registry: Registry, groupDomain: string, settings: ServiceSettings): Services {
  const ranges = (settings.ranges ?? defaultServiceRanges).map((prefix) => new AddressRange(prefix));
  const services = registry.store("", "services");
  const store = registry.store(`networking.${groupDomain}`, "ipaddresses");
  // Releases before 1.31 have no IPAddresses.
  if (!services || !store) return { ranges, claim: async () => undefined, stop: () => {} };
  const ports = new NodePorts(settings.nodePorts ?? defaultNodePorts, services);
  const further = registry.store(`networking.${groupDomain}`, "servicecidrs");
  const allRanges = () => [...ranges, ...(further?.cached() ?? []).flatMap(rangesOf)];
  const addresses = new Addresses({ ranges: allRanges, store, write: serverWrite });
  const allocation = new ServiceAllocation(addresses, ports);
  return {
    ranges,
    claim: async (attempt) => (attempt.resource === services.resource ? allocation.claim(attempt) : undefined),
    stop: () => ports.stop(),
  };
}

/** Ranges that a ServiceCIDR adds to those of the server. */
function rangesOf({ metadata, spec }: ApiObject): readonly AddressRange[] {
  if (metadata.deletionTimestamp || metadata.name === defaultRange) return [];
  const { cidrs = [] } = (spec ?? {}) as { readonly cidrs?: readonly string[] };
  return cidrs.flatMap((text) => {
    const prefix = parseIpPrefix(text);
    return prefix.ok ? [new AddressRange(prefix.value)] : [];
  });
}

async function createSystemNamespaces(registry: Registry): Promise<void> {
  for (const name of systemNamespaces) {
    const namespace = { group: "", resource: "namespaces", object: { metadata: { name } } };
    await ensureObject({ registry, write: serverWrite }, namespace);
  }
}
