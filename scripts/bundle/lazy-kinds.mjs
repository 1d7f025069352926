/**
 * The built-in kinds in two pieces: heads, which say of a kind what detection asks for, and families, the modules that
 * hold the rest of it and are loaded when that is first read. A family is a folder of src/kinds, or a part of one.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { importSources } from "../import-sources.mjs";

/** Lines of src/kinds/index.ts: `import { role, type Role } from "./rbac/role.ts";`. */
const importLine = /^import \{([^}]*)\} from "\.\/([\w-]+)\/([\w./-]+)";$/gm;

/** Kinds that need much that the others of their folder do without. */
const ownFamilies = new Map([
  ["core/pod.ts", "core-pods"],
  ["core/pod-template.ts", "core-pods"],
]);

/** @returns for each family the imports of src/kinds/index.ts from it, and code for the list of its kinds */
export function readFamilies(root) {
  const families = new Map();
  for (const [, list, folder, file] of readFileSync(join(root, "src/kinds/index.ts"), "utf8").matchAll(importLine)) {
    const values = list.split(",").filter((name) => name.trim() !== "" && !name.trim().startsWith("type "));
    if (values.length === 0) continue;
    const name = ownFamilies.get(`${folder}/${file}`) ?? folder;
    const family = families.get(name) ?? { imports: "", kinds: "" };
    const imports = `${family.imports}import { ${values} } from "./src/kinds/${folder}/${file}";\n`;
    families.set(name, { imports, kinds: `${family.kinds}${values}, ` });
  }
  return families;
}

/** The module of a family. */
export const familyCode = ({ imports, kinds }) => `${imports}export const kinds = [${kinds}].flat();`;

/** The module in place of src/kinds/index.ts. */
export async function headsCode(families) {
  const lists = [...families].map(([name, { kinds }]) => `"${name}": [${kinds}].flat(),`);
  const { builtInKinds, kindsByFamily } = await importSources(`
    ${[...families.values()].map(({ imports }) => imports).join("")}
    export { builtInKinds } from "./src/kinds/index.ts";
    export const kindsByFamily = { ${lists.join("\n")} };`);
  const heads = builtInKinds.map((kind) => {
    const [family, kinds] = Object.entries(kindsByFamily).find(([, kinds]) => kinds.includes(kind)) ?? [];
    if (family === undefined) throw new Error(`no import of src/kinds/index.ts has ${kind.kind}`);
    return { ...headOf(kind), family, index: kinds.indexOf(kind) };
  });
  const loaders = [...families.keys()].map((name) => `"${name}": () => require("./kinds-${name}.cjs"),`);
  return `
    import { lazily } from "./src/kind/lazy-kind.ts";
    const families = { ${loaders.join("\n")} };
    export const builtInKinds = JSON.parse(${JSON.stringify(JSON.stringify(heads))}).map((head) =>
      lazily(head, () => families[head.family]().kinds[head.index]));`;
}

/** Members that are heads themselves. */
const openKeys = new Set(["versions", "resource", "projectRules"]);

/** The members of a kind that are data, and the names of the others. */
function headOf(value) {
  const head = { data: {}, parts: {}, later: [] };
  for (const [key, member] of Object.entries(value)) {
    if (openKeys.has(key)) head.parts[key] = Array.isArray(member) ? member.map(headOf) : headOf(member);
    else if (key !== "schema" && isData(member)) head.data[key] = member;
    else if (member !== undefined) head.later.push(key);
  }
  return head;
}

function isData(value) {
  if (typeof value !== "object" || value === null) return ["string", "number", "boolean"].includes(typeof value);
  return (
    (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype) && Object.values(value).every(isData)
  );
}
