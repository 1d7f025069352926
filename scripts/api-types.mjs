/**
 * Writes src/api/data and src/api/types: which kinds each release has, and the fields, types, numbers, list semantics,
 * enumerations and defaults of their types, first as tables, from the Go sources of Kubernetes, then as TypeScript
 * interfaces, from the tables and from our own descriptions. Facts only; no text of a comment is taken.
 *
 *   node scripts/api-types.mjs [folder]    fetches the Go modules where they are missing, and writes everything
 *   node scripts/api-types.mjs --check     says what is stale; the tables only where the Go modules are present
 *
 * A folder holds unpacked modules as `k8s.io` of a module cache does, for machines without Go.
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

/** Writes the files of a folder, unless only a look is wanted. @returns those that were not as they should be */
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
