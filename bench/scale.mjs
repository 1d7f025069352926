/**
 * Measures how the server's cost grows with objects, watchers, kinds and namespaces: processor time of one operation,
 * and memory, at each size, and the exponent of the growth by least squares. An exponent of 0 means constant cost, 1
 * means cost in proportion to the size. Needs a build.
 *
 *   node bench/scale.mjs [--only objects,watchers,kinds,namespaces] [--objects 1000,10000,100000] [--watchers 10,100,1000,10000]
 *                        [--kinds 10,100,500,2000] [--namespaces 10,100,1000,10000]
 */
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:http2";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { clientOf, measure } from "./server/calls.mjs";
import { startClustervet } from "./server/served.mjs";
import { buildStorage, mapNamespace, mapNamespaces, openStorage, writeMaps } from "./server/stored-maps.mjs";

const axes = { objects: atObjects, watchers: atWatchers, kinds: atKinds, namespaces: atNamespaces };
const sizes = {
  objects: "1000,10000,100000",
  watchers: "10,100,1000,10000",
  kinds: "10,100,500,2000",
  namespaces: "10,100,1000,10000",
};
const { values: options } = parseArgs({
  options: Object.fromEntries(
    Object.entries({ only: Object.keys(axes).join(","), ...sizes }).map(([name, preset]) => [
      name,
      { type: "string", default: preset },
    ]),
  ),
});

/**
 * Calls of a cheap operation: processor time is counted in hundredths of a second, so one call is too short to measure.
 */
const manyCount = 400;
const fewCount = 10;
const clients = 8;
const watchesPerConnection = 100;
const writes = 50;
/** Wait after the start, until the process has released the memory that only the start needs. */
const settledMs = 4000;
const largestHeap = "--max-old-space-size=12000";
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Starts a server with an empty store, or with a data directory that `prepare` fills, and returns the figures of
 * `work`.
 */
async function withServer({ storage, prepare }, work) {
  const folder = mkdtempSync(join(process.env.BENCH_DIRECTORY ?? tmpdir(), "clustervet-scale-"));
  const dataDir = join(folder, "data");
  mkdirSync(dataDir, { mode: 0o700 });
  try {
    await prepare?.(dataDir);
    const server = await startClustervet(dataDir, storage, undefined, [largestHeap]);
    const startMs = 1000 * server.cpuSeconds();
    const client = clientOf(server.url, server.credentials);
    try {
      await pause(settledMs);
      return await work({ ...client, server, startMs, costOf: costMeter(server) });
    } finally {
      client.close();
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns a function that measures the server's processor time for one of `count` calls, in milliseconds. */
const costMeter = (server) => async (count, call) => {
  const before = server.cpuSeconds();
  await measure(count, clients, call);
  return (1000 * (server.cpuSeconds() - before)) / count;
};

async function atObjects(count) {
  const prepare = async (dataDir) => {
    const storage = await openStorage(join(dataDir, "storage"));
    await writeMaps(storage, count);
    await storage.close();
  };
  return withServer({ storage: "lmdb", prepare }, async ({ call, server, startMs, costOf }) => {
    const memory = server.residentMiB();
    const maps = (index) => `/api/v1/namespaces/${mapNamespace(index)}/configmaps`;
    const one = (index) => `${maps(index % count)}/map-${index % count}`;
    const body = (name) => JSON.stringify({ metadata: { name }, data: { a: "b" } });
    const headers = { "content-type": "application/merge-patch+json" };
    const patch = (index) => call("PATCH", one(index), { body: `{"data":{"n":"${index}"}}`, headers });
    for (let index = 0; index < mapNamespaces; index++)
      await call("POST", "/api/v1/namespaces", { body: body(mapNamespace(index)) });
    return {
      "start, all of it": startMs,
      "memory, MiB": memory,
      get: await costOf(manyCount, (index) => call("GET", one(index))),
      create: await costOf(manyCount, (index) => call("POST", maps(0), { body: body(`new-${index}`) })),
      patch: await costOf(manyCount, patch),
      "list, limit=500": await costOf(fewCount, () => call("GET", "/api/v1/configmaps?limit=500")),
      "list of a label": await costOf(fewCount, () => call("GET", "/api/v1/configmaps?labelSelector=app%3Dapp-7")),
      "list of all": await costOf(fewCount, () => call("GET", "/api/v1/configmaps")),
      "list of all after a write": await costOf(fewCount, async (index) => {
        await patch(index);
        await call("GET", "/api/v1/configmaps");
      }),
    };
  });
}

async function atWatchers(count) {
  return withServer({ storage: "memory" }, async ({ call, server, costOf }) => {
    const empty = server.residentMiB();
    const path = "/api/v1/namespaces/default/configmaps";
    const opening = server.cpuSeconds();
    const watches = await openWatches(server, count, `${path}?watch=true`);
    const opened = 1000 * (server.cpuSeconds() - opening);
    const memory = server.residentMiB() - empty;
    const before = server.cpuSeconds();
    const beside = await costOf(writes, (index) =>
      call("POST", path, {
        body: JSON.stringify({ metadata: { name: `map-${index}` }, data: { a: "x".repeat(600) } }),
      }),
    );
    while (watches.seen() < count * writes) await pause(20);
    const events = 1000 * (server.cpuSeconds() - before);
    watches.close();
    return {
      "open all watches": opened,
      "memory of them, MiB": memory,
      "one write, seen by all": events / writes,
      "the write itself": beside,
    };
  });
}

/** Opens `count` watches, many to a connection, and counts the events that arrive. */
async function openWatches({ url, credentials }, count, path) {
  const sessions = [];
  let seen = 0;
  for (let opened = 0; opened < count; opened += watchesPerConnection) {
    const session = connect(url, credentials);
    sessions.push(session);
    const streams = Array.from({ length: Math.min(watchesPerConnection, count - opened) }, () => {
      const stream = session.request({ ":path": path });
      stream.on("data", (chunk) => {
        for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) seen++;
      });
      return once(stream, "response");
    });
    await Promise.all(streams);
  }
  return { seen: () => seen, close: () => sessions.forEach((session) => void session.destroy()) };
}

async function atKinds(count) {
  return withServer({ storage: "memory" }, async ({ call, server, costOf }) => {
    const empty = server.residentMiB();
    const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    const before = server.cpuSeconds();
    await measure(count, clients, (index) => call("POST", definitions, { body: definitionOf(index) }));
    const last = `/apis/scale.example.org/v1/namespaces/default/kinds${count - 1}`;
    while (!(await call("GET", last).catch(() => undefined))) await pause(50);
    const define = 1000 * (server.cpuSeconds() - before);
    const memory = server.residentMiB() - empty;
    const body = (name) =>
      JSON.stringify({
        apiVersion: "scale.example.org/v1",
        kind: `Kind${count - 1}`,
        metadata: { name },
        spec: { replicas: 1 },
      });
    const aggregated = { accept: "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList" };
    return {
      "all definitions, until served": define,
      "memory of them, MiB": memory,
      "create of a custom object": await costOf(manyCount, (index) => call("POST", last, { body: body(`o${index}`) })),
      "get of a ConfigMap's namespace": await costOf(manyCount, () => call("GET", "/api/v1/namespaces/default")),
      "discovery, all groups": await costOf(fewCount, () => call("GET", "/apis", { headers: aggregated })),
      "OpenAPI v3 of the group": await costOf(fewCount, () => call("GET", "/openapi/v3/apis/scale.example.org/v1")),
    };
  });
}

function definitionOf(index) {
  const properties = {
    spec: { type: "object", properties: { replicas: { type: "integer", minimum: 0 }, text: { type: "string" } } },
  };
  const version = {
    name: "v1",
    served: true,
    storage: true,
    schema: { openAPIV3Schema: { type: "object", properties } },
  };
  const names = { kind: `Kind${index}`, plural: `kinds${index}`, singular: `kind${index}` };
  return JSON.stringify({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `kinds${index}.scale.example.org` },
    spec: { group: "scale.example.org", names, scope: "Namespaced", versions: [version] },
  });
}

async function atNamespaces(count) {
  return withServer({ storage: "memory" }, async ({ call, server, costOf }) => {
    const empty = server.residentMiB();
    const named = (name) => JSON.stringify({ metadata: { name }, data: { a: "b" } });
    const space = (index) => `/api/v1/namespaces/space-${index}`;
    const make = async (index) => {
      await call("POST", "/api/v1/namespaces", { body: JSON.stringify({ metadata: { name: `space-${index}` } }) });
      await call("POST", `${space(index)}/configmaps`, { body: named("map") });
    };
    const made = await costOf(count, make);
    const memory = server.residentMiB() - empty;
    const some = (index) => space(index % count);
    return {
      "all namespaces, with a map each": made * count,
      "memory of them, MiB": memory,
      "list in one of them": await costOf(manyCount, (index) => call("GET", `${some(index)}/configmaps`)),
      "create in one of them": await costOf(manyCount, (index) =>
        call("POST", `${some(index)}/configmaps`, { body: named(`more-${index}`) }),
      ),
      "list of all": await costOf(fewCount, () => call("GET", "/api/v1/configmaps")),
      "delete of a namespace": await costOf(Math.min(fewCount, count), (index) => call("DELETE", space(index))),
    };
  });
}

/** Returns the slope of cost over size in logarithms. Leaves out costs that are too small to measure. */
function exponentOf(points) {
  const logs = points.filter(([, cost]) => cost > 0).map((point) => point.map(Math.log));
  const mean = (at) => logs.reduce((sum, point) => sum + point[at], 0) / logs.length;
  const [meanSize, meanCost] = [mean(0), mean(1)];
  const along = logs.reduce((sum, [size, cost]) => sum + (size - meanSize) * (cost - meanCost), 0);
  return along / logs.reduce((sum, [size]) => sum + (size - meanSize) ** 2, 0);
}

const shown = (cost) => (cost >= 100 ? cost.toFixed(0) : cost.toPrecision(2));

async function printAxis(axis) {
  const counts = options[axis].split(",").map(Number);
  const costs = new Map();
  for (const count of counts) {
    for (const [work, cost] of Object.entries(await axes[axis](count))) {
      costs.set(work, [...(costs.get(work) ?? []), [count, cost]]);
    }
  }
  console.log(
    `\n${axis.padEnd(34)}${counts.map((count) => count.toLocaleString("en").padStart(11)).join("")}   exponent`,
  );
  for (const [work, points] of costs) {
    const cells = points.map(([, cost]) => shown(cost).padStart(11)).join("");
    console.log(`${work.padEnd(34)}${cells}   ${exponentOf(points).toFixed(2).padStart(8)}`);
  }
}

const asked = options.only.split(",");
if (asked.includes("objects")) await buildStorage();
console.log("milliseconds of the server's processor time for one operation, where nothing else is said");
for (const axis of asked) await printAxis(axis);
