/**
 * Runs the program and writes what was compiled for it, functions included that were compiled when they were called.
 *
 *   node build/record-code.mjs <folder of the parts>/
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { sealCode } from "../../src/cli/compiled-code.ts";
import { compiledFile, compiledFolder, PartLoader } from "../../src/cli/part-loader.ts";

/** What users run most. More functions in a file make it longer to load, so most of this is sound and finds nothing. */
const runs = [
  ["lint", "--quiet", "--jobs", "1", "fixtures/*/*/valid/*"],
  ["lint", "fixtures/rbac.authorization.k8s.io/role/invalid"],
  ["explain", "DaemonSet.spec"],
  ["kinds"],
];

const [folder] = process.argv.slice(2);
const loader = new PartLoader(folder);
const { main } = loader.load("main.cjs");
for (const run of runs) {
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...run);
  await main(pathToFileURL(`${folder}../clustervet.mjs`));
}
process.exitCode = 0;

mkdirSync(compiledFolder(folder), { recursive: true });
for (const [name, { script }] of loader.loaded) {
  const source = readFileSync(`${folder}${name}`);
  writeFileSync(compiledFile(folder, name), sealCode(source, script.createCachedData()));
}
