/**
 * Reads files in a second thread while the main thread vets earlier files: with ten thousand manifests, opening and
 * reading take an eighth of the time. The main thread itself reads every file that the second thread has not read in
 * time.
 *
 * @part read-ahead
 * @module
 */
import { Worker } from "node:worker_threads";

/** The memory that both threads share. */
export interface SharedFiles {
  readonly names: readonly string[];
  /** One element: the index of the file that the main thread vets; the slots of earlier files are free. */
  readonly position: Int32Array;
  /** Size of each file in bytes, plus 1; 0 if the main thread must read the file itself. */
  readonly sizes: Int32Array;
  /** A file's bytes are in the slot with the number of its index modulo `slotCount`. */
  readonly slots: Uint8Array<SharedArrayBuffer>;
}

/** Larger files are not read ahead; reading is a smaller part of their time. */
export const slotBytes = 16 * 1024;
/** Maximum number of files that are read ahead. */
export const slotCount = 256;
/** The thread needs little memory; V8 would reserve several times as much by default. */
const readerLimits = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 32 };
/** @param module - the module that the thread runs */
export function readAhead(names: readonly string[], module: URL): FilesAhead {
  return new FilesAhead(names, module);
}

class FilesAhead {
  private readonly files: SharedFiles;
  /** Index from which to search for the next name, since names come in order. */
  private next = 0;

  constructor(names: readonly string[], module: URL) {
    this.files = {
      names,
      position: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
      sizes: new Int32Array(new SharedArrayBuffer(names.length * Int32Array.BYTES_PER_ELEMENT)),
      slots: new Uint8Array(new SharedArrayBuffer(slotCount * slotBytes)),
    };
    const worker = new Worker(module, { workerData: this.files, resourceLimits: readerLimits });
    // If the thread fails, the main thread reads every file itself.
    worker.on("error", () => {});
    worker.unref();
  }

  /**
   * Returns the bytes of a file, valid until the next call, or undefined if they are not available. Names must come in
   * order, but some may be left out. Returns a Buffer, like `readFileSync`, because V8 optimizes the code that reads
   * the bytes for a single array type.
   */
  bytesOf(name: string): Buffer | undefined {
    const { names, position, sizes, slots } = this.files;
    const index = names.indexOf(name, this.next);
    if (index < 0) return undefined;
    this.next = index + 1;
    Atomics.store(position, 0, index);
    const size = Atomics.load(sizes, index) - 1;
    const start = (index % slotCount) * slotBytes;
    return size < 0 ? undefined : Buffer.from(slots.buffer, start, size);
  }

  /** Lets the second thread end. */
  close(): void {
    Atomics.store(this.files.position, 0, this.files.names.length);
  }
}

export type { FilesAhead };
