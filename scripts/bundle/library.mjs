/**
 * Builds the library in dist/lib: a few modules, which start three times as fast as the 800 of the source and install
 * sooner, and the declarations that the public modules reach.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { rolldown } from "rolldown";
import typescript from "typescript";

const root = join(import.meta.dirname, "../..");
const declarations = join(root, "build/types");
const folder = join(root, "dist/lib");

/** The modules that package.json exports. */
const publicModules = ["index", "cel", "server"];
/** Bundlers for browsers replace the first with the second, by the field `browser` of package.json. */
const regexEngines = ["regex/engine", "regex/engine.browser"];
/** The server is part of the program: the library and the command line share its code. */
const inProcess = "../parts/in-process.cjs";

export async function buildLibrary(plugins) {
  rmSync(folder, { recursive: true, force: true });
  const graph = await rolldown({
    input: Object.fromEntries([...publicModules, ...regexEngines].map((name) => [name, join(root, `src/${name}.ts`)])),
    plugins: [{ name: "in-process", resolveId: serverOfProgram }, ...plugins],
    // Bundles the browser builds of packages, which also run in Node.
    platform: "neutral",
    external: /^node:/,
    transform: { target: "es2023" },
    treeshake: { moduleSideEffects: (id, isExternal) => isExternal || id.includes("node_modules") },
  });
  await graph.write({
    dir: folder,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
    // Keeps the names of exports, since the regex engine for browsers must be able to replace the other one.
    minifyInternalExports: false,
    codeSplitting: { groups: sharedModules() },
  });
  writeDeclarations();
}

const serverOfProgram = (id) =>
  id.endsWith("/cli/in-process.ts") ? { id: inProcess, external: "absolute" } : undefined;

/**
 * A module goes into the first file that it matches, with all of its imports. A page that evaluates expressions loads
 * neither the kinds nor, until it needs them, regular expressions.
 */
function sharedModules() {
  const isOfRegex = reachedFrom("src/regex/regex.ts");
  const isOfCel = reachedFrom("src/cel.ts");
  const isEntry = (id) => [...publicModules, ...regexEngines].some((name) => id === join(root, `src/${name}.ts`));
  return [
    { name: "text", test: (id, graph) => isOfRegex(id, graph) && !id.includes("/regex/") },
    { name: "regex/regex", test: isOfRegex },
    { name: "regex/engine", test: (id) => id === join(root, "src/regex/engine.ts") },
    { name: "expressions", test: isOfCel },
    { name: "yaml", test: (id) => id.includes("node_modules") },
    { name: "vetting", test: (id) => id.startsWith(root) && !isEntry(id) },
  ].map(({ name, test }) => ({ debugName: name, name: (id, graph) => (test(id, graph) ? name : null) }));
}

/** Returns a test of whether an entry needs a module, directly or through imports. */
function reachedFrom(entry) {
  let reached;
  return (id, graph) => {
    reached ??= closure(join(root, entry), (each) => graph.getModuleInfo(each)?.importedIds ?? []);
    return reached.has(id);
  };
}

function closure(first, importedBy) {
  const reached = new Set([first]);
  for (const each of reached) for (const imported of importedBy(each)) reached.add(imported);
  return reached;
}

/** Copies the declarations that the public modules reach: about a tenth of those that the compiler writes. */
function writeDeclarations() {
  rmSync(declarations, { recursive: true, force: true });
  execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "tsconfig.build.json"], {
    cwd: root,
    stdio: "inherit",
  });
  for (const name of publicModules) {
    for (const path of closure(join(declarations, `${name}.d.ts`), importedDeclarations)) {
      const target = join(folder, relative(declarations, path));
      mkdirSync(dirname(target), { recursive: true });
      copyFileSync(path, target);
    }
  }
}

/** @throws {Error} if a declaration is missing */
function importedDeclarations(path) {
  const { importedFiles } = typescript.preProcessFile(readFileSync(path, "utf8"), true, true);
  const paths = importedFiles
    .filter(({ fileName }) => fileName.startsWith("."))
    .map(({ fileName }) => join(dirname(path), fileName.replace(/\.[jt]s$/, ".d.ts")));
  for (const each of paths) if (!existsSync(each)) throw new Error(`${path} needs ${each}`);
  return paths;
}
