/**
 * The threads that run tasks on large objects. Each runs one task at a time, with limits of processor time and memory:
 * a thread that exceeds them is terminated.
 *
 * @module
 */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { tooLarge } from "../request/failures.ts";
import { joinBytes, minOwnPagesBytes, ownsBuffer } from "../request/own-pages.ts";
import { allowCompiledCode } from "../run-flags.ts";
import { processMs, processorMs } from "./processor-time.ts";
import type { Task, TaskResult, ThreadStart, VettingTarget } from "./task.ts";

/** Maximum processor time for one object. Unlike elapsed time, it does not depend on how busy the machine is. */
const maxTaskMs = 5000;
/** Minimum interval between checks of the remaining time. */
const leastWatchMs = 20;
const maxHeapMiB = 512;
/** Half of V8's default: the data in use stays in the processor's caches, so that a task takes 9 % less time. */
const youngHeapMiB = 24;
/** Maximum number of threads in addition to the main thread. */
const maxThreads = Math.max(1, Math.min(4, availableParallelism() - 1));
/** Time after which an idle thread is terminated to release its memory. */
const idleMs = 60_000;

export interface ThreadOptions extends VettingTarget {
  /** The module that a thread runs. */
  readonly module: URL;
  /** Maximum processor time of a task; default: 5 seconds. */
  readonly maxTaskMs?: number;
}

/** Returns the processor time of a thread since the start of its task, in milliseconds. */
type ProcessorTimer = () => number;

interface Job {
  readonly task: Task;
  resolve(result: TaskResult): void;
  reject(error: Error): void;
}

export class VettingThreads {
  private readonly options: ThreadOptions;
  private readonly waiting: Job[] = [];
  /** Idle threads with the timer that terminates each. */
  private readonly idle = new Map<Worker, NodeJS.Timeout>();
  /** All threads with their paths below /proc; undefined until a thread has reported its path. */
  private readonly all = new Map<Worker, string | undefined>();

  constructor(options: ThreadOptions) {
    this.options = options;
  }

  /**
   * Runs a task on a thread.
   *
   * @throws {StatusError} RequestEntityTooLarge if the task exceeds a limit
   */
  run(task: Task): Promise<TaskResult> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ task, resolve, reject });
      this.assign();
    });
  }

  async close(): Promise<void> {
    this.waiting.length = 0;
    await Promise.all([...this.all.keys()].map((thread) => thread.terminate()));
  }

  private assign(): void {
    while (this.waiting.length > 0) {
      const thread = this.takeIdle() ?? this.start();
      const job = thread && this.waiting.shift();
      if (!thread || !job) return;
      this.runJob(thread, job);
    }
  }

  /** Starts a thread; undefined if the maximum number of threads is running. */
  private start(): Worker | undefined {
    if (this.all.size >= maxThreads) return undefined;
    const { module, target, groupDomain, featureGates } = this.options;
    const resourceLimits = { maxOldGenerationSizeMb: maxHeapMiB, maxYoungGenerationSizeMb: youngHeapMiB };
    const thread = new Worker(module, { workerData: { target, groupDomain, featureGates }, resourceLimits });
    thread.unref();
    this.all.set(thread, undefined);
    // Includes the first task, since parts of the program are loaded on first use.
    const endLoading = allowCompiledCode();
    thread.on("message", ({ outcome }: TaskResult | ThreadStart) => {
      if (outcome !== "started") endLoading();
    });
    thread.once("exit", () => {
      endLoading();
      this.all.delete(thread);
      clearTimeout(this.idle.get(thread));
      this.idle.delete(thread);
      this.assign();
    });
    return thread;
  }

  private runJob(thread: Worker, { task, resolve, reject }: Job): void {
    const end = () => {
      clearTimeout(timer);
      thread.removeAllListeners("message");
      thread.removeAllListeners("error");
    };
    const giveUp = (error: Error) => {
      end();
      thread.on("error", () => {});
      void thread.terminate();
      reject(error);
    };
    const { maxTaskMs: limitMs = maxTaskMs } = this.options;
    let spent = processorTimerOf(this.all.get(thread));
    const watch = () => {
      const leftMs = limitMs - spent();
      if (leftMs <= 0) return giveUp(tooCostly(`${limitMs} ms of processor time`));
      timer = setTimeout(watch, Math.max(leftMs, leastWatchMs));
    };
    let timer = setTimeout(watch, limitMs);
    thread.once("error", (error: NodeJS.ErrnoException) => {
      giveUp(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooCostly(`${maxHeapMiB} MiB`) : error);
    });
    thread.on("message", (result: TaskResult | ThreadStart) => {
      if (result.outcome === "started") {
        this.all.set(thread, result.thread);
        spent = processorTimerOf(result.thread);
        return;
      }
      end();
      this.makeIdle(thread);
      resolve(result);
    });
    const transferList: ArrayBuffer[] = [];
    thread.postMessage(withTransferredBytes(task, transferList), transferList);
  }

  private makeIdle(thread: Worker): void {
    this.idle.set(thread, setTimeout(() => void thread.terminate(), idleMs).unref());
    this.assign();
  }

  private takeIdle(): Worker | undefined {
    const [[thread, timer] = []] = this.idle;
    clearTimeout(timer);
    if (thread) this.idle.delete(thread);
    return thread;
  }
}

/**
 * Returns the task with long byte arrays that are transferred to the thread, and no longer usable here: a body is used
 * only on the thread; of bytes that the server keeps, a copy is transferred. Cloning would use a malloc block that
 * grows to twice the size, after which malloc keeps more free memory; and it would clone the whole buffer that a part
 * belongs to.
 */
function withTransferredBytes(task: Task, moved: ArrayBuffer[]): Task {
  const move = (bytes: Uint8Array): Uint8Array => {
    if (bytes.length < minOwnPagesBytes) return ownsBuffer(bytes) ? bytes : new Uint8Array(bytes);
    const own = task.name === "read" && ownsBuffer(bytes) ? bytes : joinBytes([bytes]);
    moved.push(own.buffer as ArrayBuffer);
    return own;
  };
  const moveIn = (value: unknown): unknown => {
    if (value instanceof Uint8Array) return move(value);
    return Array.isArray(value)
      ? value.map((item: unknown) => (item instanceof Uint8Array ? move(item) : item))
      : value;
  };
  return Object.fromEntries(Object.entries(task).map(([name, value]) => [name, moveIn(value)])) as unknown as Task;
}

/**
 * Returns a function that measures the processor time of a thread. If the system does not report it, uses an upper
 * limit: the elapsed time, or the processor time of the whole process if that is less.
 */
function processorTimerOf(thread: string | undefined): ProcessorTimer {
  const since = thread === undefined ? undefined : processorMs(thread);
  if (thread !== undefined && since !== undefined) {
    return () => (processorMs(thread) ?? Number.POSITIVE_INFINITY) - since;
  }
  const [sinceMs, processSinceMs] = [performance.now(), processMs()];
  return () => Math.min(performance.now() - sinceMs, processMs() - processSinceMs);
}

const tooCostly = (limit: string) => tooLarge(`the object takes too much to vet: limit is ${limit}`);
