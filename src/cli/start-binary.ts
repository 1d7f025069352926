/**
 * The single executable: Node.js with the parts of the program as assets, built by `npm run binary`
 * (scripts/binary.mjs). It writes nothing to disk; threads load their code from the executable as well.
 *
 * @module
 */
import type { main } from "./main.ts";
import { type PartFiles, PartLoader } from "./part-loader.ts";
import { type ProgramFiles, pageOf } from "./program-files.ts";

/** Members of `node:sea` that the type definitions of some Node.js versions lack. */
interface SingleExecutable {
  getAsset(name: string, encoding: "utf8"): string;
  getRawAsset(name: string): ArrayBuffer;
}

const { getAsset, getRawAsset } = process.getBuiltinModule("node:sea") as unknown as SingleExecutable;
const isThread = !process.getBuiltinModule("node:worker_threads").isMainThread;

/** Reads assets. The asset `names` lists the parts, and `NAME.code` for each part whose code V8 has compiled. */
const assets: PartFiles = {
  source: (name) => Buffer.from(getRawAsset(name)),
  compiled: (name) => (names.has(`${name}.code`) ? Buffer.from(getRawAsset(`${name}.code`)) : undefined),
};
const names: ReadonlySet<string> = new Set(getAsset("names", "utf8").split("\n"));

/** Packages are resolved from the folder of the executable; lmdb is the only one. */
const loader = new PartLoader(process.execPath, assets);

const files: ProgramFiles = {
  command: [process.execPath, ...process.execArgv],
  thread: (part) => new URL(`data:text/javascript,${encodeURIComponent(threadCode)}#${part}`),
  rulePage: (rule) => pageOf(rule, getAsset("rule-pages", "utf8")),
  envtestFolder: undefined,
};

/**
 * The code with which a thread starts: it runs the executable's own start script, which loads the part named after `#`.
 */
const threadCode = `const { getAsset } = process.getBuiltinModule("node:sea");
const { Script } = process.getBuiltinModule("node:vm");
globalThis.clustervetPart = new URL(import.meta.url).hash.slice(1);
new Script(getAsset("start", "utf8")).runInThisContext();`;

if (isThread) loader.load((globalThis as { readonly clustervetPart?: string }).clustervetPart ?? "");
else start();

function start(): void {
  const program = loader.load("main.cjs") as { readonly main: typeof main };
  void program.main(files).then(() => {
    // All output is written. Without this call, Node.js would wait until V8 has compiled functions that never run.
    if (process.argv[2] === "lint") process.exit();
  });
}
