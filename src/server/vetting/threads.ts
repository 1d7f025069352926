/**
 * The threads that do tasks on large objects: each one task at a time, within a processor time and a memory that it cannot exceed,
 * because a thread that does ends.
 *
 * @module
 */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { tooLarge } from "../request/failures.ts";
import { isWhole, joinBytes, minOwnPagesBytes } from "../request/own-pages.ts";
import { takeCompiledCode } from "../run-flags.ts";
import { processMs, processorMs } from "./processor-time.ts";
import type { Task, TaskResult, ThreadStart, VettingTarget } from "./task.ts";

/** The most that one object may take, as processor time: a busy machine refuses nothing that an idle one takes. */
const maxTaskMs = 5000;
/** The time that is left of it is looked at no more often than this. */
const leastWatchMs = 20;
const maxHeapMiB = 512;
/** Half of what V8 takes by itself: what is at work stays in the processor's caches, and a task takes 9 % less of its time. */
const youngHeapMiB = 24;
/** Threads in addition to the one that serves. */
const maxThreads = Math.max(1, Math.min(4, availableParallelism() - 1));
/** A thread without work ends after so long, and gives its memory back. */
const idleMs = 60_000;

export interface ThreadOptions extends VettingTarget {
  /** The program of a thread. */
  readonly module: URL;
  /** Default 5 seconds of processor time. */
  readonly maxTaskMs?: number;
}

/** The processor time of a thread since it has its task, in milliseconds. */
type Spent = () => number;

interface Job {
  readonly task: Task;
  resolve(result: TaskResult): void;
  reject(error: Error): void;
}

export class VettingThreads {
  private readonly options: ThreadOptions;
  private readonly waiting: Job[] = [];
  /** With what ends them. */
  private readonly idle = new Map<Worker, NodeJS.Timeout>();
  /** With where the system shows them, as far as they have said it. */
  private readonly all = new Map<Worker, string | undefined>();

  constructor(options: ThreadOptions) {
    this.options = options;
  }

  /** @throws {StatusError} RequestEntityTooLarge for a task that takes too much */
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
      this.work(thread, job);
    }
  }

  /** Undefined when there are as many as may be. */
  private start(): Worker | undefined {
    if (this.all.size >= maxThreads) return undefined;
    const { module, target, groupDomain, featureGates } = this.options;
    const resourceLimits = { maxOldGenerationSizeMb: maxHeapMiB, maxYoungGenerationSizeMb: youngHeapMiB };
    const thread = new Worker(module, { workerData: { target, groupDomain, featureGates }, resourceLimits });
    thread.unref();
    this.all.set(thread, undefined);
    // Parts of the program load with the first task that needs them.
    const endLoading = takeCompiledCode();
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

  private work(thread: Worker, { task, resolve, reject }: Job): void {
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
    let spent = spentBy(this.all.get(thread));
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
        spent = spentBy(result.thread);
        return;
      }
      end();
      this.rest(thread);
      resolve(result);
    });
    const moved: ArrayBuffer[] = [];
    thread.postMessage(handedOver(task, moved), moved);
  }

  private rest(thread: Worker): void {
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
 * The task with long bytes that move to the thread, and are gone here: a body is read on the thread alone; of what the server keeps, a copy
 * moves. A clone would go through a block of malloc that grows to twice the bytes, after which malloc keeps more of what is free; and that
 * of a part would be one of all bytes around it.
 */
function handedOver(task: Task, moved: ArrayBuffer[]): Task {
  const move = (bytes: Uint8Array): Uint8Array => {
    if (bytes.length < minOwnPagesBytes) return isWhole(bytes) ? bytes : new Uint8Array(bytes);
    const own = task.name === "read" && isWhole(bytes) ? bytes : joinBytes([bytes]);
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

/** Where the system does not show it, a thread took no more than has passed, and no more than its whole process. */
function spentBy(thread: string | undefined): Spent {
  const since = thread === undefined ? undefined : processorMs(thread);
  if (thread !== undefined && since !== undefined) {
    return () => (processorMs(thread) ?? Number.POSITIVE_INFINITY) - since;
  }
  const [sinceMs, processSinceMs] = [performance.now(), processMs()];
  return () => Math.min(performance.now() - sinceMs, processMs() - processSinceMs);
}

const tooCostly = (limit: string) => tooLarge(`the object takes too much to vet: limit is ${limit}`);
