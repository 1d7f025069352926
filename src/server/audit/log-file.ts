/**
 * A file of lines that is put aside when it is full, as kube-apiserver does with its audit log: beside it, with the time in its name.
 *
 * @module
 */
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { basename, dirname, extname, join } from "node:path";

export interface LogFileOptions {
  readonly path: string;
  /** Bytes of a file; 0 for one that never ends. A longer line has a file to itself. */
  readonly maxBytes: number;
  /** Milliseconds for which files that are full are kept; 0 for ever. */
  readonly maxAgeMs: number;
  /** How many files that are full are kept; 0 for all. */
  readonly maxBackups: number;
  readonly nowMs: () => number;
}

export class LogFile {
  private readonly options: LogFileOptions;
  private descriptor: number;
  private bytes: number;

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

  /** Puts the file aside and begins another. */
  private turnOver(): void {
    const { path, nowMs } = this.options;
    const time = new Date(nowMs()).toISOString().slice(0, -1).replaceAll(":", "-");
    renameSync(path, join(dirname(path), `${this.prefix}${time}${extname(path)}`));
    closeSync(this.descriptor);
    this.descriptor = openPrivate(path);
    this.bytes = 0;
    this.removeOld();
  }

  private get prefix(): string {
    const { path } = this.options;
    return `${basename(path, extname(path))}-`;
  }

  private removeOld(): void {
    const { path, maxAgeMs, maxBackups, nowMs } = this.options;
    const folder = dirname(path);
    const full = readdirSync(folder)
      .filter((name) => name.startsWith(this.prefix) && name.endsWith(extname(path)) && timeIn.test(name))
      .sort()
      .reverse();
    for (const [index, name] of full.entries()) {
      const file = join(folder, name);
      const isOld = maxAgeMs > 0 && statSync(file).mtimeMs < nowMs() - maxAgeMs;
      if (isOld || (maxBackups > 0 && index >= maxBackups)) rmSync(file);
    }
  }
}

/** In the name of a file that was put aside. */
const timeIn = /-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}/;

/** It holds what nobody else may read. */
const openPrivate = (path: string): number => openSync(path, "a", 0o600);
