/** Records the sources that the program in dist/ was built from, so that the tests rebuild it only if necessary. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const sources = [
  "src",
  "docs/rules",
  "scripts/bundle",
  "scripts/envtest",
  "scripts/build.mjs",
  "package.json",
  "package-lock.json",
];
const program = ["dist/clustervet.cjs", "dist/parts", "dist/envtest", "dist/rule-pages.json"];
const note = "build/built-from";

export const sourcesHash = () => hashOf(sources);

/** @param hash - of the sources at the start of the build */
export function noteBuild(hash) {
  mkdirSync("build", { recursive: true });
  writeFileSync(note, hash + hashOf(program));
}

/** Whether the program is, byte for byte, the result of a build from the current sources. */
export const isBuilt = () => existsSync(note) && readFileSync(note, "utf8") === hashOf(sources) + hashOf(program);

function hashOf(paths) {
  const hash = createHash("sha256").update(`${process.version} ${process.platform} ${process.arch}`);
  for (const path of paths.flatMap(filesIn)) hash.update(`\0${path}\0`).update(readFileSync(path));
  return hash.digest("hex");
}

function filesIn(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path, { recursive: true }).sort();
  return names.map((name) => join(path, name)).filter((name) => statSync(name).isFile());
}
