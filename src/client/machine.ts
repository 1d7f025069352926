/**
 * The parts of the machine that a client uses: environment, files, a clock, programs.
 *
 * @module
 */
import { spawn } from "node:child_process";
import { accessSync, constants, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { isatty } from "node:tty";

export interface Machine {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** Whether a user can answer prompts on standard input. */
  readonly hasTerminal: boolean;
  nowMs(): number;
  /** @throws {Error} with an error code of Node */
  readFile(path: string): string;
  isProgram(path: string): boolean;
  run(program: Program): Promise<ProgramResult>;
}

export interface Program {
  readonly path: string;
  /** The name that the program sees as `argv[0]`. */
  readonly name: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether the program inherits standard input; otherwise its input is empty. */
  readonly readsStdin: boolean;
  readonly maxOutputBytes: number;
  readonly signal: AbortSignal;
}

/** The result of a program; its standard error goes to that of this process. */
export interface ProgramResult {
  readonly stdout: string;
  /** -1 if a signal ended the program. */
  readonly code: number;
}

export function thisMachine(): Machine {
  return {
    environment: process.env,
    home: homedir(),
    hasTerminal: isatty(0),
    nowMs: Date.now,
    readFile: (path) => readFileSync(path, "utf8"),
    isProgram,
    run: runProgram,
  };
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** @throws {Error} if the program cannot be started, or prints too much */
function runProgram(program: Program): Promise<ProgramResult> {
  const { path, name, args, environment: env, readsStdin, maxOutputBytes, signal } = program;
  return new Promise((resolve, reject) => {
    const child = spawn(path, args, {
      argv0: name,
      env,
      signal,
      stdio: [readsStdin ? "inherit" : "ignore", "pipe", "inherit"],
    });
    const parts: Buffer[] = [];
    let bytes = 0;
    child.stdout?.on("data", (part: Buffer) => {
      parts.push(part);
      bytes += part.length;
      if (bytes <= maxOutputBytes) return;
      child.kill("SIGKILL");
      reject(new Error(`printed more than ${maxOutputBytes} bytes`));
    });
    child.once("error", reject);
    child.once("close", (code) => resolve({ stdout: Buffer.concat(parts).toString(), code: code ?? -1 }));
  });
}

const messageByCode: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "no such file or directory"],
  ["EACCES", "permission denied"],
  ["EISDIR", "a directory, not a file"],
  ["ENOTDIR", "a part of the path is not a directory"],
]);

/** Returns why a file could not be read. */
export function fileFault(error: unknown): string {
  const { code = "", message } = error as NodeJS.ErrnoException;
  return messageByCode.get(code) ?? message;
}
