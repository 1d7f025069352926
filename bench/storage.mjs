/**
 * Measures the stores behind the server: durable puts, gets, ranges of 10,000 keys, and watches, in memory, on LMDB,
 * and in etcd if it is installed. The limit is LMDB by itself: its puts, gets and ranges with one flush per group of
 * writes and no code around it.
 *
 *   node bench/storage.mjs [seconds per figure]
 */
import { spawn, spawnSync } from "node:child_process";
import { setMaxListeners } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { open } from "lmdb";
import { fromSource } from "./from-source.mjs";

const { openEtcdStorage, openLmdbStorage, openMemoryStorage } = await fromSource("bench/storages.ts");

const msPerFigure = 1000 * Number(process.argv[2] ?? 3);
const value = Buffer.alloc(600, "v");
const keyCount = 10_000;
const writerCount = 64;
const watcherCount = 100;
/** Must be on the disk to measure, not in memory. */
const folder = mkdtempSync(join(process.env.BENCH_DIRECTORY ?? tmpdir(), "clustervet-bench-"));
const keyOf = (i) => `/registry/pods/default/${String(i % keyCount).padStart(5, "0")}`;

/** Calls `work` again and again, in `count` loops at once; returns calls per second. */
async function perSecond(count, work) {
  let calls = 0;
  const startedAt = performance.now();
  const loop = async (index) => {
    while (performance.now() - startedAt < msPerFigure) {
      await work(calls++, index);
    }
  };
  await Promise.all(Array.from({ length: count }, (_, index) => loop(index)));
  return calls / ((performance.now() - startedAt) / 1000);
}

/** Measures LMDB by itself. Its calls return once the data is on disk. */
async function measureLimit() {
  const options = { encoding: "binary", keyEncoding: "binary" };
  const db = open({ ...options, path: join(folder, "raw.mdb"), noSubdir: true, overlappingSync: false });
  const commit = (first, count) =>
    db.transactionSync(() => {
      for (let i = first; i < first + count; i++) db.putSync(Buffer.from(keyOf(i)), value);
    }, 2);
  for (let i = 0; i < keyCount; i += 1000) commit(i, 1000);
  /** Waits a turn of the event loop after each commit, as a server that waits for requests does. */
  const commitInTurn = async (first, count) => {
    commit(first, count);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const groups = await perSecond(1, (i) => commitInTurn(i * writerCount, writerCount));
  const figures = {
    "puts, 1 writer": await perSecond(1, (i) => commitInTurn(i, 1)),
    [`puts, ${writerCount} writers`]: writerCount * groups,
    gets: await perSecond(1, async (i) => db.get(Buffer.from(keyOf(i * 7919)))),
    "ranges of 10,000": await perSecond(1, async () => db.getRange({}).asArray),
  };
  await db.close();
  return figures;
}

async function measure(storage) {
  const revisions = new Map();
  const put = async (key) => revisions.set(key, await storage.put(key, value, revisions.get(key) ?? 0));
  for (let i = 0; i < keyCount; i += 500) {
    await Promise.all(Array.from({ length: 500 }, (_, j) => put(keyOf(i + j))));
  }
  // Each writer has its own keys, so that no writer waits for another.
  const own = (i, writer) => put(`/own/${writer}-${i % keyCount}`);
  const figures = {
    "puts, 1 writer": await perSecond(1, own),
    [`puts, ${writerCount} writers`]: await perSecond(writerCount, own),
    gets: await perSecond(1, (i) => storage.get(keyOf(i * 7919))),
    [`gets, ${writerCount} readers`]: await perSecond(writerCount, (i) => storage.get(keyOf(i * 7919))),
  };
  const range = { prefix: "/registry/pods/default/", limit: keyCount };
  figures["ranges of 10,000"] = await perSecond(1, () => storage.range(range));
  figures[`events, ${watcherCount} watches`] = await measureWatches(storage, put);
  await storage.close();
  return figures;
}

/** Returns the events delivered per second while 64 writers write as fast as they can. */
async function measureWatches(storage, put) {
  const after = await storage.currentRevision();
  let delivered = 0;
  const ending = new AbortController();
  setMaxListeners(watcherCount, ending.signal);
  const reading = Array.from({ length: watcherCount }, async () => {
    for await (const { events } of storage.watch({ prefix: "/watched/", after, signal: ending.signal })) {
      delivered += events.length;
    }
  });
  const startedAt = performance.now();
  let written = 0;
  await perSecond(writerCount, async (_, writer) => {
    await put(`/watched/${writer}`);
    written++;
  });
  while (delivered < written * watcherCount) await new Promise((resolve) => setTimeout(resolve, 5));
  const seconds = (performance.now() - startedAt) / 1000;
  ending.abort();
  await Promise.all(reading);
  return delivered / seconds;
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Measures etcd with its default settings: each write is on disk before etcd acknowledges it. */
async function measureEtcd() {
  const endpoint = `http://127.0.0.1:${await freePort()}`;
  const peer = `http://127.0.0.1:${await freePort()}`;
  const args = [
    ...["--data-dir", join(folder, "etcd"), "--name", "one", "--initial-cluster", `one=${peer}`],
    ...["--listen-client-urls", endpoint, "--advertise-client-urls", endpoint],
    ...["--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer],
  ];
  const etcd = spawn("etcd", args, { stdio: "ignore" });
  try {
    const storage = openEtcdStorage({ endpoints: [endpoint], compactionIntervalMs: 0 });
    for (let isUp = false; !isUp; ) {
      isUp = await storage.currentRevision().then(
        () => true,
        () => false,
      );
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return await measure(storage);
  } finally {
    etcd.kill("SIGKILL");
    await new Promise((resolve) => etcd.on("exit", resolve));
  }
}

function print(figuresByStore) {
  const names = [...new Set(Object.values(figuresByStore).flatMap(Object.keys))];
  const stores = Object.keys(figuresByStore);
  console.log(`a second, with values of ${value.length} bytes:\n`);
  console.log(["".padEnd(22), ...stores.map((store) => store.padStart(16))].join(""));
  for (const name of names) {
    const limit = figuresByStore["LMDB alone"][name];
    const cells = stores.map((store) => {
      const figure = figuresByStore[store][name];
      if (figure === undefined) return "".padStart(16);
      const ratio = limit === undefined || store === "LMDB alone" ? "" : ` (${(figure / limit).toFixed(2)})`;
      return `${figure < 1000 ? figure.toFixed(0) : `${(figure / 1000).toFixed(1)}k`}${ratio}`.padStart(16);
    });
    console.log([name.padEnd(22), ...cells].join(""));
  }
}

try {
  const figures = {
    "LMDB alone": await measureLimit(),
    lmdb: await measure(await openLmdbStorage(join(folder, "lmdb"), { compactionIntervalMs: 0 })),
    memory: await measure(openMemoryStorage({ compactionIntervalMs: 0 })),
  };
  if (spawnSync("etcd", ["--version"]).error === undefined) figures.etcd = await measureEtcd();
  else console.log("etcd is not installed: apt-get install etcd-server");
  print(figures);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
