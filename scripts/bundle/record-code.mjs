/**
 * Runs the program in dist/ and writes the code that V8 compiled for it next to its parts, including functions compiled
 * on their first call. `src/cli/part-loader.ts` describes who uses the code.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { importSources } from "../import-sources.mjs";

const { compiledFile, compiledFolder, filesBeside, filesIn, PartLoader, sealCode } = await importSources(`
  export { sealCode } from "./src/cli/compiled-code.ts";
  export { compiledFile, compiledFolder, filesIn, PartLoader } from "./src/cli/part-loader.ts";
  export { filesBeside } from "./src/cli/program-files.ts";`);

/** One valid document of each kind. Code that few documents need would take longer to load than it saves. */
const kinds = readdirSync("fixtures").flatMap((group) =>
  readdirSync(join("fixtures", group)).map((kind) => join("fixtures", group, kind, "valid")),
);
const documents = kinds.filter(existsSync).map((folder) => join(folder, readdirSync(folder).sort()[0]));
const invalid = "fixtures/rbac.authorization.k8s.io/role/invalid";
const runs = [["lint", "--quiet", ...documents], ["lint", invalid], ["explain", "DaemonSet.spec"], ["kinds"]];
const streams = { stdout: { write() {} }, stderr: { write() {} } };

const folder = `${resolve("dist/parts")}/`;
const loader = new PartLoader(folder, filesIn(folder));
const { runCommand } = loader.load("main.cjs");
for (const run of runs) await runCommand(run, filesBeside(pathToFileURL("dist/clustervet.cjs")), streams);
const server = await loader.load("server.cjs").startInProcess({}, (message) => new Error(message));
await server.stop();

mkdirSync(compiledFolder(folder), { recursive: true });
for (const [name, { script }] of loader.loaded) {
  writeFileSync(compiledFile(folder, name), sealCode(readFileSync(folder + name), script.createCachedData()));
}
