/**
 * Measures the bundled API server under load, as its clients see it, with each of its stores: creates, gets, lists of
 * 10,000 objects, and watches that fan out; also the engine by itself. Measures the limits in the same run: LMDB by
 * itself, and node:https that sends the same bytes ready-made. Needs a build; `node scripts/build.mjs --cli-only` is
 * enough for all but the engine.
 *
 *   node bench/server.mjs [--storage lmdb,memory,etcd] [--objects 10000] [--watchers 1000] [--rate 200] [--seconds 60] [--only engine,requests,fan-out]
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { clientOf, concurrency, measure } from "./server/calls.mjs";
import { measureFanOut, measureRawFanOut } from "./server/fan-out.mjs";
import { measureLmdb } from "./server/raw-lmdb.mjs";
import { hasEtcd, startClustervet, startEtcd, startRaw } from "./server/served.mjs";

const { values: options } = parseArgs({
  options: {
    storage: { type: "string", default: hasEtcd() ? "lmdb,etcd" : "lmdb" },
    objects: { type: "string", default: "10000" },
    watchers: { type: "string", default: "1000" },
    rate: { type: "string", default: "200" },
    seconds: { type: "string", default: "60" },
    only: { type: "string", default: "engine,requests,fan-out" },
  },
});
const only = new Set(options.only.split(","));
const objectCount = Number(options.objects);
const watcherCount = Number(options.watchers);
const listCount = 20;
const payloadBytes = 600;
const writesPerSecond = Number(options.rate);
const writtenCount = 1000;
const rawFanOutSeconds = 5;
const maps = "/api/v1/namespaces/default/configmaps";
const watched = "/api/v1/namespaces/kube-public/configmaps";

const configMap = (name, version = 0) => {
  const data = { a: String(version).padEnd(payloadBytes, "x") };
  return JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data });
};
const print = (text) => process.stdout.write(`${text}\n`);
const row = (name, { perSecond, p50, p99 }) =>
  print(
    `${name.padEnd(34)}${`${Math.round(perSecond)}/s`.padStart(10)}  p50 ${p50.toFixed(2)} ms  p99 ${p99.toFixed(2)} ms`,
  );

async function printEngine() {
  const { measureEngine } = await import("./server/engine.mjs");
  for (const { kind, bytes, micros } of measureEngine()) {
    print(`engine, one ${kind} of ${(bytes / 1024).toFixed(1)} KB, decoded already: ${micros.toFixed(1)} microseconds`);
  }
}

async function run(storage) {
  const folder = mkdtempSync(join(tmpdir(), "clustervet-bench-"));
  const etcd = storage === "etcd" ? await startEtcd(folder) : undefined;
  const server = await startClustervet(folder, storage, etcd?.url);
  const client = clientOf(server.url, server.credentials);
  try {
    print(`\nstorage ${storage}, ${concurrency} clients at a time, one server process`);
    await client.call("POST", maps, { body: configMap("limit") });
    if (only.has("requests")) await measureRequests(server, client);
    const raw = await startRawBeside(client, folder);
    if (only.has("requests")) await measureLimits(raw, server);
    if (only.has("fan-out")) await printRawFanOut(raw, server);
    await raw.stop();
    if (only.has("fan-out")) await printFanOut(server, client);
  } finally {
    client.close();
    await server.stop();
    await etcd?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureRequests({ residentMiB }, { call }) {
  const empty = residentMiB();
  const create = (name) => call("POST", maps, { body: configMap(name) });
  row("create", await measure(objectCount, concurrency, (index) => create(`m${index}`)));
  const filled = residentMiB();
  print(
    `memory of ${objectCount} objects of ${payloadBytes} bytes: ${(filled - empty).toFixed(0)} MiB above ${empty.toFixed(0)}`,
  );
  row("create, one at a time", await measure(1000, 1, (index) => create(`s${index}`)));
  row("get", await measure(objectCount, concurrency, (index) => call("GET", `${maps}/m${index}`)));
  row(`list ${objectCount}, newest`, await measure(listCount, 1, () => call("GET", maps)));
  row(`list ${objectCount}, any version`, await measure(listCount, 1, () => call("GET", `${maps}?resourceVersion=0`)));
  row(
    `list ${objectCount}, one changed`,
    await measure(listCount, 1, async (index) => {
      await create(`n${index}`);
      await call("GET", maps);
    }),
  );
  print(`memory after lists: ${(residentMiB() - empty).toFixed(0)} MiB above ${empty.toFixed(0)}`);
}

/** Starts node:https with the bytes that the server sent for an object and for a list. */
async function startRawBeside({ call }, folder) {
  const files = { object: join(folder, "object"), list: join(folder, "list") };
  writeFileSync(files.object, await call("GET", `${maps}/limit`, { keep: true }));
  writeFileSync(files.list, await call("GET", maps, { keep: true }));
  return startRaw(folder, files);
}

async function measureLimits(raw, { credentials }) {
  const client = clientOf(raw.url, credentials);
  row("limit: node:https, the object", await measure(objectCount, concurrency, () => client.call("GET", "/object")));
  row("limit: node:https, the list", await measure(listCount, 1, () => client.call("GET", "/list")));
  client.close();
}

async function printRawFanOut(raw, { credentials }) {
  const { perSecond, cpuMicros } = await measureRawFanOut(raw, watcherCount, rawFanOutSeconds, credentials);
  print(
    `limit: node:https to ${watcherCount} watchers: ${Math.round(perSecond)} events/s, ${cpuMicros.toFixed(2)} microseconds each`,
  );
}

/** Measures the fan-out. Updates the same objects again and again, so that the store does not grow meanwhile. */
async function printFanOut(server, { call }) {
  await measure(writtenCount, concurrency, (index) => call("POST", watched, { body: configMap(`e${index}`) }));
  const { metadata } = JSON.parse(await call("GET", `${watched}?limit=1`, { keep: true }));
  const write = async (index) => {
    const name = `e${index % writtenCount}`;
    const bytes = await call("PUT", `${watched}/${name}`, { body: configMap(name, index + 1), keep: true });
    return Number(JSON.parse(bytes).metadata.resourceVersion);
  };
  const path = `${watched}?watch=true&resourceVersion=${metadata.resourceVersion}`;
  const load = { watchers: watcherCount, writesPerSecond, seconds: Number(options.seconds), path, server };
  const found = await measureFanOut(write, load);
  print(
    `fan-out: ${writesPerSecond} writes/s to ${watcherCount} watchers, written in ${found.writtenSeconds.toFixed(1)} s, all seen ` +
      `after ${found.totalSeconds.toFixed(1)} s: ${Math.round(found.perSecond)} events/s, ` +
      `${found.cpuMicros.toFixed(2)} microseconds each (clients ${found.clientCpuMicros.toFixed(2)}), ` +
      `${found.faults} out of order, ${found.missing} missing`,
  );
  const { p50, p99 } = found.lagMs;
  print(`fan-out: from the request to the watcher p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`);
  print(`fan-out: memory after 10 s and at the end ${found.memory.map(formatMemory).join(" and ")}`);
}

function formatMemory({ resident, mapped }) {
  return `${resident.toFixed(0)} MiB (${mapped.toFixed(0)} of files)`;
}

if (only.has("engine")) await printEngine();
if (only.has("requests")) {
  const { puts, gets } = await measureLmdb({ objectCount, concurrency, payloadBytes });
  row("limit: LMDB by itself, put", puts);
  row("limit: LMDB by itself, get", gets);
}
if (only.has("requests") || only.has("fan-out")) for (const storage of options.storage.split(",")) await run(storage);
