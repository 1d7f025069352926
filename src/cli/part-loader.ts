/**
 * Loads the files that the program is built into. Where the build left what this very version of Node compiles of them,
 * they are neither parsed nor compiled again, which is a quarter of a start. Elsewhere Node loads them as any others.
 *
 * @module
 */
import type { Script } from "node:vm";
import { openCode } from "./compiled-code.ts";

// Imports would make modules of every member of these, the costly ones as well.
const { existsSync, readFileSync } = process.getBuiltinModule("node:fs");
const nodeModule: typeof import("node:module") & CompileCache = process.getBuiltinModule("node:module");

interface CompileCache {
  /** Node from 22.1 keeps compiled code from run to run, once it is enabled. */
  readonly enableCompileCache?: () => void;
}

type PartFunction = (exports: unknown, require: (name: string) => unknown, module: { exports: unknown }) => void;

const wrapperStart = Buffer.from("(function (exports, require, module) {");
const wrapperEnd = Buffer.from("\n})");

/** Where code lies that this version of Node compiled. */
export function compiledFolder(folder: string): string {
  return `${folder}compiled-${process.version}-${process.platform}-${process.arch}/`;
}

/** The code of a part in there. */
export function compiledFile(folder: string, name: string): string {
  return `${compiledFolder(folder)}${name}.code`;
}

/**
 * @param folder - where the parts lie, with a slash at its end
 * @returns what the part exports
 */
export function loadPart(folder: string, name: string): unknown {
  if (existsSync(compiledFolder(folder))) return new PartLoader(folder, filesIn(folder)).load(name);
  nodeModule.enableCompileCache?.();
  return nodeModule.createRequire(folder)(`./${name}`);
}

/** Where parts come from. */
export interface PartFiles {
  source(name: string): Uint8Array;
  /** The code that V8 compiled of it, as a file of `compiled-code.ts`; undefined where it is missing. */
  compiled(name: string): Uint8Array | undefined;
}

export const filesIn = (folder: string): PartFiles => ({
  source: (name) => readFileSync(folder + name),
  compiled: (name) => readIfThere(compiledFile(folder, name)),
});

/** Parts of one folder, each loaded once. */
export class PartLoader {
  /** By name, in the order in which they were first needed. */
  readonly loaded = new Map<string, { readonly exports: unknown; readonly script: Script }>();
  readonly #folder: string;
  readonly #files: PartFiles;
  #packages: NodeJS.Require | undefined;

  /** @param folder - in which packages are looked for, with a slash at its end */
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
