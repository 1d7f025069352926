/**
 * Bundles and imports modules of src/ that the package does not export, for benchmarks of a single part of clustervet.
 *
 * @module
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

const root = join(import.meta.dirname, "..");

/**
 * Bundles a module and imports it.
 *
 * @param entry - a module that exports the functions to measure, such as `bench/server/engine-parts.ts`
 */
export async function fromSource(entry) {
  const file = join(root, "build/bench", entry.replaceAll("/", "-").replace(/\.ts$/, ".mjs"));
  const graph = await rolldown({ input: join(root, entry), platform: "node", external: /^(?:node:|@?[a-z])/ });
  await graph.write({ file, format: "esm", codeSplitting: false });
  return import(pathToFileURL(file).href);
}
