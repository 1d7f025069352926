/**
 * Writes ConfigMaps into a store without a server, in the form in which the server stores them.
 *
 * @module
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = join(import.meta.dirname, "../..");
const module = join(root, "build/bench/lmdb.mjs");
/** Every fourth object is written twice: the store keeps both versions until compaction. */
const rewrittenStride = 4;
const writesAtOnce = 1000;
export const mapNamespaces = 100;

/** Builds the LMDB store as a module. Must run once, before `openStorage`. */
export async function buildStorage() {
  const options = { bundle: true, platform: "node", format: "esm", packages: "external", logLevel: "error" };
  await build({ ...options, entryPoints: [join(root, "src/storage/lmdb.ts")], outfile: module });
}

export async function openStorage(directory) {
  const { openLmdbStorage } = await import(pathToFileURL(module));
  return openLmdbStorage(directory);
}

export async function writeMaps(storage, count) {
  for (let first = 0; first < count; first += writesAtOnce) {
    const indexes = Array.from({ length: Math.min(writesAtOnce, count - first) }, (_, index) => first + index);
    const put = (index, expected) => storage.put(mapKey(index), configMap(index), expected);
    const made = await Promise.all(indexes.map((index) => put(index, 0)));
    await Promise.all(indexes.map((index, at) => (index % rewrittenStride === 0 ? put(index, made[at]) : undefined)));
  }
}

export const mapNamespace = (index) => `ns-${index % mapNamespaces}`;
const mapKey = (index) => `/configmaps/${mapNamespace(index)}/map-${index}`;

function configMap(index) {
  const metadata = {
    name: `map-${index}`,
    namespace: mapNamespace(index),
    uid: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
    creationTimestamp: "2026-01-01T00:00:00Z",
    labels: { app: `app-${index % 50}`, tier: "backend" },
    managedFields: [
      {
        manager: "kubectl",
        operation: "Update",
        apiVersion: "v1",
        time: "2026-01-01T00:00:00Z",
        fieldsType: "FieldsV1",
      },
    ],
  };
  const data = { "settings.yaml": "level: info\nretries: 3\n".repeat(10), owner: "team" };
  return Buffer.from(JSON.stringify({ metadata, data, apiVersion: "v1", kind: "ConfigMap" }));
}
