/**
 * Builds the package: the command line as one file with generated validators and, beside it, the parts that few runs
 * load; the library as modules with types.
 *
 *   node scripts/build.mjs [--cli-only | --readable]
 *
 * With --readable only the command line is built, into build/readable/, with names and source maps, for profiles.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = join(import.meta.dirname, "..");
const work = join(root, "build");
const dist = join(root, "dist");
const requireBanner = `import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);`;

/** Generates one validator for each schema with an `$id`; returns the module's path. */
async function generateValidators() {
  const entry = `
    export { default as Ajv, _ } from "ajv";
    export { default as standaloneCode } from "ajv/dist/standalone";
    export { ajvOptions, keywords } from "./src/schema/ajv.ts";
    export { decodeSchema } from "./src/schema/decode-schema.ts";
    export { builtInKinds } from "./src/kinds/index.ts";
    export { listSchema } from "./src/kinds/meta/list.ts";
    export { projectSchema } from "./src/cli/project-schema.ts";`;
  const generator = join(work, "generator.mjs");
  await build({
    stdin: { contents: entry, resolveDir: root, loader: "ts" },
    bundle: true,
    platform: "node",
    format: "esm",
    outfile: generator,
    banner: { js: requireBanner },
    logLevel: "warning",
  });
  const parts = await import(pathToFileURL(generator).href);
  const schemas = [
    parts.projectSchema,
    parts.listSchema,
    ...parts.builtInKinds.flatMap((kind) => kind.versions.map((v) => v.schema)),
  ];
  const schemaById = new Map(schemas.map((schema) => [schema.$id, parts.decodeSchema(schema)]));
  const ajv = new parts.Ajv({
    ...parts.ajvOptions,
    inlineRefs: false,
    code: { source: true, esm: true, lines: true, formats: parts._`require("../src/schema/formats.ts").formats` },
  });
  for (const keyword of parts.keywords) ajv.addKeyword(keyword);
  for (const [id, schema] of withSharedParts(schemaById)) ajv.addSchema(schema, id);
  const names = Object.fromEntries([...schemaById.keys()].map((id) => [id, id]));
  const code = withShortErrors(parts.standaloneCode(ajv, names));
  const entries = [...schemaById.keys()].map((id) => `  ["${id}", ${id}],`).join("\n");
  const module = join(work, "precompiled.mjs");
  writeFileSync(module, `${code}\nexport const precompiled = new Map([\n${entries}\n]);\n`);
  return module;
}

/** What stands in several schemas, such as the metadata of an object, becomes a schema of its own, once. */
function withSharedParts(schemaById) {
  const uses = new Map();
  const count = (schema) => {
    const text = JSON.stringify(schema);
    uses.set(text, (uses.get(text) ?? 0) + 1);
    if (uses.get(text) === 1) for (const inner of innerSchemas(schema)) count(inner);
  };
  for (const schema of schemaById.values()) count(schema);

  const all = new Map();
  const idByText = new Map();
  const share = (schema) => {
    const inner = mapInner(schema, share);
    const text = JSON.stringify(schema);
    if (uses.get(text) === 1 || text.length < minSharedLength) return inner;
    if (!idByText.has(text)) {
      idByText.set(text, `shared${idByText.size}`);
      all.set(idByText.get(text), inner);
    }
    return { $ref: idByText.get(text) };
  };
  for (const [id, schema] of schemaById) all.set(id, mapInner(schema, share));
  return all;
}

/** In characters; a call of a validator takes as much code as checking less than that. */
const minSharedLength = 200;

function innerSchemas(schema) {
  const found = [];
  mapInner(schema, (inner) => found.push(inner));
  return found;
}

/** The schema with `change` applied to the schemas right inside it. */
function mapInner(schema, change) {
  const { properties, items, additionalProperties: rest } = schema;
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).map(([k, v]) => [k, change(v)])) }),
    ...(items && { items: change(items) }),
    ...(typeof rest === "object" && { additionalProperties: change(rest) }),
  };
}

/** Most of the generated code puts errors together: one function does, and leaves out what their reader never asks for. */
function withShortErrors(code) {
  const short = code.replace(
    /const (err\d+) = \{instancePath(?::(.*?))?,schemaPath:"[^"]*",keyword:("\w+"|"x-int"),params:(\{.*?\})\};\s*if\(vErrors === null\)\{\s*vErrors = \[\1\];\s*\}\s*else \{\s*vErrors\.push\(\1\);\s*\}/gs,
    (_, _name, path = "instancePath", keyword, params) => {
      const read = keyword === '"type"' || keyword === '"x-int"' ? "" : `,${params}`;
      return `(vErrors ??= []).push(problem(${path},${keyword}${read}));`;
    },
  );
  return `${short}\nfunction problem(instancePath, keyword, params = {}) { return { instancePath, keyword, params }; }\n`;
}

/**
 * Start-up is what counts here: parsing takes most of it. So what most runs never call stands in files of its own, from
 * where it is loaded at the first call of one of the functions.
 */
const parts = [
  { name: "thorough-reader", modules: { "src/source/thorough.ts": ["readThorough"] } },
  {
    name: "expressions",
    modules: { "src/cel/index.ts": ["compile", "find", "formatType", "kubernetesEnvironment"] },
  },
  { name: "glob", modules: { "src/cli/glob.ts": ["findFiles", "isPattern"] } },
  { name: "certificates", modules: { "src/cli/certificates.ts": ["parseCertificates"] } },
  {
    name: "access",
    modules: {
      "src/access/authenticate.ts": ["planAuthentication"],
      "src/access/authorize.ts": ["planAuthorization"],
      "src/access/evaluate.ts": ["evaluateExpression", "readExpressionInput"],
    },
  },
  { name: "signature", modules: { "src/access/signature.ts": ["signatureFault"] } },
];

async function buildCommandLine(precompiledModule, folder, look) {
  const options = { ...look, bundle: true, platform: "node", target: "node20", legalComments: "none" };
  rmSync(join(folder, "parts"), { recursive: true, force: true });
  for (const { name, modules } of parts) {
    const contents = Object.entries(modules)
      .map(([module, functions]) => `export { ${functions.join(", ")} } from "./${module}";`)
      .join("\n");
    await build({
      ...options,
      stdin: { contents, resolveDir: root, loader: "ts" },
      format: "cjs",
      outfile: join(folder, "parts", `${name}.cjs`),
      logLevel: "warning",
    });
  }
  await build({
    ...options,
    entryPoints: [join(root, "src/cli/main.ts")],
    format: "esm",
    external: ["./parts/*"],
    outfile: join(folder, "clustervet.mjs"),
    banner: { js: requireBanner },
    logLevel: "warning",
    plugins: [generatedValidators(precompiledModule), partsOnDemand, noChildProcesses],
  });
  chmodSync(join(folder, "clustervet.mjs"), 0o755);
}

const generatedValidators = (precompiledModule) => ({
  name: "generated-validators",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/precompiled\.ts$/ }, () => ({ path: precompiledModule }));
    onResolve({ filter: /^\.\/compile\.ts$/ }, ({ importer }) =>
      importer.endsWith("validator.ts") ? { path: "none", namespace: "no-compiler" } : undefined,
    );
    onLoad({ filter: /.*/, namespace: "no-compiler" }, () => ({
      contents: `export function compileSchema(schema) { throw new Error("no validator was generated for " + schema.$id); }`,
    }));
  },
});

/** Puts functions that load their part in the place of a part's modules. */
const partsOnDemand = {
  name: "parts-on-demand",
  setup({ onLoad }) {
    for (const { name, modules } of parts) {
      const load = `require("./parts/${name}.cjs")`;
      for (const [module, functions] of Object.entries(modules)) {
        const filter = new RegExp(`/${module.replaceAll(".", "\\.")}$`);
        const contents = functions.map((f) => `export const ${f} = (...args) => ${load}.${f}(...args);`).join("\n");
        onLoad({ filter }, () => ({ contents }));
      }
    }
  },
};

/** Commander starts programs for subcommands that are programs; ours are not, and node:child_process loads slowly. */
const noChildProcesses = {
  name: "no-child-processes",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:child_process$/ }, () => ({ path: "none", namespace: "no-child-processes" }));
    onLoad({ filter: /.*/, namespace: "no-child-processes" }, () => ({ contents: "export {};" }));
  },
};

async function buildLibrary(precompiledModule) {
  rmSync(join(dist, "lib"), { recursive: true, force: true });
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  execFileSync(process.execPath, [tsc, "-p", "tsconfig.build.json"], { cwd: root, stdio: "inherit" });
  const bundled = join(work, "precompiled.bundled.mjs");
  await build({
    entryPoints: [precompiledModule],
    bundle: true,
    platform: "neutral",
    mainFields: ["module", "main"],
    format: "esm",
    outfile: bundled,
    logLevel: "warning",
  });
  cpSync(bundled, join(dist, "lib/schema/precompiled.js"));
}

mkdirSync(work, { recursive: true });
const precompiled = await generateValidators();
if (process.argv.includes("--readable")) {
  await buildCommandLine(precompiled, join(work, "readable"), { sourcemap: true });
} else {
  await buildCommandLine(precompiled, dist, { minify: true });
  if (!process.argv.includes("--cli-only")) await buildLibrary(precompiled);
}
