/**
 * A worker process of `clustervet serve --workers`: how it recognizes itself, and the messages between it and its
 * parent process.
 *
 * @part server
 * @module
 */
import cluster from "node:cluster";
import { type Channel, createPacketChannel } from "../storage/remote-messages.ts";
import { remoteStorage } from "../storage/remote-storage.ts";
import type { Storage } from "../storage/storage.ts";
import type { Address } from "./serve-process.ts";

/** Environment variable with the number of a worker, from 0. */
export const workerVariable = "CLUSTERVET_WORKER";

/** Messages from a worker to its parent process. */
export type FromWorker = { readonly store: readonly unknown[] } | { readonly ready: Address };

/** Messages from the parent process to a worker. */
export type ToWorker = { readonly store: readonly unknown[] } | { readonly stop: string };

export interface OwnWorker {
  /** Whether this worker does the work that only one worker must do. */
  readonly isFirst: boolean;
  /** Resolves with the reason when the worker must stop. */
  readonly stopped: Promise<string>;
  /** Returns the store that the parent process has open. Must be called only once. */
  storage(): Storage;
  ready(address: Address): void;
  /** Closes the channel to the parent process, which would keep this process from ending. */
  leave(): void;
}

/** Returns undefined in a process that is not a worker. */
export function ownWorker(): OwnWorker | undefined {
  const number = process.env[workerVariable];
  if (!cluster.isWorker || number === undefined) return undefined;
  const send = (message: FromWorker) => process.send?.(message, undefined, undefined, () => {});
  const receive = (take: (message: ToWorker) => void) => process.on("message", take as (message: unknown) => void);
  const channel: Channel = {
    ...createPacketChannel({
      send: (store) => send({ store }),
      receive: (take) => receive((message) => "store" in message && take(message.store)),
    }),
    whenGone: (act) => process.once("disconnect", act),
  };
  return {
    isFirst: number === "0",
    stopped: new Promise((resolve) => receive((message) => "stop" in message && resolve(message.stop))),
    storage: () => remoteStorage(channel),
    ready: (address) => send({ ready: address }),
    leave: () => cluster.worker?.disconnect(),
  };
}
