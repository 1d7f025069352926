/**
 * `clustervet storage check`: checks the storage files of a server for damage.
 *
 * @module
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Command, Option } from "commander";
import { type Verification, verifyDirectory } from "../../storage/verify.ts";
import { exitCannotRun, exitClean, exitFindings, UsageError } from "../exit.ts";
import type { End } from "../io.ts";
import type { ProgramFiles } from "../program-files.ts";
import { printJson } from "../single-result.ts";
import { storageFault } from "../storage-fault.ts";
import { printLines } from "../terminal.ts";

interface CheckFlags {
  readonly format: string;
  readonly inProcess?: boolean;
}

export function addStorageCommand(program: Command, files: ProgramFiles, end: End): void {
  const storage = program
    .command("storage")
    .summary("check the files of the server's storage")
    .description("Checks the files in which the server stores objects.");
  storage
    .command("check")
    .summary("check the files of a data directory for damage")
    .description(
      "Reads every version of every key under DIR, and reports wrong checksums and references. " +
        "Stop the server first: only one process at a time can use the directory.",
    )
    .argument("<dir>", "the --data-dir of a server, or the directory in it that holds storage.mdb")
    .addOption(new Option("-f, --format <format>", "output format").choices(["text", "json"]).default("text"))
    .addOption(new Option("--in-process").hideHelp())
    .addHelpText(
      "after",
      "\nExample:\n  clustervet storage check ./data\n\nExit codes: 0 no damage, 1 damage, 2 could not tell.",
    )
    .action((directory: string, flags: CheckFlags) => end(check(storeIn(directory), flags, files)));
}

/** @throws {UsageError} if the directory has no store */
function storeIn(directory: string): string {
  const found = [directory, join(directory, "storage")].find((each) => existsSync(join(each, "storage.mdb")));
  if (found !== undefined) return found;
  throw new UsageError(`${directory} holds no storage.mdb`, "pass the --data-dir of a server with objects on disk");
}

/** @returns the exit code */
async function check(directory: string, { format, inProcess }: CheckFlags, files: ProgramFiles): Promise<number> {
  const verification = await (inProcess ? verifyHere(directory) : verifyInChildProcess(directory, files));
  if (format === "json") printJson({ directory, ...verification });
  else printText(directory, verification);
  return verification.faults.length === 0 ? exitClean : exitFindings;
}

async function verifyHere(directory: string): Promise<Verification> {
  return verifyDirectory(directory).catch((error: unknown) => {
    throw storageFault(error);
  });
}

/** Verifies in a child process, since LMDB trusts its file and some kinds of damage crash the process. */
async function verifyInChildProcess(directory: string, { command }: ProgramFiles): Promise<Verification> {
  const { spawnSync } = await import("node:child_process");
  const [program = "", ...own] = command;
  const args = [...own, "storage", "check", directory, "--format", "json", "--in-process"];
  const child = spawnSync(program, args, { encoding: "utf8" });
  if (child.stdout.startsWith("{")) return JSON.parse(child.stdout) as Verification;
  if (child.status === exitCannotRun) throw new UsageError(child.stderr.trim().replace(/^clustervet: /, ""));
  const how = child.signal ?? `exit code ${child.status}`;
  return { keys: 0, versions: 0, faults: [`the file is damaged: LMDB cannot read it (${how})`] };
}

function printText(directory: string, { span, keys, versions, faults }: Verification): void {
  const lines = faults.map((fault) => `${directory}: ${fault}`);
  if (span) {
    lines.push(
      `${directory}: ${keys} keys, ${versions} versions, revision ${span.revision}, history from ${span.compacted} on`,
    );
  }
  lines.push(faults.length === 0 ? "all is well" : "damaged: restore a backup of the directory");
  printLines(lines);
}
