/**
 * A process that answers requests of `clustervet serve --workers`, as it sees itself, and its messages with the one that has
 * started it.
 *
 * @part server
 * @module
 */
import cluster from "node:cluster";
import { type Channel, inPackets } from "../storage/remote-messages.ts";
import { remoteStorage } from "../storage/remote-storage.ts";
import type { Storage } from "../storage/storage.ts";
import type { Address } from "./serve-process.ts";

/** Has the number of a worker, from 0. */
export const workerVariable = "CLUSTERVET_WORKER";

/** To the process that has started the worker. */
export type FromWorker = { readonly store: readonly unknown[] } | { readonly ready: Address };

/** To a worker. */
export type ToWorker = { readonly store: readonly unknown[] } | { readonly stop: string };

export interface OwnWorker {
  /** The one that does what only one of them is to do. */
  readonly isFirst: boolean;
  /** Resolves with the reason when the workers are to stop. */
  readonly stopped: Promise<string>;
  /** The store that the other process has open. Called once. */
  storage(): Storage;
  ready(address: Address): void;
  /** Ends the way to the other process, which would keep this one from ending. */
  leave(): void;
}

/** Undefined in a process that is not a worker. */
export function ownWorker(): OwnWorker | undefined {
  const number = process.env[workerVariable];
  if (!cluster.isWorker || number === undefined) return undefined;
  const send = (message: FromWorker) => process.send?.(message, undefined, undefined, () => {});
  const receive = (take: (message: ToWorker) => void) => process.on("message", take as (message: unknown) => void);
  const channel: Channel = {
    ...inPackets({
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
