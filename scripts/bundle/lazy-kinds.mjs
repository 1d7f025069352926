/**
 * Splits the built-in kinds in two pieces: heads, with the facts about a kind that detection needs, and families, the
 * modules with the rest, which load when it is first read. A family is a folder of src/kinds, or a part of one.
 */
import { readFileSync } from "node:fs";
import { importSources } from "../import-sources.mjs";

/** Lines of src/kinds/index.ts: `import { role, type Role } from "./rbac/role.ts";`. */
const importLine = /^import \{([^}]*)\} from "\.\/([\w./-]+)";$/gm;
/** Pods are a separate family since they need many modules that the other kinds of their folder do not. */
const familyOf = (file) => (/^core.pod(-template)?\.ts$/.test(file) ? "core-pods" : file.split("/")[0]);

/** @returns by family its imports from src/kinds/index.ts, and code for the list of its kinds */
export function readFamilies() {
  const families = new Map();
  for (const [, list, file] of readFileSync("src/kinds/index.ts", "utf8").matchAll(importLine)) {
    const values = list.split(",").filter((value) => /^\s*\w+\s*$/.test(value));
    if (values.length === 0) continue;
    const { imports = "", kinds = "" } = families.get(familyOf(file)) ?? {};
    const line = `import { ${values} } from "./src/kinds/${file}";\n`;
    families.set(familyOf(file), { imports: imports + line, kinds: `${kinds}${values}, ` });
  }
  return families;
}

/** The code of the module of a family. */
export const familyCode = ({ imports, kinds }) => `${imports}export const kinds = [${kinds}].flat();`;

/** The code of the module that replaces src/kinds/index.ts. */
export async function headsCode(families) {
  const lists = [...families].map(([name, { kinds }]) => `"${name}": [${kinds}].flat(),`);
  const { builtInKinds, headOf, kindsByFamily } = await importSources(`
    ${[...families.values()].map(({ imports }) => imports).join("")}
    export { builtInKinds } from "./src/kinds/index.ts";
    export { headOf } from "./src/kind/lazy-kind.ts";
    export const kindsByFamily = { ${lists.join("\n")} };`);
  const heads = builtInKinds.map((kind) => {
    const [family, kinds] = Object.entries(kindsByFamily).find(([, kinds]) => kinds.includes(kind)) ?? [];
    if (family === undefined) throw new Error(`no import of src/kinds/index.ts has ${kind.kind}`);
    return { ...headOf(kind), family, index: kinds.indexOf(kind) };
  });
  const loaders = [...families.keys()].map((name) => `"${name}": () => require("./kinds-${name}.cjs"),`);
  return `import { lazily } from "./src/kind/lazy-kind.ts";
    const families = { ${loaders.join("\n")} };
    export const builtInKinds = JSON.parse(${JSON.stringify(JSON.stringify(heads))}).map((head) =>
      lazily(head, () => families[head.family]().kinds[head.index]));`;
}
