/**
 * Lints 10,000 generated manifests of about 1.6 KB and of twelve kinds with a cold process, and runs kubeconform on
 * them, too, if that is on PATH. Needs a build.
 *
 *   node bench/manifests.mjs [count] [directory of schemas for kubeconform]
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { manifestText } from "./manifest-texts.mjs";
import { median, runProcess } from "./measure.mjs";

const count = Number(process.argv[2] ?? 10_000);
/** Folder of JSON schemas for kubeconform, named `<kind>-<group>-<version>.json`. */
const schemas = process.argv[3];
const runs = 5;
const filesPerFolder = 100;
const root = join(import.meta.dirname, "..");
const program = join(root, "dist/clustervet.cjs");
const folder = mkdtempSync(join(tmpdir(), "clustervet-bench-"));

const bytes = writeManifests();
console.log(`${count} files, ${(bytes / count / 1000).toFixed(1)} KB each\n`);
const cache = ["--cache", "--cache-location", join(folder, "cache")];
const contenders = {
  "clustervet lint": [process.execPath, [program, "lint", folder]],
  "with --cache, unchanged": [process.execPath, [program, "lint", folder, ...cache]],
};
const peer = `kubeconform, ${schemas ? "schemas" : "only reading"}`;
if (isOnPath("kubeconform")) {
  const location =
    schemas === undefined ? join(folder, "no-schemas") : join(schemas, "{{.ResourceKind}}{{.KindSuffix}}.json");
  contenders[peer] = ["kubeconform", ["-ignore-missing-schemas", "-schema-location", location, "-n", "2", folder]];
}
const figures = await compare(contenders);
console.log(
  figures[peer]
    ? `\nratio to kubeconform: wall ${ratio("wall", peer)}, processor ${ratio("cpu", peer)}`
    : "\nkubeconform is not on PATH: no figure beside ours",
);
printProfile();
rmSync(folder, { recursive: true });

/** Runs the commands in turn, so that a machine that slows down affects all of them, and prints the medians. */
async function compare(commands) {
  const taken = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
  for (let run = 0; run < runs; run++) {
    for (const [name, [command, args]] of Object.entries(commands)) taken[name].push(await runProcess(command, args));
  }
  console.log("command                  wall, median   cpu, median   peak memory");
  return Object.fromEntries(Object.entries(taken).map(([name, all]) => [name, printMedians(name, all)]));
}

function printMedians(name, taken) {
  const of = (figure) => median(taken.map((figures) => figures[figure] ?? Number.NaN));
  const row = [`${of("wall").toFixed(2)} s`, `${of("cpu").toFixed(2)} s`, `${of("peakMiB").toFixed(0)} MiB`];
  console.log(name.padEnd(24), ...row.map((cell) => cell.padStart(13)));
  return { wall: of("wall"), cpu: of("cpu") };
}

function ratio(figure, other) {
  return (figures["clustervet lint"][figure] / figures[other][figure]).toFixed(2);
}

function isOnPath(program) {
  try {
    execFileSync(program, ["-v"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** @returns the bytes written */
function writeManifests() {
  let written = 0;
  for (let index = 0; index < count; index++) {
    const team = `team-${Math.floor(index / filesPerFolder)}`;
    const inside = join(folder, team);
    if (index % filesPerFolder === 0) mkdirSync(inside);
    const text = manifestText(index, team);
    writeFileSync(join(inside, `object-${index}.yaml`), text);
    written += text.length;
  }
  return written;
}

/** Prints where the time goes, by folder and by function of the sources. Profiles a build that keeps names. */
function printProfile() {
  execFileSync(process.execPath, [join(root, "scripts/build.mjs"), "--readable"]);
  const built = join(root, "build/readable");
  const profiles = join(folder, "profile");
  const args = ["--cpu-prof", "--cpu-prof-dir", profiles, join(built, "clustervet.cjs"), "lint", "--quiet", folder];
  // Ignores the exit code, since findings do not matter for the profile.
  spawnSync(process.execPath, args, { stdio: "ignore" });
  const profile = JSON.parse(readFileSync(join(profiles, readdirSync(profiles)[0]), "utf8"));
  const totals = profileTotals(profile, built);
  print("folder", totals.folders, 14);
  print("function", totals.functions, 20);
}

function profileTotals({ nodes, samples, timeDeltas }, built) {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const maps = new Map();
  const folders = new Map();
  const functions = new Map();
  const add = (totals, key, time) => totals.set(key, (totals.get(key) ?? 0) + time);
  samples.forEach((id, index) => {
    const frame = frames.get(id);
    if (frame.functionName === "(idle)") return;
    const place = placeOf(frame, maps, built);
    add(folders, place.folder, timeDeltas[index]);
    add(functions, `${frame.functionName || "(top level)"} ${place.file}`, timeDeltas[index]);
  });
  return { folders, functions };
}

function placeOf({ url, lineNumber, columnNumber }, maps, built) {
  if (!url.includes("/build/readable/"))
    return { folder: url === "" ? "engine of Node" : "modules of Node", file: url };
  const name = url.slice(url.indexOf("/build/readable/") + "/build/readable/".length);
  if (!maps.has(name)) maps.set(name, new SourceMap(JSON.parse(readFileSync(join(built, `${name}.map`), "utf8"))));
  const { originalSource = "build" } = maps.get(name).findEntry(lineNumber, columnNumber);
  const file = originalSource.replace(/^.*?(?=(?:src|node_modules|build)\/)/, "");
  return { folder: file.replace(/^((?:node_modules\/)?(?:@[^/]+\/)?[^/]+(?:\/[^/]+)?).*/, "$1"), file };
}

function print(title, totals, limit) {
  const all = [...totals.values()].reduce((sum, time) => sum + time, 0);
  const rows = [...totals].sort((a, b) => b[1] - a[1]).slice(0, limit);
  console.log(`\nshare of ${(all / 1e6).toFixed(1)} s by ${title}`);
  for (const [name, time] of rows) console.log(`${((100 * time) / all).toFixed(1).padStart(6)} %  ${name}`);
}
