/**
 * The entry point of the thread that reads files ahead, built as dist/parts/reader.cjs.
 *
 * @module
 */
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { workerData } from "node:worker_threads";
import { type SharedFiles, slotBytes, slotCount } from "./read-ahead.ts";

/**
 * Distance from the main thread's current file to the first file to read ahead: the main thread would read closer files
 * itself before this thread is done.
 */
const lead = 4;
/** Time to wait for a free slot, in milliseconds. */
const slotWaitMs = 2;

const { names, position, sizes, slots } = workerData as SharedFiles;
for (let index = lead; index < names.length; index++) {
  index = Math.max(index, waitForSlot(index) + lead);
  const name = names[index];
  if (name !== undefined) Atomics.store(sizes, index, readInto((index % slotCount) * slotBytes, name) + 1);
}

/** Waits until the slot of a file is free. @returns the index of the main thread's current file */
function waitForSlot(index: number): number {
  let at = Atomics.load(position, 0);
  while (at <= index - slotCount) {
    Atomics.wait(position, 0, at, slotWaitMs);
    at = Atomics.load(position, 0);
  }
  return at;
}

/**
 * @returns the size of the file; -1 if the main thread must read it, to report an error or because it can be read only
 *   once
 */
function readInto(start: number, name: string): number {
  try {
    const stat = statSync(name);
    if (!stat.isFile() || stat.size >= slotBytes) return -1;
    const file = openSync(name, "r");
    try {
      const size = readSync(file, slots, start, slotBytes, null);
      return size < slotBytes ? size : -1;
    } finally {
      closeSync(file);
    }
  } catch {
    return -1;
  }
}
