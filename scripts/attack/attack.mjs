/**
 * Attacks a running server and the vetting of files, and checks the cost: a request takes at most a second of processor
 * time, no other client waits longer than 100 ms, memory returns to within 1.3 times its size, no response is a 500,
 * the server does not exit. Prints a table; exits with 1 if a limit was exceeded. Subtracts the processor time for the
 * client that permanently probes the server, which is measured first. Needs a build (`node scripts/build.mjs
 * --cli-only`), and Linux.
 *
 *   npm run attack -- [--program dist/clustervet.cjs] [--patience SECONDS] [--only bodies,patches,shapes,questions,crowds,files]
 *     [--shapes NUMBER] [--seed NUMBER]    how many of the shapes of test/shapes, and which
 */
import { fork } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { bodies, manyPorts, patches, questions, wideMap } from "./bodies.mjs";
import { crowds } from "./crowds.mjs";
import { files, vetFile } from "./files.mjs";
import { startTarget } from "./served.mjs";

const root = join(import.meta.dirname, "../..");
const limits = { cpuMs: 1000, lateMs: 100, memoryRatio: 1.3, refusalBytes: 256 * 1024, fileMs: 10_000 };
/** Longest wait for memory to return: threads that vetted large objects end after a minute and free theirs. */
const maxRestMs = 90_000;

const { values: options } = parseArgs({
  options: {
    program: { type: "string", default: join(root, "dist/clustervet.cjs") },
    // A server that sends no response for this many seconds hangs.
    patience: { type: "string", default: "120" },
    only: { type: "string", default: "bodies,patches,shapes,questions,crowds,files" },
    shapes: { type: "string", default: "40" },
    seed: { type: "string", default: "0" },
  },
});
/** Longer names are truncated in the table. */
const maxNameLength = 46;
const patienceMs = Number(options.patience) * 1000;
const only = new Set(options.only.split(","));
const faults = [];
/** Processor time of the server, in milliseconds for each millisecond, while only the probing client runs. */
let idleCpu = 0;
let target;
let prober;

const print = (text) => process.stdout.write(`${text}\n`);
const row = (cells) => print(cells.map((cell, index) => (index === 0 ? cell.padEnd(46) : cell.padStart(14))).join(""));
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function start() {
  target = await startTarget(options.program);
  prober = fork(join(import.meta.dirname, "prober.mjs"), [JSON.stringify([target.port, target.ca])]);
  await sleep(500);
  await lateness();
}

async function stop() {
  prober.disconnect();
  target.client.close();
  await target.stop();
}

function lateness() {
  return new Promise((resolve) => {
    prober.once("message", resolve);
    prober.send("");
  });
}

/** The longest delay of the server's event loop since the last read, in milliseconds. */
async function loopMs() {
  const { text } = await target.client.call("GET", "/metrics");
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1] ?? Number.NaN) * 1000;
}

function check(name, isGood, fault) {
  if (!isGood) faults.push(`${name}: ${fault}`);
  return isGood ? "" : " !";
}

/** Runs one attack and prints its cost. */
async function measure(name, requests, run) {
  await loopMs();
  await lateness();
  const cpuBefore = target.cpuMs();
  const startMs = performance.now();
  const seen = await Promise.race([run(), sleep(patienceMs).then(() => "no answer")]);
  const wallMs = performance.now() - startMs;
  if (!target.isRunning() || seen === "no answer") {
    check(name, false, target.isRunning() ? "no answer" : "the server ended");
    row([name, target.isRunning() ? "no answer" : "it ended !"]);
    await stop().catch(() => {});
    await start();
    return;
  }
  const cpu = Math.max(0, target.cpuMs() - cpuBefore - idleCpu * wallMs) / requests;
  const loop = await loopMs();
  const { latestMs, isFailed } = await lateness();
  const marks = [
    check(name, cpu <= limits.cpuMs, `${Math.round(cpu)} ms of processor time for one request`),
    check(name, latestMs <= limits.lateMs && !isFailed, `another client waited ${Math.round(latestMs)} ms`),
  ];
  row([
    name.length < maxNameLength ? name : `${name.slice(0, maxNameLength - 4)}...`,
    `${cpu.toFixed(cpu < 10 ? 1 : 0)} ms${marks[0]}`,
    `${Math.round(latestMs)} ms${marks[1]}`,
    `${Math.round(loop)} ms`,
    `${Math.round(wallMs)} ms`,
    seen,
  ]);
}

async function single({ name, method, path, ...asked }) {
  await measure(name, 1, async () => {
    const { code, bytes } = await target.client.call(method, path, asked);
    check(name, code !== 500, "it was answered with 500");
    check(name, code < 300 || bytes <= limits.refusalBytes, `it was refused with ${bytes} bytes`);
    return `${code}, ${bytes} B`;
  });
}

/**
 * Bundles and runs the request generators of the tests. The bundle is as deep in the folder tree as they are, so that
 * their relative paths to other files work.
 */
async function readShapes() {
  const outfile = join(root, "build/attack/shapes.mjs");
  const entry = join(root, "test/shapes/requests.ts");
  await build({ entryPoints: [entry], outfile, bundle: true, platform: "node", format: "esm", packages: "external" });
  const { shapeRequests } = await import(outfile);
  return shapeRequests(Number(options.shapes), Number(options.seed));
}

async function crowd({ name, requests, run }) {
  await measure(name, requests, async () => {
    const { seen, faults: found } = await run(target);
    for (const fault of found) check(name, false, fault);
    return seen;
  });
}

async function checkMemory(beforeMiB) {
  const endMs = performance.now() + maxRestMs;
  while (target.residentMiB() > limits.memoryRatio * beforeMiB && performance.now() < endMs) await sleep(1000);
  const ratio = target.residentMiB() / beforeMiB;
  print(
    `memory: ${Math.round(beforeMiB)} MiB before, ${ratio.toFixed(2)} times that after; limit ${limits.memoryRatio}`,
  );
  check("memory", ratio <= limits.memoryRatio, `${ratio.toFixed(2)} times what it was`);
}

/** How long the server is left without requests, to measure its idle processor time. */
const idleMs = 2000;

/** Number of objects of a small cluster, and how often all of them are listed. */
const [usualObjects, usualLists] = [2000, 20];

/**
 * Sends the requests of any cluster in its first minutes. The heap of an unused server has never grown: under the first
 * real load of any kind V8 extends the space for new objects to its full size (32 MiB), and keeps it. After an attack,
 * the server may not hold more memory than after ordinary use.
 */
async function useAsCluster(client) {
  const path = "/api/v1/namespaces/default/configmaps";
  const data = { settings: "x".repeat(1000) };
  for (let first = 0; first < usualObjects; first += 50) {
    const names = Array.from({ length: 50 }, (_, index) => `usual-${first + index}`);
    await Promise.all(
      names.map((name) => client.call("POST", path, { body: JSON.stringify({ metadata: { name }, data }) })),
    );
  }
  for (let index = 0; index < usualLists; index++) await client.call("GET", path);
  const { code } = await client.call("DELETE", path);
  if (code !== 200) throw new Error(`the objects of ordinary use were not deleted: ${code}`);
}

async function attackServer() {
  const shapes = only.has("shapes") ? await readShapes() : [];
  await start();
  row(["attack on the server", "processor", "others late", "event loop", "it took", "answer"]);
  row(["limit", `${limits.cpuMs} ms`, `${limits.lateMs} ms`, "", "", `${limits.refusalBytes} B`]);
  await useAsCluster(target.client);
  // Bring the server into the state of one in use with small requests and with large ones, which start a thread and
  // make V8 compile code.
  for (const asked of [...questions.slice(-3), { ...wideMap, path: `${wideMap.path}?dryRun=All` }, manyPorts]) {
    await target.client.call(asked.method, asked.path, asked);
  }
  const cpuBefore = target.cpuMs();
  await measure("nothing", 1, () => sleep(idleMs).then(() => ""));
  idleCpu = (target.cpuMs() - cpuBefore) / idleMs;
  const beforeMiB = target.residentMiB();
  for (const [name, attacks] of Object.entries({ bodies, patches, shapes, questions })) {
    if (only.has(name)) for (const attack of attacks) await single(attack);
  }
  if (only.has("crowds")) for (const attack of crowds) await crowd(attack);
  await checkMemory(beforeMiB);
  await stop();
}

function attackFiles() {
  row(["file to vet", "it took", "ended with"]);
  row(["limit", `${limits.fileMs} ms`, "0 or 1"]);
  for (const file of files) {
    const { ms, end } = vetFile(options.program, file, limits.fileMs);
    const mark = check(
      file.name,
      ms <= limits.fileMs && (end === 0 || end === 1),
      `${Math.round(ms)} ms, ended with ${end}`,
    );
    row([file.name, `${Math.round(ms)} ms${mark}`, String(end)]);
  }
}

if (["bodies", "patches", "shapes", "questions", "crowds"].some((name) => only.has(name))) await attackServer();
if (only.has("files")) attackFiles();
print(
  faults.length === 0
    ? "\nall within the limits"
    : `\n${faults.length} beyond the limits:\n${faults.map((fault) => `  ${fault}`).join("\n")}`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
