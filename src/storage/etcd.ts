/**
 * A store in an etcd cluster, which several servers can share. Its revision is etcd's; keys can have a prefix.
 * Compaction is coordinated with all other users of the cluster that implement kube-apiserver's protocol.
 *
 * @module
 */
import { type CompactionOptions, startCompaction } from "./compactor.ts";
import { EtcdChannel, type EtcdTls } from "./etcd-channel.ts";
import { EtcdCompactor } from "./etcd-compactor.ts";
import {
  decodeNothing,
  decodeRangeResponse,
  decodeTxnResponse,
  encodeCompactionRequest,
  encodeRangeRequest,
  encodeTxnRequest,
  type KeyRange,
  type RangeRequestMessage,
  type RangeResponseMessage,
} from "./etcd-messages.ts";
import { allKeys, EtcdWatch, entryOf } from "./etcd-watch.ts";
import {
  type CallOptions,
  closedError,
  conflictError,
  type GetResult,
  type RangeRequest,
  type RangeResult,
  type ReadOptions,
  type Revision,
  type Storage,
  type Watch,
  type WatchRequest,
} from "./storage.ts";

export interface EtcdOptions extends CompactionOptions {
  /** For example `https://host:2379`. The first reachable endpoint is used; if it fails, the others are tried. */
  readonly endpoints: readonly string[];
  /** Prepended to each key, which begins with `/`. Default: none. */
  readonly prefix?: string;
  /** Default: the system's certificate authorities and no client certificate. */
  readonly tls?: EtcdTls;
  /** Returns the gRPC target for an address such as `host:2379`; default: the address itself. */
  readonly targetOf?: (address: string) => string;
  /** Runs each call that reads or writes, and provides its headers. Default: no observer. */
  readonly observe?: ObserveEtcdCall;
}

/** Runs a call. @param method - the gRPC method, such as `etcdserverpb.KV/Range` */
export type ObserveEtcdCall = <T>(
  method: string,
  run: (headers: Readonly<Record<string, string>>) => Promise<T>,
) => Promise<T>;

/** Opens the store. It connects on first use. */
export function openEtcdStorage(options: EtcdOptions): Storage {
  return new EtcdStorage(options);
}

class EtcdStorage implements Storage {
  readonly #channel: EtcdChannel;
  readonly #prefix: string;
  readonly #watches = new Set<EtcdWatch>();
  readonly #calls = new Set<Promise<unknown>>();
  readonly #stopCompaction: () => void;
  readonly #observe: ObserveEtcdCall;
  #closed: Promise<void> | undefined;

  constructor({ endpoints, prefix = "", tls = {}, targetOf, observe = unobserved, ...compaction }: EtcdOptions) {
    this.#observe = observe;
    this.#channel = new EtcdChannel(endpoints, tls, targetOf);
    this.#prefix = prefix;
    const compactor = new EtcdCompactor(this.#channel);
    this.#stopCompaction = startCompaction(compaction, (before) => compactor.tick(before));
  }

  async currentRevision({ signal }: CallOptions = {}): Promise<Revision> {
    const { revision } = await this.#read({ key: this.#rangeOf("").key, isCountOnly: true }, signal);
    return revision;
  }

  async get(key: string, { revision, signal }: ReadOptions = {}): Promise<GetResult> {
    const request = { key: this.#keyOf(key), ...(revision === undefined ? {} : { revision }) };
    const response = await this.#read(request, signal);
    const entry = response.entries[0];
    return {
      ...(entry && { entry: entryOf(entry, this.#prefix.length) }),
      revision: revision ?? response.revision,
    };
  }

  async range({ prefix, start = prefix, limit, revision, signal }: RangeRequest): Promise<RangeResult> {
    const { key, rangeEnd } = this.#rangeOf(prefix);
    const first = this.#keyOf(start);
    const isAfterRange = isBounded(rangeEnd) && Buffer.compare(first, rangeEnd) >= 0;
    const request = {
      // If `start` is after the range, an empty range is requested, which still returns the revision and errors.
      key: isAfterRange ? rangeEnd : Buffer.compare(first, key) < 0 ? key : first,
      rangeEnd,
      limit: limit ?? 0,
      isCountOnly: limit === 0 || isAfterRange,
      ...(revision === undefined ? {} : { revision }),
    };
    const response = await this.#read(request, signal);
    const entries = response.entries.map((entry) => entryOf(entry, this.#prefix.length));
    return { entries, remaining: response.count - entries.length, revision: revision ?? response.revision };
  }

  async put(key: string, value: Uint8Array, expected: Revision, { signal }: CallOptions = {}): Promise<Revision> {
    return this.#write(key, value, expected, signal);
  }

  async delete(key: string, expected: Revision, { signal }: CallOptions = {}): Promise<Revision> {
    if (expected <= 0) throw new RangeError("the expected revision of a deletion must be above 0");
    return this.#write(key, undefined, expected, signal);
  }

  watch({ prefix, after, signal }: WatchRequest): Watch {
    const end = () => watch.finish();
    const watch = new EtcdWatch(this.#channel, {
      range: this.#rangeOf(prefix),
      prefix: this.#prefix + prefix,
      prefixLength: this.#prefix.length,
      after,
      currentRevision: () => this.currentRevision(),
      onEnd: () => {
        this.#watches.delete(watch);
        signal?.removeEventListener("abort", end);
      },
    });
    this.#watches.add(watch);
    signal?.addEventListener("abort", end);
    if (this.#closed) watch.fail(closedError());
    if (signal?.aborted) watch.finish();
    return watch;
  }

  async compact(revision: Revision, { signal }: CallOptions = {}): Promise<void> {
    await this.#call("/etcdserverpb.KV/Compact", encodeCompactionRequest(revision), decodeNothing, signal);
  }

  close(): Promise<void> {
    this.#closed ??= this.#finish();
    return this.#closed;
  }

  async #finish(): Promise<void> {
    this.#stopCompaction();
    await Promise.allSettled(this.#calls);
    for (const watch of this.#watches) watch.fail(closedError());
    this.#channel.close();
  }

  #keyOf(key: string): Uint8Array {
    return utf8(this.#prefix + key);
  }

  #rangeOf(prefix: string): Required<KeyRange> {
    const key = this.#keyOf(prefix);
    return key.length === 0 ? allKeys : { key, rangeEnd: endOfPrefix(key) };
  }

  async #read(request: RangeRequestMessage, signal: AbortSignal | undefined): Promise<RangeResponseMessage> {
    return this.#call("/etcdserverpb.KV/Range", encodeRangeRequest(request), decodeRangeResponse, signal);
  }

  async #write(
    key: string,
    value: Uint8Array | undefined,
    expected: Revision,
    signal: AbortSignal | undefined,
  ): Promise<Revision> {
    const request = encodeTxnRequest({
      key: this.#keyOf(key),
      condition: { target: "mod-revision", value: expected },
      ...(value && { value }),
    });
    const { revision, isDone, found } = await this.#call("/etcdserverpb.KV/Txn", request, decodeTxnResponse, signal);
    if (isDone) return revision;
    throw conflictError(key, expected, found && entryOf(found, this.#prefix.length));
  }

  /** Runs a call, which `close` waits for. */
  async #call<T>(
    method: string,
    request: Uint8Array,
    decode: (response: Uint8Array) => T,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    signal?.throwIfAborted();
    if (this.#closed) throw closedError();
    const call = this.#observe(method.slice(1), (headers) =>
      this.#channel.call(method, request, decode, { signal, headers }),
    );
    this.#calls.add(call);
    try {
      return await call;
    } finally {
      this.#calls.delete(call);
    }
  }
}

const unobserved: ObserveEtcdCall = (_method, run) => run({});

function utf8(text: string): Uint8Array {
  return Buffer.from(text);
}

/**
 * Returns the first key after all keys with the prefix. Incrementing the last byte is safe, since no UTF-8 text ends
 * with 0xFF.
 */
function endOfPrefix(prefix: Uint8Array): Uint8Array {
  const end = new Uint8Array(prefix);
  end[end.length - 1] = (end.at(-1) ?? 0) + 1;
  return end;
}

/** Whether the range has an end. A single NUL byte means that it has none. */
function isBounded(rangeEnd: Uint8Array): boolean {
  return rangeEnd.length !== 1 || rangeEnd[0] !== 0;
}
