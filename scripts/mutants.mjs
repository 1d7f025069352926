/**
 * `npm run mutants`: changes the code in thousands of small ways, one at a time, and counts the changes that no test
 * notices. A survivor on a security decision is a missing test; the others are looked at.
 *
 *   node scripts/mutants.mjs [room...]        rooms as scripts/mutants/rooms.mjs names them; default: all
 *   node scripts/mutants.mjs access src/access/rule-match.ts       one file of a room
 *
 * MUTANTS_CONCURRENCY is the number of processes, 2 by default. One JSON report for each room, with every survivor, is written to build/mutants.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Stryker } from "@stryker-mutator/core";
import { rooms } from "./mutants/rooms.mjs";

const root = join(import.meta.dirname, "..");
const reports = join(root, "build/mutants");
const files = process.argv.slice(2).filter((name) => name.endsWith(".ts"));
const wanted = process.argv.slice(2).filter((name) => !files.includes(name));
const unknown = wanted.filter((name) => !Object.hasOwn(rooms, name));
if (unknown.length > 0) {
  console.error(`unknown room ${unknown.join(", ")}; the rooms are ${Object.keys(rooms).join(", ")}`);
  process.exit(2);
}

process.chdir(root);
mkdirSync(reports, { recursive: true });
const rows = [];
for (const name of wanted.length > 0 ? wanted : Object.keys(rooms)) rows.push(await measure(name, rooms[name]));
console.table(Object.fromEntries(rows));

/** The row of a room: its mutants by what became of them. */
async function measure(name, { mutate, tests, texts = false }) {
  process.env.MUTANTS_TESTS = tests
    .map((pattern) => (pattern.endsWith("**") ? `${pattern}/*.test.ts` : pattern))
    .join();
  const stryker = new Stryker({
    mutate: files.length > 0 ? files : mutate,
    testRunner: "vitest",
    vitest: { configFile: "scripts/mutants/vitest.config.ts", related: false },
    coverageAnalysis: "perTest",
    reporters: ["progress"],
    concurrency: Math.max(1, Number(process.env.MUTANTS_CONCURRENCY ?? 2)),
    mutator: { excludedMutations: texts ? [] : ["StringLiteral"] },
    ignorePatterns: ["build", "dist", "schemas"],
    tempDirName: "build/stryker",
  });
  const results = await stryker.runMutationTest();
  const survivors = results.filter(({ status }) => status === "Survived" || status === "NoCoverage");
  writeFileSync(join(reports, `${name}.json`), JSON.stringify(survivors.map(describe), null, 2));
  const count = (status) => results.filter((result) => result.status === status).length;
  const [killed, survived, uncovered] = [count("Killed") + count("Timeout"), count("Survived"), count("NoCoverage")];
  const scorePercent = Math.round((1000 * killed) / (killed + survived + uncovered)) / 10;
  return [name, { killed, survived, uncovered, scorePercent }];
}

function describe({ fileName, location, mutatorName, replacement, status }) {
  return { place: `${fileName}:${location.start.line}:${location.start.column}`, mutatorName, replacement, status };
}
