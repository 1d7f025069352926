/**
 * Runs the program and writes what V8 compiled for it beside its parts, functions included that were compiled when they
 * were called. `src/cli/part-loader.ts` says for whom.
 *
 *   node build/record-code.mjs    in the root of the project, after a build
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

const folder = "dist/parts/";
const loader = new PartLoader(join(process.cwd(), folder));
const { runCommand } = loader.load("main.cjs");
const streams = { stdout: { write() {} }, stderr: { write() {} } };
for (const run of runs) await runCommand(run, pathToFileURL("dist/clustervet.mjs"), streams);

mkdirSync(compiledFolder(folder), { recursive: true });
for (const [name, { script }] of loader.loaded) {
  writeFileSync(compiledFile(folder, name), sealCode(readFileSync(folder + name), script.createCachedData()));
}
