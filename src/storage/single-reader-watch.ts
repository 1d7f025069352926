/**
 * The part of a watch that does not depend on the store: it has one reader, and ends with or without an error.
 *
 * @module
 */
import type { Watch, WatchBatch } from "./storage.ts";

interface Reader {
  resolve(result: IteratorResult<WatchBatch>): void;
  reject(error: unknown): void;
}

const finished: IteratorResult<WatchBatch> = { done: true, value: undefined };

export abstract class SingleReaderWatch implements Watch {
  #reader: Reader | undefined;
  /** Set once the watch has ended, with the error that no reader has got yet. */
  #end: { readonly error?: unknown } | undefined;

  abstract requestProgress(): void;

  /** Called once, when the watch ends. */
  protected abstract onEnd(): void;

  /** Called when the reader waits for a batch. */
  protected onWait(): void {}

  /** Returns a batch that has waited for the reader, which it gets even after the end. */
  protected takeWaitingBatch(): WatchBatch | undefined {
    return undefined;
  }

  protected get isEnded(): boolean {
    return this.#end !== undefined;
  }

  protected get hasReader(): boolean {
    return this.#reader !== undefined;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<WatchBatch>> {
    if (this.#reader) throw new TypeError("a watch has one reader, who waits for a batch before asking for the next");
    const batch = this.takeWaitingBatch();
    if (batch) return { done: false, value: batch };
    const end = this.#end;
    if (end) {
      this.#end = {};
      if (end.error !== undefined) throw end.error;
      return finished;
    }
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject };
      this.onWait();
    });
  }

  async return(): Promise<IteratorResult<WatchBatch>> {
    this.finish();
    return finished;
  }

  /** Ends the watch without an error. */
  finish(): void {
    this.#stop({});
  }

  fail(error: unknown): void {
    this.#stop({ error });
  }

  /** Passes a batch to the reader, if it waits for one. */
  deliver(batch: WatchBatch): void {
    const reader = this.#reader;
    this.#reader = undefined;
    reader?.resolve({ done: false, value: batch });
  }

  #stop(end: { readonly error?: unknown }): void {
    if (this.#end) return;
    const reader = this.#reader;
    this.#reader = undefined;
    // A waiting reader gets the error, otherwise the next one does.
    this.#end = reader ? {} : end;
    this.onEnd();
    if (reader && end.error !== undefined) reader.reject(end.error);
    else reader?.resolve(finished);
  }
}
