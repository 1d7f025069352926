import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { filesBeside } from "../../src/cli/program-files.ts";

const bundle = resolve("dist/clustervet.cjs");
const mainPart = resolve("dist/parts/main.cjs");
/** 64 MiB, since reports on all fixtures are long. */
const maxOutputBytes = 64 * 1024 * 1024;

export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly cwd?: string;
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Leaves out variables that a test run may have and that its commands must not see. */
const { FORCE_COLOR: _force, NO_COLOR: _no, CI: _ci, ...inherited } = process.env;

/**
 * Runs the built command line in this process, for commands that are done when they return. Use `runWaiting` for
 * commands that wait for something, and `runProcess` for tests of the process itself.
 */
export function runCli(args: readonly string[], options: CliOptions = {}): CliResult {
  const { written, code } = startCommand(args, options);
  if (code instanceof Promise) throw new Error(`${args[0]} waits for something: run it by runWaiting`);
  return { code: code ?? null, ...written };
}

/** Runs a command that waits for something. Nothing else may run in this process until it is done. */
export async function runWaiting(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  const { written, code } = startCommand(args, options);
  return { code: (await code) ?? null, ...written };
}

function startCommand(args: readonly string[], { cwd = ".", stdin = "", env = {} }: CliOptions) {
  const { runCommand } = createRequire(import.meta.url)(mainPart) as typeof import("../../src/cli/main.ts");
  const written = { stdout: "", stderr: "" };
  const streamOf = (name: "stdout" | "stderr") => ({
    write(text: string) {
      written[name] += text;
    },
  });
  const streams = {
    stdout: streamOf("stdout"),
    stderr: streamOf("stderr"),
    readStdin: () => Buffer.from(stdin),
  };
  const code = runInDirectory(cwd, { ...inherited, ...env }, () =>
    runCommand(args, filesBeside(pathToFileURL(bundle)), streams),
  );
  return { written, code };
}

/** Calls a function in a directory and with these variables, and restores both when it is done. */
function runInDirectory<T>(cwd: string, env: NodeJS.ProcessEnv, run: () => T | Promise<T>): T | Promise<T> {
  const before = { cwd: process.cwd(), env: process.env };
  const restore = () => {
    process.env = before.env;
    process.chdir(before.cwd);
  };
  process.chdir(cwd);
  process.env = env;
  let result: T | Promise<T> | undefined;
  try {
    result = run();
    return result instanceof Promise ? result.finally(restore) : result;
  } finally {
    if (!(result instanceof Promise)) restore();
  }
}

/** Runs the built command line as a separate process. */
export function runProcess(args: readonly string[], options: CliOptions = {}): CliResult {
  return runProgram([bundle], args, options);
}

/**
 * Runs Node as a separate process.
 *
 * @param program - the arguments of Node before those of the program
 */
export function runProgram(
  program: readonly string[],
  args: readonly string[],
  { cwd, stdin = "", env = {} }: CliOptions = {},
): CliResult {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...program, ...args], {
    encoding: "utf8",
    maxBuffer: maxOutputBytes,
    input: stdin,
    env: { ...inherited, ...env },
    ...(cwd === undefined ? {} : { cwd }),
  });
  return { code: status, stdout, stderr };
}

/** Creates a directory with these files. It stays until the machine cleans its temporary files. */
export function directoryWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const directory = mkdtempSync(join(tmpdir(), "clustervet-"));
  for (const [name, content] of Object.entries(files)) {
    const path = join(directory, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  return directory;
}

/** Runs lint and returns its JSON report. */
export function lintJson(cwd: string, ...args: readonly string[]) {
  const { stdout, stderr, code } = runCli(["lint", "--format", "json", ...args], { cwd });
  if (stdout === "") throw new Error(`no report: ${stderr}`);
  return { code, stderr, report: JSON.parse(stdout) };
}

/** Returns the rules that lint reports, in order. */
export function lintRules(cwd: string, ...args: readonly string[]): string[] {
  return lintJson(cwd, ...args).report.diagnostics.map(({ rule }: { rule: string }) => rule);
}
