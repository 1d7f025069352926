/**
 * Opens the store of `clustervet serve` that the flags select: memory, LMDB or etcd.
 *
 * @part server
 * @module
 */
import { join, resolve } from "node:path";
import { withoutUndefined } from "../json/without-undefined.ts";
import type { Log } from "../server/http/log.ts";
import { observeEtcdCall } from "../server/tracing/storage-spans.ts";
import { type EtcdOptions, openEtcdStorage } from "../storage/etcd.ts";
import { openLmdbStorage } from "../storage/lmdb.ts";
import { openMemoryStorage } from "../storage/memory.ts";
import type { Storage } from "../storage/storage.ts";
import { UsageError } from "./exit.ts";
import { readFlagFile, readSecretFile } from "./serve-files.ts";
import { storageFault } from "./storage-fault.ts";

export type StorageBackend = "memory" | "lmdb" | "etcd";

export interface StorageFlags {
  readonly dataDir: string;
  readonly storage: StorageBackend;
  readonly etcdServers?: readonly string[];
  readonly etcdPrefix?: string;
  readonly etcdCafile?: string;
  readonly etcdCertfile?: string;
  readonly etcdKeyfile?: string;
}

/** @throws {UsageError} if the directory can't be used */
export async function openStorage(flags: StorageFlags & Pick<EtcdOptions, "targetOf">, log: Log): Promise<Storage> {
  const onCompactionError = (error: unknown) => log.warn({ error: String(error) }, "history could not be compacted");
  if (flags.storage === "memory") return openMemoryStorage({ onCompactionError });
  if (flags.storage === "etcd") {
    const { targetOf } = flags;
    return openEtcdStorage({
      ...etcdOptions(flags),
      ...withoutUndefined({ targetOf }),
      observe: observeEtcdCall,
      onCompactionError,
    });
  }
  try {
    return await openLmdbStorage(join(resolve(flags.dataDir), "storage"), { onCompactionError });
  } catch (error) {
    throw storageFault(error);
  }
}

/**
 * Returns the storage backend. As in kube-apiserver, `--etcd-servers` selects etcd.
 *
 * @throws {UsageError} if an etcd flag would have no effect
 */
export function storageBackend(flags: Partial<StorageFlags>): StorageBackend {
  const { storage, etcdServers, etcdPrefix, etcdCafile, etcdCertfile, etcdKeyfile } = flags;
  if (etcdServers && storage !== undefined && storage !== "etcd") {
    throw new UsageError(`--etcd-servers cannot be used with --storage ${storage}`);
  }
  if (storage !== undefined) return storage;
  if (etcdServers) return "etcd";
  const others = { etcdPrefix, etcdCafile, etcdCertfile, etcdKeyfile };
  const [lone] = Object.entries(others).filter(([, value]) => value !== undefined);
  if (lone) throw new UsageError(`--${lone[0].replace("etcd", "etcd-").toLowerCase()} needs --etcd-servers`);
  return "lmdb";
}

/** The default of kube-apiserver. */
const defaultEtcdPrefix = "/registry";

/** @throws {UsageError} if a file can't be read */
export function etcdOptions({
  etcdServers,
  etcdPrefix,
  etcdCafile,
  etcdCertfile,
  etcdKeyfile,
}: Partial<StorageFlags>): EtcdOptions {
  if (!etcdServers) throw new UsageError("--storage etcd needs --etcd-servers");
  const bytes = (flag: string, file: string | undefined, read = readFlagFile) =>
    file === undefined ? undefined : new TextEncoder().encode(read(flag, file));
  return {
    endpoints: etcdServers,
    prefix: etcdPrefix ?? defaultEtcdPrefix,
    tls: {
      ...withoutUndefined({
        ca: bytes("--etcd-cafile", etcdCafile),
        certificate: bytes("--etcd-certfile", etcdCertfile),
        key: bytes("--etcd-keyfile", etcdKeyfile, readSecretFile),
      }),
    },
  };
}
