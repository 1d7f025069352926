/**
 * The start of the server with objects in LMDB: processor time for the check of the tables, for reading all objects, and until the
 * server answers requests. The time for each object should not depend on their number. Needs a build.
 *
 *   node bench/start-storage.mjs [objects...]        default: 25000 50000 100000 200000
 */
import { fork } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { startClustervet } from "./server/served.mjs";

const counts = process.argv.slice(2).filter((text) => /^\d+$/.test(text));
const root = join(import.meta.dirname, "..");
const module = join(root, "build/bench/lmdb.mjs");
/** One object in so many was written twice: both versions are there until they are compacted. */
const rewrittenStride = 4;
const writesAtOnce = 1000;

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

function configMap(index) {
  const metadata = {
    name: `map-${index}`,
    namespace: `ns-${index % 100}`,
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

/** In a process of its own, which ends with what it holds: `write` fills a store, `read` opens it and reads it. */
async function work(what, directory, count) {
  const { openLmdbStorage } = await import(pathToFileURL(module));
  const startMs = cpuMs();
  const storage = await openLmdbStorage(directory);
  const openMs = cpuMs() - startMs;
  if (what === "write") {
    for (let first = 0; first < count; first += writesAtOnce) {
      const indexes = Array.from({ length: Math.min(writesAtOnce, count - first) }, (_, index) => first + index);
      const put = (index, expected) =>
        storage.put(`/configmaps/ns-${index % 100}/map-${index}`, configMap(index), expected);
      const made = await Promise.all(indexes.map((index) => put(index, 0)));
      await Promise.all(indexes.map((index, at) => (index % rewrittenStride === 0 ? put(index, made[at]) : undefined)));
    }
  }
  const rangeMs = cpuMs();
  if (what === "read") await storage.range({ prefix: "/" });
  process.send({ openMs, rangeMs: cpuMs() - rangeMs });
  await storage.close();
}

function inProcess(...args) {
  return new Promise((resolve, reject) => {
    const child = fork(import.meta.filename, ["child", ...args]);
    let figures;
    child.once("message", (message) => {
      figures = message;
    });
    child.once("exit", (code) => (code === 0 ? resolve(figures) : reject(new Error(`ended with ${code}`))));
  });
}

async function measure(count) {
  const folder = mkdtempSync(join(process.env.BENCH_DIRECTORY ?? tmpdir(), "clustervet-bench-"));
  try {
    const directory = join(folder, "data");
    mkdirSync(directory, { mode: 0o700 });
    await inProcess("write", join(directory, "storage"), count);
    const { openMs, rangeMs } = await inProcess("read", join(directory, "storage"), count);
    const startedAt = performance.now();
    const server = await startClustervet(directory, "lmdb");
    const wallMs = performance.now() - startedAt;
    const serveMs = 1000 * server.cpuSeconds();
    const residentMiB = server.residentMiB();
    await server.stop();
    const perObject = (ms) => `${Math.round(ms)} ms (${((1000 * ms) / count).toFixed(1)} µs)`;
    return {
      "tables checked": perObject(openMs),
      "all read": perObject(rangeMs),
      "until it serves": perObject(serveMs),
      wall: `${Math.round(wallMs)} ms`,
      memory: `${Math.round(residentMiB)} MiB`,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[2] === "child") {
  const [, , , what, directory, count] = process.argv;
  await work(what, directory, Number(count));
} else {
  const options = { bundle: true, platform: "node", format: "esm", packages: "external", logLevel: "error" };
  await build({ ...options, entryPoints: [join(root, "src/storage/lmdb.ts")], outfile: module });
  const rows = {};
  for (const count of counts.length > 0 ? counts : [25_000, 50_000, 100_000, 200_000]) {
    rows[`${count} objects`] = await measure(Number(count));
  }
  console.table(rows);
}
