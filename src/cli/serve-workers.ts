/**
 * `clustervet serve --workers`: this process opens the store and starts workers, which share the port and handle
 * requests like several API servers with one etcd.
 *
 * @part server
 * @module
 */
import cluster, { type Worker } from "node:cluster";
import type { Log } from "../server/http/log.ts";
import { createPacketChannel } from "../storage/remote-messages.ts";
import { shareStorage } from "../storage/shared-storage.ts";
import type { Storage } from "../storage/storage.ts";
import { exitCannotRun, exitClean, UsageError } from "./exit.ts";
import type { ExitCode } from "./io.ts";
import type { ServeFlags } from "./serve.ts";
import { prepareDataDir } from "./serve-identity.ts";
import { type Address, announce, openLog, removeReadyFile, stopSignal } from "./serve-process.ts";
import { openStorage } from "./serve-storage.ts";
import { type FromWorker, type ToWorker, workerVariable } from "./serve-worker.ts";

/** A worker that ends is restarted, but all workers together at most this often in a minute. */
const maxRestarts = 5;
const restartWindowMs = 60_000;

/**
 * Runs the workers. Resolves when all have stopped.
 *
 * @param command - the command that starts the program
 * @returns 2 if workers could not be started or ended too often
 * @throws {UsageError} for flags that need a single process, and if the store can't be opened
 */
export async function serveByWorkers(flags: ServeFlags, command: readonly string[]): Promise<ExitCode> {
  assertWorkersSupported(flags);
  const log = openLog(flags.logLevel);
  removeReadyFile(flags.readyFile);
  await prepareDataDir(flags);
  const storage = flags.storage === "etcd" ? undefined : await openStorage(flags, log);
  const workers = new Workers(command, { count: flags.workers, storage, log });
  try {
    const stopped = stopSignal();
    const begun = await Promise.race([workers.start(), stopped]);
    if (begun === undefined) return exitCannotRun;
    if (typeof begun === "string") return exitClean;
    announce(begun, flags.readyFile);
    const signal = await Promise.race([stopped, workers.failed]);
    log.info({ signal }, "stopping");
    return signal === undefined ? exitCannotRun : exitClean;
  } finally {
    removeReadyFile(flags.readyFile);
    await workers.stop();
    await storage?.close();
  }
}

function assertWorkersSupported({ auditLogPath }: ServeFlags): void {
  if (auditLogPath === undefined || auditLogPath === "-") return;
  throw new UsageError(
    "--audit-log-path must be - with --workers: several processes cannot write and rotate one file",
    "write the events to standard output with --audit-log-path=-, or use --audit-webhook-config-file",
  );
}

interface WorkersOptions {
  readonly count: number;
  /** The store to share with the workers; undefined if each worker opens it itself. */
  readonly storage: Storage | undefined;
  readonly log: Log;
}

class Workers {
  private readonly options: WorkersOptions;
  private readonly running = new Map<number, Worker>();
  /** Times of the restarts in the last minute. */
  private restartsMs: number[] = [];
  private isStopping = false;
  private fail: () => void = () => {};
  /** Resolves when workers end too often. */
  readonly failed = new Promise<undefined>((resolve) => {
    this.fail = () => resolve(undefined);
  });

  constructor(command: readonly string[], options: WorkersOptions) {
    this.options = options;
    // Skips the Node.js executable and its own arguments, because `fork` adds them.
    const [exec = "", ...args] = [...command.slice(1 + process.execArgv.length), ...process.argv.slice(2)];
    cluster.setupPrimary({ exec, args, serialization: "advanced" });
  }

  /**
   * Starts the workers one after the other, since the first one creates files that all need. Returns undefined if a
   * worker ends; it has printed the reason.
   */
  async start(): Promise<Address | undefined> {
    let address: Address | undefined;
    for (let number = 0; number < this.options.count; number++) {
      address = await this.begin(number);
      if (address === undefined || this.isStopping) return undefined;
    }
    return address;
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    const ends = [...this.running.values()].map((worker) => {
      send(worker, { stop: "the server stops" });
      return new Promise((resolve) => worker.once("exit", resolve));
    });
    await Promise.all(ends);
  }

  /** @returns undefined if the worker ends before it is ready */
  private begin(number: number): Promise<Address | undefined> {
    const { storage } = this.options;
    const worker = cluster.fork({ [workerVariable]: String(number) });
    this.running.set(number, worker);
    if (storage) {
      shareStorage(storage, {
        ...createPacketChannel({
          send: (store) => send(worker, { store }),
          receive: (take) => onMessage(worker, (message) => "store" in message && take(message.store)),
        }),
        whenGone: (act) => worker.once("exit", act),
      });
    }
    return new Promise((resolve) => {
      let isReady = false;
      onMessage(worker, (message) => {
        if (!("ready" in message)) return;
        isReady = true;
        resolve(message.ready);
      });
      worker.once("exit", (code, signal) => {
        this.running.delete(number);
        if (isReady) this.replace(number, signal ?? code);
        resolve(undefined);
      });
    });
  }

  private replace(number: number, ending: string | number): void {
    if (this.isStopping) return;
    const { log } = this.options;
    const nowMs = Date.now();
    this.restartsMs = [...this.restartsMs.filter((ms) => ms > nowMs - restartWindowMs), nowMs];
    if (this.restartsMs.length > maxRestarts) {
      log.error({ worker: number, ending }, `${maxRestarts} workers were started again in a minute; the server stops`);
      this.fail();
      return;
    }
    log.error({ worker: number, ending }, "a worker ended; another one is started");
    void this.begin(number).then((address) => {
      if (address === undefined) this.replace(number, "before it was ready");
    });
  }
}

function send(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, undefined, undefined, () => {});
}

const onMessage = (worker: Worker, take: (message: FromWorker) => void) => worker.on("message", take);
