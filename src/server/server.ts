/**
 * Starts the API server: this module and the modules in the same folder connect all parts.
 *
 * @module
 */
import { withoutUndefined } from "../json/without-undefined.ts";
import { encryptedStorage } from "../storage/encrypted.ts";
import { observedStorage } from "../storage/observed-storage.ts";
import { joinHostPort } from "../text/ip.ts";
import { Aggregation } from "./aggregation/aggregation.ts";
import { BackendClient } from "./aggregation/backend.ts";
import { startRegistration } from "./aggregation/registration.ts";
import { auditFilters } from "./audit/audit-filters.ts";
import { auditMetrics } from "./audit/audit-metrics.ts";
import { authenticatorsOf } from "./authn/authenticators-for.ts";
import { impersonateFully, impersonateNarrowly } from "./authn/impersonation-modes.ts";
import { secretTokenUses } from "./authn/secret-token-uses.ts";
import type { FindObject } from "./authn/service-account-tokens.ts";
import { ensureBootstrapPolicy } from "./authz/ensure-bootstrap-policy.ts";
import { publishClientAuthority } from "./bootstrap/client-authority.ts";
import { createClusterObjects } from "./bootstrap/cluster-objects.ts";
import type { EnsureOptions } from "./bootstrap/ensure-object.ts";
import { mandatoryObjects } from "./bootstrap/flow-control.ts";
import { ensureKubernetesService } from "./bootstrap/kubernetes-service.ts";
import { createSystemNamespaces } from "./bootstrap/system-namespaces.ts";
import { composeHandler, type ServerState } from "./compose-handler.ts";
import { Locations } from "./connect/locations.ts";
import { startEventExpiry } from "./controllers/event-expiry.ts";
import { startFlowControl } from "./controllers/flow-control.ts";
import { startFlowSchemas } from "./controllers/flow-schemas.ts";
import { startControllers } from "./controllers/start-controllers.ts";
import { startDefinitions } from "./definitions/definitions.ts";
import { type FairnessOptions, startFairness } from "./fairness/start-fairness.ts";
import { servedCodecs } from "./http/codecs.ts";
import { limitInFlight } from "./http/in-flight.ts";
import { listen, type ServerIdentity } from "./http/listener.ts";
import { partialObjectMetadata, partialObjectMetadataList } from "./http/partial-metadata.ts";
import { Responder } from "./http/responder.ts";
import { table } from "./http/table.ts";
import { shrinkHeapWhenQuiet } from "./quiet-heap.ts";
import { resourceByKey } from "./registry/keys.ts";
import type { Registry } from "./registry/registry.ts";
import { transformationMetrics } from "./registry/transformation-metrics.ts";
import { undefinedIfNotFound } from "./request/status.ts";
import { nonPersistedResources, objectSubresources } from "./served-kinds.ts";
import type { ServerOptions } from "./server-options.ts";
import { type ServerScope, serverWrite, settleScope } from "./server-scope.ts";
import { type StartedRegistry, startRegistry } from "./start-registry.ts";
import { startTracing } from "./tracing/start-tracing.ts";
import { observeStorage } from "./tracing/storage-spans.ts";

export interface RunningServer {
  readonly port: number;
  readonly registry: Registry;
  /** Replaces the certificate for new connections. */
  setIdentity(identity: ServerIdentity): void;
  /** Resolves once the caches contain everything that is in the store now, and its definitions are served. */
  waitUntilCaughtUp(): Promise<void>;
  /** Lets requests finish, and ends watches; resolves once everything has stopped. Does not close the storage. */
  close(): Promise<void>;
}

/** Maximum time for requests to finish when the server stops. */
const closeDeadlineMs = 10_000;

const defaultEventTtlMs = 3_600_000;

/** Returns the options with an encrypting store if encryption is configured. */
function withEncryption(options: ServerOptions, { register, resources }: ServerScope): ServerOptions {
  const { encryption, storage } = options;
  if (!encryption) return options;
  encryption.start(register);
  const { prefix } = encryption;
  const resourceOf = resourceByKey(resources);
  const onTransformation = transformationMetrics(register);
  return {
    ...options,
    storage: encryptedStorage(storage, {
      encryption: () => encryption.current(),
      prefix,
      resourceOf,
      onTransformation,
    }),
  };
}

/** Returns the options with a store whose calls are traced if tracing is configured. */
function withTracing(options: ServerOptions, { resources }: ServerScope): ServerOptions {
  if (!options.tracing) return options;
  return { ...options, storage: observedStorage(options.storage, observeStorage(resourceByKey(resources))) };
}

/**
 * Starts a server.
 *
 * @throws {OptionError} for an unknown target, and for feature gates that it does not have
 */
export async function startServer(given: ServerOptions): Promise<RunningServer> {
  const { log, nowMs } = given;
  const scope = settleScope(given);
  const options = withTracing(withEncryption(given, scope), scope);
  const { groupDomain, contextFor, isEnabled } = scope;
  const started = await startRegistry(options, scope);
  const { registry, services, store, webhooks } = started;
  const definitions = await startDefinitions({
    registry,
    write: serverWrite,
    log,
    nowMs,
    groupDomain,
    contextOf: (version) => contextFor(version),
    readSchemas: (definition) => started.vetting.readSchemas(definition),
    webhooks,
  });
  const bootstrap = { registry, write: serverWrite, groupDomain };
  await createSystemNamespaces(bootstrap);
  if ((options.bootstrapPolicy ?? true) && !started.isFilled) await ensureBootstrapPolicy(registry, groupDomain);
  const hasClusterObjects = options.clusterObjects ?? true;
  const serviceRanges = services.ranges.map(({ text }) => text);
  if (hasClusterObjects) await createClusterObjects({ ...bootstrap, serviceRanges, nowMs });

  const backends = new BackendClient(started.resolve, options.proxyClient, { proxy: options.egress?.cluster });
  const apiServices = store(`apiregistration.${groupDomain}`, "apiservices");
  const aggregation = new Aggregation(apiServices, {
    registry,
    write: serverWrite,
    log,
    nowMs,
    services: started.serviceStore,
    client: backends,
    hasOwnServices: hasClusterObjects,
  });
  const registration = hasClusterObjects
    ? await startRegistration(
        { services: apiServices, definitions: store(`apiextensions.${groupDomain}`, "customresourcedefinitions") },
        scope.resources.filter(scope.isShown),
        { registry, write: serverWrite, log },
      )
    : undefined;
  const locations = new Locations({ store: started.serviceStore, isEnabled }, options.kubelets ?? {});
  const state: ServerState = { isStopping: false, address: "" };
  const responder = new Responder({
    codecs: await servedCodecs(isEnabled),
    transforms: [table, partialObjectMetadata, partialObjectMetadataList],
    nowMs,
  });
  const fairness =
    (options.priorityAndFairness ?? true) ? startFairness(fairnessOptions(options, scope, registry)) : undefined;
  const audit = options.audit && auditFilters({ ...options.audit, ...auditParts(options, scope) });
  const tracing = options.tracing && startTracing(options.tracing, log);
  const handler = composeHandler(
    {
      ...options,
      ...started,
      ...requestParts(options, scope, started),
      audit,
      tracer: tracing,
      groupDomain,
      aggregation,
      locations,
      attempts: started.authorization.metrics,
      limit: fairness?.filter ?? limitInFlight(options.limits ?? {}),
      unlistedPaths: fairness?.dumps ?? new Map(),
      register: scope.register,
      responder,
      state,
      isShown: scope.isShown,
      isEnabled,
    },
    scope.target,
  );
  const listener = await listen(options.port, options.host ?? "127.0.0.1", {
    certificate: options.certificate,
    key: options.key,
    ...withoutUndefined({ clientAuthority: options.clientAuthority, proxyAuthority: options.proxyAuthority }),
    log,
    nowMs,
    handler,
    ...withoutUndefined({ backlog: options.backlog, limits: options.requestLimits, tls: options.tls }),
    refuse: (exchange, fault) => responder.sendFailure(exchange, fault),
  });
  const controllers = startControllers(scope.isControllerOn, {
    registry,
    write: { ...serverWrite, fieldManager: "kube-controller-manager" },
    log,
    target: scope.target,
    groupDomain,
    authority: options.authority,
  });
  const flowSchemas = startFlowSchemas({ registry, write: serverWrite, log, nowMs, groupDomain });
  if (flowSchemas) controllers.push(flowSchemas);
  const flowControl = hasClusterObjects
    ? await startFlowControl({
        registry,
        write: serverWrite,
        log,
        groupDomain,
        ...(options.flowControlMs === undefined ? {} : { intervalMs: options.flowControlMs }),
      })
    : undefined;
  if (flowControl) controllers.push(flowControl);
  const { eventTtlMs: ttlMs = defaultEventTtlMs } = options;
  if (ttlMs > 0) controllers.push(startEventExpiry({ registry, log, ttlMs, nowMs }));
  const publish = hasClusterObjects ? publisher(options, bootstrap) : undefined;
  await publish?.clientAuthority(options);
  await publish?.service(services.ranges[0]?.firstAddress ?? "", listener.port);
  state.address = joinHostPort(listener.address, listener.port);
  const stopShrinking = (options.shrinksHeap ?? true) ? shrinkHeapWhenQuiet() : () => {};
  return {
    port: listener.port,
    registry,
    setIdentity(renewed) {
      const identity = {
        ...(options.proxyAuthority === undefined ? {} : { proxyAuthority: options.proxyAuthority }),
        ...renewed,
      };
      listener.setIdentity(identity);
      void publish?.clientAuthority(identity);
    },
    async waitUntilCaughtUp() {
      await registry.waitForRevision(await options.storage.currentRevision());
      await definitions.idle();
    },
    async close() {
      state.isStopping = true;
      await listener.close(closeDeadlineMs);
      await audit?.close();
      await tracing?.close();
      for (const controller of controllers) controller.stop();
      fairness?.stop();
      services.stop();
      definitions.stop();
      await registry.stop();
      registration?.stop();
      aggregation.stop();
      backends.close();
      locations.transport.close();
      await started.close();
      stopShrinking();
    },
  };
}

function fairnessOptions(
  { limits = {}, nowMs }: ServerOptions,
  scope: ServerScope,
  registry: Registry,
): FairnessOptions {
  const { register, groupDomain, isEnabled } = scope;
  return { registry, register, groupDomain, limits, mandatory: mandatoryObjects, isEnabled, nowMs };
}

function auditParts({ log, nowMs }: ServerOptions, { groupDomain, register }: ServerScope) {
  const onLost = (error: unknown, plugin: string, events: number) =>
    log.error({ error: String(error), plugin, events }, "audit events are lost");
  return { groupDomain, nowMs, onLost, metrics: auditMetrics(register) };
}

/**
 * Writes the objects with which clients in the cluster find and trust the server. Write errors are only logged, since a
 * server with a read-only store can still serve reads.
 */
function publisher({ log, frontProxy, services }: ServerOptions, bootstrap: EnsureOptions & { groupDomain: string }) {
  const { advertiseAddress } = services ?? {};
  const logWriteError = (object: string) => (error: unknown) =>
    log.warn({ error: String(error) }, `${object} could not be written`);
  return {
    async clientAuthority(identity: ServerIdentity) {
      if ((identity.clientAuthority ?? identity.proxyAuthority) === undefined) return;
      const trust = { ...identity, ...(frontProxy ? { frontProxy } : {}) };
      await publishClientAuthority(bootstrap, trust).catch(logWriteError("the authority of client certificates"));
    },
    async service(clusterIP: string, port: number) {
      const address = advertiseAddress === undefined ? {} : { advertiseAddress };
      const unpublished = logWriteError("the service of the API server");
      await ensureKubernetesService({ ...bootstrap, clusterIP, port, ...address }).catch(unpublished);
    },
  };
}

/**
 * Creates the parts that requests need: subresources, resources that are not stored, authenticators and impersonation.
 */
function requestParts(options: ServerOptions, scope: ServerScope, { registry, store, ...started }: StartedRegistry) {
  const { nowMs, serviceAccountTokens: tokens } = options;
  const { settings, contextFor, isEnabled } = scope;
  const find: FindObject = async (resource, target) =>
    store("", resource).cachedObject(target) ?? (await undefinedIfNotFound(store("", resource).get(target, undefined)));
  const subresources = objectSubresources(settings, {
    nowMs,
    budgets: () => registry.store("policy", "poddisruptionbudgets"),
    write: serverWrite,
    ...(tokens
      ? { tokens: { settings: tokens, find, contextFor, validateObject: started.validateObject, nowMs } }
      : {}),
  });
  const audiences = tokens?.audiences ?? [];
  const { register } = scope;
  const secrets = () => store("", "secrets");
  const uses = secretTokenUses({ register, store: secrets, write: serverWrite, log: options.log, nowMs });
  const authenticatorsFor = authenticatorsOf(options, find, uses);
  return {
    subresources,
    impersonate: isEnabled("ConstrainedImpersonation") ? impersonateNarrowly : impersonateFully,
    authenticators: authenticatorsFor(audiences),
    nonPersisted: nonPersistedResources(scope.resources, {
      authorizer: started.authorizer,
      authenticatorsFor,
      audiences,
      pods: () => store("", "pods"),
      nowMs,
    }),
  };
}
