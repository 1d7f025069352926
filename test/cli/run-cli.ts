import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

const bundle = resolve("dist/clustervet.mjs");
/** Reports on all fixtures are long. */
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

/** Runs the built command line as a process of its own. */
export function runCli(args: readonly string[], options: CliOptions = {}): CliResult {
  return runProgram([bundle], args, options);
}

/** @param program - what Node is given before the arguments */
export function runProgram(
  program: readonly string[],
  args: readonly string[],
  { cwd, stdin = "", env = {} }: CliOptions = {},
): CliResult {
  const { FORCE_COLOR: _force, NO_COLOR: _no, CI: _ci, ...inherited } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [...program, ...args], {
    encoding: "utf8",
    maxBuffer: maxOutputBytes,
    input: stdin,
    env: { ...inherited, ...env },
    ...(cwd === undefined ? {} : { cwd }),
  });
  return { code: status, stdout, stderr };
}

/** A directory with these files; it stays until the machine cleans its temporary files. */
export function directoryWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const directory = mkdtempSync(join(tmpdir(), "clustervet-"));
  for (const [name, content] of Object.entries(files)) {
    const path = join(directory, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  return directory;
}

/** The JSON report of a run. */
export function lintJson(cwd: string, ...args: readonly string[]) {
  const { stdout, stderr, code } = runCli(["lint", "--format", "json", ...args], { cwd });
  if (stdout === "") throw new Error(`no report: ${stderr}`);
  return { code, stderr, report: JSON.parse(stdout) };
}

/** The rules that a run reports, in order. */
export function lintRules(cwd: string, ...args: readonly string[]): string[] {
  return lintJson(cwd, ...args).report.diagnostics.map(({ rule }: { rule: string }) => rule);
}
