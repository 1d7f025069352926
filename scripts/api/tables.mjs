/** Renders the tables of src/api/data: a module for each area of types, and one for the kinds. */
import { internalRows } from "./internal.mjs";
import { configurationRows, renderKind, servedKinds } from "./served.mjs";
import { readTypes } from "./types.mjs";

/** Types of requests and responses that no kind reaches. */
const furtherTypes = [
  "meta/v1.APIGroupList",
  "meta/v1.APIResourceList",
  "meta/v1.APIVersions",
  "meta/v1.DeleteOptions",
  "meta/v1.ListMeta",
  "meta/v1.Status",
  "meta/v1.WatchEvent",
];

/** @returns a map from file name to the text of the module */
export function renderTables(modules) {
  const { packagesByRelease, types } = readTypes(modules);
  const served = servedKinds(modules, packagesByRelease, types);
  const configuration = types.configurationKinds();
  const reached = new Map();
  const roots = [
    ...served.flatMap(({ versions }) => [...versions.values()].map(({ type }) => type)),
    ...configuration.map(({ key }) => key),
    ...furtherTypes,
  ];
  for (const key of roots) types.reach(key, false, reached);
  const files = new Map([
    ["kinds.ts", kindsModule(served, configurationRows(configuration, packagesByRelease, modules))],
  ]);
  const blocks = types.render(reached);
  for (const area of new Set(blocks.map(([key]) => areaOf(key)))) {
    const own = blocks.filter(([key]) => areaOf(key) === area);
    files.set(`${area}.ts`, typesModule(area, withoutCopies(own)));
  }
  files.set("index.ts", indexModule([...files.keys()].filter((name) => name !== "kinds.ts")));
  return files.set("internal.ts", internalModule(internalRows(modules, types)));
}

/** Writes the fields of a type only once if two versions have the same; the second version refers to the first. */
function withoutCopies(blocks) {
  const homes = new Map();
  const own = [];
  const namesByPackages = new Map();
  for (const [key, text] of blocks) {
    const [home, name] = key.split(".");
    const fields = name + text.slice(key.length);
    const first = homes.get(fields);
    if (first === undefined) {
      homes.set(fields, home);
      own.push(text);
    } else {
      const packages = `${home} like ${first}`;
      namesByPackages.set(packages, [...(namesByPackages.get(packages) ?? []), name]);
    }
  }
  return [...own, ...[...namesByPackages].map(([packages, names]) => `${packages}\n${inLines(names)}`)];
}

/** Wraps words into lines of at most 120 characters. */
const inLines = (words) =>
  words
    .join(" ")
    .replace(/(.{1,120})( |$)/g, "$1\n")
    .trimEnd();

const areaOf = (key) => key.slice(0, key.indexOf("/"));
const identifier = (area) => `${area.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())}Types`;
const escaped = (text) => text.replaceAll("\\", "\\\\").replaceAll("`", "\\`").replaceAll("${", "\\${");

const typesModule = (area, blocks) => `/**
 * The types of \`${area}\`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const ${identifier(area)} = (): string => \`
${escaped(blocks.join("\n\n"))}
\`;
`;

function indexModule(names) {
  const areas = names.map((name) => name.replace(".ts", "")).sort();
  return `/**
 * The types of each area. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
${areas.map((area) => `import { ${identifier(area)} } from "./${area}.ts";`).join("\n")}

/** The blocks of an area, as text. */
export const typesByArea: ReadonlyMap<string, () => string> = new Map([
${areas.map((area) => `  ["${area}", ${identifier(area)}],`).join("\n")}
]);
`;
}

const internalModule = (rows) => `/**
 * The fields of kube-apiserver's internal types. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */

/**
 * A line for each type whose fields have other names than in JSON with a capital, or another order: \`Name\`, \`UID=uid\` where
 * JSON has another name, \`...metadata\` for the fields of an embedded struct, \`RollbackTo:null\` where JSON has no such field.
 */
export const internalRows = (): string => \`
${rows.join("\n")}
\`;
`;

const kindsModule = (served, configuration) => `/**
 * The kinds that API servers serve and components read. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */

/**
 * A line for each served kind: group and kind, plural, singular, scope, short names, categories, subresources, then versions,
 * newest first, each with \`>=\` and \`<\` for the releases that serve it, \`~\` for its deprecation, \`=\` for its
 * replacement, and \`?\` where it is off by default, with the release since when that is so.
 */
export const servedRows = \`
${served.map(renderKind).join("\n")}
\`;

/** A line for each kind of configuration: area and kind, then versions, newest first, each with releases, group and name. */
export const configurationRows = \`
${configuration.join("\n")}
\`;
`;
