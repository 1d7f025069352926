/**
 * `npm run shapes`: repeats each token of each grammar and each field of each kind (test/shapes), and measures how the
 * processor time grows: it may be at most 2.5 times as long for twice the input. Exits with 1 if a shape takes longer.
 *
 *   npm run shapes -- [--only NAME,...] [--share 1/4] [--budget SECONDS] [--again]
 *
 * --only selects groups by name or part of a name: `Pod`, `tokens of YAML`. --share 1/4 selects every fourth group,
 * beginning with the first. --budget ends the run after a number of seconds of processor time. The results of a run are
 * in build/shapes/measured.jsonl, one line for each group, and a later run continues after them; --again measures
 * everything.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { build } from "esbuild";

const root = join(import.meta.dirname, "..");
const folder = join(root, "build/shapes");
const measuredFile = join(folder, "measured.jsonl");
/** Limit of processor time for all runs of one shape; beyond it the shape is aborted and reported as endless. */
const maxShapeSeconds = 60;
const watchMs = 500;

const { values: options } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    share: { type: "string", default: "1/1" },
    budget: { type: "string", default: "Infinity" },
    again: { type: "boolean", default: false },
  },
});
const only = options.only.split(",").filter(Boolean);
const [share, shares] = options.share.split("/").map(Number);
const budgetSeconds = Number(options.budget);
if (!(share >= 1 && share <= shares) || !(budgetSeconds > 0)) {
  console.error("--share takes one of several equal parts, as 2/4; --budget takes seconds");
  process.exit(2);
}

mkdirSync(folder, { recursive: true });
if (options.again) rmSync(measuredFile, { force: true });
const program = join(folder, "measure.mjs");
// The bundle is as deep in the folder tree as the tests, so that their relative paths to other files work.
await build({
  entryPoints: [join(root, "test/shapes/measure.ts")],
  outfile: program,
  bundle: true,
  platform: "node",
  format: "esm",
  packages: "external",
});

const isShown = process.stderr.isTTY === true;
const cpuSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

let thread;
let listen;
/** The shape under measurement, and the processor time at its start. */
let current;

function startThread() {
  thread = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: 1024 } });
  thread.on("message", (message) => listen(message));
  thread.on("error", (error) => listen({ error }));
}

/** Measures a group. After an endless shape, a new thread continues with the next shape. */
async function measure({ name, count }, done, total) {
  const result = { group: name, shapes: 0, timed: 0, worst: { ratio: 0 }, faults: [] };
  const startedAt = cpuSeconds();
  for (let from = 0; from < count; ) {
    let watch;
    const end = await new Promise((resolve) => {
      listen = ({ begins, index, ends, error, ratio, fault, name: shape }) => {
        if (begins) {
          current = { name: begins, index, since: cpuSeconds() };
          if (isShown) process.stderr.write(`\r\u001b[K${done + index} of ${total} shapes; ${begins}`.slice(0, 120));
        } else if (shape) {
          result.shapes++;
          if (ratio !== undefined) result.timed++;
          if (ratio > result.worst.ratio) result.worst = { ratio: Math.round(ratio * 100) / 100, shape };
          if (fault) fail(result, fault);
        } else if (ends) resolve(undefined);
        else if (error) resolve(`${current.name}: ${error.stack ?? error}`);
      };
      watch = setInterval(() => {
        if (current && cpuSeconds() - current.since > maxShapeSeconds)
          resolve(`${current.name}: no end in ${maxShapeSeconds} s`);
      }, watchMs);
      thread.postMessage({ group: name, from });
    });
    clearInterval(watch);
    if (end === undefined) break;
    fail(result, end);
    from = current.index + 1;
    result.shapes++;
    current = undefined;
    await thread.terminate();
    await new Promise((resolve) => {
      listen = resolve;
      startThread();
    });
  }
  current = undefined;
  appendFileSync(measuredFile, `${JSON.stringify({ ...result, seconds: Math.round(cpuSeconds() - startedAt) })}\n`);
}

function fail(result, fault) {
  result.faults.push(fault);
  process.stdout.write(`${isShown ? "\r\u001b[K" : ""}${fault}\n`);
}

const readMeasured = () =>
  existsSync(measuredFile)
    ? readFileSync(measuredFile, "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : [];

const { groups } = await new Promise((resolve) => {
  listen = resolve;
  startThread();
});
const wanted = groups.filter(
  ({ name }, index) =>
    (index % shares) + 1 === share && (only.length === 0 || only.some((part) => name.includes(part))),
);
const before = new Set(readMeasured().map(({ group }) => group));
const left = wanted.filter(({ name }) => !before.has(name));
const total = left.reduce((sum, { count }) => sum + count, 0);
let done = 0;
let measuredGroups = 0;
for (const group of left) {
  if (cpuSeconds() > budgetSeconds) break;
  await measure(group, done, total);
  done += group.count;
  measuredGroups++;
}
await thread.terminate();
if (isShown) process.stderr.write("\r\u001b[K");

const names = new Set(wanted.map(({ name }) => name));
const results = readMeasured().filter(({ group }) => names.has(group));
const sum = (count) => results.reduce((all, result) => all + count(result), 0);
const worst = results.reduce((most, { worst }) => (worst.ratio > most.ratio ? worst : most), { ratio: 0 });
const faults = results.flatMap((result) => result.faults);
console.log(
  `${sum(({ shapes }) => shapes)} shapes of ${results.length} groups in ${sum(({ seconds }) => seconds)} s of processor time;` +
    ` ${sum(({ timed }) => timed)} took long enough to tell; worst ratio ${worst.ratio}: ${worst.shape}`,
);
if (measuredGroups < left.length) console.log(`${left.length - measuredGroups} groups are left; run it again to go on`);
if (faults.length > 0)
  console.log(`${faults.length} grow too much:\n${faults.map((fault) => `  ${fault}`).join("\n")}`);
process.exitCode = faults.length === 0 ? 0 : 1;
