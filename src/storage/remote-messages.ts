/**
 * Messages between the process that has a store open and one that uses it. They are structured clones; bytes are copied.
 *
 * @module
 */
import type { Damage, Entry, StorageErrorCode, WatchBatch, WatchRequest } from "./storage.ts";

/** The way to the other end, which keeps the order of messages. */
export interface Channel {
  send(message: unknown): void;
  /** Called once. */
  receive(take: (message: unknown) => void): void;
  /** Called once, with what is to be done when the other end is gone. */
  whenGone(act: () => void): void;
}

export type CallName = "currentRevision" | "get" | "range" | "put" | "delete" | "compact";

/** From the user of a store. Each call and each watch has a number of its own. */
export type Question =
  | CallQuestion
  | { readonly abort: number }
  | { readonly watch: number; readonly open: Omit<WatchRequest, "signal"> }
  | WatchQuestion;

export interface CallQuestion {
  readonly call: number;
  readonly name: CallName;
  /** Without the signal of the options, which are the last of them. */
  readonly args: readonly unknown[];
}

export interface WatchQuestion {
  readonly watch: number;
  readonly ask: "next" | "progress" | "end";
}

/** From the owner. A watch that ended without an error has no batch. */
export type Answer =
  | { readonly call: number; readonly result: unknown }
  | { readonly call: number; readonly fault: Fault }
  | { readonly watch: number; readonly batch: WatchBatch | undefined }
  | { readonly watch: number; readonly fault: Fault };

/** An error as plain data; without a code it is no error of a store. */
export interface Fault {
  readonly code?: StorageErrorCode;
  readonly message: string;
  readonly current?: Entry | undefined;
  readonly damage?: Damage | undefined;
}

/** A way for several messages at once: one message of a process costs as much as many in it. */
export interface Packets {
  send(packet: readonly unknown[]): void;
  receive(take: (packet: readonly unknown[]) => void): void;
}

/** Messages of one round of the event loop go together. */
export function inPackets({ send, receive }: Packets): Omit<Channel, "whenGone"> {
  let waiting: unknown[] = [];
  const flush = () => {
    const packet = waiting;
    waiting = [];
    send(packet);
  };
  return {
    send(message) {
      if (waiting.push(message) === 1) setImmediate(flush);
    },
    receive: (take) =>
      receive((packet) => {
        for (const message of packet) take(message);
      }),
  };
}
