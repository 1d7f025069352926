/**
 * Lints one small file of each group of kinds with a cold process and compares it with `node -e 0`: the price of each
 * call from a hook or an editor. Needs a build.
 *
 *   node bench/start-up.mjs [runs]
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { median, runProcess } from "./measure.mjs";

const runs = Number(process.argv[2] ?? 21);
const program = join(import.meta.dirname, "../dist/clustervet.cjs");
const fixtures = join(import.meta.dirname, "../fixtures");

const commands = { "node -e 0": ["-e", "0"] };
for (const group of readdirSync(fixtures)) {
  const document = firstSound(group);
  if (document !== undefined) commands[`lint, of ${group}`] = [program, "lint", "--quiet", document];
}

/** Returns the first valid document of a group whose kind lint recognizes by itself and in which it finds nothing. */
function firstSound(group) {
  const folders = readdirSync(join(fixtures, group)).map((kind) => join(fixtures, group, kind, "valid"));
  const documents = folders
    .filter(existsSync)
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  return documents.find(
    (path) => spawnSync(process.execPath, [program, "lint", "--max-warnings", "0", path]).status === 0,
  );
}

const taken = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
for (let run = 0; run <= runs; run++) {
  for (const [name, args] of Object.entries(commands)) {
    const figures = await runProcess(process.execPath, args);
    if (figures.exitCode !== 0) throw new Error(`${name}: exit code ${figures.exitCode}`);
    if (run > 0) taken[name].push(figures);
  }
}

const of = (name, figure) => taken[name].map((figures) => figures[figure] ?? Number.NaN);
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
console.log(`${runs} runs of each, in turn; ratios to node -e 0 (budget 2.0, then 1.6)\n`);
console.log("command                  wall, median   cpu, mean   wall ratio   cpu ratio");
for (const name of Object.keys(commands)) {
  const wall = median(of(name, "wall"));
  const cpu = mean(of(name, "cpu"));
  const row = [
    name.padEnd(24),
    `${(wall * 1000).toFixed(0)} ms`.padStart(13),
    `${(cpu * 1000).toFixed(0)} ms`.padStart(11),
    (wall / median(of("node -e 0", "wall"))).toFixed(2).padStart(12),
    (cpu / mean(of("node -e 0", "cpu"))).toFixed(2).padStart(11),
  ];
  console.log(row.join(" "));
}
