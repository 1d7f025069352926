/**
 * A log file with rotation as in kube-apiserver's audit log: a full file is renamed, with the time in its name, and
 * stays in the same directory.
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
  /** Size of a full file in bytes; 0 for no limit. A longer line gets a separate file. */
  readonly maxBytes: number;
  /** Milliseconds to keep rotated files; 0 for no limit. */
  readonly maxAgeMs: number;
  /** Number of rotated files to keep; 0 for all. */
  readonly maxBackups: number;
  /** Whether rotated files are compressed with gzip; default false. */
  readonly isCompressed?: boolean;
  /**
   * Called for a rotated file that could not be compressed. The file stays uncompressed until the next rotation, which
   * tries again.
   */
  readonly onUncompressed?: (file: string, error: unknown) => void;
  readonly nowMs: () => number;
}

export class LogFile {
  private readonly options: LogFileOptions;
  private descriptor: number;
  private bytes: number;
  /** Compressions in progress, by file name. */
  private readonly compressing = new Map<string, Promise<void>>();

  /** @throws {Error} if the file cannot be written */
  constructor(options: LogFileOptions) {
    this.options = options;
    mkdirSync(dirname(options.path), { recursive: true });
    this.descriptor = openPrivate(options.path);
    this.bytes = fstatSync(this.descriptor).size;
  }

  /** Writes a line; the operating system has it when the method returns. @throws {Error} if it cannot be written */
  write(line: string): void {
    const text = Buffer.from(`${line}\n`);
    const { maxBytes } = this.options;
    if (maxBytes > 0 && this.bytes > 0 && this.bytes + text.length > maxBytes) this.rotate();
    for (let written = 0; written < text.length; ) written += writeSync(this.descriptor, text, written);
    this.bytes += text.length;
  }

  /** Resolves when all compressions have ended. */
  async close(): Promise<void> {
    await Promise.all(this.compressing.values());
  }

  /** Renames the full file and starts a new one. */
  private rotate(): void {
    const { path, nowMs } = this.options;
    const time = new Date(nowMs()).toISOString().slice(0, -1).replaceAll(":", "-");
    renameSync(path, join(dirname(path), `${this.prefix}${time}${extname(path)}`));
    closeSync(this.descriptor);
    this.descriptor = openPrivate(path);
    this.bytes = 0;
    this.removeOld();
    if (this.options.isCompressed) this.compressRotated();
  }

  /** Compresses all rotated files, including those of earlier servers. */
  private compressRotated(): void {
    const { path, onUncompressed } = this.options;
    const folder = dirname(path);
    for (const name of this.rotatedFiles()) {
      if (name.endsWith(compressedSuffix) || this.compressing.has(name)) continue;
      const file = join(folder, name);
      const work = compress(file)
        .catch((error: unknown) => {
          // If the file was removed meanwhile because of its age, the failure does not matter.
          if (existsSync(file)) onUncompressed?.(file, error);
        })
        .finally(() => this.compressing.delete(name));
      this.compressing.set(name, work);
    }
  }

  /** Returns the names of the rotated files, newest first. */
  private rotatedFiles(): readonly string[] {
    const { path } = this.options;
    const ends = [extname(path), `${extname(path)}${compressedSuffix}`];
    return readdirSync(dirname(path))
      .filter(
        (name) =>
          name.startsWith(this.prefix) && ends.some((end) => name.endsWith(end)) && rotationTimePattern.test(name),
      )
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
    for (const [index, name] of this.rotatedFiles().entries()) {
      const file = join(folder, name);
      const isOld = maxAgeMs > 0 && statSync(file).mtimeMs < nowMs() - maxAgeMs;
      if (isOld || (maxBackups > 0 && index >= maxBackups)) rmSync(file);
    }
  }
}

const compressedSuffix = ".gz";

/** Compresses to a temporary name, renames the result when it is complete, and then removes the original. */
async function compress(file: string): Promise<void> {
  const unfinished = `${file}${compressedSuffix}.new`;
  const { mtime } = statSync(file);
  try {
    await pipeline(createReadStream(file), createGzip(), createWriteStream(unfinished, { mode: privateMode }));
    // Keep the modification time, which is that of the last event, since it determines the age.
    utimesSync(unfinished, mtime, mtime);
    renameSync(unfinished, `${file}${compressedSuffix}`);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  rmSync(file, { force: true });
}

/** Matches the time in the name of a rotated file. */
const rotationTimePattern = /-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}/;

/** The log contains data that other users must not read. */
const privateMode = 0o600;

const openPrivate = (path: string): number => openSync(path, "a", privateMode);
