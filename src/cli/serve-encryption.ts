/**
 * The flags of `clustervet serve` about encryption in the store.
 *
 * @module
 */
import { randomUUID } from "node:crypto";
import type { EncryptionConfiguration, ProviderConfiguration } from "../api/types/apiserver-v1.ts";
import { type Settings, settle } from "../engine/options.ts";
import type { Log } from "../server/http/log.ts";
import { type ReloadMetrics, reloadMetrics } from "../server/http/reload-metrics.ts";
import type { EncryptionSettings } from "../server/server-options.ts";
import { type EncryptionEntry, type EncryptionProvider, encryptionOf } from "../storage/encryption.ts";
import { decodeBase64 } from "../text/base64.ts";
import { loadConfiguration } from "./answer.ts";
import { UsageError } from "./exit.ts";
import { FollowedFile } from "./followed-file.ts";
import { nodeHost } from "./node-host.ts";
import { readConfiguration } from "./read-configuration.ts";
import { readPrivate } from "./serve-files.ts";
import { given } from "./target-options.ts";

export interface EncryptionFlags {
  readonly encryptionProviderConfig?: string;
  /** True without a value. */
  readonly encryptionProviderConfigAutomaticReload?: boolean;
  readonly etcdPrefix?: string;
  readonly target?: string;
  readonly groupDomain?: string;
}

/** The settings of a server, and an end of looking at the file. */
export interface ServedEncryption extends EncryptionSettings {
  stop(): void;
}

const kind = "EncryptionConfiguration";
const flag = "--encryption-provider-config";
const defaultPrefix = "/registry";

/** @throws {UsageError} for a file with which kube-apiserver would not start; its faults are printed first */
export function readEncryption(flags: EncryptionFlags, log: Log): ServedEncryption | undefined {
  const { encryptionProviderConfig: path, encryptionProviderConfigAutomaticReload: isFollowed } = flags;
  if (path === undefined) return undefined;
  const started = readPrivate(flag, path);
  const settings = settle({
    host: nodeHost("/"),
    ...given("target", flags.target),
    ...given("groupDomain", flags.groupDomain),
  });
  const text = { format: "text", color: "auto" } as const;
  let current = encryptionOf(entriesOf(loadConfiguration<EncryptionConfiguration>(path, kind, settings, text).object));
  let metrics: ReloadMetrics | undefined;
  const follower = isFollowed
    ? new FollowedFile(path, async (changed) => {
        const entries = changedEntries(path, changed, settings);
        metrics?.noteReload(Array.isArray(entries) ? changed : undefined);
        if (typeof entries === "string") {
          log.error({ file: path, error: entries }, "the changed encryption configuration is not used");
        } else {
          current = encryptionOf(entries);
          log.info({ file: path }, "the changed encryption configuration is used");
        }
        return "done";
      })
    : undefined;
  return {
    current: () => current,
    prefix: flags.etcdPrefix ?? defaultPrefix,
    isFollowed: follower !== undefined,
    start(register) {
      metrics = reloadMetrics(register, "encryption", randomUUID());
      metrics.noteStart(started);
    },
    stop: () => follower?.stop(),
  };
}

/** The entries of a changed file, or why it is not used. */
function changedEntries(path: string, text: string, settings: Settings): readonly EncryptionEntry[] | string {
  const { object, faults } = readConfiguration<EncryptionConfiguration>(path, text, { kind, settings });
  if (!object) return faults.join("; ");
  try {
    return entriesOf(object);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Of a configuration without faults. @throws {UsageError} for providers that are not supported */
function entriesOf({ resources = [] }: EncryptionConfiguration): readonly EncryptionEntry[] {
  return resources.flatMap(({ resources: names = [], providers = [] }) => {
    const [first, ...rest] = providers.map(providerOf);
    return first ? [{ resources: names, providers: [first, ...rest] }] : [];
  });
}

const ciphers = ["aesgcm", "aescbc", "secretbox"] as const;

function providerOf(provider: ProviderConfiguration): EncryptionProvider {
  if (provider.kms) {
    throw new UsageError(
      `${flag}: providers of type kms are not supported; got ${JSON.stringify(provider.kms.name)}`,
      "use `aesgcm`, `aescbc` or `secretbox`",
    );
  }
  const cipher = ciphers.find((name) => provider[name]);
  if (cipher === undefined) return { cipher: "identity" };
  const keys = (provider[cipher]?.keys ?? []).map(({ name = "", secret = "" }) => ({
    name,
    secret: decodeBase64(secret) ?? new Uint8Array(),
  }));
  const [first, ...rest] = keys;
  return first ? { cipher, keys: [first, ...rest] } : { cipher: "identity" };
}
