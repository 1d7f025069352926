/**
 * `clustervet serve --workers`: this process has the store open, and others, which share the port, answer requests: as several
 * API servers over one etcd.
 *
 * @part server
 * @module
 */
import cluster, { type Worker } from "node:cluster";
import type { Log } from "../server/http/log.ts";
import { inPackets } from "../storage/remote-messages.ts";
import { shareStorage } from "../storage/shared-storage.ts";
import type { Storage } from "../storage/storage.ts";
import { exitCannotRun, exitClean, UsageError } from "./exit.ts";
import type { ExitCode } from "./io.ts";
import type { ServeFlags } from "./serve.ts";
import { prepareDataDir } from "./serve-identity.ts";
import { type Address, announce, openLog, removeReadyFile, stopSignal } from "./serve-process.ts";
import { openStorage } from "./serve-storage.ts";
import { type FromWorker, type ToWorker, workerVariable } from "./serve-worker.ts";

/** A worker that ends is started again, but not more often than this in a minute, all of them together. */
const maxRestarts = 5;
const restartWindowMs = 60_000;

/**
 * Resolves when all workers have stopped.
 *
 * @param command - how a process runs the program
 * @returns 2 when workers could not be started, or ended again and again
 * @throws {UsageError} for flags that need one process, and for a store that cannot be opened
 */
export async function serveByWorkers(flags: ServeFlags, command: readonly string[]): Promise<ExitCode> {
  assertShared(flags);
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

function assertShared({ auditLogPath }: ServeFlags): void {
  if (auditLogPath === undefined || auditLogPath === "-") return;
  throw new UsageError(
    "--audit-log-path must be - with --workers: several processes cannot write and rotate one file",
    "write the events to standard output with --audit-log-path=-, or use --audit-webhook-config-file",
  );
}

interface WorkersOptions {
  readonly count: number;
  /** Shared with the workers; undefined when each opens it by itself. */
  readonly storage: Storage | undefined;
  readonly log: Log;
}

class Workers {
  private readonly options: WorkersOptions;
  private readonly running = new Map<number, Worker>();
  /** When workers were started again, of the last minute. */
  private restartsMs: number[] = [];
  private isStopping = false;
  private fail: () => void = () => {};
  /** Resolves when workers end again and again. */
  readonly failed = new Promise<undefined>((resolve) => {
    this.fail = () => resolve(undefined);
  });

  constructor(command: readonly string[], options: WorkersOptions) {
    this.options = options;
    // `fork` adds the program and its own arguments for Node to these.
    const [exec = "", ...args] = [...command.slice(1 + process.execArgv.length), ...process.argv.slice(2)];
    cluster.setupPrimary({ exec, args, serialization: "advanced" });
  }

  /** One after the other: the first makes what all of them need. Undefined when one of them ends, which has said why. */
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

  /** @returns undefined when the worker ends before it answers requests */
  private begin(number: number): Promise<Address | undefined> {
    const { storage } = this.options;
    const worker = cluster.fork({ [workerVariable]: String(number) });
    this.running.set(number, worker);
    if (storage) {
      shareStorage(storage, {
        ...inPackets({
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
