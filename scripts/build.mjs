/**
 * Builds the package: the command line as a file that starts it, the parts that are loaded when they are first needed
 * (the kinds by family, and what few runs call) and what V8 compiles of them; the library as modules with types.
 *
 *   node scripts/build.mjs [--cli-only | --readable]
 *
 * With --readable only the command line is built, into build/readable/, with names and source maps, for profiles.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { chunkContents, chunksInPlace, planChunks, readExports } from "./bundle/chunks.mjs";
import { compileParts } from "./bundle/compile-parts.mjs";
import { familiesEntry, lazyIndex, placesOf, readFamilies } from "./bundle/families.mjs";

const root = join(import.meta.dirname, "..");
const work = join(root, "build");
const dist = join(root, "dist");
const requireBanner = `import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);`;

/** What the build must know of the source: the kinds. */
async function loadSource(modulesByFamily) {
  const entry = `
    export { builtInKinds } from "./src/kinds/index.ts";
    ${familiesEntry(modulesByFamily)}`;
  const outfile = join(work, "source.mjs");
  await build({
    stdin: { contents: entry, resolveDir: root, loader: "ts" },
    bundle: true,
    platform: "node",
    format: "esm",
    outfile,
    banner: { js: requireBanner },
    logLevel: "warning",
  });
  return import(pathToFileURL(outfile).href);
}

/**
 * Start-up is what counts here: parsing takes most of it. So what most runs never call stands in files of its own, from
 * where it is loaded at the first call of one of the functions.
 */
const parts = [
  // The commands load other parts and kinds on demand, as the program itself does.
  { name: "commands", modules: { "src/cli/more-commands.ts": ["addMoreCommands"] }, isProgram: true },
  { name: "server", modules: { "src/cli/serve.ts": ["serve"] }, isProgram: true },
  { name: "read-ahead", modules: { "src/cli/read-ahead.ts": ["readAhead"] } },
  { name: "thorough-reader", modules: { "src/source/thorough.ts": ["readThorough"] } },
  {
    name: "expressions",
    modules: {
      "src/cel/index.ts": [
        "admissionEnvironment",
        "adviseBound",
        "cardinalityInRequest",
        "cardinalityInside",
        "compile",
        "costProfile",
        "costRules",
        "crdEnvironment",
        "deviceEnvironment",
        "deviceSize",
        "escapePropertyName",
        "estimate",
        "estimateRule",
        "find",
        "formatSizePath",
        "formatType",
        "kubernetesEnvironment",
        "largestSizeWithin",
        "lintExpression",
        "policyVariables",
        "schemaBounds",
        "testedPaths",
      ],
    },
  },
  // Expressions are checked in files that define policies or kinds; few of those also have them evaluated.
  {
    name: "evaluation",
    modules: {
      "src/cel/eval/plan.ts": ["plan", "planCounting"],
      "src/kinds/apiextensions/rule-program.ts": ["planRules"],
    },
    isForAll: true,
  },
  { name: "patterns", modules: { "src/regex/regex.ts": ["compileRegex"] }, isForAll: true },
  { name: "types", modules: { "src/schema/type-schema.ts": ["enumValues", "typeSchema"] } },
  { name: "more-types", modules: rareTypes(), isForAll: true },
  { name: "descriptions", modules: { "src/api/descriptions.ts": ["describeField", "describeType"] }, isForAll: true },
  { name: "cache", modules: { "src/cli/result-cache.ts": ["withCache"] } },
  { name: "glob", modules: { "src/cli/glob.ts": ["isPattern", "parsePattern"] } },
  {
    name: "certificates",
    modules: { "src/cli/certificates.ts": ["keyPairFault", "parseCertificates", "signatureFault"] },
  },
  {
    name: "access",
    modules: {
      "src/access/authenticate.ts": ["planAuthentication"],
      "src/access/authorize.ts": ["planAuthorization"],
      "src/access/evaluate.ts": ["evaluateExpression"],
      "src/access/expression-place.ts": ["readExpressionInput"],
    },
  },
  {
    name: "policies",
    modules: {
      "src/engine/created-object.ts": ["createdObject"],
      "src/policy/policy-set.ts": ["policySet"],
      "src/policy/type-check.ts": ["typeFindings"],
      "src/policy/policy-rule.ts": ["planPolicyRules", "policyRuleFaults"],
    },
  },
  { name: "field-page", modules: { "src/cli/field-page.ts": ["renderField"] } },
  { name: "completion", modules: { "src/cli/completion.ts": ["completionScript"] } },
  {
    name: "kubelet",
    modules: {
      "src/kubelet/command-line.ts": ["readCommandLine"],
      "src/kubelet/effective.ts": ["effectiveConfiguration"],
      "src/cli/configuration-yaml.ts": ["configurationYaml"],
    },
  },
  {
    name: "durable-file",
    modules: {
      "src/storage/durable-file.ts": ["assertPrivate", "keepPrivate", "makeDirectory", "makeFile", "replaceFile"],
    },
  },
  { name: "storage", modules: { "src/storage/verify.ts": ["verifyDirectory"] } },
  { name: "flags", modules: { "src/flags/vet-pod.ts": ["vetPodCommand"], "src/flags/vet-text.ts": ["vetText"] } },
  { name: "signature", modules: { "src/access/signature.ts": ["signatureFault"] } },
];

/** The tables of types that few runs look into: what most need is in the part that reads them. */
function rareTypes() {
  const common = ["apps", "batch", "core", "meta", "rbac"];
  const data = readdirSync(join(root, "src/api/data")).filter((name) => !["index.ts", "kinds.ts"].includes(name));
  const rare = data.filter((name) => !common.includes(name.replace(".ts", "")));
  return Object.fromEntries(rare.map((name) => [`src/api/data/${name}`, [tableName(name)]]));
}

/** What the module of an area exports, `coreTypes`. */
function tableName(file) {
  return `${file.replace(".ts", "").replace(/-(\w)/g, (_, letter) => letter.toUpperCase())}Types`;
}

/** What other parts load on demand as well; the rest is for the program and the kinds. */
const partsForAll = parts.filter(({ isForAll }) => isForAll);

/** Packages that stay packages: they have native parts, or threads of their own. Only the server needs them. */
const installed = ["lmdb", "pino", "@grpc/grpc-js", "@peculiar/x509", "reflect-metadata", "prom-client"];

async function buildCommandLine(modulesByFamily, source, folder, look) {
  const placeByKind = placesOf(source.builtInKinds, source.families);
  const options = {
    ...look,
    bundle: true,
    platform: "node",
    target: "node20",
    // Scripts have no import of their own.
    supported: { "dynamic-import": false },
    legalComments: "none",
    logLevel: "warning",
    // Chunks are written as both.
    logOverride: { "commonjs-variable-in-esm": "silent" },
  };
  const onDemand = (self) => [
    familiesOnDemand(modulesByFamily.keys(), lazyIndex(source.builtInKinds, placeByKind)),
    partsOnDemand(self),
    noChildProcesses,
  ];
  const bundles = [
    ...parts.map(({ name, modules, isProgram }) => ({
      name,
      input: code(exportsOf(modules)),
      plugins: isProgram ? onDemand(name) : [partsOnDemand(name, partsForAll)],
    })),
    ...[...modulesByFamily].map(([family, modules]) => ({
      name: `kinds-${family}`,
      input: code(modules.map(({ path, names }) => `export { ${names.join(", ")} } from "./${path}";`).join("\n")),
      plugins: [partsOnDemand()],
    })),
    { name: "vetting", input: file("src/server/vetting/thread.ts"), plugins: onDemand() },
    { name: "main", input: file("src/cli/main.ts"), plugins: onDemand() },
  ];
  const onDemandModules = parts.flatMap(({ modules }) => Object.keys(modules));
  const chunkByModule = await planChunks(bundles, onDemandModules);
  const exportsByModule = await readExports(root, [...chunkByModule.keys()]);
  const chunks = [...new Set(chunkByModule.values())].map((name) => ({
    name,
    input: code(chunkContents(name, chunkByModule, exportsByModule)),
    plugins: onDemand(),
  }));

  rmSync(join(folder, "parts"), { recursive: true, force: true });
  for (const { name, input, plugins } of [...chunks, ...bundles]) {
    await build({
      ...options,
      ...input,
      format: "cjs",
      external: ["./*.cjs", ...installed],
      outfile: join(folder, "parts", `${name}.cjs`),
      plugins: [chunksInPlace(root, { chunkByModule, exportsByModule }, name), ...plugins],
    });
  }
  const reader = { ...file("src/cli/start-reader.ts"), outfile: join(folder, "parts/reader.cjs") };
  await build({ ...options, ...reader, format: "cjs" });
  await build({ ...options, ...file("src/cli/start.ts"), format: "esm", outfile: join(folder, "clustervet.mjs") });
  chmodSync(join(folder, "clustervet.mjs"), 0o755);
}

const file = (path) => ({ entryPoints: [join(root, path)] });
const code = (contents) => ({ stdin: { contents, resolveDir: root, loader: "ts" } });

function exportsOf(modules) {
  const lines = Object.entries(modules).map(
    ([path, functions]) => `export { ${functions.join(", ")} } from "./${path}";`,
  );
  return lines.join("\n");
}

/** Puts kinds that load their family in the place of src/kinds/index.ts. */
const familiesOnDemand = (families, index) => {
  const loaders = [...families].map((name) => `  "${name}": () => require("./kinds-${name}.cjs"),`);
  const contentsByModule = {
    families: `const loaders = {\n${loaders.join("\n")}\n};
const loaded = {};
export const family = (name) => (loaded[name] ??= loaders[name]());`,
    index,
  };
  return {
    name: "families-on-demand",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^families$/ }, () => ({ path: "families", namespace: "generated" }));
      onResolve({ filter: /\/kinds\/index\.ts$/ }, () => ({ path: "index", namespace: "generated" }));
      onLoad({ filter: /.*/, namespace: "generated" }, ({ path }) => ({
        contents: contentsByModule[path],
        resolveDir: root,
      }));
    },
  };
};

/** Puts functions that load their part in the place of a part's modules. */
const partsOnDemand = (self, available = parts) => ({
  name: "parts-on-demand",
  setup({ onLoad }) {
    for (const { name, modules } of available.filter((part) => part.name !== self)) {
      const load = `let part;\nconst load = () => (part ??= require("./${name}.cjs"));`;
      for (const [module, functions] of Object.entries(modules)) {
        const filter = new RegExp(`/${module.replaceAll(".", "\\.")}$`);
        const calls = functions.map((f) => `export const ${f} = (...args) => load().${f}(...args);`);
        onLoad({ filter }, () => ({ contents: [load, ...calls].join("\n") }));
      }
    }
  },
});

/** Commander starts programs for subcommands that are programs; ours are not, and node:child_process loads slowly. */
const noChildProcesses = {
  name: "no-child-processes",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      importer.includes("node_modules/commander") ? { path: "none", namespace: "no-child-processes" } : undefined,
    );
    onLoad({ filter: /.*/, namespace: "no-child-processes" }, () => ({ contents: "export {};" }));
  },
};

function buildLibrary() {
  rmSync(join(dist, "lib"), { recursive: true, force: true });
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  execFileSync(process.execPath, [tsc, "-p", "tsconfig.build.json"], { cwd: root, stdio: "inherit" });
}

mkdirSync(work, { recursive: true });
const modulesByFamily = readFamilies(root);
const source = await loadSource(modulesByFamily);
if (process.argv.includes("--readable")) {
  await buildCommandLine(modulesByFamily, source, join(work, "readable"), { sourcemap: true });
} else {
  await buildCommandLine(modulesByFamily, source, dist, { minify: true });
  await compileParts(root, join(dist, "parts"));
  if (!process.argv.includes("--cli-only")) buildLibrary();
}
