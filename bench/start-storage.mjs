/**
 * Measures the start of the server with objects in LMDB: processor time for checking the tables, for reading all
 * objects, and until the server responds to requests. The time for each object should not depend on their number. Needs
 * a build.
 *
 *   node bench/start-storage.mjs [objects...]        default: 25000 50000 100000 200000
 */
import { fork } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startClustervet } from "./server/served.mjs";
import { buildStorage, openStorage, writeMaps } from "./server/stored-maps.mjs";

const counts = process.argv.slice(2).filter((text) => /^\d+$/.test(text));

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/**
 * Runs in a child process, so that its memory is released: `write` fills a store, `read` opens one and reads all of it.
 */
async function work(what, directory, count) {
  const startMs = cpuMs();
  const storage = await openStorage(directory);
  const openMs = cpuMs() - startMs;
  if (what === "write") await writeMaps(storage, count);
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
  await buildStorage();
  const rows = {};
  for (const count of counts.length > 0 ? counts : [25_000, 50_000, 100_000, 200_000]) {
    rows[`${count} objects`] = await measure(Number(count));
  }
  console.table(rows);
}
