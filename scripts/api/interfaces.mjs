/**
 * Renders the interfaces of src/api/types from the tables and the descriptions: a module for each package, and an index
 * module with an interface that has each type by its name in the tables.
 */
import { build } from "esbuild";

const typeByWireType = new Map(
  Object.entries({
    string: "string",
    bool: "boolean",
    int32: "number",
    int64: "number | bigint",
    uint32: "number",
    float: "number",
    double: "number",
    bytes: "string",
    quantity: "string",
    intOrString: "number | string",
    time: "string",
    microTime: "string",
    duration: "string",
    durationOrNanos: "string | number | bigint",
    raw: "unknown",
    schemaOrBool: "JSONSchemaProps | boolean",
    schemaOrArray: "JSONSchemaProps | JSONSchemaProps[]",
    schemaOrStrings: "JSONSchemaProps | string[]",
  }),
);

const header = (about) => `/**
 * ${about} Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
`;

/** @param api - the folder src/api @returns a map from file name to the text of the module */
export async function renderInterfaces(api) {
  const tables = await load(api);
  const served = servedTypes(tables);
  const namesByPackage = new Map();
  for (const name of typesInUse(tables)) {
    const home = packageOf(name);
    namesByPackage.set(home, [...(namesByPackage.get(home) ?? []), name]);
  }
  const files = new Map();
  for (const [home, names] of [...namesByPackage].sort()) {
    const writer = new Interfaces(home, tables, served);
    files.set(`${fileOf(home)}.ts`, writer.render(names));
  }
  return files.set(
    "index.ts",
    indexModule(namesByPackage, (name) => !isEnumeration(tables.typeBlock(name))),
  );
}

async function load(api) {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { typeBlock, typeNames } from "./type-table.ts";
export { areaOf, configurationKinds, servedKinds } from "./served-kinds.ts";
export { describeField, describeType } from "./descriptions.ts";`,
      resolveDir: api,
      loader: "ts",
    },
    bundle: true,
    format: "esm",
    write: false,
    logLevel: "error",
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

/**
 * Structs and enumerations that the newest and the stable versions of kinds reach; rules read objects of other versions
 * as the newest one.
 */
const typesInUse = (tables) =>
  [...new Set([...servedTypes(tables), ...typesBelow(rootsOf(tables.configurationKinds()), tables)])].sort();

/** Structs and enumerations of objects that an API server stores or returns. */
const servedTypes = (tables) =>
  typesBelow(
    [
      ...rootsOf(tables.servedKinds().map((row) => ({ ...row, area: tables.areaOf(row.group) }))),
      ...["meta/v1.DeleteOptions", "meta/v1.ListMeta", "meta/v1.Status"],
    ],
    tables,
  );

const rootsOf = (kinds) =>
  kinds.flatMap(({ area, kind, versions }) =>
    versions
      .filter(({ name }, index) => index === 0 || /^v\d+$/.test(name))
      .map(({ name }) => `${area}/${name}.${kind}`),
  );

function typesBelow(roots, { typeBlock }) {
  const reached = new Set();
  const reach = (name) => {
    const block = typeBlock(name);
    if (reached.has(name)) return;
    reached.add(name);
    for (const line of block === "" || isEnumeration(block) ? [] : block.split("\n")) {
      const [, , type] = line.split(" ");
      const inner = fullName(type.replace(/^(?:\[\]|\{\})+/, ""), packageOf(name));
      if (inner) reach(inner);
    }
  };
  for (const name of roots) reach(name);
  return reached;
}

/** @returns undefined for a wire type, which is a plain value */
function fullName(type, home) {
  if (typeByWireType.has(type)) return undefined;
  return type.includes("/") ? type : `${home}.${type}`;
}

const isEnumeration = (block) => block.startsWith("= ");

const packageOf = (name) => name.slice(0, name.lastIndexOf("."));
const fileOf = (home) => home.replace("/", "-");
const aliasOf = (home) => fileOf(home).replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

/** Writes the module of one package. */
class Interfaces {
  #imported = new Set();
  #home;
  #tables;
  #served;

  constructor(home, tables, served) {
    this.#home = home;
    this.#tables = tables;
    this.#served = served;
  }

  render(names) {
    const interfaces = names.map((name) => this.#interfaceOf(name));
    const imports = [...this.#imported]
      .sort((a, b) => (fileOf(a) < fileOf(b) ? -1 : 1))
      .map((home) => `import type * as ${aliasOf(home)} from "./${fileOf(home)}.ts";`);
    const head = imports.length > 0 ? [imports.join("\n")] : [];
    return `${header(`The types of \`${this.#home}\`.`)}${[...head, ...interfaces].join("\n\n")}\n`;
  }

  #interfaceOf(name) {
    const block = this.#tables.typeBlock(name);
    const own = name.slice(packageOf(name).length + 1);
    const about = comment([this.#tables.describeType(name)], "");
    if (isEnumeration(block)) return `${about}export type ${own} = ${unionOf(block)};`;
    const fields = block === "" ? [] : block.split("\n").map((line) => this.#fieldOf(name, line));
    if (fields.length === 0) return `${about}export type ${own} = Record<string, never>;`;
    return `${about}export interface ${own} {\n${fields.join("\n")}\n}`;
  }

  #fieldOf(owner, line) {
    const [field, , type, ...facts] = line.split(" ");
    const written = /^[A-Za-z_$][\w$]*$/.test(field) ? field : JSON.stringify(field);
    const about = comment(
      [this.#tables.describeField(owner, field, fullName(type, this.#home)), ...releasesOf(facts)],
      "  ",
    );
    const isServed = this.#served.has(owner);
    const orNull = isServed && isNullWhenEmpty(type, facts) ? " | null" : "";
    return `${about}  ${written}?: ${this.#typeOf(type, isServed)}${orNull};`;
  }

  /** @param isServed - whether an API server stores or returns the type: an empty list in a map is null there */
  #typeOf(type, isServed) {
    if (type.startsWith("[]")) return listOf(this.#typeOf(type.slice(2), isServed));
    if (type.startsWith("{}")) {
      const orNull = isServed && type.startsWith("{}[]") ? " | null" : "";
      return `Record<string, ${this.#typeOf(type.slice(2), isServed)}${orNull}>`;
    }
    const known = typeByWireType.get(type);
    if (known) return known;
    const full = fullName(type, this.#home);
    const home = packageOf(full);
    const name = full.slice(home.length + 1);
    if (home === this.#home) return name;
    this.#imported.add(home);
    return `${aliasOf(home)}.${name}`;
  }
}

/** A union of the values of all releases. */
const unionOf = (block) =>
  block
    .slice("= ".length)
    .split(" | ")
    .map((value) => (value === '""' ? value : JSON.stringify(value.replace(/[<>].*$/, ""))))
    .join(" | ");

/**
 * Whether Go writes null for an empty field: an empty list, map, byte slice or pointer if the field is always written,
 * and the zero time, which may be behind a pointer and is always written otherwise.
 */
function isNullWhenEmpty(type, facts) {
  const isTime = type === "time" || type === "microTime";
  if (isTime && !facts.includes("~")) return true;
  const isWritten = facts.includes("!") || facts.includes("+");
  return isWritten && (facts.includes("*") || type === "bytes" || type.startsWith("[]") || type.startsWith("{}"));
}

const listOf = (item) => (item.includes("|") ? `(${item})[]` : `${item}[]`);

function releasesOf(facts) {
  const [, since, until] = facts.map((fact) => /^(?:>=([\d.]+))?(?:<([\d.]+))?$/.exec(fact)).find(Boolean) ?? [];
  return [since ? `Since ${since}.` : undefined, until ? `Gone in ${until}.` : undefined];
}

function comment(sentences, indent) {
  const text = sentences.filter(Boolean).join(" ");
  return text === "" ? "" : `${indent}/** ${text.replaceAll("*/", "*\\/")} */\n`;
}

function indexModule(namesByPackage, isStruct) {
  const homes = [...namesByPackage.keys()].sort((a, b) => (fileOf(a) < fileOf(b) ? -1 : 1));
  const imports = homes.map((home) => `import type * as ${aliasOf(home)} from "./${fileOf(home)}.ts";`);
  const members = homes.flatMap((home) =>
    namesByPackage
      .get(home)
      .filter(isStruct)
      .map((name) => `  "${name}": ${aliasOf(home)}.${name.slice(home.length + 1)};`),
  );
  return `${header("Each struct by the name that it has in the tables.")}${imports.join("\n")}

/** The structs of the API by package and name, \`core/v1.Pod\`. */
export interface ApiTypes {
${members.join("\n")}
}
`;
}
