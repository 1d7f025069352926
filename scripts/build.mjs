/**
 * Builds the package: the command line as one file with generated validators, the library as modules with types.
 *
 *   node scripts/build.mjs [--cli-only]
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

mkdirSync(work, { recursive: true });
const precompiled = await generateValidators();
await buildCommandLine(precompiled);
if (!process.argv.includes("--cli-only")) await buildLibrary(precompiled);

/** Generates one validator for each schema with an `$id`; returns the module's path. */
async function generateValidators() {
  const entry = `
    export { default as Ajv, _ } from "ajv";
    export { default as standaloneCode } from "ajv/dist/standalone";
    export { ajvOptions, keywords } from "./src/schema/ajv.ts";
    export { decodeSchema } from "./src/schema/decode-schema.ts";
    export { builtInKinds } from "./src/kinds/index.ts";
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
  const schemas = [parts.projectSchema, ...parts.builtInKinds.flatMap((kind) => kind.versions.map((v) => v.schema))];
  const schemaById = new Map(schemas.map((schema) => [schema.$id, schema]));
  const ajv = new parts.Ajv({
    ...parts.ajvOptions,
    code: { source: true, esm: true, lines: true, formats: parts._`require("../src/schema/formats.ts").formats` },
  });
  for (const keyword of parts.keywords) ajv.addKeyword(keyword);
  for (const [id, schema] of schemaById) ajv.addSchema(parts.decodeSchema(schema), id);
  const names = Object.fromEntries([...schemaById.keys()].map((id) => [id, id]));
  const code = parts.standaloneCode(ajv, names);
  const entries = [...schemaById.keys()].map((id) => `  ["${id}", ${id}],`).join("\n");
  const module = join(work, "precompiled.mjs");
  writeFileSync(module, `${code}\nexport const precompiled = new Map([\n${entries}\n]);\n`);
  return module;
}

/** Start-up is what counts here: one file, nothing that is not needed. */
async function buildCommandLine(precompiledModule) {
  mkdirSync(dist, { recursive: true });
  await build({
    entryPoints: [join(root, "src/cli/main.ts")],
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    minifySyntax: true,
    minifyWhitespace: true,
    outfile: join(dist, "clustervet.mjs"),
    banner: { js: requireBanner },
    legalComments: "none",
    logLevel: "warning",
    plugins: [
      {
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
      },
    ],
  });
  chmodSync(join(dist, "clustervet.mjs"), 0o755);
}

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
