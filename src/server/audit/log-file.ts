/**
 * A file of lines that is put aside when it is full, as kube-apiserver does with its audit log: beside it, with the time in its name.
 *
 * @module
 */
import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";

export interface LogFileOptions {
  readonly path: string;
  /** Bytes of a file; 0 for one that never ends. A longer line has a file to itself. */
  readonly maxBytes: number;
  /** Milliseconds for which files that are full are kept; 0 for ever. */
  readonly maxAgeMs: number;
  /** How many files that are full are kept; 0 for all. */
  readonly maxBackups: number;
  /** Whether files that are full are compressed with gzip; default false. */
  readonly isCompressed?: boolean;
  /** Called for a full file that could not be compressed. It stays as it is; the next full file is a further try. */
  readonly onUncompressed?: (file: string, error: unknown) => void;
  readonly nowMs: () => number;
}

export class LogFile {
  private readonly options: LogFileOptions;
  private descriptor: number;
  private bytes: number;
  /** Files that are being compressed, by name. */
  private readonly compressing = new Map<string, Promise<void>>();

  /** @throws {Error} when the file cannot be written */
  constructor(options: LogFileOptions) {
    this.options = options;
    mkdirSync(dirname(options.path), { recursive: true });
    this.descriptor = openPrivate(options.path);
    this.bytes = fstatSync(this.descriptor).size;
  }

  /** The line is in the operating system's hands when this returns. @throws {Error} when it cannot be written */
  write(line: string): void {
    const text = Buffer.from(`${line}\n`);
    const { maxBytes } = this.options;
    if (maxBytes > 0 && this.bytes > 0 && this.bytes + text.length > maxBytes) this.turnOver();
    for (let written = 0; written < text.length; ) written += writeSync(this.descriptor, text, written);
    this.bytes += text.length;
  }

  /** Resolves when all that is to be compressed is. */
  async close(): Promise<void> {
    await Promise.all(this.compressing.values());
  }

  /** Puts the file aside and begins another. */
  private turnOver(): void {
    const { path, nowMs } = this.options;
    const time = new Date(nowMs()).toISOString().slice(0, -1).replaceAll(":", "-");
    renameSync(path, join(dirname(path), `${this.prefix}${time}${extname(path)}`));
    closeSync(this.descriptor);
    this.descriptor = openPrivate(path);
    this.bytes = 0;
    this.removeOld();
    if (this.options.isCompressed) this.compressFull();
  }

  /** All that were put aside, also by a server before this one. */
  private compressFull(): void {
    const { path, onUncompressed } = this.options;
    const folder = dirname(path);
    for (const name of this.full()) {
      if (name.endsWith(compressedEnd) || this.compressing.has(name)) continue;
      const file = join(folder, name);
      const work = compress(file)
        .catch((error: unknown) => {
          // A file that was removed as too old meanwhile is not missed.
          if (existsSync(file)) onUncompressed?.(file, error);
        })
        .finally(() => this.compressing.delete(name));
      this.compressing.set(name, work);
    }
  }

  /** Names of the files that were put aside, the newest first. */
  private full(): readonly string[] {
    const { path } = this.options;
    const ends = [extname(path), `${extname(path)}${compressedEnd}`];
    return readdirSync(dirname(path))
      .filter((name) => name.startsWith(this.prefix) && ends.some((end) => name.endsWith(end)) && timeIn.test(name))
      .sort()
      .reverse();
  }

  private get prefix(): string {
    const { path } = this.options;
    return `${basename(path, extname(path))}-`;
  }

  private removeOld(): void {
    const { path, maxAgeMs, maxBackups, nowMs } = this.options;
    const folder = dirname(path);
    for (const [index, name] of this.full().entries()) {
      const file = join(folder, name);
      const isOld = maxAgeMs > 0 && statSync(file).mtimeMs < nowMs() - maxAgeMs;
      if (isOld || (maxBackups > 0 && index >= maxBackups)) rmSync(file);
    }
  }
}

const compressedEnd = ".gz";

/** Under another name until it is whole; then the file itself goes. */
async function compress(file: string): Promise<void> {
  const unfinished = `${file}${compressedEnd}.new`;
  const { mtime } = statSync(file);
  try {
    await pipeline(createReadStream(file), createGzip(), createWriteStream(unfinished, { mode: privateMode }));
    // Its age is that of its last event.
    utimesSync(unfinished, mtime, mtime);
    renameSync(unfinished, `${file}${compressedEnd}`);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  rmSync(file, { force: true });
}

/** In the name of a file that was put aside. */
const timeIn = /-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}/;

/** It holds what nobody else may read. */
const privateMode = 0o600;

const openPrivate = (path: string): number => openSync(path, "a", privateMode);
