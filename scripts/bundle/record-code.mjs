/**
 * Runs the program and writes what was compiled for it, functions included that were compiled when they were called.
 *
 *   node build/record-code.mjs <folder of the parts>/
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sealCode } from "../../src/cli/compiled-code.ts";
import { compiledFile, compiledFolder, PartLoader } from "../../src/cli/part-loader.ts";

/** One sound document of each kind. What few documents call is not worth the time that it takes to load it. */
const documents = readdirSync("fixtures").flatMap((group) =>
  readdirSync(join("fixtures", group))
    .map((kind) => join("fixtures", group, kind, "valid"))
    .filter(existsSync)
    .map((folder) => join(folder, readdirSync(folder).sort()[0])),
);

const runs = [
  ["lint", "--quiet", ...documents],
  ["lint", "fixtures/rbac.authorization.k8s.io/role/invalid"],
  ["explain", "DaemonSet.spec"],
  ["kinds"],
];

const [folder] = process.argv.slice(2);
const loader = new PartLoader(folder);
const { runCommand } = loader.load("main.cjs");
for (const run of runs) {
  await runCommand(run, pathToFileURL(`${folder}../clustervet.mjs`));
}
process.exitCode = 0;

mkdirSync(compiledFolder(folder), { recursive: true });
for (const [name, { script }] of loader.loaded) {
  const source = readFileSync(`${folder}${name}`);
  writeFileSync(compiledFile(folder, name), sealCode(source, script.createCachedData()));
}
