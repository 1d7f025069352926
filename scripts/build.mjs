/**
 * Builds the package: the command line as one graph of modules, cut into files that load when they are first needed, with
 * the code that V8 compiles of them; the pages of the rules; the library with its types.
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
 * Modules that load with the first call of one of their functions, since parsing is most of a start, with the part that
 * they are in: `@part server` in the comment at their top. They export functions and types. Few runs look into most tables.
 */
const rareTypes = /^api.data.(?!(index|kinds|apps|batch|core|meta|rbac)\.ts$)/;
const partBySource = new Map();
for (const name of readdirSync("src", { recursive: true }).filter((name) => name.endsWith(".ts"))) {
  const header = readFileSync(join("src", name), "utf8").split("*/", 1)[0];
  const part = rareTypes.test(name) ? "more-types" : / @part (.*)/.exec(header)?.[1];
  if (part !== undefined) partBySource.set(join(root, "src", name), part);
}

/** Rules that only kinds with pods share; kinds that expressions come with; and what other kinds share. */
const podRules = "core.(container|env|host|network|pod-(ann|rules)|port|probe|proj|restart|security|stop|volume-(m|r))";
const celKinds = "clustervet|expression|apiextensions|apiserver";
const ofCel = "cel.(syntax.(property-name|walk)|types.format-type)|cel-kubernetes.cost.schema-b";
const ofKinds = new RegExp(`src.(kinds.(?!${podRules}|${celKinds})|rule|text|json.go-value|${ofCel})`);

const ofSource = (id) => /\/src\//.test(id) && !id.includes("node_modules");
const roomOf = (id) => `shared-${relative(root, id).split(sep)[1]}`;

/** Answers for a module by what it imports; asked once for each module of a graph. */
function ofModule(answer) {
  const known = new Map();
  return (id, graph) => {
    if (!known.has(id)) known.set(id, answer(id, graph.getModuleInfo(id) ?? {}, graph));
    return known.get(id);
  };
}

/** Of the server, or an importer of such a module: what runs without a server does not load it. */
const needsServer = ofModule(
  (id, { importedIds = [] }, graph) =>
    id.startsWith(join(root, "src/server/")) || importedIds.some((each) => needsServer(each, graph)),
);

/** Loaded by the thread that vets large objects, which starts in the middle of a request: the rest of the server is not. */
const isOfThread = ofModule(
  (id, { importers = [] }, graph) => id === vettingThread || importers.some((each) => isOfThread(each, graph)),
);

/**
 * Files of modules that several parts need, so that each module is there once. A module is in the first that it fits, with
 * all that it imports; so files need one another in one direction.
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

/** Commander starts programs for subcommands that are programs; ours are not, and node:child_process loads slowly. */
const isUnused = (id, importer = "") => id === "node:child_process" && importer.includes("commander");
/** Modules of Node, other files of the program, and the one package that stays a package, since it is native. */
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

/** V8 keeps the text of a program, and takes two bytes for each character of one with others. They are in strings and patterns. */
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

/** Puts what loads the rest in the place of src/kinds/index.ts and of the modules of parts. */
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

/** Whether a part is there when a module of it runs; a call on demand would be a detour. */
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

/** The pages of the rules in one file: an install writes it in a moment, and takes seconds for one of each. */
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
