/**
 * Input and output of a command apart from files: the streams of the process, or those of a caller that runs a command
 * within its own process.
 *
 * @module
 */
import { fstatSync, writeSync } from "node:fs";
import { reasonOf, UsageError } from "./exit.ts";
import { readOpened } from "./read-bytes.ts";

export interface Io {
  readonly stdout: OutStream;
  readonly stderr: OutStream;
  /** Returns all of standard input. */
  readStdin(): Uint8Array;
}

export interface OutStream {
  readonly isTTY?: boolean;
  /** Width of the terminal; undefined if the stream is not a terminal. */
  readonly columns?: number | undefined;
  /** Returns after the whole text is written. */
  write(text: string): void;
}

/** The exit code of a command; undefined if the command leaves it to the process, as commands that keep running do. */
export type ExitCode = number | undefined;

/** Receives the exit code of a command. */
export type End = (code: ExitCode | Promise<ExitCode>) => void;

/** The streams of the process. */
export const processIo: Io = {
  stdout: streamOf("stdout", 1),
  stderr: streamOf("stderr", 2),
  readStdin,
};

/** @throws {UsageError} if standard input can't be read or has no end */
function readStdin(): Uint8Array {
  try {
    return readOpened(0);
  } catch (error) {
    throw new UsageError(`standard input can't be read: ${reasonOf(error)}`);
  }
}

function streamOf(name: "stdout" | "stderr", descriptor: number): OutStream {
  return {
    get isTTY() {
      return isTerminal(descriptor);
    },
    get columns() {
      return isTerminal(descriptor) ? process[name].columns : undefined;
    },
    write: (text) => writeAll(descriptor, text),
  };
}

/**
 * Like `isTTY` of a stream, but does not create the stream: loading the stream modules takes longer than vetting a
 * small file.
 */
function isTerminal(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice() && process.getBuiltinModule("node:tty").isatty(descriptor);
  } catch {
    // The descriptor is closed.
    return false;
  }
}

/** The streams of the current command; a process runs one command at a time. */
let current = processIo;

export function io(): Io {
  return current;
}

/** Runs a command with these streams. */
export function withIo<T>(streams: Io, run: () => T): T {
  const before = current;
  const restore = () => {
    current = before;
  };
  current = streams;
  try {
    const result = run();
    if (!(result instanceof Promise)) restore();
    else result.then(restore, restore);
    return result;
  } catch (error) {
    restore();
    throw error;
  }
}

/** Time to wait until a pipe has room again, in milliseconds. */
const pipeWaitMs = 5;

/** Repeats partial writes, which occur with non-blocking pipes and with disks that are nearly full. */
function writeAll(descriptor: number, text: string): void {
  let rest: Uint8Array = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, pipeWaitMs);
    }
  }
}
