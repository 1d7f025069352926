/**
 * A store that encrypts values and keeps them in another store. Keys are not encrypted; the revisions are those of the
 * inner store.
 *
 * @module
 */
import type { Encryption, StoredResource } from "./encryption.ts";
import {
  type CallOptions,
  type Damage,
  type Entry,
  type GetOptions,
  type GetResult,
  isStorageError,
  type RangeRequest,
  type RangeResult,
  type Revision,
  type Storage,
  StorageError,
  type Watch,
  type WatchBatch,
  type WatchEvent,
  type WatchRequest,
} from "./storage.ts";
import { identity, type Transformer } from "./transformer.ts";

export interface EncryptedOptions {
  /** Returns the current encryption, which may change between calls. */
  encryption(): Encryption;
  /** Returns the resource that a key belongs to. */
  resourceOf(key: string): StoredResource;
  /** The prefix of keys in kube-apiserver's etcd. Encryption binds each value to the prefix and key. */
  readonly prefix: string;
  /** Called for each value of an encrypted resource. */
  onTransformation?(transformation: Transformation): void;
}

/** A value that was encrypted or decrypted, for metrics. */
export interface Transformation {
  readonly type: "from_storage" | "to_storage";
  readonly resource: StoredResource;
  /** The first bytes of the stored value, up to the version of the provider; empty for plain text. */
  readonly prefix: string;
  readonly seconds: number;
  readonly isFailed: boolean;
}

/** Returns the encrypting store. @param inner - the store for the encrypted values; closed together with this one */
export function encryptedStorage(inner: Storage, options: EncryptedOptions): Storage {
  return new EncryptedStorage(inner, options);
}

class EncryptedStorage implements Storage {
  readonly #inner: Storage;
  readonly #options: EncryptedOptions;

  constructor(inner: Storage, options: EncryptedOptions) {
    this.#inner = inner;
    this.#options = options;
  }

  currentRevision(options?: CallOptions): Promise<Revision> {
    return this.#inner.currentRevision(options);
  }

  async get(key: string, options: GetOptions = {}): Promise<GetResult> {
    // For encrypted values, `knownRevision` is not passed on: only the stored value shows whether it is stale.
    const { knownRevision, ...others } = options;
    const isPlain = this.#transformerOf(key) === identity;
    const { entry, ...reading } = await this.#inner.get(key, isPlain ? options : others);
    return entry ? { ...reading, entry: await this.#decryptEntry(entry) } : reading;
  }

  async range(request: RangeRequest): Promise<RangeResult> {
    const { entries, damaged = [], ...result } = await this.#inner.range(request);
    const found: Entry[] = [];
    const faulty: Damage[] = [...damaged];
    for (const entry of entries) {
      try {
        found.push(await this.#decryptEntry(entry));
      } catch (error) {
        if (!isStorageError(error) || !error.damage) throw error;
        faulty.push(error.damage);
      }
    }
    return { ...result, entries: found, ...(faulty.length > 0 ? { damaged: faulty } : {}) };
  }

  async put(key: string, value: Uint8Array, expected: Revision, options?: CallOptions): Promise<Revision> {
    const written = this.#write(key, value);
    return this.#inner.put(key, written, expected, options).catch((error: unknown) => this.#decryptConflict(error));
  }

  delete(key: string, expected: Revision, options?: CallOptions): Promise<Revision> {
    return this.#inner.delete(key, expected, options).catch((error: unknown) => this.#decryptConflict(error));
  }

  watch(request: WatchRequest): Watch {
    const watch = this.#inner.watch(request);
    const next = async (): Promise<IteratorResult<WatchBatch>> => {
      const result = await watch.next();
      if (result.done) return result;
      const events: WatchEvent[] = [];
      for (const event of result.value.events) events.push(await this.#decryptEvent(event));
      return { done: false, value: { ...result.value, events } };
    };
    const decrypted: Watch = {
      next,
      requestProgress: () => watch.requestProgress(),
      return: () => watch.return(),
      [Symbol.asyncIterator]: () => decrypted,
    };
    return decrypted;
  }

  compact(revision: Revision, options?: CallOptions): Promise<void> {
    return this.#inner.compact(revision, options);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  #transformerOf(key: string): Transformer {
    return this.#options.encryption()(this.#options.resourceOf(key));
  }

  /** Decrypts an entry. @throws {StorageError} `corrupt`, with the damage */
  async #decryptEntry(entry: Entry): Promise<Entry> {
    const { key, value, modRevision: revision } = entry;
    const { transformer, note } = this.#start("from_storage", key);
    try {
      const { data, isStale } = await transformer.read(value, this.#storageKeyOf(key));
      note(value);
      if (data === value && !isStale) return entry;
      return { ...entry, value: viewOf(data), ...(isStale ? { isStale: true } : {}) };
    } catch (error) {
      note(value, true);
      const fault = error instanceof Error ? error.message : String(error);
      const why = `unable to transform key ${JSON.stringify(this.#options.prefix + key)}: ${fault}`;
      throw new StorageError("corrupt", why, { cause: error, damage: { key, revision, why } });
    }
  }

  #write(key: string, value: Uint8Array): Uint8Array {
    const { transformer, note } = this.#start("to_storage", key);
    const written = transformer.write(value, this.#storageKeyOf(key));
    note(written);
    return written;
  }

  #start(type: Transformation["type"], key: string) {
    const resource = this.#options.resourceOf(key);
    const transformer = this.#options.encryption()(resource);
    const startMs = performance.now();
    const note = (value: Uint8Array, isFailed = false): void => {
      if (transformer === identity) return;
      const seconds = (performance.now() - startMs) / 1000;
      this.#options.onTransformation?.({ type, resource, prefix: prefixOf(value), seconds, isFailed });
    };
    return { transformer, note };
  }

  /**
   * Decrypts the entries of an event. An entry that cannot be decrypted stays encrypted, so that watchers cannot decode
   * it as an object.
   */
  async #decryptEvent({ entry, previous, ...event }: WatchEvent): Promise<WatchEvent> {
    const readable = (one: Entry): Promise<Entry> => this.#decryptEntry(one).catch(() => one);
    return {
      ...event,
      ...(entry ? { entry: await readable(entry) } : {}),
      ...(previous ? { previous: await readable(previous) } : {}),
    };
  }

  async #decryptConflict(error: unknown): Promise<never> {
    if (!isStorageError(error, "conflict") || !error.current) throw error;
    throw new StorageError("conflict", error.message, {
      cause: error,
      current: await this.#decryptEntry(error.current),
    });
  }

  #storageKeyOf(key: string): Uint8Array {
    return new TextEncoder().encode(this.#options.prefix + key);
  }
}

/** In bytes; providers and their versions are within them. */
const longestPrefix = 32;

function prefixOf(value: Uint8Array): string {
  const start = Buffer.from(value.buffer, value.byteOffset, Math.min(value.length, longestPrefix)).toString("latin1");
  return /^k8s:enc:[^:]*:v\d+:/.exec(start)?.[0] ?? "";
}

/** Returns the bytes as a plain Uint8Array instead of a Node Buffer. */
const viewOf = (data: Uint8Array): Uint8Array => new Uint8Array(data.buffer, data.byteOffset, data.length);
