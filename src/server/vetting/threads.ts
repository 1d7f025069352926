/**
 * The threads that do tasks on large objects: each one task at a time, within a time and a memory that it cannot exceed, because
 * a thread that does ends.
 *
 * @module
 */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { tooLarge } from "../request/failures.ts";
import type { Task, TaskResult, VettingTarget } from "./task.ts";

/** The most that one object may take. */
const maxTaskMs = 5000;
const maxHeapMiB = 512;
/** Threads in addition to the one that serves. */
const maxThreads = Math.max(1, Math.min(4, availableParallelism() - 1));
/** A thread without work ends after so long, and gives its memory back. */
const idleMs = 60_000;

export interface ThreadOptions extends VettingTarget {
  /** The program of a thread. */
  readonly module: URL;
  /** Default 5 seconds. */
  readonly maxTaskMs?: number;
}

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
  private readonly all = new Set<Worker>();

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
    await Promise.all([...this.all].map((thread) => thread.terminate()));
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
    const resourceLimits = { maxOldGenerationSizeMb: maxHeapMiB };
    const thread = new Worker(module, { workerData: { target, groupDomain, featureGates }, resourceLimits });
    thread.unref();
    this.all.add(thread);
    thread.once("exit", () => {
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
    const timer = setTimeout(() => giveUp(tooCostly(`${limitMs} ms`)), limitMs);
    thread.once("error", (error: NodeJS.ErrnoException) => {
      giveUp(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooCostly(`${maxHeapMiB} MiB`) : error);
    });
    thread.once("message", (result: TaskResult) => {
      end();
      this.rest(thread);
      resolve(result);
    });
    thread.postMessage(task, handedOver(task));
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

/** A body is read on the thread alone, but a patch may be applied again. What shares its memory with others is copied. */
function handedOver(task: Task): readonly ArrayBuffer[] {
  if (task.name !== "read") return [];
  const { buffer, byteLength } = task.body;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}

const tooCostly = (limit: string) => tooLarge(`the object takes too much to vet: limit is ${limit}`);
