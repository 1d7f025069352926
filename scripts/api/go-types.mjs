/**
 * Reads facts from Go packages of API types: structs with their json and protobuf tags, markers in comments, named
 * types with their constants, and the life cycle of kinds. Keeps no text of comments.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Reads the named types of a package.
 *
 * @returns by name, `{ fields }` for a struct and `{ is, values, isEnum }` for any other type. `isEnum` is false if a
 *   constant of the type gets its value from another declaration, since then not all values are known
 */
export function readPackage(directory) {
  const types = new Map();
  const constants = [];
  for (const file of goFiles(directory)) {
    const text = readFileSync(join(directory, file), "utf8");
    readFile(text, readImports(text), types, constants);
  }
  for (const { type, value } of constants) {
    const named = types.get(type);
    if (!named?.values) continue;
    if (value === undefined) named.isEnum = false;
    else if (!named.values.includes(value)) named.values.push(value);
  }
  return types;
}

/** @returns a map from type name to `{ deprecated, removed, replacement }`, with releases in the form `1.22` */
export function readLifecycle(directory) {
  const cycles = new Map();
  const files = readdirSync(directory).filter((name) => name.endsWith("lifecycle.go"));
  const text = files.map((file) => readFileSync(join(directory, file), "utf8")).join("\n");
  const pattern = /^func \(in \*(\w+)\) APILifecycle(\w+)\(\).*\{\n\treturn (.*)\n/gm;
  for (const [, type, what, value] of text.matchAll(pattern)) {
    const cycle = cycles.get(type) ?? {};
    const replaced = /Group: "(.*)", Version: "(.*)", Kind: "(.*)"/.exec(value);
    if (replaced)
      cycle.replacement = [replaced[1], replaced[2], ...(replaced[3] === type ? [] : [replaced[3]])].join("/");
    else cycle[what.toLowerCase()] = value.replace(", ", ".");
    cycles.set(type, cycle);
  }
  return cycles;
}

/**
 * Reads register.go of a package.
 *
 * @returns `group`, which the package registers (empty for packages whose types are only parts of other types);
 *   `groupByKind`, for kinds that it registers in another group; and `nameByType`, for types that it registers under
 *   another name
 */
export function readGroups(directory) {
  const file = join(directory, "register.go");
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const constants = new Map(
    [...text.matchAll(/^(?:const )?\s*(\w+)\s*=\s*"(.*)"/gm)].map(([, name, value]) => [name, value]),
  );
  const groupByVariable = new Map(
    [...text.matchAll(/(\w+)\s*=\s*schema\.GroupVersion\{Group: (?:"(.*?)"|(\w+))/g)].map(
      ([, name, value, constant]) => [name, value ?? constants.get(constant)],
    ),
  );
  const groupByKind = new Map();
  for (const [, variable, list] of text.matchAll(/AddKnownTypes\((\w+),([^)]*)\)/g)) {
    for (const [, kind] of list.matchAll(/&(\w+)\{/g)) groupByKind.set(kind, groupByVariable.get(variable));
  }
  const nameByType = new Map(
    [...text.matchAll(/AddKnownTypeWithName\(SchemeGroupVersion\.WithKind\("(\w+)"\),\s*&(\w+)\{/g)].map(
      ([, name, type]) => [type, name],
    ),
  );
  return { group: groupByVariable.get("SchemeGroupVersion") ?? "", groupByKind, nameByType };
}

function goFiles(directory) {
  const skipped = /_test\.go$|^zz_|generated|^register\.go$|^doc\.go$|conversion|defaults/;
  return readdirSync(directory).filter((name) => name.endsWith(".go") && !skipped.test(name));
}

/** @returns a map from the name that the file uses for an import to its path */
function readImports(text) {
  const imports = new Map();
  for (const [, alias, path] of text.matchAll(/^(?:import )?\s*(\w+)?\s*"([\w.\-/]+)"$/gm)) {
    imports.set(alias ?? path.split("/").at(-1), path);
  }
  return imports;
}

function readFile(text, imports, types, constants) {
  const lines = text.split("\n");
  let markers = [];
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index];
    const marker = markerOf(line);
    if (marker) markers.push(marker);
    const named = /^type (\w+) (=?)\s*(.*)$/.exec(line);
    if (named?.[3] === "struct {") {
      const end = lines.indexOf("}", index);
      const mapType = /^structType=(.*)/.exec(markers.find((each) => each.startsWith("structType=")) ?? "")?.[1];
      types.set(named[1], { fields: readFields(lines.slice(index + 1, end), imports), mapType });
      index = end;
    } else if (named?.[3] === "struct{}") {
      types.set(named[1], { fields: [] });
    } else if (named && !named[3].startsWith("interface") && !named[3].startsWith("func")) {
      const isEnum = markers.includes("enum") || markers.includes("k8s:enum");
      types.set(named[1], { is: typeOf(named[3].replace(/\s*\/\/.*/, ""), imports), values: [], isEnum });
    }
    const constant = /^(?:const)?\s+\w+\s+(\w+)\s+=\s+"(.*)"/.exec(line);
    if (constant) constants.push({ type: constant[1], value: constant[2] });
    const converted = /^(?:const)?\s+\w+\s+=\s+(\w+)\((?:"(.*)"|.*)\)/.exec(line);
    if (converted) constants.push({ type: converted[1], value: converted[2] });
    // One empty line may separate a marker from its declaration; code may not.
    if (line !== "" && !line.trim().startsWith("//")) markers = [];
  }
}

function markerOf(line) {
  return /^\s*\/\/ ?\+(.*)$/.exec(line)?.[1].trim();
}

function readFields(lines, imports) {
  const fields = [];
  let markers = [];
  for (const line of lines) {
    const marker = markerOf(line);
    if (marker) markers.push(marker);
    const field = fieldPattern.exec(line);
    if (field) {
      const [, goName, goType, tags = ""] = field;
      fields.push(fieldOf({ goName, goType, tags, markers, imports }));
    }
    if (line.trim() === "" || field) markers = [];
  }
  return fields.filter(({ name }) => name !== "-");
}

/** An exported field or an embedded type, with or without tags. */
const fieldPattern = /^\t(?:([A-Z]\w*)\s+)?(\*?[\w[][\w.*[\]]*)(?:\s+`(.*)`)?(?:\s*\/\/.*)?$/;

function fieldOf({ goName, goType, tags, markers, imports }) {
  const [jsonName = "", ...options] = (/json:"([^"]*)"/.exec(tags)?.[1] ?? "").split(",");
  const isInline = jsonName === "" && (goName === undefined || options.includes("inline"));
  const number = /protobuf:"\w+,(\d+)/.exec(tags)?.[1];
  const tag = (key) => new RegExp(`${key}:"([^"]*)"`).exec(tags)?.[1];
  const isAlwaysWritten = !options.includes("omitempty") && !options.includes("omitzero");
  const values = (key) => markers.filter((marker) => marker.startsWith(`${key}=`)).map((m) => m.slice(key.length + 1));
  return {
    goName,
    name: isInline ? "" : jsonName || goName,
    isInline,
    isPointer: goType.startsWith("*"),
    type: typeOf(goType.replace(/^\*/, ""), imports),
    isRequired: isRequired(isAlwaysWritten, markers),
    isMarkedRequired: isRequired(false, markers),
    isAlwaysWritten,
    omitsZero: options.includes("omitzero"),
    ...(number ? { proto: Number(number) } : {}),
    listType: values("listType")[0] ?? values("k8s:listType")[0],
    mapKeys: [...new Set([...values("listMapKey"), ...values("k8s:listMapKey")])],
    mapType: values("mapType")[0] ?? values("structType")[0],
    patchStrategy: tag("patchStrategy") ?? values("patchStrategy")[0],
    mergeKey: tag("patchMergeKey") ?? values("patchMergeKey")[0],
    gate: values("featureGate")[0],
    format: values("k8s:format")[0],
    default: values("default")[0],
  };
}

/**
 * Whether a field is required, by the rules of the OpenAPI of Kubernetes: a marker decides, otherwise whether the field
 * is always written.
 */
function isRequired(isAlwaysWritten, markers) {
  if (markers.includes("optional") || markers.includes("k8s:optional")) return false;
  return isAlwaysWritten || markers.includes("required") || markers.includes("k8s:required");
}

/** @returns `[]T`, `{}T` for a map of T, `package/path.Name`, or the name of a built-in type of Go */
function typeOf(goType, imports) {
  if (goType.startsWith("*")) return typeOf(goType.slice(1), imports);
  if (goType === "[]byte") return "[]byte";
  if (goType.startsWith("[]")) return `[]${typeOf(goType.slice(2), imports)}`;
  const map = /^map\[[\w.]+\](.*)$/.exec(goType);
  if (map) return `{}${typeOf(map[1], imports)}`;
  const [alias, name] = goType.split(".");
  return name ? `${imports.get(alias)}.${name}` : goType;
}
