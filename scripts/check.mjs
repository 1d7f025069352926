/**
 * `npm run check`: runs all checks except the tests, two at a time. Prints one line for a passed step, and the full
 * output of a failed one.
 *
 *   node scripts/check.mjs [step...]
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Running more steps than there are cores would only delay all of them. */
const maxRunning = 2;

/** Names of scripts in package.json, the slowest first; `after` names the step whose output a step needs. */
const steps = [
  { name: "build" },
  { name: "types" },
  { name: "api" },
  { name: "docs" },
  { name: "package", after: "build" },
  { name: "schemas", after: "build" },
  { name: "rules", after: "build" },
  { name: "api-report", after: "build" },
  { name: "layers" },
  { name: "names" },
  { name: "unused" },
  { name: "lint" },
];

const root = join(import.meta.dirname, "..");
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const startedAt = performance.now();
const wanted = process.argv.slice(2);
const chosen = steps.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const nextTurn = [];
let running = 0;

const passed = new Map();
for (const step of chosen) passed.set(step.name, take(step));
const outcomes = await Promise.all(passed.values());
const failed = chosen.filter((_, index) => !outcomes[index]).map(({ name }) => name);
console.log(`${failed.length > 0 ? `failed: ${failed.join(", ")}` : "all passed"} (${since(startedAt)})`);
process.exitCode = failed.length > 0 || chosen.length === 0 ? 1 : 0;

/** Runs a step when a slot is free. @returns whether it passed */
async function take({ name, after }) {
  if (passed.has(after) && !(await passed.get(after))) {
    console.log(`  not run  ${name}: needs ${after}`);
    return false;
  }
  if (running >= maxRunning) await new Promise((resolve) => nextTurn.push(resolve));
  else running++;
  const from = performance.now();
  const { code, output } = await run(scripts[name]);
  const next = nextTurn.shift();
  if (next) next();
  else running--;
  console.log(`  ${code === 0 ? "ok    " : "FAILED"}  ${name.padEnd(10)} ${since(from)}`);
  if (code !== 0) console.log(`\n$ ${scripts[name]}\n${output}`);
  return code === 0;
}

function run(command) {
  const path = `${join(root, "node_modules/.bin")}${delimiter}${process.env.PATH}`;
  const child = spawn(command, { cwd: root, shell: true, env: { ...process.env, PATH: path } });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, output })));
}

function since(from) {
  return `${((performance.now() - from) / 1000).toFixed(1)} s`;
}
