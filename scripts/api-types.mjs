/**
 * Writes src/api/data and src/api/types: which kinds each release has, and the fields, types, numbers, list semantics,
 * enumerations and defaults of their types. The tables in src/api/data come from the Go sources of Kubernetes; the
 * TypeScript interfaces in src/api/types come from the tables and from the descriptions in clustervet. Only facts are
 * extracted, no text of comments.
 *
 *   node scripts/api-types.mjs [folder]    fetches missing Go modules and writes everything
 *   node scripts/api-types.mjs --check     reports stale files; checks the tables only if the Go modules are present
 *
 * `folder` contains unpacked modules in the layout of `k8s.io` in a module cache, for machines without Go.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderInterfaces } from "./api/interfaces.mjs";
import { findModules } from "./api/modules.mjs";
import { renderTables } from "./api/tables.mjs";

const api = join(import.meta.dirname, "../src/api");
const isChecking = process.argv.includes("--check");
const folder = process.argv.slice(2).find((argument) => !argument.startsWith("--"));

const modules = findModules({ folder, isFetching: !isChecking });
const stale = [
  ...(modules === undefined ? [] : replaceFolder("data", renderTables(modules))),
  ...replaceFolder("types", await renderInterfaces(api)),
];
if (modules === undefined) console.log("the Go modules are not present: only the interfaces were compared");
if (isChecking && stale.length > 0) {
  console.error(`stale: ${stale.join(", ")}; run node scripts/api-types.mjs`);
  process.exitCode = 1;
}

/**
 * Writes the files of a folder and deletes all others in it; with `--check`, it only compares. @returns the paths of
 * the stale files
 */
function replaceFolder(name, textByFile) {
  const at = join(api, name);
  const present = existsSync(at) ? readdirSync(at) : [];
  const read = (file) => (present.includes(file) ? readFileSync(join(at, file), "utf8") : undefined);
  const changed = [...textByFile].filter(([file, text]) => read(file) !== text);
  const extra = present.filter((file) => !textByFile.has(file));
  if (!isChecking) {
    mkdirSync(at, { recursive: true });
    for (const [file, text] of changed) writeFileSync(join(at, file), text);
    for (const file of extra) rmSync(join(at, file));
  }
  return [...changed.map(([file]) => file), ...extra].map((file) => join("src/api", name, file));
}
