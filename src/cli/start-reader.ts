/**
 * The thread that reads files before their time: dist/parts/reader.cjs.
 *
 * @module
 */
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { workerData } from "node:worker_threads";
import { type SharedFiles, slotBytes, slotCount } from "./read-ahead.ts";

/** Files between the one at hand and the next one to read: those are read over there before they would be here. */
const lead = 4;
/** How long to wait for a slot, in milliseconds. */
const patience = 2;

const { names, position, sizes, slots } = workerData as SharedFiles;
for (let index = lead; index < names.length; index++) {
  index = Math.max(index, waitForSlot(index) + lead);
  const name = names[index];
  if (name !== undefined) Atomics.store(sizes, index, readInto((index % slotCount) * slotBytes, name) + 1);
}

/** @returns the index of the file at hand */
function waitForSlot(index: number): number {
  let at = Atomics.load(position, 0);
  while (at <= index - slotCount) {
    Atomics.wait(position, 0, at, patience);
    at = Atomics.load(position, 0);
  }
  return at;
}

/** @returns the size of the file; -1 where it must be read over there, to say what is wrong or because it can be read only once */
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
