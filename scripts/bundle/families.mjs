/**
 * The built-in kinds by family: what a run loads when it meets one of them. A family is a folder of src/kinds, or a part
 * of it.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Lines of src/kinds/index.ts: `import { role, type Role } from "./rbac/role.ts";`. */
const importLine = /^import \{([^}]*)\} from "\.\/([\w-]+)\/([\w./-]+)";$/gm;

/** Kinds that need much that the others of their folder do without. */
const ownFamilies = new Map([
  ["core/pod.ts", "core-pods"],
  ["core/pod-template.ts", "core-pods"],
]);

/** @returns for each family its modules, with the names that src/kinds/index.ts imports from them */
export function readFamilies(root) {
  const index = readFileSync(join(root, "src/kinds/index.ts"), "utf8");
  const modulesByFamily = new Map();
  for (const [, names, folder, file] of index.matchAll(importLine)) {
    const values = names.split(",").map((name) => name.trim());
    const imported = values.filter((name) => name !== "" && !name.startsWith("type "));
    if (imported.length === 0) continue;
    const family = ownFamilies.get(`${folder}/${file}`) ?? folder;
    if (!modulesByFamily.has(family)) modulesByFamily.set(family, []);
    modulesByFamily.get(family).push({ path: `src/kinds/${folder}/${file}`, names: imported });
  }
  return modulesByFamily;
}

/** Code that exports all families as one object, `families.rbac.role`. */
export function familiesEntry(modulesByFamily) {
  const modules = [...modulesByFamily.values()].flat();
  const imports = modules.map(({ path, names }) => `import { ${names.join(", ")} } from "./${path}";`);
  const members = [...modulesByFamily].map(([family, list]) => {
    return `  "${family}": { ${list.flatMap(({ names }) => names).join(", ")} },`;
  });
  return `${imports.join("\n")}\nexport const families = {\n${members.join("\n")}\n};`;
}

/** Where each kind is exported: its family, and how code reaches it from there. */
export function placesOf(kinds, families) {
  const placeByKind = new Map();
  for (const [family, exported] of Object.entries(families)) {
    for (const [name, value] of Object.entries(exported)) {
      if (!Array.isArray(value)) placeByKind.set(value, { family, access: name });
      else for (const [i, kind] of value.entries()) placeByKind.set(kind, { family, access: `${name}[${i}]` });
    }
  }
  const lost = kinds.filter((kind) => !placeByKind.has(kind));
  if (lost.length > 0)
    throw new Error(`no import of src/kinds/index.ts has ${lost.map(({ kind }) => kind).join(", ")}`);
  return placeByKind;
}

/**
 * Code in place of src/kinds/index.ts: the same kinds, of which only what detection asks for stands here; the rest comes
 * with the family, when it is first read.
 */
export function lazyIndex(kinds, placeByKind) {
  const entries = kinds.map((kind) => {
    const { family, access } = placeByKind.get(kind);
    return `  ${lazySource(kind, `family("${family}").${access}`)},`;
  });
  return `import { family } from "families";
const wholeOf = Symbol("whole");
const getters = {};
const getterOf = (key) => (getters[key] ??= {
  get() {
    const value = this[wholeOf]()[key];
    Object.defineProperty(this, key, { value, enumerable: true });
    return value;
  },
  enumerable: true,
  configurable: true,
});
function lazy(head, keys, whole) {
  Object.defineProperty(head, wholeOf, { value: whole });
  for (const key of keys) Object.defineProperty(head, key, getterOf(key));
  return head;
}
export const builtInKinds = [
${entries.join("\n")}
];
`;
}

/** Parts of a kind that are looked at without need of the rest. */
const openKeys = new Set(["versions", "resource", "projectRules"]);

function lazySource(value, access) {
  const present = [];
  const later = [];
  for (const [key, part] of Object.entries(value)) {
    if (openKeys.has(key)) present.push(`${key}: ${openSource(part, `${access}.${key}`)}`);
    else if (key !== "schema" && isData(part)) present.push(`${key}: ${JSON.stringify(part)}`);
    else if (part !== undefined) later.push(JSON.stringify(key));
  }
  return `lazy({ ${present.join(", ")} }, [${later.join(", ")}], () => ${access})`;
}

function openSource(part, access) {
  if (!Array.isArray(part)) return lazySource(part, access);
  return `[${part.map((item, index) => lazySource(item, `${access}[${index}]`)).join(", ")}]`;
}

function isData(value) {
  if (Array.isArray(value)) return value.every(isData);
  if (typeof value !== "object" || value === null) return typeof value !== "function" && value !== undefined;
  return Object.values(value).every(isData);
}
