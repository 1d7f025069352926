/**
 * `clustervet serve --wait`: starts the server in the background, and ends when the server is ready.
 *
 * @part server
 * @module
 */
import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { exitCannotRun, exitClean, reasonOf, UsageError } from "./exit.ts";
import type { ExitCode } from "./io.ts";
import { print, printError, writeError } from "./terminal.ts";

/** Interval for checking whether the ready file exists, in milliseconds. */
const pollMs = 20;
/**
 * Maximum time until the server is ready, in milliseconds. It is long because a store with millions of objects is read
 * first.
 */
const readyTimeoutMs = 120_000;

export interface WaitOptions {
  /** The program, and the arguments that run the server in the foreground. */
  readonly command: readonly string[];
  /** The ready file of the server; default: a temporary file. */
  readonly readyFile: string | undefined;
  /** The directory for the server's log; created if it is missing. */
  readonly dataDir: string;
}

const logName = "server.log";

/**
 * @returns 0 when the server is ready, or 2 after printing the server's messages if it ended before or took too long
 * @throws {UsageError} if the directory can't be written
 */
export async function serveInBackground({ command, readyFile, dataDir }: WaitOptions): Promise<ExitCode> {
  const work = mkdtempSync(join(tmpdir(), "clustervet-serve-"));
  const ready = readyFile ?? join(work, "ready");
  const messagesFile = join(work, "said");
  // The file of an earlier server would be mistaken for this one's.
  rmSync(ready, { force: true });
  const [program = "", ...args] = command;
  const logFile = join(dataDir, logName);
  const outputs = [openLog(logFile, dataDir), openSync(messagesFile, "a")];
  const server = spawn(program, [...args, ...(readyFile === undefined ? [`--ready-file=${ready}`] : [])], {
    detached: true,
    stdio: ["ignore", ...outputs],
  });
  const end = (signal: NodeJS.Signals) => server.kill(signal);
  const signals = ["SIGINT", "SIGTERM"] as const;
  for (const signal of signals) process.on(signal, end);
  try {
    // The server writes the file before it prints its URL, which may take a while on a busy machine.
    const hasAnnouncedUrl = () => readFileSync(messagesFile, "utf8").includes("serving at ");
    const isReady = await becomesReady(server, () => existsSync(ready) && hasAnnouncedUrl());
    writeError(readFileSync(messagesFile, "utf8"));
    if (isReady) {
      writeError(`  stop it with: kill ${server.pid}\n`);
      print(`${server.pid}\n`);
      return exitClean;
    }
    if (server.kill()) printError(`the server was not ready within ${readyTimeoutMs / 1000} s; its log is ${logFile}`);
    return exitCannotRun;
  } finally {
    for (const signal of signals) process.off(signal, end);
    for (const output of outputs) closeSync(output);
    rmSync(work, { recursive: true, force: true });
    server.unref();
  }
}

function openLog(file: string, dataDir: string): number {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    return openSync(file, "a", 0o600);
  } catch (error) {
    throw new UsageError(`--data-dir cannot be used: ${reasonOf(error)}`);
  }
}

/** Returns false if the server ends before it is ready, or the time limit is exceeded. */
async function becomesReady(server: ChildProcess, isReady: () => boolean): Promise<boolean> {
  const deadlineMs = Date.now() + readyTimeoutMs;
  while (server.exitCode === null && server.signalCode === null && Date.now() < deadlineMs) {
    if (isReady()) return true;
    await pause(pollMs);
  }
  return false;
}
