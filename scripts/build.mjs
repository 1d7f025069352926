/**
 * Builds the package: the command line as one module graph, split into files that load on first use, with the code that
 * V8 compiles for them; the pages of the rules; the library with its types.
 *
 *   node scripts/build.mjs [--cli-only [--unless-built]]
 *   node scripts/build.mjs --readable      the command line in build/readable/, with names and source maps, for profiles
 */
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { rolldown } from "rolldown";
import { isBuilt, noteBuild, sourcesHash } from "./bundle/built-from.mjs";
import { familyCode, headsCode, readFamilies } from "./bundle/lazy-kinds.mjs";
import { buildLibrary } from "./bundle/library.mjs";
import { bundledLicenses } from "./bundle/licenses.mjs";

const root = join(import.meta.dirname, "..");
const vettingThread = join(root, "src/server/vetting/thread.ts");
const licenses = bundledLicenses();
process.chdir(root);

/**
 * Modules that load with the first call of one of their functions, since most of the startup time is parsing, and the
 * part that each is in: `@part server` in the comment at their top. They export only functions and types. Most type
 * tables are in a part too, since few runs need them.
 */
const rareTypes = /^api.data.(?!(index|kinds|apps|batch|core|meta|rbac)\.ts$)/;
const partBySource = new Map();
for (const name of readdirSync("src", { recursive: true }).filter((name) => name.endsWith(".ts"))) {
  const header = readFileSync(join("src", name), "utf8").split("*/", 1)[0];
  const part = rareTypes.test(name) ? "more-types" : / @part (.*)/.exec(header)?.[1];
  if (part !== undefined) partBySource.set(join(root, "src", name), part);
}

/**
 * Modules by purpose: rules that only kinds with pods share, kinds that use expressions, and modules that the other
 * kinds share.
 */
const podRules = "core.(container|env|host|network|pod-(ann|rules)|port|probe|proj|restart|security|stop|volume-(m|r))";
const celKinds = "clustervet|expression|apiextensions|apiserver";
const ofCel = "cel.(syntax.(property-name|walk)|types.format-type)|cel-kubernetes.cost.schema-b";
const ofKinds = new RegExp(`src.(kinds.(?!${podRules}|${celKinds})|rule|text|json.go-value|${ofCel})`);

const ofSource = (id) => /\/src\//.test(id) && !id.includes("node_modules");
const roomOf = (id) => `shared-${relative(root, id).split(sep)[1]}`;

/** Memoizes a property of modules that depends on their imports: computes it once for each module of a graph. */
function ofModule(answer) {
  const known = new Map();
  return (id, graph) => {
    if (!known.has(id)) known.set(id, answer(id, graph.getModuleInfo(id) ?? {}, graph));
    return known.get(id);
  };
}

/** Whether a module belongs to the server or imports a module that does. Runs without a server do not load it. */
const needsServer = ofModule(
  (id, { importedIds = [] }, graph) =>
    id.startsWith(join(root, "src/server/")) || importedIds.some((each) => needsServer(each, graph)),
);

/**
 * Whether the thread that vets large objects loads a module. The thread starts in the middle of a request, so it must
 * not load the rest of the server.
 */
const isOfThread = ofModule(
  (id, { importers = [] }, graph) => id === vettingThread || importers.some((each) => isOfThread(each, graph)),
);

/**
 * Files for modules that several parts need, so that each module exists once. A module goes into the first file that it
 * matches, with all of its imports; therefore imports between files have one direction.
 */
const sharedFiles = [
  { name: "yaml", test: /node_modules.yaml/ },
  { name: "base", test: /^\0calls:|src.cli.main\.ts$/ },
  { name: "kinds", test: ofKinds, minShareCount: 2 },
  { name: "pods", test: new RegExp(podRules), minShareCount: 2 },
  { name: "cel", test: /src.cel/, minShareCount: 2 },
  {
    debugName: "rooms",
    name: (id, graph) => (needsServer(id, graph) ? null : roomOf(id)),
    test: ofSource,
    minShareCount: 2,
  },
  {
    debugName: "thread",
    name: (id, graph) => (isOfThread(id, graph) ? "thread" : null),
    test: ofSource,
    minShareCount: 2,
  },
  { name: "serving", test: ofSource, minShareCount: 2 },
];

/**
 * Whether an import is never used: Commander needs node:child_process, which loads slowly, only for subcommands that
 * are separate programs.
 */
const isUnused = (id, importer = "") => id === "node:child_process" && importer.includes("commander");
/**
 * Whether an import stays outside of the bundle: modules of Node, other files of the program, and lmdb, since it is
 * native.
 */
const isExternal = (id, importer = "") =>
  /^(node:|lmdb$)/.test(id) ? !isUnused(id, importer) : id.endsWith(".cjs") && importer.startsWith("\0");

async function bundle(input, output, plugins = []) {
  const graph = await rolldown({
    input,
    plugins: [...plugins, licenses],
    platform: "node",
    external: isExternal,
    makeAbsoluteExternalsRelative: false,
    transform: { target: "node20" },
    treeshake: { moduleSideEffects: (id, isExternal) => isExternal || id.includes("node_modules") },
  });
  const names = { entryFileNames: "[name].cjs", chunkFileNames: "[name].cjs" };
  const { output: files } = await graph.write({
    comments: false,
    format: "cjs",
    dynamicImportInCjs: false,
    ...names,
    ...output,
  });
  if (!output.minify) return;
  for (const { type, fileName, code } of files)
    if (type === "chunk") writeFileSync(join(output.dir, fileName), inAscii(code));
}

/**
 * Escapes non-ASCII characters, which occur only in strings and patterns. V8 keeps the source of a program in memory,
 * with two bytes for each character if the source contains others.
 */
const inAscii = (code) =>
  code.replace(/\\.|[^\0-\x7f]/gs, (found) => {
    const unit = found.charCodeAt(found.length - 1);
    return unit < 128 ? found : `\\u${unit.toString(16).padStart(4, "0")}`;
  });

async function buildCommandLine(folder, look) {
  const families = readFamilies();
  const written = new Map([...families].map(([family, each]) => [`kinds-${family}`, familyCode(each)]));
  const reexports = (path) =>
    `export { ${functionsOf(path)} } from "./${relative(root, path).replaceAll(sep, "/")}";\n`;
  for (const [path, part] of partBySource) written.set(part, (written.get(part) ?? "") + reexports(path));
  const entries = Object.fromEntries([...written.keys()].map((name) => [name, `written:${name}`]));
  const input = { main: "src/cli/main.ts", vetting: vettingThread, ...entries };
  const parts = { ...look, dir: join(folder, "parts") };
  rmSync(parts.dir, { recursive: true, force: true });
  written.set("heads", await headsCode(families)).set("unused", "export {};");
  await bundle(input, { ...parts, codeSplitting: { groups: sharedFiles } }, [onDemand(written)]);
  for (const name of ["reader", "etcd", "in-process"]) await bundle({ [name]: `src/cli/start-${name}.ts` }, parts);
  await bundle({ "start-vetting": "src/cli/start-vetting.ts" }, parts);
  await bundle({ clustervet: "src/cli/start.ts" }, { ...look, dir: folder });
  chmodSync(join(folder, "clustervet.cjs"), 0o755);
  cpSync("scripts/envtest", join(folder, "envtest"), { recursive: true });
}

/** A plugin that replaces src/kinds/index.ts and the modules of parts by code that loads them on demand. */
const onDemand = (written) => ({
  name: "on-demand",
  resolveId(id, importer = "") {
    if (id.startsWith("written:")) return `\0${id}`;
    if (isUnused(id, importer)) return "\0written:unused";
    if (!/^\..*\.ts$/.test(id)) return undefined;
    const path = join(importer.startsWith("\0") ? root : dirname(importer), id);
    if (path === join(root, "src/kinds/index.ts")) return "\0written:heads";
    return partBySource.has(path) && !isAtHand(path, importer) ? `\0calls:${path}` : path;
  },
  load(id) {
    const [, by, name] = /^\0(written|calls):(.*)$/.exec(id) ?? [];
    return by && { code: by === "calls" ? callsOnDemand(name) : written.get(name), moduleSideEffects: false };
  },
});

/** Whether the part of a module is always loaded when the importer runs, so that a call on demand would be a detour. */
const isAtHand = (path, importer) =>
  importer.startsWith("\0written:") ||
  partBySource.get(importer) === partBySource.get(path) ||
  (partBySource.get(path) === "expressions" && /^src.cel/.test(relative(root, importer)));

function callsOnDemand(path) {
  const calls = functionsOf(path).map((name) => `export const ${name} = (...args) => load().${name}(...args);`);
  return `let part; const load = () => (part ??= require("./${partBySource.get(path)}.cjs"));\n${calls.join("\n")}`;
}

const functions = /^export (?:async )?(?:function |const (?=\w+ = \())(\w+)/gm;
const functionsOf = (path) => Array.from(readFileSync(path, "utf8").matchAll(functions), ([, name]) => name);

/**
 * Writes the pages of the rules into one file: a package manager installs it in an instant, but takes seconds for a
 * file for each page.
 */
function writeRulePages() {
  const pages = readdirSync("docs/rules", { recursive: true }).filter((name) => /^[^/]+\/.*\.md$/.test(name));
  const entries = pages
    .sort()
    .map((name) => [name.replace(/\.md$/, ""), readFileSync(join("docs/rules", name), "utf8")]);
  writeFileSync("dist/rule-pages.json", JSON.stringify(Object.fromEntries(entries)));
}

if (process.argv.includes("--readable")) {
  await buildCommandLine("build/readable", { sourcemap: true });
} else if (!process.argv.includes("--unless-built") || !isBuilt()) {
  const hash = sourcesHash();
  await buildCommandLine("dist", { minify: true });
  writeRulePages();
  execFileSync(process.execPath, ["scripts/bundle/record-code.mjs"], { stdio: "inherit" });
  noteBuild(hash);
  if (!process.argv.includes("--cli-only")) await buildLibrary([licenses]);
  writeFileSync("dist/LICENSES.txt", licenses.text());
}
