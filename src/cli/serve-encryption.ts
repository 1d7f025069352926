/**
 * The flags of `clustervet serve` for encryption of stored objects.
 *
 * @module
 */
import { randomUUID } from "node:crypto";
import type { EncryptionConfiguration, KMSConfiguration, ProviderConfiguration } from "../api/types/apiserver-v1.ts";
import type { Settings } from "../engine/options.ts";
import type { Log } from "../server/http/log.ts";
import { type ReloadMetrics, reloadMetrics } from "../server/http/reload-metrics.ts";
import type { EncryptionSettings } from "../server/server-options.ts";
import { type Encryption, type EncryptionEntry, type EncryptionProvider, encryptionOf } from "../storage/encryption.ts";
import { KmsProvider } from "../storage/kms-provider.ts";
import { decodeBase64 } from "../text/base64.ts";
import { parseDuration } from "../text/duration.ts";
import { UsageError } from "./exit.ts";
import { FollowedFile } from "./followed-file.ts";
import { nodeHost } from "./node-host.ts";
import { readConfiguration } from "./read-configuration.ts";
import { readSecretFile } from "./serve-files.ts";
import { loadConfiguration } from "./single-result.ts";
import { settleServer } from "./target-options.ts";

export interface EncryptionFlags {
  readonly encryptionProviderConfig?: string;
  /** The flag without a value means true. */
  readonly encryptionProviderConfigAutomaticReload?: boolean;
  readonly etcdPrefix?: string;
  readonly target?: string;
  readonly groupDomain?: string;
}

/** The encryption settings of a server, and a function that stops watching the file. */
export interface ServedEncryption extends EncryptionSettings {
  /** Resolves after the first call to each KMS plugin. */
  readonly ready: Promise<void>;
  stop(): void;
}

const kind = "EncryptionConfiguration";
const flag = "--encryption-provider-config";
const defaultPrefix = "/registry";

/** @throws {UsageError} if kube-apiserver would not start with the file; its faults are printed first */
export function readEncryption(flags: EncryptionFlags, log: Log): ServedEncryption | undefined {
  const { encryptionProviderConfig: path, encryptionProviderConfigAutomaticReload: isFollowed } = flags;
  if (path === undefined) return undefined;
  const started = readSecretFile(flag, path);
  const settings = settleServer(flags, { host: nodeHost("/") });
  const { object } = loadConfiguration<EncryptionConfiguration>(path, kind, settings);
  let current = startEntries(entriesOf(object, log));
  let metrics: ReloadMetrics | undefined;
  const follower = isFollowed
    ? new FollowedFile(path, async (changed) => {
        const next = await startedEntries(path, changed, { settings, log });
        metrics?.noteReload(typeof next === "string" ? undefined : changed);
        if (typeof next === "string") {
          log.error({ file: path, error: next }, "the changed encryption configuration is not used");
        } else {
          closeLater(current);
          current = next;
          log.info({ file: path }, "the changed encryption configuration is used");
        }
        return "done";
      })
    : undefined;
  return {
    ready: current.isReady,
    current: () => current.encryption,
    ...(isFollowed || current.services.length > 0 ? { check: () => checkAll(current.services) } : {}),
    prefix: flags.etcdPrefix ?? defaultPrefix,
    isReloaded: follower !== undefined,
    start(register) {
      metrics = reloadMetrics(register, "encryption", randomUUID());
      metrics.noteStart(started);
    },
    stop() {
      follower?.stop();
      for (const service of current.services) service.close();
    },
  };
}

/** A configuration in use, with its KMS plugins. */
interface Started {
  readonly encryption: Encryption;
  readonly services: readonly KmsProvider[];
  /** Sum of the timeouts of the KMS plugins. */
  readonly timeoutMs: number;
  readonly isReady: Promise<void>;
}

function startEntries({ entries, timeoutMs }: Entries): Started {
  const services = entries.flatMap(({ providers }) =>
    providers.flatMap((each) => (each.cipher === "kms" ? [each.kms] : [])),
  );
  const isReady = Promise.all(services.map((service) => service.start())).then(() => undefined);
  return { encryption: encryptionOf(entries), services, timeoutMs, isReady };
}

/** @throws {Error} for the first KMS plugin that is not healthy */
async function checkAll(services: readonly KmsProvider[]): Promise<void> {
  for (const [index, service] of services.entries()) {
    await service.check().catch((error: Error) => {
      throw new Error(`kms-provider-${index}: ${error.message}`);
    });
  }
}

/** Closes the KMS plugins after a delay, since requests in progress may still need them for decryption. */
function closeLater({ services, timeoutMs }: Started): void {
  const close = () => {
    for (const service of services) service.close();
  };
  setTimeout(close, 2 * timeoutMs).unref();
}

/**
 * Starts the configuration of a changed file. Returns the reason if it can't be used, for example because a KMS plugin
 * is not healthy.
 */
async function startedEntries(
  path: string,
  text: string,
  { settings, log }: { readonly settings: Settings; readonly log: Log },
): Promise<Started | string> {
  const entries = changedEntries(path, text, { settings, log });
  if (typeof entries === "string") return entries;
  const started = startEntries(entries);
  await started.isReady;
  try {
    await checkAll(started.services);
    return started;
  } catch (error) {
    for (const service of started.services) service.close();
    return error instanceof Error ? error.message : String(error);
  }
}

/** Returns the entries of a changed file, or the reason why it can't be used. */
function changedEntries(
  path: string,
  text: string,
  { settings, log }: { readonly settings: Settings; readonly log: Log },
): Entries | string {
  const { object, faults } = readConfiguration<EncryptionConfiguration>(path, text, { kind, settings });
  if (!object) return faults.join("; ");
  try {
    return entriesOf(object, log);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

interface Entries {
  readonly entries: readonly EncryptionEntry[];
  readonly timeoutMs: number;
}

/** Converts a valid configuration. @throws {UsageError} for providers that this server does not support */
function entriesOf({ resources = [] }: EncryptionConfiguration, log: Log): Entries {
  const services = resources.flatMap(({ providers = [] }) => providers.flatMap(({ kms }) => kms ?? []));
  const entries = resources.flatMap(({ resources: names = [], providers = [] }) => {
    const [first, ...rest] = providers.map((provider) => providerOf(provider, log));
    return first ? [{ resources: names, providers: [first, ...rest] as const }] : [];
  });
  return { entries, timeoutMs: services.reduce((sum, service) => sum + timeoutOf(service), 0) };
}

const nanosPerMs = 1_000_000n;

function timeoutOf({ timeout = "3s" }: KMSConfiguration): number {
  const duration = parseDuration(timeout);
  return duration.ok ? Number(duration.value / nanosPerMs) : 0;
}

const socketForm = /^unix:\/\/(\/[^@].*)$/;

/** @throws {UsageError} for KMS v1, and for sockets that Node.js can't open */
function serviceOf(service: KMSConfiguration, log: Log): KmsProvider {
  const { name = "", apiVersion = "v1", endpoint = "" } = service;
  if (apiVersion !== "v2") {
    throw new UsageError(
      `${flag}: KMS ${apiVersion} is not supported; got ${JSON.stringify(name)}`,
      "use `apiVersion: v2`",
    );
  }
  const [, socketPath] = socketForm.exec(endpoint) ?? [];
  if (socketPath === undefined) {
    throw new UsageError(`${flag}: the endpoint ${endpoint} is not supported`, "use `unix:///path/of/socket`");
  }
  const onUnhealthy = (error: string) => log.warn({ provider: name, error }, "a key management service is not well");
  return new KmsProvider({ name, socketPath, timeoutMs: timeoutOf(service), onUnhealthy });
}

const ciphers = ["aesgcm", "aescbc", "secretbox"] as const;

function providerOf(provider: ProviderConfiguration, log: Log): EncryptionProvider {
  if (provider.kms) return { cipher: "kms", kms: serviceOf(provider.kms, log) };
  const cipher = ciphers.find((name) => provider[name]);
  if (cipher === undefined) return { cipher: "identity" };
  const keys = (provider[cipher]?.keys ?? []).map(({ name = "", secret = "" }) => ({
    name,
    secret: decodeBase64(secret) ?? new Uint8Array(),
  }));
  const [first, ...rest] = keys;
  return first ? { cipher, keys: [first, ...rest] } : { cipher: "identity" };
}
