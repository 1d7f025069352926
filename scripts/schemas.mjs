/**
 * Writes the JSON Schemas for editors into schemas/, with the built command line; needs a build.
 *
 *   node scripts/schemas.mjs [--check]     --check: write nothing, exit code 1 if a file is stale
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const folder = join(root, "schemas");
/** Schemas that are written by hand. */
const authored = ["", "diff-", "graph-", "image-credentials-", "rollout-", "upgrade-"].map(
  (of) => `${of}report.schema.json`,
);

const texts = schemasOfBuild();
const present = readdirSync(folder).filter((file) => !authored.includes(file));
const surplus = present.filter((file) => !texts.has(file));
const stale = [...texts].filter(([file, text]) => !present.includes(file) || read(folder, file) !== text);

if (process.argv.includes("--check")) {
  for (const file of surplus) console.error(`schemas/${file}: belongs to no kind`);
  for (const [file] of stale) console.error(`schemas/${file}: is not what \`clustervet schema\` writes`);
  if (surplus.length + stale.length > 0) {
    console.error("run `node scripts/schemas.mjs`");
    process.exitCode = 1;
  }
} else {
  for (const file of surplus) rmSync(join(folder, file));
  for (const [file, text] of stale) writeFileSync(join(folder, file), text);
}

function schemasOfBuild() {
  const fresh = mkdtempSync(join(tmpdir(), "clustervet-schemas-"));
  try {
    execFileSync(process.execPath, [join(root, "dist/clustervet.cjs"), "schema", "--directory", fresh]);
    return new Map(readdirSync(fresh).map((file) => [file, read(fresh, file)]));
  } finally {
    rmSync(fresh, { recursive: true });
  }
}

function read(directory, file) {
  return readFileSync(join(directory, file), "utf8");
}
