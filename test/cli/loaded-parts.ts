import { readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { directoryWith, runProgram } from "./run-cli.ts";

/** Reports on standard error, for every script, whether V8 accepted its compiled code. */
const watchScripts = join(
  directoryWith({
    "watch.cjs": `
      const vm = require("node:vm");
      const { basename } = require("node:path");
      vm.Script = class extends vm.Script {
        constructor(source, options) {
          super(source, options);
          const verdict = { undefined: "none", true: "refused", false: "taken" }[this.cachedDataRejected];
          process._rawDebug(basename(options.filename) + ": " + verdict);
        }
      };`,
  }),
  "watch.cjs",
);

export interface WatchedRun {
  readonly code: number | null;
  readonly report: string;
  /** The loaded files, each with the outcome for its compiled code, such as `main.cjs: taken`. */
  readonly scripts: readonly string[];
}

/** Runs `lint` of a copy of the program. */
export function lintWatched(program: string, args: readonly string[], cwd: string): WatchedRun {
  const { code, stdout, stderr } = runProgram(["--require", watchScripts, program], ["lint", ...args], { cwd });
  return { code, report: stdout, scripts: stderr.split("\n").filter((line) => line.includes(".cjs: ")) };
}

/** Writes the names of the Node modules that a program loaded to the file named by the variable LOADED. */
const watchModules = join(
  directoryWith({
    "modules.cjs": `
      const { writeFileSync } = require("node:fs");
      const before = new Set(process.moduleLoadList);
      process.on("exit", () => {
        const loaded = process.moduleLoadList.filter((name) => !before.has(name));
        writeFileSync(process.env.LOADED, loaded.map((name) => name.replace("NativeModule ", "")).join("\\n"));
      });`,
  }),
  "modules.cjs",
);

/** Returns the Node modules that the built program loads to vet a text, without those that every program loads. */
export function nodeModulesLoadedFor(text: string): readonly string[] {
  const cwd = directoryWith({ "document.yaml": text });
  const env = { LOADED: join(cwd, "loaded.txt") };
  runProgram(["--require", watchModules, resolve("dist/clustervet.cjs")], ["lint", "document.yaml"], { cwd, env });
  return readFileSync(env.LOADED, "utf8").split("\n");
}

/** Returns the parts that the built program loads to vet a text. */
export const partsLoadedFor = (text: string): readonly string[] =>
  partsLoadedBy(["lint", "document.yaml"], { "document.yaml": text });

/** Returns the parts that the built program loads for a command. */
export function partsLoadedBy(
  args: readonly string[],
  files: Readonly<Record<string, string>> = {},
): readonly string[] {
  const program = ["--require", watchScripts, resolve("dist/clustervet.cjs")];
  const { stderr } = runProgram(program, args, { cwd: directoryWith(files) });
  return Array.from(stderr.matchAll(/^([^ ]*)\.cjs: /gm), ([, name = ""]) => name);
}

/** Returns the parts that a file of the built program loads at its start. */
export function partsNeededBy(name: string): readonly string[] {
  const load = `try { require(${JSON.stringify(resolve("dist/parts", `${name}.cjs`))}) } catch {}`;
  const { stdout } = runProgram(["-e", `${load} console.log(Object.keys(require.cache).join("\\n"))`], []);
  return stdout.split("\n").map((path) => basename(path, ".cjs"));
}
