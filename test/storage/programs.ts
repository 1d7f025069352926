/**
 * Programs that tests run as separate processes in order to kill them, trace them, or run them as another user.
 *
 * @module
 */
import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";
import { build } from "esbuild";

/** Bundles a program of `test/storage/programs`. @returns the path of the bundle */
export async function buildProgram(name: string): Promise<string> {
  const outfile = resolve(`build/test/storage/${name}.mjs`);
  await build({
    entryPoints: [resolve(`test/storage/programs/${name}.ts`)],
    bundle: true,
    platform: "node",
    format: "esm",
    external: ["lmdb"],
    outfile,
    logLevel: "warning",
  });
  return outfile;
}

export interface Program {
  readonly process: ChildProcess;
  /** Returns the complete lines of output so far. */
  lines(): string[];
  /** Waits for the number of lines, or for the end of the process. */
  waitForLines(count: number): Promise<void>;
  readonly ended: Promise<void>;
}

export function start(command: string, args: readonly string[], options: { readonly uid?: number } = {}): Program {
  const process = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  let wakeUp = () => {};
  process.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    wakeUp();
  });
  let hasEnded = false;
  const ended = new Promise<void>((resolve, reject) => {
    process.on("error", reject).on("close", () => {
      hasEnded = true;
      wakeUp();
      resolve();
    });
  });
  const lines = () => output.split("\n").slice(0, -1);
  const waitForLines = async (count: number) => {
    while (!hasEnded && lines().length < count) {
      await new Promise<void>((resolve) => {
        wakeUp = resolve;
      });
    }
  };
  return { process, lines, waitForLines, ended };
}
