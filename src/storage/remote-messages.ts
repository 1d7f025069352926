/**
 * Messages between the process that has a store open and a process that uses it remotely. They are transferred by
 * structured clone, which copies bytes.
 *
 * @module
 */
import type { Damage, Entry, StorageErrorCode, WatchBatch, WatchRequest } from "./storage.ts";

/** The connection to the other process. It preserves the order of messages. */
export interface Channel {
  send(message: unknown): void;
  /** Registers the receiver; called once. */
  receive(take: (message: unknown) => void): void;
  /** Registers a function to call when the other process is gone; called once. */
  whenGone(act: () => void): void;
}

export type CallName = "currentRevision" | "get" | "range" | "put" | "delete" | "compact";

/** A message to the owner of the store. Calls and watches have unique numbers. */
export type StoreRequest =
  | CallRequest
  | { readonly abort: number }
  | { readonly watch: number; readonly open: Omit<WatchRequest, "signal"> }
  | WatchCommand;

export interface CallRequest {
  readonly call: number;
  readonly name: CallName;
  /** The arguments; the last one is the options, without their signal. */
  readonly args: readonly unknown[];
}

export interface WatchCommand {
  readonly watch: number;
  readonly command: "next" | "progress" | "end";
}

/** A message from the owner of the store. If `batch` is undefined, the watch has ended without an error. */
export type StoreResponse =
  | { readonly call: number; readonly result: unknown }
  | { readonly call: number; readonly fault: Fault }
  | { readonly watch: number; readonly batch: WatchBatch | undefined }
  | { readonly watch: number; readonly fault: Fault };

/** An error as plain data. Without a code, it is not a StorageError. */
export interface Fault {
  readonly code?: StorageErrorCode;
  readonly message: string;
  readonly current?: Entry | undefined;
  readonly damage?: Damage | undefined;
}

/**
 * A connection that transfers several messages at once, since one message between processes costs as much as many in a
 * packet.
 */
export interface Packets {
  send(packet: readonly unknown[]): void;
  receive(take: (packet: readonly unknown[]) => void): void;
}

/** Returns a channel that sends the messages of one turn of the event loop as one packet. */
export function createPacketChannel({ send, receive }: Packets): Omit<Channel, "whenGone"> {
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
