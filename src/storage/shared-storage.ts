/**
 * Shares an open store with other processes.
 *
 * @module
 */
import type {
  CallName,
  CallRequest,
  Channel,
  Fault,
  StoreRequest,
  StoreResponse,
  WatchCommand,
} from "./remote-messages.ts";
import { isStorageError, type Storage, type Watch } from "./storage.ts";

/** Executes the requests from a channel on the store until the other end is gone. Does not close the store. */
export function shareStorage(storage: Storage, channel: Channel): void {
  const share = new Share(storage, channel);
  channel.receive((message) => share.handleRequest(message as StoreRequest));
  channel.whenGone(() => share.end());
}

class Share {
  private readonly storage: Storage;
  private readonly channel: Channel;
  private readonly calls = new Map<number, AbortController>();
  private readonly watches = new Map<number, Watch>();

  constructor(storage: Storage, channel: Channel) {
    this.storage = storage;
    this.channel = channel;
  }

  handleRequest(question: StoreRequest): void {
    if ("call" in question) void this.call(question);
    else if ("abort" in question) this.calls.get(question.abort)?.abort();
    else if ("open" in question) this.watches.set(question.watch, this.storage.watch(question.open));
    else this.executeCommand(question.watch, question.command);
  }

  end(): void {
    for (const call of this.calls.values()) call.abort();
    for (const watch of this.watches.values()) void watch.return();
    this.watches.clear();
  }

  private async call({ call, name, args }: CallRequest): Promise<void> {
    const controller = new AbortController();
    this.calls.set(call, controller);
    try {
      this.respond({ call, result: await this.run(name, args, controller.signal) });
    } catch (error) {
      this.respond({ call, fault: faultOf(error) });
    } finally {
      this.calls.delete(call);
    }
  }

  /** Executes a call. Its last argument is the options, or a request that contains them. */
  private run(name: CallName, args: readonly unknown[], signal: AbortSignal) {
    const withSignal = [...args.slice(0, -1), { ...(args.at(-1) as object), signal }];
    const run = this.storage[name] as (...args: readonly unknown[]) => Promise<unknown>;
    return run.apply(this.storage, withSignal);
  }

  private executeCommand(number: number, ask: WatchCommand["command"]): void {
    const watch = this.watches.get(number);
    if (!watch) return;
    if (ask === "next") void this.next(number, watch);
    else if (ask === "progress") watch.requestProgress();
    else {
      this.watches.delete(number);
      void watch.return();
    }
  }

  private async next(number: number, watch: Watch): Promise<void> {
    try {
      const { done, value } = await watch.next();
      if (done) this.watches.delete(number);
      this.respond({ watch: number, batch: done ? undefined : value });
    } catch (error) {
      this.watches.delete(number);
      this.respond({ watch: number, fault: faultOf(error) });
    }
  }

  private respond(answer: StoreResponse): void {
    this.channel.send(answer);
  }
}

function faultOf(error: unknown): Fault {
  if (!isStorageError(error)) return { message: error instanceof Error ? error.message : String(error) };
  const { code, message, current, damage } = error;
  return { code, message, current, damage };
}
