/**
 * Bundles the expression engine from the source, as a web page would. The fields of package.json that bundlers read
 * (`browser`, `sideEffects`) apply to the source here as they do to the package.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Plugin } from "esbuild";

/** One output file of a bundle. */
interface BundledFile {
  readonly path: string;
  readonly code: string;
  readonly gzipBytes: number;
}

/** The files that a page loads at once, the entry first, and those that it loads on demand. */
interface EngineBundle {
  readonly atOnce: readonly BundledFile[];
  readonly later: readonly BundledFile[];
}

/**
 * The functions with which a page parses, checks, plans and evaluates expressions as kube-apiserver does, with their
 * costs.
 */
const engineNames = ["compileExpression", "evaluate", "prepare"];

/** Bundles the engine for browsers. */
export async function bundleEngine(): Promise<EngineBundle> {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { ${engineNames.join(", ")} } from "./src/cel.ts";`,
      sourcefile: "engine.js",
      resolveDir: ".",
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
  const imported = staticImports(files[0]?.code ?? "");
  const isAtOnce = ({ path }: BundledFile, index: number) => index === 0 || imported.includes(basename(path));
  return { atOnce: files.filter(isAtOnce), later: files.filter((file, index) => !isAtOnce(file, index)) };
}

function staticImports(code: string): readonly (string | undefined)[] {
  return [...code.matchAll(/(?:from|import)"\.\/([^"]+)"/g)].map(([, name]) => name);
}

const sourceOf = (path: string) => resolve(path.replace("./dist/lib/", "./src/").replace(/\.js$/, ".ts"));

/** Replaces the files for Node with those for browsers. */
const browserFiles: Plugin = {
  name: "browser-files",
  setup({ onResolve }) {
    const { browser } = JSON.parse(readFileSync("package.json", "utf8")) as { browser: Record<string, string> };
    const replacements = new Map(Object.entries(browser).map(([from, to]) => [sourceOf(from), sourceOf(to)]));
    onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
      const replacement = replacements.get(join(resolveDir, path));
      return replacement === undefined ? undefined : { path: replacement };
    });
  },
};
