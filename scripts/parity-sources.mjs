/**
 * What the parity scripts share: rows of cases, and functions of the sources as a module.
 */
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = join(import.meta.dirname, "..");

/** The rows of a file of JSON lines. */
export const readLines = (file) =>
  readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

/**
 * @param contents - export statements, with paths from the root of the project
 */
export async function importSources(contents) {
  const outfile = join(mkdtempSync(join(tmpdir(), "clustervet-parity-")), "sources.mjs");
  const stdin = { contents, resolveDir: root, loader: "ts" };
  await build({ stdin, bundle: true, platform: "node", format: "esm", outfile, logLevel: "error" });
  return import(pathToFileURL(outfile).href);
}
