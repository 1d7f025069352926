/**
 * Half an hour of mixed load on `clustervet serve` with LMDB: creates, reads, updates, patches, deletions, paged lists
 * and watches. Kills the server once under load (SIGKILL), and shuts it down once. Fails if acknowledged writes are
 * lost, or if memory, the file or latency grow.
 *
 *   npm run soak                      after a build; SOAK_MINUTES=10 for less, SOAK_CLIENTS=8, SOAK_OBJECTS=2000, SOAK_WATCHES=50
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";

const setting = (name, preset) => Number(process.env[`SOAK_${name}`] ?? preset);
const minutes = setting("MINUTES", 30);
const clients = setting("CLIENTS", 8);
const objects = setting("OBJECTS", 2000);
const watches = setting("WATCHES", 50);
const port = setting("PORT", 16_483);
const durationMs = minutes * 60_000;
const sampleMs = Math.max(1000, durationMs / 180);
/**
 * When the server is killed and when it is shut down, as fractions of the duration. Growth is measured in the rest,
 * which is one run.
 */
const killedAt = 1 / 6;
const endedAt = 1 / 3;
/** The fraction of the last run to skip: caches fill, and the server keeps the history of two compaction intervals. */
const warmUp = 0.55;
/** Two compaction intervals and half a minute. With a shorter warm-up, the file still grows. */
const historyMs = 630_000;
/** Growth over the measured time that is a failure, as a fraction of the mean, if it also exceeds the noise. */
const maxGrowth = 0.05;
const maxLatencyGrowth = 0.25;

const folder = mkdtempSync(join(tmpdir(), "clustervet-soak-"));
const dataDir = join(folder, "data");
const readyFile = join(folder, "ready");
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

let server;
async function start() {
  rmSync(readyFile, { force: true });
  const program = join(import.meta.dirname, "../dist/clustervet.cjs");
  const flags = ["--storage", "lmdb", "--data-dir", dataDir, "--secure-port", port, "--ready-file", readyFile];
  server = spawn(process.execPath, [program, "serve", ...flags.map(String), "--log-level", "error"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  while (!existsSync(readyFile)) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`);
    await pause(20);
  }
}

async function end(signal) {
  const ended = once(server, "exit");
  server.kill(signal);
  await ended;
}

let access;
function send(method, path, body, onLine) {
  const headers = body && {
    "content-type": method === "PATCH" ? "application/merge-patch+json" : "application/json",
  };
  return new Promise((resolve, reject) => {
    const sent = request({ ...access, agent: onLine ? false : access.agent, port, method, path, headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("error", reject);
      answer.on("data", (part) => {
        text += part;
        if (!onLine) return;
        const lines = text.split("\n");
        text = lines.pop();
        for (const line of lines) onLine(JSON.parse(line));
      });
      answer.on("end", () => resolve({ code: answer.statusCode, json: onLine ? undefined : JSON.parse(text) }));
    });
    sent.on("error", reject);
    sent.end(body && JSON.stringify(body));
  });
}

const collection = "/api/v1/namespaces/soak/configmaps";
/**
 * By name, the number in the latest acknowledged write, or undefined for a deletion; a write in progress may have a
 * higher one.
 */
const acknowledged = new Map();
const underWay = new Set();
const counts = { requests: 0, broken: 0, refused: 0, events: 0 };
let latencies = [];
let number = 0;
let isDown = false;
let isOver = false;

async function timed(method, path, body) {
  const startMs = performance.now();
  const answer = await send(method, path, body);
  latencies.push(performance.now() - startMs);
  counts.requests++;
  return answer;
}

const objectOf = (name) => ({ metadata: { name }, data: { number: String(++number), filling: "x".repeat(400) } });

/** Runs one client. It uses names that no other client uses, so that it knows their expected contents. */
async function work(client) {
  const own = Array.from({ length: Math.ceil(objects / clients) }, (_, index) => `c${client}-${index}`);
  while (!isOver) {
    const name = own[Math.floor(Math.random() * own.length)];
    const dice = Math.random();
    try {
      if (dice < 0.4) await timed("GET", acknowledged.get(name) ? `${collection}/${name}` : `${collection}?limit=20`);
      else if (dice < 0.45) await timed("GET", `${collection}?limit=500`);
      else await write(name, dice);
    } catch {
      counts.broken++;
      while (isDown && !isOver) await pause(50);
    }
  }
}

async function write(name, dice) {
  const there = acknowledged.get(name) !== undefined;
  const body = objectOf(name);
  const path = `${collection}/${name}`;
  underWay.add(name);
  const call = !there
    ? ["POST", collection, body]
    : dice < 0.65
      ? ["PUT", path, body]
      : dice < 0.9
        ? ["PATCH", path, { data: body.data }]
        : ["DELETE", path];
  const { code } = await timed(...call);
  // A write that failed because the server ended may have been stored.
  if (code === 409 && !there) acknowledged.set(name, "unknown");
  else if (code === 404 && there) acknowledged.set(name, undefined);
  else if (code >= 300) counts.refused++;
  else acknowledged.set(name, call[0] === "DELETE" ? undefined : body.data.number);
  underWay.delete(name);
}

async function watch() {
  while (!isOver) {
    let version;
    try {
      const { json } = await send("GET", `${collection}?limit=1`);
      version = json.metadata.resourceVersion;
      await send("GET", `${collection}?watch=true&resourceVersion=${version}`, undefined, () => counts.events++);
    } catch {
      await pause(200);
    }
  }
}

/** Counts acknowledged writes that the server lost. */
async function verify(when) {
  const { json } = await send("GET", collection);
  const held = new Map(json.items.map(({ metadata, data }) => [metadata.name, data.number]));
  let lost = 0;
  for (const [name, expected] of acknowledged) {
    if (underWay.has(name) || expected === "unknown") {
      acknowledged.set(name, held.get(name));
      continue;
    }
    if (held.get(name) !== expected) lost++;
  }
  underWay.clear();
  console.log(`${when}: ${held.size} objects, ${lost} acknowledged writes lost`);
  return lost;
}

async function restart(signal) {
  isDown = true;
  await end(signal);
  await start();
  const lost = await verify(`after ${signal}`);
  isDown = false;
  return lost;
}

const residentMiB = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))[1]) / 1024;
const fileMiB = () =>
  readdirSync(join(dataDir, "storage")).reduce(
    (sum, name) => sum + statSync(join(dataDir, "storage", name)).blocks,
    0,
  ) / 2048;

/** Computes by least squares the growth over the time, and its noise (twice its standard error). */
function growth(samples, field) {
  const n = samples.length;
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / n;
  const [x, y] = [samples.map(({ ms }) => ms), samples.map((sample) => sample[field])];
  const [meanX, meanY] = [mean(x), mean(y)];
  const spread = x.reduce((sum, each) => sum + (each - meanX) ** 2, 0);
  const slope = x.reduce((sum, each, i) => sum + (each - meanX) * (y[i] - meanY), 0) / spread;
  const rest = y.reduce((sum, each, i) => sum + (each - meanY - slope * (x[i] - meanX)) ** 2, 0);
  const spanMs = x.at(-1) - x[0];
  return { mean: meanY, grown: slope * spanMs, noise: 2 * Math.sqrt(rest / (n - 2) / spread) * spanMs };
}

await start();
const pem = (field) => {
  const kubeconfig = readFileSync(join(dataDir, "admin.kubeconfig"), "utf8");
  return Buffer.from(new RegExp(`${field}: (\\S+)`).exec(kubeconfig)[1], "base64").toString();
};
access = {
  ca: pem("certificate-authority-data"),
  cert: pem("client-certificate-data"),
  key: pem("client-key-data"),
  agent: new Agent({ keepAlive: true, maxSockets: clients }),
};
await send("POST", "/api/v1/namespaces", { metadata: { name: "soak" } });
const running = [...Array.from({ length: clients }, (_, client) => work(client))];
for (let index = 0; index < watches; index++) void watch();

const beginMs = performance.now();
const samples = [];
let lost = 0;
let life = 0;
for (let ms = 0; ms < durationMs; ms = performance.now() - beginMs) {
  await pause(sampleMs);
  const sorted = latencies.sort((a, b) => a - b);
  latencies = [];
  const at = (part) => sorted[Math.floor(sorted.length * part)] ?? 0;
  samples.push({ ms, life, rss: residentMiB(), file: fileMiB(), p50: at(0.5), p99: at(0.99) });
  const { rss, file, p50, p99 } = samples.at(-1);
  const shown = [rss, file, p50, p99].map((value) => value.toFixed(1));
  console.log(
    `${(ms / 60_000).toFixed(1)} min  ${shown[0]} MiB  file ${shown[1]} MiB  p50 ${shown[2]} ms  p99 ${shown[3]} ms`,
  );
  if (life < (ms > endedAt * durationMs ? 2 : ms > killedAt * durationMs ? 1 : 0)) {
    lost += await restart(life === 0 ? "SIGKILL" : "SIGTERM");
    life++;
  }
}
isOver = true;
await Promise.all(running);
lost += await verify("at the end");
await end("SIGTERM");
rmSync(folder, { recursive: true, force: true });

const last = samples.filter((sample) => sample.life === 2);
const measured = last.slice(Math.floor(last.length * warmUp));
const faults = lost > 0 ? [`${lost} acknowledged writes are lost`] : [];
if (counts.refused > 0) faults.push(`${counts.refused} requests were refused`);
for (const [field, unit, most] of [
  ["rss", "MiB", maxGrowth],
  ["file", "MiB", maxGrowth],
  ["p50", "ms", maxLatencyGrowth],
]) {
  const { mean, grown, noise } = growth(measured, field);
  console.log(`${field}: ${mean.toFixed(1)} ${unit} on average, grew by ${grown.toFixed(2)} +- ${noise.toFixed(2)}`);
  const isEarly = field === "file" && warmUp * (1 - endedAt) * durationMs < historyMs;
  if (isEarly) console.log("file: not judged, as the history that is kept still grows");
  else if (grown > noise && grown > most * mean) faults.push(`${field} grows`);
}
const { requests, broken, events } = counts;
console.log(`${requests} requests, ${broken} broken off by the two ends, ${events} events to ${watches} watches`);
for (const fault of faults) console.error(`fault: ${fault}`);
process.exit(faults.length > 0 ? 1 : 0);
