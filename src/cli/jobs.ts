/**
 * Files on several threads, this one among them. Each takes batches of them until none are left, so a thread that comes
 * late or is slow takes fewer.
 *
 * @module
 */
import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { Outcome } from "./examination.ts";
import type { LintFlags } from "./lint-settings.ts";
import type { ProjectFile } from "./project-file.ts";

/** What a thread is given. */
export interface Job {
  readonly names: readonly string[];
  readonly flags: LintFlags;
  readonly project: ProjectFile;
  /** Those of `names` that the command line names. */
  readonly named: readonly string[];
  /** Shared by all threads: at 0, the index of the first name that nobody has taken. */
  readonly next: Int32Array;
}

/** What a thread says of a batch. */
export interface JobReport {
  readonly start: number;
  readonly outcomes: readonly Outcome[];
}

export interface Threads {
  /** Of the module that a thread runs. */
  readonly module: URL;
  /** Of all threads; none is started that would have nothing to do. */
  readonly count: number;
  examine(name: string): Outcome;
  /** Told of files that are done. */
  advance(count: number): void;
}

/** Files that a thread takes at once. */
export const batchSize = 32;

/** What came of each file, in the order of their names. */
export async function examineTogether(
  { names, flags, project, named }: Omit<Job, "next">,
  { module, count, examine, advance }: Threads,
): Promise<readonly Outcome[]> {
  const next = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const outcomes: (Outcome | undefined)[] = names.map(() => undefined);
  const keep = ({ start, outcomes: found }: JobReport): void => {
    for (const [index, outcome] of found.entries()) outcomes[start + index] = outcome;
    advance(found.length);
  };
  const job: Job = { names, flags, project, named, next };
  const batches = Math.ceil(names.length / batchSize);
  const ends = Array.from({ length: Math.min(count, batches) - 1 }, () => runThread(module, job, keep));
  const takeBatch = (): number => Atomics.add(next, 0, batchSize);
  for (let start = takeBatch(); start < names.length; start = takeBatch()) {
    keep({ start, outcomes: names.slice(start, start + batchSize).map(examine) });
    await setImmediate();
  }
  await Promise.all(ends);
  // A thread may have ended with a batch in hand; what ended it shows here.
  return names.map((name, index) => outcomes[index] ?? examine(name));
}

/** Fulfilled when the thread has ended, for whatever reason. */
function runThread(module: URL, job: Job, keep: (report: JobReport) => void): Promise<void> {
  return new Promise((resolve) => {
    const worker = new Worker(module, { workerData: job });
    worker.on("message", keep);
    worker.on("error", () => resolve());
    worker.on("exit", () => resolve());
  });
}
