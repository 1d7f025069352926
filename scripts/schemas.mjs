/**
 * Writes the JSON Schemas for editors into schemas/, as the command line prints them; needs a build.
 *
 *   node scripts/schemas.mjs [--check]     with --check nothing is written: exit code 1 when a file is stale
 */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const folder = join(root, "schemas");
/** Authored, not written from here. */
const authored = ["report.schema.json"];

/** Names that say little without their group. */
const vague = ["Configuration", "Policy"];
/** A name that several groups have goes by name and group, but for the first of them. */
const kinds = [];
for (const row of clustervet("kinds").trimEnd().split("\n")) {
  const [name, group] = row.split(/ +/);
  kinds.push(kinds.includes(name) || vague.includes(name) ? `${name}.${group}` : name);
}
const texts = new Map([["clustervet.schema.json", clustervet("schema", "clustervet.yaml")]]);
for (const kind of kinds) texts.set(`${kebab(kind)}.schema.json`, clustervet("schema", kind));

const present = readdirSync(folder).filter((file) => !authored.includes(file));
const surplus = present.filter((file) => !texts.has(file));
const stale = [...texts].filter(([file, text]) => !present.includes(file) || read(file) !== text);

if (process.argv.includes("--check")) {
  for (const file of surplus) console.error(`schemas/${file}: belongs to no kind`);
  for (const [file] of stale) console.error(`schemas/${file}: is not what \`clustervet schema\` prints`);
  if (surplus.length + stale.length > 0) {
    console.error("run `node scripts/schemas.mjs`");
    process.exitCode = 1;
  }
} else {
  for (const file of surplus) rmSync(join(folder, file));
  for (const [file, text] of stale) writeFileSync(join(folder, file), text);
}

function clustervet(...args) {
  return execFileSync(process.execPath, [join(root, "dist/clustervet.mjs"), ...args], { encoding: "utf8" });
}

function read(file) {
  return readFileSync(join(folder, file), "utf8");
}

/** AuthenticationConfiguration is authentication-configuration, Event.events.k8s.io is event-events-k8s-io. */
function kebab(name) {
  return name.replace(/(?<=[a-z0-9])(?=[A-Z])|\./g, "-").toLowerCase();
}
