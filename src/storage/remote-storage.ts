/**
 * A store that another process has open. Calls and watches are sent to it as messages (see shared-storage.ts).
 *
 * @module
 */
import type { CallName, Channel, Fault, StoreRequest, StoreResponse, WatchCommand } from "./remote-messages.ts";
import { SingleReaderWatch } from "./single-reader-watch.ts";
import {
  type CallOptions,
  closedError,
  type GetOptions,
  type GetResult,
  type RangeRequest,
  type RangeResult,
  type Revision,
  type Storage,
  StorageError,
  type Watch,
  type WatchRequest,
} from "./storage.ts";

/**
 * Returns the store at the other end of the channel. `close` ends the calls and watches of this end, and leaves the
 * store open.
 */
export function remoteStorage(channel: Channel): Storage {
  return new RemoteStorage(channel);
}

/** A call without a response yet. */
interface Call {
  readonly settled: Promise<unknown>;
  resolve(result: unknown): void;
  reject(reason: unknown): void;
}

/** Creates a promise together with its resolve and reject functions. */
function createCall(): Call {
  let settle: Pick<Call, "resolve" | "reject"> | undefined;
  const settled = new Promise<unknown>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { settled, ...(settle as unknown as Pick<Call, "resolve" | "reject">) };
}

class RemoteStorage implements Storage {
  private readonly channel: Channel;
  private readonly calls = new Map<number, Call>();
  private readonly watches = new Map<number, RemoteWatch>();
  private lastNumber = 0;
  /** The error of all further calls, once the store is closed or the other process is gone. */
  private endError: StorageError | undefined;
  private closed: Promise<void> | undefined;

  constructor(channel: Channel) {
    this.channel = channel;
    channel.receive((message) => this.handleResponse(message as StoreResponse));
    channel.whenGone(() => this.end(new StorageError("unavailable", "the process that has the store open is gone")));
  }

  currentRevision(options: CallOptions = {}): Promise<Revision> {
    return this.call("currentRevision", [], options);
  }

  get(key: string, options: GetOptions = {}): Promise<GetResult> {
    return this.call("get", [key], options);
  }

  range(request: RangeRequest): Promise<RangeResult> {
    return this.call("range", [], request);
  }

  put(key: string, value: Uint8Array, expected: Revision, options: CallOptions = {}): Promise<Revision> {
    return this.call("put", [key, value, expected], options);
  }

  delete(key: string, expected: Revision, options: CallOptions = {}): Promise<Revision> {
    return this.call("delete", [key, expected], options);
  }

  compact(revision: Revision, options: CallOptions = {}): Promise<void> {
    return this.call("compact", [revision], options);
  }

  watch({ signal, ...request }: WatchRequest): Watch {
    const number = ++this.lastNumber;
    const end = () => watch.finish();
    const watch = new RemoteWatch({
      ask: (command) => this.send({ watch: number, command }),
      onEnd: () => {
        this.watches.delete(number);
        signal?.removeEventListener("abort", end);
      },
    });
    this.watches.set(number, watch);
    signal?.addEventListener("abort", end);
    if (this.endError) watch.fail(this.endError);
    else this.send({ watch: number, open: request });
    if (signal?.aborted) watch.finish();
    return watch;
  }

  close(): Promise<void> {
    this.closed ??= Promise.allSettled([...this.calls.values()].map(({ settled }) => settled)).then(() => {
      this.end(closedError());
    });
    return this.closed;
  }

  private async call<T>(name: CallName, args: readonly unknown[], { signal, ...options }: CallOptions): Promise<T> {
    signal?.throwIfAborted();
    if (this.endError ?? this.closed) throw this.endError ?? closedError();
    const call = ++this.lastNumber;
    const onAbort = () => {
      this.send({ abort: call });
      this.calls.get(call)?.reject(signal?.reason);
    };
    signal?.addEventListener("abort", onAbort);
    const answer = createCall();
    this.calls.set(call, answer);
    try {
      this.send({ call, name, args: [...args, options] });
      return (await answer.settled) as T;
    } finally {
      this.calls.delete(call);
      signal?.removeEventListener("abort", onAbort);
    }
  }

  private send(question: StoreRequest): void {
    if (!this.endError) this.channel.send(question);
  }

  private end(reason: StorageError): void {
    this.endError ??= reason;
    for (const call of this.calls.values()) call.reject(reason);
    for (const watch of [...this.watches.values()]) watch.fail(reason);
  }

  private handleResponse(answer: StoreResponse): void {
    if ("watch" in answer) {
      const watch = this.watches.get(answer.watch);
      if ("fault" in answer) watch?.fail(errorOf(answer.fault));
      else if (answer.batch) watch?.deliver(answer.batch);
      else watch?.finish();
      return;
    }
    const call = this.calls.get(answer.call);
    if ("fault" in answer) call?.reject(errorOf(answer.fault));
    else call?.resolve(answer.result);
  }
}

interface WatchParts {
  ask(ask: WatchCommand["command"]): void;
  /** Called when the watch ends. */
  onEnd(): void;
}

/**
 * Requests a batch from the owner only when the reader does, so that events for a slow reader stay in the store's
 * history.
 */
class RemoteWatch extends SingleReaderWatch {
  private readonly parts: WatchParts;

  constructor(parts: WatchParts) {
    super();
    this.parts = parts;
  }

  protected override onEnd(): void {
    this.parts.onEnd();
  }

  protected override onWait(): void {
    this.parts.ask("next");
  }

  requestProgress(): void {
    if (!this.isEnded) this.parts.ask("progress");
  }

  override finish(): void {
    if (!this.isEnded) this.parts.ask("end");
    super.finish();
  }
}

function errorOf({ code, message, current, damage }: Fault): Error {
  if (code === undefined) return new Error(message);
  return new StorageError(code, message, { ...(current && { current }), ...(damage && { damage }) });
}
