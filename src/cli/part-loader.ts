/**
 * Loads the built files (parts) of the program. If the build has stored code that exactly this Node.js version
 * compiled, the parts are neither parsed nor compiled again, which saves a quarter of the start time. Otherwise Node.js
 * loads them in the usual way.
 *
 * @module
 */
import type { Script } from "node:vm";
import { openCode } from "./compiled-code.ts";

// Imports would create an export for every member of these modules, including those that are expensive to load.
const { existsSync, readFileSync } = process.getBuiltinModule("node:fs");
const nodeModule: typeof import("node:module") & CompileCache = process.getBuiltinModule("node:module");

interface CompileCache {
  /** Node.js 22.1 and later keeps compiled code between runs after this call. */
  readonly enableCompileCache?: () => void;
}

type PartFunction = (exports: unknown, require: (name: string) => unknown, module: { exports: unknown }) => void;

const wrapperStart = Buffer.from("(function (exports, require, module) {");
const wrapperEnd = Buffer.from("\n})");

/** Returns the folder for code that this version of Node.js compiled. The folder need not exist. */
export function compiledFolder(folder: string): string {
  return `${folder}compiled-${process.version}-${process.platform}-${process.arch}/`;
}

/** Returns the file with the compiled code of a part. */
export function compiledFile(folder: string, name: string): string {
  return `${compiledFolder(folder)}${name}.code`;
}

/**
 * @param folder - the folder of the parts, with a slash at its end
 * @returns the exports of the part
 */
export function loadPart(folder: string, name: string): unknown {
  if (existsSync(compiledFolder(folder))) return new PartLoader(folder, filesIn(folder)).load(name);
  nodeModule.enableCompileCache?.();
  return nodeModule.createRequire(folder)(`./${name}`);
}

/** Reads the files of parts. */
export interface PartFiles {
  source(name: string): Uint8Array;
  /** Returns the code that V8 compiled of a part, in the format of `compiled-code.ts`; undefined if it is missing. */
  compiled(name: string): Uint8Array | undefined;
}

export const filesIn = (folder: string): PartFiles => ({
  source: (name) => readFileSync(folder + name),
  compiled: (name) => readIfThere(compiledFile(folder, name)),
});

/** Loads the parts of one folder, each once. */
export class PartLoader {
  /** The loaded parts by name, in the order in which they were first needed. */
  readonly loaded = new Map<string, { readonly exports: unknown; readonly script: Script }>();
  readonly #folder: string;
  readonly #files: PartFiles;
  #packages: NodeJS.Require | undefined;

  /** @param folder - the folder from which packages are resolved, with a slash at its end */
  constructor(folder: string, files: PartFiles) {
    this.#folder = folder;
    this.#files = files;
  }

  load(name: string): unknown {
    const known = this.loaded.get(name);
    if (known !== undefined) return known.exports;
    const script = this.#compile(name);
    const part = { exports: {} as unknown, script };
    this.loaded.set(name, part);
    const run: PartFunction = script.runInThisContext();
    run(part.exports, this.#require, part);
    return part.exports;
  }

  #compile(name: string): Script {
    const { Script } = process.getBuiltinModule("node:vm");
    const source = this.#files.source(name);
    const compiled = this.#files.compiled(name);
    const cachedData = compiled && openCode(source, compiled);
    return new Script(Buffer.concat([wrapperStart, source, wrapperEnd]).toString(), {
      filename: this.#folder + name,
      columnOffset: -wrapperStart.length,
      ...(cachedData && { cachedData }),
    });
  }

  readonly #require = (name: string): unknown => {
    if (name.startsWith("./")) return this.load(name.slice("./".length));
    if (name.startsWith("node:")) return process.getBuiltinModule(name);
    this.#packages ??= nodeModule.createRequire(this.#folder);
    return this.#packages(name);
  };
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
