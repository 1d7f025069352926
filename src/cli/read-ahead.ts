/**
 * Files that a thread reads while this one vets the files before them: of ten thousand manifests an eighth of the time
 * goes into opening and reading. A file that the thread has not read in time is read as if there was no thread.
 *
 * @part read-ahead
 * @module
 */
import { Worker } from "node:worker_threads";

/** The memory that both threads see. */
export interface SharedFiles {
  readonly names: readonly string[];
  /** At 0: the index of the file at hand; those before it are done. */
  readonly position: Int32Array;
  /** Bytes of each file and one more; 0 for a file that is not there. */
  readonly sizes: Int32Array;
  /** The bytes of a file are in the slot of its index, modulo `slotCount`. */
  readonly slots: Uint8Array<SharedArrayBuffer>;
}

/** Larger files are left out; of those, reading is the smaller part. */
export const slotBytes = 16 * 1024;
/** Files that are read before their time, at most. */
export const slotCount = 256;
/** The thread makes next to nothing; V8 would take several times as much for it. */
const readerLimits = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 32 };
/** @param module - what the thread runs */
export function readAhead(names: readonly string[], module: URL): FilesAhead {
  return new FilesAhead(names, module);
}

class FilesAhead {
  private readonly files: SharedFiles;
  /** Of the next name, as names come in order. */
  private next = 0;

  constructor(names: readonly string[], module: URL) {
    this.files = {
      names,
      position: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
      sizes: new Int32Array(new SharedArrayBuffer(names.length * Int32Array.BYTES_PER_ELEMENT)),
      slots: new Uint8Array(new SharedArrayBuffer(slotCount * slotBytes)),
    };
    const worker = new Worker(module, { workerData: this.files, resourceLimits: readerLimits });
    // Without the thread every file is read here.
    worker.on("error", () => {});
    worker.unref();
  }

  /**
   * The bytes of a file, until the next call; undefined when they are not there. Names come in order; some may be left out. A
   * Buffer, as reading makes one: V8 compiles what reads bytes for one sort of arrays.
   */
  take(name: string): Buffer | undefined {
    const { names, position, sizes, slots } = this.files;
    const index = names.indexOf(name, this.next);
    if (index < 0) return undefined;
    this.next = index + 1;
    Atomics.store(position, 0, index);
    const size = Atomics.load(sizes, index) - 1;
    const start = (index % slotCount) * slotBytes;
    return size < 0 ? undefined : Buffer.from(slots.buffer, start, size);
  }

  /** Lets the thread end. */
  close(): void {
    Atomics.store(this.files.position, 0, this.files.names.length);
  }
}

export type { FilesAhead };
