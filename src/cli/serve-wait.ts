/**
 * `clustervet serve --wait`: the server runs on in the background, and the command ends when it answers requests.
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

/** How often the file is looked for that says that the server is ready. */
const pollMs = 20;
/** Long for a server: a store of millions of objects is read before it is ready. */
const readyTimeoutMs = 120_000;

export interface WaitOptions {
  /** The program, and the arguments of a server that stays in the foreground. */
  readonly command: readonly string[];
  /** Of the server; default: one of its own. */
  readonly readyFile: string | undefined;
  /** Made where it is missing; gets the log of the server. */
  readonly dataDir: string;
}

const logName = "server.log";

/**
 * @returns 0 when the server answers requests, and 2, with what it said, when it has ended before that
 * @throws {UsageError} for a directory that cannot be written
 */
export async function serveInBackground({ command, readyFile, dataDir }: WaitOptions): Promise<ExitCode> {
  const work = mkdtempSync(join(tmpdir(), "clustervet-serve-"));
  const ready = readyFile ?? join(work, "ready");
  const said = join(work, "said");
  // One that an earlier server left would be believed.
  rmSync(ready, { force: true });
  const [program = "", ...args] = command;
  const logFile = join(dataDir, logName);
  const outputs = [openLog(logFile, dataDir), openSync(said, "a")];
  const server = spawn(program, [...args, ...(readyFile === undefined ? [`--ready-file=${ready}`] : [])], {
    detached: true,
    stdio: ["ignore", ...outputs],
  });
  const end = (signal: NodeJS.Signals) => server.kill(signal);
  const signals = ["SIGINT", "SIGTERM"] as const;
  for (const signal of signals) process.on(signal, end);
  try {
    // The file comes first; a server on a busy machine may say where it serves a while later.
    const hasSaid = () => readFileSync(said, "utf8").includes("serving at ");
    const isReady = await becomesReady(server, () => existsSync(ready) && hasSaid());
    writeError(readFileSync(said, "utf8"));
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

/** False when it has ended before, and when it takes too long. */
async function becomesReady(server: ChildProcess, isReady: () => boolean): Promise<boolean> {
  const deadlineMs = Date.now() + readyTimeoutMs;
  while (server.exitCode === null && server.signalCode === null && Date.now() < deadlineMs) {
    if (isReady()) return true;
    await pause(pollMs);
  }
  return false;
}
