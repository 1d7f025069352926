/**
 * The single executable: Node with the parts of the program as assets. `npm run binary` makes it (scripts/binary.mjs). Nothing is
 * written to a disk; a thread has its code from the executable as well.
 *
 * @module
 */
import type { main } from "./main.ts";
import { type PartFiles, PartLoader } from "./part-loader.ts";
import { type ProgramFiles, pageOf } from "./program-files.ts";

/** Members of `node:sea`, which types of this version of Node do not all have. */
interface SingleExecutable {
  getAsset(name: string, encoding: "utf8"): string;
  getRawAsset(name: string): ArrayBuffer;
}

const { getAsset, getRawAsset } = process.getBuiltinModule("node:sea") as unknown as SingleExecutable;
const isThread = !process.getBuiltinModule("node:worker_threads").isMainThread;

/** Names of the assets that are parts, and `NAME.code` of what V8 compiled of them. */
const assets: PartFiles = {
  source: (name) => Buffer.from(getRawAsset(name)),
  compiled: (name) => (names.has(`${name}.code`) ? Buffer.from(getRawAsset(`${name}.code`)) : undefined),
};
const names: ReadonlySet<string> = new Set(getAsset("names", "utf8").split("\n"));

/** Packages, of which there is only lmdb, are looked for next to the executable. */
const loader = new PartLoader(process.execPath, assets);

const files: ProgramFiles = {
  command: [process.execPath, ...process.execArgv],
  thread: (part) => new URL(`data:text/javascript,${encodeURIComponent(threadCode)}#${part}`),
  rulePage: (rule) => pageOf(rule, getAsset("rule-pages", "utf8")),
  envtestFolder: undefined,
};

/** Runs this very program in the thread, which loads the part behind `#`. */
const threadCode = `const { getAsset } = process.getBuiltinModule("node:sea");
const { Script } = process.getBuiltinModule("node:vm");
globalThis.clustervetPart = new URL(import.meta.url).hash.slice(1);
new Script(getAsset("start", "utf8")).runInThisContext();`;

if (isThread) loader.load((globalThis as { readonly clustervetPart?: string }).clustervetPart ?? "");
else start();

function start(): void {
  const program = loader.load("main.cjs") as { readonly main: typeof main };
  void program.main(files).then(() => {
    // All is written. Node by itself waits for V8, which compiles what will never run.
    if (process.argv[2] === "lint") process.exit();
  });
}
