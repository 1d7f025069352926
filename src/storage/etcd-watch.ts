/**
 * A watch in etcd. The gRPC stream is read only on demand, so that events for a slow reader stay in etcd.
 *
 * Progress comes from etcd's progress responses. In old versions they may overtake events (fixed in 3.4.31 and 3.5.13).
 * On members with these versions, the watch covers all keys, where every revision has an event; events of other keys
 * only show the progress.
 *
 * @module
 */
import { callMember, type EtcdChannel, openWatchStream, type WatchStream } from "./etcd-channel.ts";
import { cancelError, etcdError } from "./etcd-error.ts";
import {
  decodeStatusResponse,
  decodeWatchResponse,
  type EventMessage,
  encodeWatchCreate,
  encodeWatchProgress,
  type KeyRange,
  type KeyValue,
} from "./etcd-messages.ts";
import { SingleReaderWatch } from "./single-reader-watch.ts";
import { type Entry, type Revision, StorageError, type WatchBatch, type WatchEvent } from "./storage.ts";

/** A member that has not reached the revision sends no progress, so the request is repeated, as kube-apiserver does. */
const progressPeriodMs = 100;

export interface EtcdWatchRequest {
  readonly range: KeyRange;
  /** The prefix of the range's keys, as stored in etcd. */
  readonly prefix: string;
  /** Length of the prefix that is removed from keys in events. */
  readonly prefixLength: number;
  readonly after: Revision;
  /** Returns the store's revision, as `Storage.currentRevision`. */
  readonly currentRevision: () => Promise<Revision>;
  /** Called when the watch ends. */
  readonly onEnd: () => void;
}

export class EtcdWatch extends SingleReaderWatch {
  readonly #request: EtcdWatchRequest;
  #stream: WatchStream | undefined;
  #isProgressReliable = false;
  /** All events up to this revision are in batches. */
  #revision: Revision;
  #wantedProgress: Revision = 0;
  #progressTimer: NodeJS.Timeout | undefined;
  /** Set while the store's revision is read for a progress request; `again` if there was another request meanwhile. */
  #readsRevision: "once" | "again" | undefined;
  /** The batch that waits for the reader, while the stream is paused. */
  #batch: WatchBatch | undefined;

  constructor(channel: EtcdChannel, request: EtcdWatchRequest) {
    super();
    this.#request = request;
    this.#revision = request.after;
    this.#start(channel).catch((error: unknown) => this.fail(etcdError(error)));
  }

  protected override takeWaitingBatch(): WatchBatch | undefined {
    const batch = this.#batch;
    if (!batch) return undefined;
    this.#batch = undefined;
    this.#stream?.resume();
    return batch;
  }

  protected override onEnd(): void {
    clearInterval(this.#progressTimer);
    this.#stream?.cancel();
    this.#request.onEnd();
  }

  requestProgress(): void {
    if (this.#readsRevision) {
      this.#readsRevision = "again";
      return;
    }
    this.#readsRevision = "once";
    this.#readWantedProgress().catch((error: unknown) => this.fail(etcdError(error)));
  }

  /** Reads the store's revision for a progress request. Requests that arrive meanwhile share one more read. */
  async #readWantedProgress(): Promise<void> {
    const revision = await this.#request.currentRevision();
    if (this.isEnded) return;
    this.#wantedProgress = Math.max(this.#wantedProgress, revision);
    this.#progressTimer ??= setInterval(() => this.#pollProgress(), progressPeriodMs).unref();
    this.#pollProgress();
    const isAskedAgain = this.#readsRevision === "again";
    this.#readsRevision = undefined;
    if (isAskedAgain) this.requestProgress();
  }

  /** Ends the watch without an error and drops the waiting batch. */
  override finish(): void {
    this.#batch = undefined;
    super.finish();
  }

  async #start(channel: EtcdChannel): Promise<void> {
    const client = await channel.connectedClient();
    const version = await callMember(
      client,
      "/etcdserverpb.Maintenance/Status",
      new Uint8Array(),
      decodeStatusResponse,
      {},
    );
    if (this.isEnded) return;
    this.#isProgressReliable = isProgressReliable(version);
    const stream = openWatchStream(client);
    this.#stream = stream;
    stream.on("data", (bytes: Uint8Array) => this.#receive(bytes));
    stream.on("error", (error) => this.fail(etcdError(error)));
    stream.on("end", () => this.fail(new StorageError("unavailable", "etcd: the watch was ended")));
    // Starts at `after` itself, so that etcd reports an error if it is compacted. Its event is skipped.
    const startRevision = Math.max(this.#request.after, 1);
    const range = this.#isProgressReliable ? this.#request.range : allKeys;
    stream.write(encodeWatchCreate({ ...range, startRevision, withProgress: this.#isProgressReliable }));
    this.#pollProgress();
  }

  #receive(bytes: Uint8Array): void {
    const response = decodeWatchResponse(bytes);
    if (response.compactRevision > 0) {
      const { after } = this.#request;
      const reason = `history before revision ${response.compactRevision} is compacted; asked for ${after}`;
      this.fail(new StorageError("compacted", `etcd: ${reason}`));
    } else if (response.isCanceled) {
      this.fail(cancelError(response.cancelReason));
    } else if (!response.isCreated) {
      this.#advance(response.events, response.revision);
    }
  }

  /** Passes on events and progress. @param revision - the progress of the watch, used if there are no events */
  #advance(messages: readonly EventMessage[], revision: Revision): void {
    const events: WatchEvent[] = [];
    for (const message of messages) {
      const { modRevision, key } = message.entry;
      if (modRevision <= this.#request.after || !key.startsWith(this.#request.prefix)) continue;
      const event = this.#eventOf(message);
      if (event === undefined) {
        this.fail(
          new StorageError("compacted", `etcd: the value of ${key} before revision ${modRevision} is compacted`),
        );
        return;
      }
      events.push(event);
    }
    const reached = messages.at(-1)?.entry.modRevision ?? revision;
    if (reached < this.#revision && events.length === 0) return;
    this.#revision = Math.max(this.#revision, reached);
    this.#offer({ events, revision: this.#revision });
  }

  #eventOf({ isDelete, entry, previous }: EventMessage): WatchEvent | undefined {
    const isCreate = !isDelete && entry.createRevision === entry.modRevision;
    if (!isCreate && previous === undefined) return undefined;
    return {
      key: entry.key.slice(this.#request.prefixLength),
      revision: entry.modRevision,
      ...(isDelete ? {} : { entry: entryOf(entry, this.#request.prefixLength) }),
      ...(previous && { previous: entryOf(previous, this.#request.prefixLength) }),
    };
  }

  #offer(batch: WatchBatch): void {
    if (this.hasReader) {
      this.deliver(batch);
      return;
    }
    const events = this.#batch ? [...this.#batch.events, ...batch.events] : batch.events;
    this.#batch = { events, revision: batch.revision };
    this.#stream?.pause();
  }

  #pollProgress(): void {
    if (this.#wantedProgress === 0 || this.isEnded) return;
    if (this.#revision < this.#wantedProgress) {
      if (this.#isProgressReliable) this.#stream?.write(encodeWatchProgress());
      return;
    }
    this.#wantedProgress = 0;
    clearInterval(this.#progressTimer);
    this.#progressTimer = undefined;
    this.#offer({ events: [], revision: this.#revision });
  }
}

/** The range of all keys in etcd: from the lowest possible key, without an end. */
export const allKeys: Required<KeyRange> = { key: Uint8Array.of(0), rangeEnd: Uint8Array.of(0) };

/**
 * Whether progress responses of the etcd version never overtake events. Checks the first fixed release of each minor
 * version.
 */
export function isProgressReliable(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split(/[.-]/).map(Number);
  if (major !== 3 || minor > 5) return major > 3 || minor > 5;
  return (minor === 5 && patch >= 13) || (minor === 4 && patch >= 31);
}

export function entryOf({ key, value, createRevision, modRevision }: KeyValue, hiddenLength: number): Entry {
  return { key: key.slice(hiddenLength), value, createRevision, modRevision };
}
