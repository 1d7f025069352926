/**
 * Builds the package: the command line as one graph of modules, cut into files that load when they are first needed, with
 * the code that V8 compiles of them; the library as modules with types.
 *
 *   node scripts/build.mjs [--cli-only | --readable]
 *
 * With --readable only the command line is built, into build/readable/, with names and source maps, for profiles.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { rolldown } from "rolldown";
import typescript from "typescript";
import { familyCode, headsCode, readFamilies } from "./bundle/lazy-kinds.mjs";
import { bundledLicenses } from "./bundle/licenses.mjs";

const root = join(import.meta.dirname, "..");
const licenses = bundledLicenses();

/** Tables of types that few runs look into. */
const rareTypes = readdirSync(join(root, "src/api/data"))
  .map((file) => `api/data/${file.replace(".ts", "")}`)
  .filter((module) => !/\/(index|kinds|apps|batch|core|meta|rbac)$/.test(module));

/**
 * Modules of src/ whose functions load with the first call of one of them, since parsing is most of a start. They export
 * functions and types.
 */
const lazyModules = {
  commands: "cli/more-commands",
  server: "cli/serve cli/serve-wait cli/envtest-arguments cli/envtest-run cli/in-process",
  "read-ahead": "cli/inlining cli/read-ahead",
  "thorough-reader": "source/thorough",
  expressions: `cel/compile cel/cost/estimate cel-kubernetes/admission-environment
    cel-kubernetes/configuration-environment cel-kubernetes/cost/profile cel-kubernetes/cost/rule-estimate
    cel-kubernetes/cost/rules cel-kubernetes/crd-environment cel-kubernetes/device-environment
    cel-kubernetes/lint/guards cel-kubernetes/lint/lint
    cel-kubernetes/lint/paths cel-kubernetes/policy-variables`,
  // Expressions are checked in files that define policies or kinds; few of those also have them evaluated.
  evaluation: "cel/eval/plan kinds/apiextensions/rule-program",
  patterns: "regex/regex",
  types: "schema/type-schema",
  "more-types": rareTypes.join(" "),
  descriptions: "api/descriptions",
  cache: "cli/result-cache",
  stats: "report/stats",
  "report-html": "report/html",
  "unified-diff": "report/unified-diff",
  watch: "cli/dependencies cli/watch-lint cli/watch-runs",
  glob: "cli/glob",
  certificates: "cli/certificates",
  access: "access/authenticate access/authorize access/evaluate access/expression-place",
  policies: "engine/mutations engine/policy-request policy/policy-set policy/type-check policy/policy-rule",
  kubelet: "kubelet/command-line kubelet/effective cli/configuration-yaml",
  "durable-file": "storage/durable-file",
  storage: "storage/verify",
  lmdb: "storage/lmdb",
  flags: "flags/vet-pod flags/vet-text",
  signature: "access/signature",
  "rule-ids": "engine/rule-ids",
  "field-page": "cli/field-page",
  completion: "cli/completion",
};
const sourceOf = (module) => join(root, "src", `${module}.ts`);
const modulesByPart = new Map(Object.entries(lazyModules).map(([part, list]) => [part, list.split(/\s+/)]));
const partBySource = new Map(
  [...modulesByPart].flatMap(([part, modules]) => modules.map((module) => [sourceOf(module), part])),
);

/** Rules that only kinds with pods share, and kinds that expressions come with. */
const podRules = /core.(container|env|host|network|pod-(ann|rules)|port|probe|proj|restart|security|stop|volume-(m|r))/;
const withExpressions = /kinds.(clustervet|expression|apiextensions|apiserver)/;

/**
 * Files of modules that several parts need, so that each module is there once. A module is in the first that it fits, with
 * all that it imports; so files need one another in one direction.
 */
const sharedFiles = [
  { name: "yaml", test: /node_modules.yaml/ },
  { name: "base", test: /^\0calls:|src.cli.main\.ts$/ },
  {
    name: "kinds",
    test: (id) =>
      /src.(kinds|rule|text|cel.(syntax.(property-name|walk)|types.format-type)|cel-kubernetes.cost.schema-b)/.test(
        id,
      ) &&
      !podRules.test(id) &&
      !withExpressions.test(id),
    minShareCount: 2,
  },
  { name: "pods", test: podRules, minShareCount: 2 },
  { name: "cel", test: /src.cel/, minShareCount: 2 },
  { debugName: "rooms", name: (id) => `shared-${relative(root, id).split(sep)[1]}`, test: /src/, minShareCount: 2 },
];

/** The package that stays a package, since it is native. Only the server's files need it. */
const installed = ["lmdb"];

/** Commander starts programs for subcommands that are programs; ours are not, and node:child_process loads slowly. */
const isUnused = (id, importer) => id === "node:child_process" && importer.includes("commander");

async function bundle(input, plugins, output) {
  const graph = await rolldown({
    input,
    plugins: [...plugins, licenses],
    platform: "node",
    external: (id, importer) => installed.includes(id) || (id.startsWith("node:") && !isUnused(id, importer)),
    makeAbsoluteExternalsRelative: false,
    transform: { target: "node20" },
    treeshake: { moduleSideEffects: (id, isExternal) => isExternal || id.includes("node_modules") },
  });
  const extension = output.format === "cjs" ? "cjs" : "mjs";
  const names = { entryFileNames: `[name].${extension}`, chunkFileNames: `[name].${extension}` };
  await graph.write({ comments: false, ...names, ...output });
}

async function buildCommandLine(folder, look) {
  const families = readFamilies(root);
  const input = Object.fromEntries([
    ["main", "src/cli/main.ts"],
    ["vetting", "src/server/vetting/thread.ts"],
    ...[...modulesByPart.keys()].map((part) => [part, `part:${part}`]),
    ...[...families.keys()].map((family) => [`kinds-${family}`, `family:${family}`]),
  ]);
  const parts = { ...look, dir: join(folder, "parts"), format: "cjs", dynamicImportInCjs: false };
  rmSync(parts.dir, { recursive: true, force: true });
  const plugin = onDemand(families, await headsCode(families));
  await bundle(input, [plugin], { ...parts, codeSplitting: { groups: sharedFiles } });
  await bundle({ reader: "src/cli/start-reader.ts" }, [], parts);
  await bundle({ etcd: "src/cli/start-etcd.ts" }, [], parts);
  await bundle({ clustervet: "src/cli/start.ts" }, [], { ...look, dir: folder, format: "cjs" });
  chmodSync(join(folder, "clustervet.cjs"), executable);
  copyPrograms(join(root, "scripts/envtest"), join(folder, "envtest"));
}

const executable = 0o755;

/** The programs for envtest, which start the program of the folder above theirs. */
function copyPrograms(from, to) {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    copyFileSync(join(from, name), join(to, name));
    chmodSync(join(to, name), executable);
  }
}

/** Puts what loads the rest in the place of src/kinds/index.ts and of the modules of parts. */
function onDemand(families, heads) {
  const generators = {
    part: (name) =>
      modulesByPart
        .get(name)
        .map((module) => reexports(module))
        .join("\n"),
    family: (name) => familyCode(families.get(name)),
    heads: () => heads,
    calls: (path) => callsOnDemand(path),
    unused: () => "export {};",
  };
  return {
    name: "on-demand",
    resolveId(id, importer = "") {
      if (/^(part|family):/.test(id)) return `\0${id}`;
      if (isUnused(id, importer)) return "\0unused:";
      const isPart = /^\.\/[\w-]+\.cjs$/.test(id) && !importer.includes("node_modules");
      if (isPart) return { id, external: true };
      if (!/^\..*\.ts$/.test(id)) return undefined;
      const path = join(importer.startsWith("\0") ? root : dirname(importer), id);
      if (path === sourceOf("kinds/index")) return "\0heads:";
      return partBySource.has(path) && !isAtHand(path, importer) ? `\0calls:${path}` : path;
    },
    load(id) {
      const [, by, name] = /^\0(\w+):(.*)$/.exec(id) ?? [];
      return by && { code: generators[by](name), moduleSideEffects: false };
    },
  };
}

/** Whether a part is there when a module of it runs; a call on demand would be a detour. */
function isAtHand(path, importer) {
  if (importer.startsWith("\0part:") || partBySource.get(importer) === partBySource.get(path)) return true;
  return partBySource.get(path) === "expressions" && /^src.cel/.test(relative(root, importer));
}

const reexports = (module) => `export { ${functionsOf(sourceOf(module))} } from "./src/${module}.ts";`;

function callsOnDemand(path) {
  const calls = functionsOf(path).map((name) => `export const ${name} = (...args) => load().${name}(...args);`);
  const load = `let part;\nconst load = () => (part ??= require("./${partBySource.get(path)}.cjs"));`;
  return [load, ...calls].join("\n");
}

/** The functions that a module exports. */
function functionsOf(path) {
  const exported = /^export (?:async )?(?:function |const (?=\w+ = \())(\w+)/gm;
  return Array.from(readFileSync(path, "utf8").matchAll(exported), ([, name]) => name);
}

/** A module of the library whose implementation is the command line's: it loads the part with the server. */
async function buildServerLibrary(source) {
  const loading = `import { fileURLToPath } from "node:url";
import { PartLoader } from "./src/cli/part-loader.ts";
const parts = new PartLoader(fileURLToPath(new URL("../parts/", import.meta.url)));
export const startInProcess = (...args) => parts.load("server.cjs").startInProcess(...args);`;
  const plugin = {
    name: "server-library",
    resolveId(id, importer = "") {
      if (id === "./cli/in-process.ts") return "\0loading";
      if (importer === "\0loading") return id.startsWith(".") ? join(root, id) : undefined;
      return id === "./json/option-error.ts" ? { id: "./json/option-error.js", external: true } : undefined;
    },
    load: (id) => (id === "\0loading" ? loading : undefined),
  };
  await bundle({ server: source }, [plugin], { dir: "dist/lib", entryFileNames: "[name].js", codeSplitting: false });
  const { outputText } = typescript.transpileDeclaration(readFileSync(source, "utf8"), { fileName: source });
  writeFileSync("dist/lib/server.d.ts", outputText);
}

const run = (script, ...args) => execFileSync(process.execPath, [script, ...args], { stdio: "inherit" });

process.chdir(root);
if (process.argv.includes("--readable")) {
  await buildCommandLine("build/readable", { sourcemap: true });
} else {
  await buildCommandLine("dist", { minify: true });
  writeFileSync("dist/LICENSES.txt", licenses.text());
  await bundle({ "record-code": "scripts/bundle/record-code.mjs" }, [], { dir: "build" });
  run("build/record-code.mjs");
  if (!process.argv.includes("--cli-only")) {
    rmSync("dist/lib", { recursive: true, force: true });
    run("node_modules/typescript/bin/tsc", "-p", "tsconfig.build.json");
    await buildServerLibrary("src/server.ts");
  }
}
