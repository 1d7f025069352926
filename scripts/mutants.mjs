/**
 * `npm run mutants`: changes the code in thousands of small ways, one at a time, and counts the changes that no test
 * detects. A survivor in a security decision means that a test is missing; other survivors are reviewed.
 *
 *   node scripts/mutants.mjs [room...]        rooms as scripts/mutants/rooms.mjs names them; default: all
 *   node scripts/mutants.mjs access src/access/rule-match.ts       one file of a room
 *   node scripts/mutants.mjs access src/access/review.ts test/access/review.test.ts       runs only these tests
 *   node scripts/mutants.mjs schema --sample 200 --seed 2          200 mutants of a room, always the same for a seed
 *   node scripts/mutants.mjs schema --again                        only those that survived the previous run
 *
 * Prints survivors, and writes them to build/mutants as one JSON file for each room. MUTANTS_CONCURRENCY is the number
 * of processes, 2 by default.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import { rooms } from "./mutants/rooms.mjs";
import { changeOf, isSurvivor } from "./mutants/sample.mjs";

const root = join(import.meta.dirname, "..");
const reports = join(root, "build/mutants");
const { values: settings, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: "string", default: "0" },
    seed: { type: "string", default: "1" },
    again: { type: "boolean", default: false },
  },
});
const isSampled = settings.again || Number(settings.sample) > 0;
const wanted = positionals.filter((name) => !name.endsWith(".ts"));
const files = positionals.filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
const fewTests = positionals.filter((name) => name.endsWith(".test.ts"));
const unknown = wanted.filter((name) => !Object.hasOwn(rooms, name));
if (unknown.length > 0) {
  console.error(`unknown room ${unknown.join(", ")}; the rooms are ${Object.keys(rooms).join(", ")}`);
  process.exit(2);
}

process.chdir(root);
mkdirSync(reports, { recursive: true });
process.env.MUTANTS_SAMPLE = settings.sample;
process.env.MUTANTS_SEED = settings.seed;
const rows = [];
for (const name of wanted.length > 0 ? wanted : Object.keys(rooms)) rows.push(await measure(name, rooms[name]));
console.table(Object.fromEntries(rows));

/** @returns the row of a room: the number of its mutants by result */
async function measure(name, { mutate, tests, texts = false }) {
  process.env.MUTANTS_TESTS = (fewTests.length > 0 ? fewTests : tests)
    .map((pattern) => (pattern.endsWith("**") ? `${pattern}/*.test.ts` : pattern))
    .join(" ");
  const report = join(reports, `${name}.json`);
  process.env.MUTANTS_AGAIN = settings.again ? report : "";
  const stryker = new Stryker({
    mutate: files.length > 0 ? files : mutate,
    testRunner: "vitest",
    vitest: { configFile: "scripts/mutants/vitest.config.ts", related: false },
    coverageAnalysis: "perTest",
    // Long, so that a slow machine does not count as an endless loop; Stryker ends those by their number of iterations.
    timeoutMS: 60_000,
    dryRunTimeoutMinutes: 60,
    plugins: ["@stryker-mutator/*", "./scripts/mutants/sample.mjs"],
    reporters: [...(isSampled ? ["sample"] : []), "survivors", "progress"],
    concurrency: Math.max(1, Number(process.env.MUTANTS_CONCURRENCY ?? 2)),
    mutator: { excludedMutations: texts ? [] : ["StringLiteral"] },
    ignorePatterns: ["build", "dist", "schemas"],
    tempDirName: "build/stryker",
  });
  const results = await stryker.runMutationTest();
  writeFileSync(
    report,
    JSON.stringify(
      results.filter(isSurvivor).map((mutant) => changeOf(mutant)),
      null,
      2,
    ),
  );
  const count = (status) => results.filter((result) => result.status === status).length;
  const [killed, survived, uncovered] = [count("Killed") + count("Timeout"), count("Survived"), count("NoCoverage")];
  const scorePercent = Math.round((1000 * killed) / (killed + survived + uncovered)) / 10;
  return [name, { killed, survived, uncovered, scorePercent }];
}
