/** Imports functions and tables from the sources, for scripts. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = join(import.meta.dirname, "..");

/**
 * @param contents - imports and exports, with paths from the root of the project
 * @throws {Error} for a name that a module does not export: the bundler treats it as a type and drops it
 */
export async function importSources(contents) {
  const folder = mkdtempSync(join(tmpdir(), "clustervet-sources-"));
  const outfile = join(folder, "sources.mjs");
  const stdin = { contents, resolveDir: root, loader: "ts" };
  const banner = {
    js: `import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);`,
  };
  try {
    await build({ stdin, bundle: true, platform: "node", format: "esm", outfile, banner, logLevel: "warning" });
    const sources = await import(pathToFileURL(outfile).href);
    for (const name of exportedNames(contents))
      if (!(name in sources)) throw new Error(`there is no ${name} in the sources`);
    return sources;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const exportedNames = (contents) =>
  [...contents.matchAll(/export \{([^}]*)\} from/g)]
    .flatMap(([, list]) => list.split(","))
    .map((name) => name.replace(/^.* as /s, "").trim())
    .filter((name) => name !== "");
