/**
 * Runs the API server until a signal stops it: reads flags and files, opens the store, starts the server, and writes
 * the certificates and the kubeconfig that clients need.
 *
 * @part server
 * @module
 */
import { resolve } from "node:path";
import { type IsEnabled, parseRuntimeConfig, readRuntimeConfig } from "../flags/runtime-config.ts";
import { withoutUndefined } from "../json/without-undefined.ts";
import type { GateSettings } from "../release/feature-gates.ts";
import { newestTarget } from "../release/release.ts";
import type { AuditOptions } from "../server/audit/audit-filters.ts";
import type { TokenSettings } from "../server/authn/service-account-tokens.ts";
import { prepareTokenKey } from "../server/certificates/data-directory.ts";
import type { KeyPair } from "../server/certificates/issue.ts";
import type { KubeletSettings } from "../server/connect/locations.ts";
import type { ControllerName } from "../server/controllers/start-controllers.ts";
import type { Log } from "../server/http/log.ts";
import type { TlsSettings } from "../server/http/tls-settings.ts";
import type { EgressSelection } from "../server/outgoing/egress.ts";
import { StatusError } from "../server/request/status.ts";
import { setServingFlags } from "../server/run-flags.ts";
import { startServer } from "../server/server.ts";
import type { ServiceSettings } from "../server/services/start-services.ts";
import type { TracingSettings } from "../server/tracing/start-tracing.ts";
import { etcdAddress } from "../storage/etcd-channel.ts";
import { isStorageError, type Storage } from "../storage/storage.ts";
import { joinHostPort } from "../text/ip.ts";
import { UsageError } from "./exit.ts";
import { parseFeatureGates } from "./feature-gates.ts";
import { hostToCall } from "./host-to-call.ts";
import { reducedInliningFlags } from "./inlining.ts";
import { nodeHost } from "./node-host.ts";
import { openRefusalLog, type RefusalLog, refusalsVariable } from "./refusals.ts";
import { type AdmissionFlags, readPluginConfigurations } from "./serve-admission.ts";
import { type AggregationFlags, readProxyClient } from "./serve-aggregation.ts";
import { type AuditFlags, startAudit } from "./serve-audit.ts";
import { type Authentication, type AuthenticationFlags, startAuthentication } from "./serve-authentication.ts";
import { type Authorization, type AuthorizationFlags, readAuthorization } from "./serve-authorization.ts";
import { type ClusterFlags, readControllers, readPlugins, readServiceSettings } from "./serve-cluster.ts";
import { vetServeLine } from "./serve-command-line.ts";
import { readEgress, relaysTo } from "./serve-egress.ts";
import { type EncryptionFlags, readEncryption, type ServedEncryption } from "./serve-encryption.ts";
import { type FrontProxyFlags, type FrontProxyOptions, readFrontProxy } from "./serve-front-proxy.ts";
import {
  type Identity,
  type IdentityFlags,
  inDataDir,
  prepareDataDir,
  prepareOwnIdentity,
  readFlagIdentity,
} from "./serve-identity.ts";
import { type KubeletFlags, readKubelets } from "./serve-kubelets.ts";
import { followManifests } from "./serve-manifests.ts";
import { warnOfOtherFlags } from "./serve-other-flags.ts";
import { announce, openLog, removeReadyFile, stopSignal } from "./serve-process.ts";
import { openStorage, type StorageFlags } from "./serve-storage.ts";
import { readTls, type TlsFlags } from "./serve-tls.ts";
import { readTokenSettings, type TokenFlags } from "./serve-tokens.ts";
import { readTracing, type TracingFlags } from "./serve-tracing.ts";
import type { OwnWorker } from "./serve-worker.ts";
import { orUsageError, settleServer } from "./target-options.ts";
import { logUncaughtErrors } from "./uncaught-errors.ts";

/** The options of the command line. Their help texts in commands/serve.ts describe them. */
export interface ServeFlags
  extends StorageFlags,
    TokenFlags,
    ClusterFlags,
    AuthenticationFlags,
    AuthorizationFlags,
    AuditFlags,
    EncryptionFlags,
    AdmissionFlags,
    AggregationFlags,
    KubeletFlags,
    FrontProxyFlags,
    IdentityFlags,
    TlsFlags,
    TracingFlags {
  readonly securePort: number;
  /** Number of processes that handle requests. */
  readonly workers: number;
  /** The flag without a value means true. */
  readonly enableBootstrapTokenAuth?: boolean;
  readonly runtimeConfig?: string;
  readonly featureGates?: string;
  /** In milliseconds. */
  readonly eventTtl?: number;
  readonly maxRequestsInflight: number;
  readonly maxMutatingRequestsInflight: number;
  /** In milliseconds. */
  readonly requestTimeout: number;
  /** In seconds. */
  readonly minRequestTimeout: number;
  readonly deleteCollectionWorkers: number;
  readonly goawayChance: number;
  /** 0 means the default. */
  readonly http2MaxStreamsPerConnection: number;
  readonly enablePriorityAndFairness: boolean;
  /** The flags of kube-apiserver on the command line, as `--name=value` in their order. */
  readonly givenFlags: readonly string[];
  /** The values of all flags, by name. */
  readonly shownFlags: ReadonlyMap<string, string>;
  /** The flag without a value means true. */
  readonly enableAggregatorRouting?: boolean;
  readonly logLevel: string;
  readonly readyFile?: string;
}

/**
 * Runs the server. Resolves when it has stopped.
 *
 * @param vettingThread - the module of the threads that vet large objects
 * @param worker - set if this process is one of several workers; default: it is the whole server
 */
export async function serve(flags: ServeFlags, vettingThread: URL, worker?: OwnWorker): Promise<void> {
  const warnings = [...vetServeLine(flags.givenFlags, flags.target), ...warnOfOtherFlags(flags.givenFlags)];
  const featureGates = readGates(flags);
  const runtimeConfig = readEnabled(flags);
  const controllers = readControllers(flags);
  const isControllerOn = worker?.isFirst === false ? () => false : controllers;
  const isPluginOn = readPlugins(flags);
  const { byPlugin: pluginConfigurations, manifests } = readPluginConfigurations(flags, isPluginOn);
  const services = readServiceSettings(flags, flags.bindAddress);
  const proxyClient = readProxyClient(flags);
  const kubelets = readKubelets(flags);
  const tls = readTls(flags);
  const egress = readEgress(flags);
  const tracing = readTracing(flags);
  const log = openLog(flags.logLevel);
  if (egress.cluster)
    warnings.push("connections to kubelets, pods and their proxies do not go through the egress proxy");
  if (worker?.isFirst !== false) for (const warning of warnings) log.warn({}, warning);
  if (!worker) removeReadyFile(flags.readyFile);
  const dataDir = resolve(flags.dataDir);
  await prepareDataDir(flags);
  const { tlsCertFile } = flags;
  const identity =
    tlsCertFile === undefined ? await prepareOwnIdentity(flags, dataDir) : readFlagIdentity({ ...flags, tlsCertFile });
  const tokens = await readTokenSettings(flags, () => inDataDir(prepareTokenKey(dataDir)));
  const proxy = readFrontProxy(flags, identity.clientAuthority);
  const authentication = await startAuthentication(flags, tokens.issuers, log);
  const authorization = readAuthorization(flags, log);
  const encryption = readEncryption(flags, log);
  await encryption?.ready;
  const audit = startAudit(flags, log);
  const etcdRelays = await relaysTo(egress.etcd, (flags.etcdServers ?? []).map(etcdAddress));
  const collectorRelays = await relaysTo(egress.controlplane, tracing ? [tracing.endpoint] : []);
  const storage =
    worker && flags.storage !== "etcd"
      ? worker.storage()
      : await openStorage({ ...flags, targetOf: etcdRelays.targetOf }, log);
  const endManifests = followManifests(manifests, log);
  try {
    await run(flags, {
      featureGates,
      runtimeConfig,
      isControllerOn,
      isPluginOn,
      pluginConfigurations,
      services,
      proxyClient,
      kubelets,
      tls,
      egress,
      tracing: tracing && { ...tracing, endpoint: collectorRelays.targetOf(tracing.endpoint) },
      log,
      identity,
      proxy,
      tokens,
      authentication,
      authorization,
      audit,
      encryption,
      storage,
      vettingThread,
      worker,
    });
  } finally {
    endManifests();
    authentication.stop();
    authorization.stop();
    encryption?.stop();
    await storage.close();
    await etcdRelays.close();
    await collectorRelays.close();
  }
}

/** The parts of a server after flags and files are read. */
interface ServerParts {
  readonly featureGates: GateSettings;
  readonly runtimeConfig: IsEnabled;
  readonly isControllerOn: (name: ControllerName) => boolean;
  readonly isPluginOn: (name: string) => boolean;
  readonly pluginConfigurations: ReadonlyMap<string, unknown>;
  readonly services: ServiceSettings;
  readonly proxyClient: KeyPair | undefined;
  readonly kubelets: KubeletSettings;
  readonly tls: TlsSettings;
  readonly egress: EgressSelection;
  readonly tracing: TracingSettings | undefined;
  readonly log: Log;
  readonly identity: Identity;
  readonly proxy: FrontProxyOptions | undefined;
  readonly tokens: TokenSettings;
  readonly authentication: Authentication;
  readonly authorization: Authorization;
  readonly audit: AuditOptions | undefined;
  readonly encryption: ServedEncryption | undefined;
  readonly storage: Storage;
  readonly vettingThread: URL;
  readonly worker: OwnWorker | undefined;
}

async function run(flags: ServeFlags, prepared: ServerParts): Promise<void> {
  const {
    log,
    identity,
    proxy,
    authentication,
    authorization,
    tokens,
    storage,
    proxyClient,
    audit,
    encryption,
    tracing,
    worker,
    ...rest
  } = prepared;
  const stopped = worker ? Promise.race([stopSignal(), worker.stopped]) : stopSignal();
  const share = worker ? flags.workers : 1;
  const refusals = logRefusals(log);
  const server = await startServer({
    ...rest,
    storage,
    host: flags.bindAddress,
    cryptography: nodeHost(undefined),
    port: flags.securePort,
    ...identity.serving,
    authenticators: authentication.authenticators,
    remoteAuthenticators: authentication.remoteAuthenticators,
    authorizer: (_rbac, parts) => authorization.start(parts),
    log,
    nowMs: Date.now,
    flags: flags.shownFlags,
    serviceAccountTokens: tokens,
    limits: {
      maxReads: Math.ceil(flags.maxRequestsInflight / share),
      maxWrites: Math.ceil(flags.maxMutatingRequestsInflight / share),
    },
    requestLimits: {
      timeoutMs: flags.requestTimeout,
      minWatchSeconds: flags.minRequestTimeout,
      deletionWorkers: flags.deleteCollectionWorkers,
      goawayChance: flags.goawayChance,
      ...(flags.http2MaxStreamsPerConnection > 0 ? { maxConcurrentStreams: flags.http2MaxStreamsPerConnection } : {}),
    },
    priorityAndFairness: flags.enablePriorityAndFairness,
    ...withoutUndefined({
      clientAuthority: identity.clientAuthority,
      proxyAuthority: proxy?.authority,
      frontProxy: proxy?.settings,
      bootstrapTokens: flags.enableBootstrapTokenAuth,
      webhookTokens: authentication.webhookTokens,
      authority: identity.authority,
      routesToEndpoints: flags.enableAggregatorRouting,
      proxyClient,
      audit,
      encryption,
      tracing,
      target: flags.target,
      groupDomain: flags.groupDomain,
      eventTtlMs: flags.eventTtl,
      noteRefusal: refusals?.note,
    }),
  }).catch((error: unknown) => {
    throw startFault(error, flags);
  });
  const removeErrorHandlers = logUncaughtErrors(log);
  const url = `https://${joinHostPort(hostToCall(flags.bindAddress), server.port)}`;
  const followed = await identity.startUpdates(server, url, log);
  try {
    log.info({ url, storage: flags.storage }, "serving");
    if (worker) worker.ready({ url, kubeconfig: followed.kubeconfig });
    else announce({ url, kubeconfig: followed.kubeconfig }, flags.readyFile);
    setServingFlags(reducedInliningFlags());
    log.info({ signal: await stopped }, "stopping");
  } finally {
    followed.stop();
    if (!worker) removeReadyFile(flags.readyFile);
    await server.close();
    refusals?.close();
    removeErrorHandlers();
  }
}

/** Returns undefined unless the parent process has requested a report. */
function logRefusals(log: Log): RefusalLog | undefined {
  const file = process.env[refusalsVariable];
  if (file === undefined || file === "") return undefined;
  const failed = (error: unknown) => log.warn({ error: String(error) }, "refused objects are not reported");
  return openRefusalLog(file, `${process.pid}-${Date.now()}`, failed);
}

/** @throws {UsageError} for an unknown release, and for gates that are unknown or locked in the release */
function readGates({ featureGates: text = "", target, groupDomain }: ServeFlags): GateSettings {
  const featureGates = parseFeatureGates(text);
  orUsageError("", () => settleServer({ target, groupDomain }, { featureGates }));
  return featureGates;
}

/** @throws {UsageError} for settings that the release does not know */
function readEnabled({ runtimeConfig = "", target = newestTarget, groupDomain = "k8s.io" }: ServeFlags): IsEnabled {
  const { isEnabled, faults } = readRuntimeConfig(parseRuntimeConfig(runtimeConfig), { target, groupDomain });
  const [fault] = faults;
  if (fault) throw new UsageError(`--runtime-config: ${fault.message}`, fault.help);
  return isEnabled;
}

const listenFaults: ReadonlyMap<string, string> = new Map(
  Object.entries({
    EADDRINUSE: "another process listens on this address",
    EADDRNOTAVAIL: "this machine has no such address",
    EACCES: "this process must not listen on this address",
  }),
);

/**
 * Converts errors that the user can fix, those of the store and the listen address, to a UsageError. Returns other
 * errors unchanged.
 */
function startFault(error: unknown, { bindAddress, securePort }: ServeFlags): unknown {
  if (isStorageError(error)) return new UsageError(`the store cannot be used: ${error.message}`);
  if (error instanceof StatusError && error.reason === "ServiceUnavailable") return new UsageError(error.message);
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const fault = listenFaults.get(code);
  if (fault === undefined) return error;
  return new UsageError(
    `cannot listen on ${joinHostPort(bindAddress, securePort)}: ${fault}`,
    "choose another address with --bind-address and --secure-port",
  );
}
