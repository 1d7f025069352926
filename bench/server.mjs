/**
 * The bundled API server under load, as its clients see it: creates, gets, lists of 10,000, watches that fan out. The limit
 * in the same run is node:https answering with bytes that are ready.
 *
 *   node scripts/build.mjs --cli-only && node bench/server.mjs [--storage memory|lmdb] [--watchers 1000] [--seconds 10]
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, createServer, request as httpsRequest } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values: options } = parseArgs({
  options: {
    storage: { type: "string", default: "lmdb" },
    watchers: { type: "string", default: "1000" },
    seconds: { type: "string", default: "10" },
  },
});
const program = join(import.meta.dirname, "../dist/clustervet.mjs");
const folder = mkdtempSync(join(tmpdir(), "clustervet-bench-"));
const concurrency = 64;
const objectCount = 10_000;
const payloadBytes = 600;
const writesPerSecond = 200;

const child = spawn(process.execPath, [
  ...[program, "serve", "--data-dir", folder, "--secure-port", "0", "--log-level", "silent"],
  ...["--storage", options.storage, "--max-mutating-requests-inflight", "1000", "--max-requests-inflight", "1000"],
]);
const url = await new Promise((resolve, reject) => {
  let text = "";
  child.stderr.on("data", (chunk) => {
    text += chunk;
    const found = /serving at (\S+)[\s\S]*next:/.exec(text);
    if (found) resolve(new URL(found[1]));
  });
  child.once("exit", () => reject(new Error(text)));
});
const pem = (name) => readFileSync(join(folder, name));
const credentials = { ca: pem("ca.crt"), cert: pem("admin.crt"), key: pem("admin.key") };
const agent = new Agent({ keepAlive: true, maxSockets: concurrency, ...credentials });

function call(method, path, body, to = url) {
  const headers = body ? { "content-type": "application/json", "content-length": Buffer.byteLength(body) } : {};
  return new Promise((resolve, reject) => {
    const sent = httpsRequest({ host: to.hostname, port: to.port, agent, method, path, headers }, (response) => {
      let length = 0;
      response.on("data", (chunk) => {
        length += chunk.length;
      });
      response.on("end", () => resolve({ code: response.statusCode, length }));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Runs calls with so many at a time, and tells how many there were in a second and how long they took. */
async function measure(name, count, parallel, make) {
  const times = [];
  let next = 0;
  const work = async () => {
    while (next < count) {
      const index = next++;
      const start = performance.now();
      const { code } = await make(index);
      if (code >= 300) throw new Error(`${name}: ${code}`);
      times.push(performance.now() - start);
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: parallel }, work));
  const seconds = (performance.now() - start) / 1000;
  times.sort((a, b) => a - b);
  const at = (share) => (times[Math.floor(times.length * share)] ?? 0).toFixed(2);
  const row = [
    name.padEnd(34),
    `${Math.round(count / seconds)}/s`.padStart(10),
    `p50 ${at(0.5)} ms`,
    `p99 ${at(0.99)} ms`,
  ];
  process.stdout.write(`${row.join("  ")}\n`);
}

const residentMiB = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1024;
const maps = "/api/v1/namespaces/default/configmaps";
const configMap = (name) =>
  JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data: { a: "x".repeat(payloadBytes) } });

async function measureLimit() {
  const bytes = Buffer.from(configMap("limit"));
  const server = createServer({ key: pem("serving.key"), cert: pem("serving.crt") }, (_request, response) => {
    response.setHeader("Content-Type", "application/json");
    response.end(bytes);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const to = { hostname: "127.0.0.1", port: server.address().port };
  await measure("limit: node:https, ready bytes", 10_000, concurrency, () => call("GET", "/", undefined, to));
  server.closeAllConnections();
  server.close();
}

/** Every watcher must see every event, in order. */
async function measureFanOut(watchers, seconds) {
  const seen = new Array(watchers).fill(0);
  const sockets = [];
  let faults = 0;
  await Promise.all(
    seen.map(
      (_zero, index) =>
        new Promise((resolve, reject) => {
          const path = `/api/v1/namespaces/kube-public/configmaps?watch=true&resourceVersion=0`;
          const sent = httpsRequest(
            { host: url.hostname, port: url.port, path, agent: false, ...credentials },
            (response) => {
              sockets.push(response);
              let rest = "";
              response.setEncoding("latin1");
              response.on("error", () => {});
              response.on("data", (text) => {
                const lines = (rest + text).split("\n");
                rest = lines.pop();
                for (const line of lines) {
                  const name = /"name":"e(\d+)"/.exec(line.slice(0, 300))?.[1];
                  if (Number(name) !== seen[index]) faults++;
                  seen[index]++;
                }
              });
              resolve();
            },
          );
          sent.on("error", reject);
          sent.end();
        }),
    ),
  );
  const before = residentMiB();
  const start = performance.now();
  const count = writesPerSecond * seconds;
  for (let index = 0; index < count; index++) {
    const due = start + (index * 1000) / writesPerSecond;
    const wait = due - performance.now();
    if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait));
    await call("POST", "/api/v1/namespaces/kube-public/configmaps", configMap(`e${index}`));
  }
  const written = (performance.now() - start) / 1000;
  while (seen.some((events) => events < count) && performance.now() - start < (seconds + 60) * 1000) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const total = (performance.now() - start) / 1000;
  const events = seen.reduce((sum, each) => sum + each, 0);
  process.stdout.write(
    `fan-out: ${count} writes to ${watchers} watchers in ${written.toFixed(1)} s, all seen after ${total.toFixed(1)} s: ` +
      `${Math.round(events / total)} events/s, ${faults} out of order, ${count * watchers - events} missing; ` +
      `memory ${before.toFixed(0)} to ${residentMiB().toFixed(0)} MiB\n`,
  );
  for (const socket of sockets) socket.destroy();
}

try {
  process.stdout.write(`storage ${options.storage}, ${concurrency} clients at a time, one server process\n`);
  await measureLimit();
  const empty = residentMiB();
  await measure("create", objectCount, concurrency, (index) => call("POST", maps, configMap(`m${index}`)));
  await measure("create, one at a time", 1000, 1, (index) => call("POST", maps, configMap(`s${index}`)));
  await measure("get", objectCount, concurrency, (index) => call("GET", `${maps}/m${index}`));
  await measure("list 10,000, newest", 20, 1, () => call("GET", maps));
  await measure("list 10,000, any version", 20, 1, () => call("GET", `${maps}?resourceVersion=0`));
  process.stdout.write(
    `memory with 11,000 objects of 600 bytes: ${(residentMiB() - empty).toFixed(0)} MiB more than empty\n`,
  );
  await measureFanOut(Number(options.watchers), Number(options.seconds));
} finally {
  child.kill("SIGTERM");
  await new Promise((resolve) => child.once("exit", resolve));
  agent.destroy();
  rmSync(folder, { recursive: true, force: true });
}
