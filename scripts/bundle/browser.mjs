/**
 * The expression engine as a web page would bundle it, from the source: what of package.json concerns bundlers counts for
 * the source here as it does for the package.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const root = join(import.meta.dirname, "../..");
const sourceOf = (path) => join(root, path.replace("/dist/lib/", "/src/").replace(/\.js$/, ".ts"));

/** What a page needs to parse, check, plan and evaluate expressions as the API server does, costs counted. */
const engineNames = [
  "compile",
  "costProfile",
  "costRules",
  "fromJson",
  "kubernetesEnvironment",
  "planCounting",
  "prepare",
  "toJson",
];

/**
 * Bundles for browsers.
 *
 * @returns what is loaded at once, the entry first, and what is loaded when it is needed
 */
export async function bundleEngine(names = engineNames) {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { ${names.join(", ")} } from "./src/cel/index.ts";`,
      sourcefile: "engine.js",
      resolveDir: root,
    },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    target: "es2023",
    minify: true,
    write: false,
    outdir: "bundle",
    logLevel: "warning",
    plugins: [browserFiles],
  });
  const files = outputFiles.map(({ path, text: code, contents }) => ({
    path,
    code,
    gzipBytes: gzipSync(contents, { level: 9 }).length,
  }));
  const [entry, ...others] = files;
  const isAtOnce = ({ path }) => staticImports(entry.code).includes(basename(path));
  return { atOnce: [entry, ...others.filter(isAtOnce)], later: others.filter((file) => !isAtOnce(file)) };
}

function staticImports(code) {
  return [...code.matchAll(/(?:from|import)"\.\/([^"]+)"/g)].map(([, name]) => name);
}

/** Puts the files for browsers in the place of those for Node. */
const browserFiles = {
  name: "browser-files",
  setup({ onResolve }) {
    const { browser } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const replacements = new Map(Object.entries(browser).map(([from, to]) => [sourceOf(from), sourceOf(to)]));
    onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
      const replacement = replacements.get(join(resolveDir, path));
      return replacement && { path: replacement };
    });
  },
};
