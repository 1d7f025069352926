/**
 * `npm run binary`: builds the single executable build/binary/clustervet for this machine. It consists of Node, and as
 * assets the parts of the program, their code compiled by V8, and the pages of the rules. Then runs test/binary on it.
 * Needs a build.
 *
 *   node scripts/binary.mjs [--only-build]
 */
import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { inject } from "postject";
import { importSources } from "./import-sources.mjs";

/** The resource name and the marker by which Node finds the injected program. */
const resource = "NODE_SEA_BLOB";
const sentinelFuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

const root = join(import.meta.dirname, "..");
const work = join(root, "build/binary");
const program = join(work, "clustervet");
process.chdir(root);

rmSync(work, { recursive: true, force: true });
mkdirSync(work, { recursive: true });
await makeBinary();
console.log(`${program}: ${(statSync(program).size / 1e6).toFixed(1)} MB, Node ${process.version}`);
if (!process.argv.includes("--only-build")) {
  const { status } = spawnSync("npx", ["vitest", "run", "test/binary"], { stdio: "inherit" });
  process.exitCode = status ?? 1;
}

async function makeBinary() {
  const main = join(work, "start.cjs");
  const bundling = { bundle: true, platform: "node", format: "cjs", minify: true, target: "node20" };
  await build({ entryPoints: ["src/cli/start-binary.ts"], outfile: main, ...bundling });
  const blob = join(work, "program.blob");
  const configuration = join(work, "sea.json");
  const assets = await assetsBeside(main);
  writeFileSync(configuration, JSON.stringify({ main, output: blob, disableExperimentalSEAWarning: true, assets }));
  execFileSync(process.execPath, ["--experimental-sea-config", configuration], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  copyFileSync(process.execPath, program);
  chmodSync(program, 0o755);
  stripSymbols();
  await inject(program, resource, readFileSync(blob), { sentinelFuse });
  rmSync(blob);
}

/** Asset files by the name that src/cli/start-binary.ts uses. */
async function assetsBeside(main) {
  const { compiledFolder } = await importSources(`export { compiledFolder } from "./src/cli/part-loader.ts";`);
  const parts = readdirSync("dist/parts").filter((name) => name.endsWith(".cjs"));
  const folder = compiledFolder(`${join(root, "dist/parts")}/`);
  const compiled = readdirSync(folder);
  const names = join(work, "names");
  writeFileSync(names, [...parts, ...compiled].join("\n"));
  return {
    ...Object.fromEntries(parts.map((name) => [name, join(root, "dist/parts", name)])),
    ...Object.fromEntries(compiled.map((name) => [name, join(folder, name)])),
    names,
    "rule-pages": join(root, "dist/rule-pages.json"),
    start: main,
    licenses: join(root, "dist/LICENSES.txt"),
  };
}

/**
 * Strips symbols, which makes the program a sixth smaller. Must run before the injection, since it would break the
 * program afterwards. Without a `strip` command, the symbols stay.
 */
function stripSymbols() {
  const { error, status } = spawnSync("strip", [program], { stdio: "inherit" });
  if (error || status !== 0) console.log("no `strip` (binutils): the symbols of Node stay in the program");
}
