/**
 * Derives the tables of src/kinds/builtin/data from the sources of Kubernetes: which kinds each release serves, and the
 * fields, types, numbers, list semantics and enumerations of their types. Facts only; no text of a comment is taken.
 *
 *   node scripts/builtin-kinds.mjs <folder>
 *
 * The folder is one of unpacked Go modules, `k8s.io` of a module cache: kubernetes@v1.X.0 and api@v0.X.0 of every
 * release below, and apimachinery, kube-aggregator and apiextensions-apiserver of the newest.
 *
 * - Kinds, scope, short names, categories and subresources: `api/discovery` of each release, which lists what an API
 *   server serves with every API turned on. What is on by default: the lists in pkg/controlplane.
 * - Deprecation, removal and replacement: the generated life cycle of each API package.
 * - Types: the Go structs. A field that a release added or dropped carries that release; a type's shape is the newest.
 * - Enumerations: constants of types marked as such, for fields that are not part of a status.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readGroup, readLifecycle, readPackage } from "./go-types.mjs";

const releases = [30, 31, 32, 33, 34, 35, 36, 37];
const newest = releases.at(-1);
const modules = process.argv[2];
const output = join(import.meta.dirname, "../src/kinds/builtin/data");
if (!modules || !existsSync(modules)) {
  console.error("usage: node scripts/builtin-kinds.mjs <folder of Go modules, k8s.io>");
  process.exit(2);
}

/** Kinds of no stored resource that documents are written of all the same, by API package. */
const furtherKinds = {
  "admission/v1": ["AdmissionReview"],
  "admission/v1beta1": ["AdmissionReview"],
  "apidiscovery/v2": ["APIGroupDiscovery"],
  "imagepolicy/v1alpha1": ["ImageReview"],
};

/** Go types that are values of their own on the wire. */
const valueTypes = {
  string: "string",
  bool: "bool",
  int: "int64",
  int32: "int32",
  int64: "int64",
  uint64: "int64",
  float64: "double",
  "[]byte": "bytes",
  "k8s.io/apimachinery/pkg/api/resource.Quantity": "quantity",
  "k8s.io/apimachinery/pkg/util/intstr.IntOrString": "intOrString",
  "meta/v1.Time": "time",
  "meta/v1.MicroTime": "microTime",
  "meta/v1.Duration": "duration",
  "meta/v1.FieldsV1": "raw",
  "k8s.io/apimachinery/pkg/runtime.RawExtension": "raw",
  "k8s.io/apimachinery/pkg/types.NodeName": "string",
  "k8s.io/apimachinery/pkg/types.UID": "string",
};

const metaPackage = "k8s.io/apimachinery/pkg/apis/meta/v1";
/** What has a schema of its own in the project. */
const authoredTypes = new Set(["meta/v1.ObjectMeta", "meta/v1.ListMeta", "meta/v1.LabelSelector"]);
/** Kinds whose schema is beyond tables: their types refer to themselves, or decode in ways of their own. */
const authoredKinds = new Set(["apiextensions.k8s.io/CustomResourceDefinition"]);

/** Types that are not marked as enumerations, though the API server takes no other value than their constants. */
const unmarkedEnums = new Set([
  "apps/v1.PersistentVolumeClaimRetentionPolicyType",
  "core/v1.ContainerRestartPolicy",
  "core/v1.OSName",
  "core/v1.PodSELinuxChangePolicy",
  "core/v1.RecursiveReadOnlyMode",
  "core/v1.ResourceResizeRestartPolicy",
]);

/**
 * Gates that the comments of fields call by other names, that were gone before the first release here, or that take more
 * than the field: its kind says what.
 */
const gateByMarker = {
  PodCertificateProjection: "PodCertificateRequest",
  CSIStorageCapacity: undefined,
  CrossNamespaceVolumeDataSource: undefined,
};

/** Fields that depend on a gate without a comment that says so. */
const unmarkedGates = { "core/v1.Lifecycle.stopSignal": "ContainerStopSignals" };

const releaseName = (minor) => `1.${minor}`;
const packagesByRelease = new Map(releases.map((minor) => [minor, packagesOf(minor)]));
const types = mergeTypes();
const heldByPointers = findHeldByPointers();
const kinds = mergeKinds();
const text = renderTypes();
writeFileSync(join(output, "types.ts"), text);
writeFileSync(join(output, "kinds.ts"), renderKinds());
console.log(`${kinds.length} kinds, ${text.length} characters of types`);

/** @returns Map from `core/v1` to `{ directory, group, version }` */
function packagesOf(minor) {
  const api = join(modules, `api@v0.${minor}.0`);
  const packages = new Map();
  for (const area of readdirSync(api, { withFileTypes: true })) {
    if (!area.isDirectory() || ["testdata", "docs"].includes(area.name)) continue;
    for (const version of readdirSync(join(api, area.name))) {
      const directory = join(api, area.name, version);
      if (existsSync(join(directory, "register.go"))) {
        packages.set(`${area.name}/${version}`, { directory, group: readGroup(directory), version });
      }
    }
  }
  const aggregator = join(modules, `kube-aggregator@v0.${newest}.0/pkg/apis/apiregistration/v1`);
  packages.set("apiregistration/v1", { directory: aggregator, group: "apiregistration.k8s.io", version: "v1" });
  return packages;
}

/** @returns Map from `core/v1.Pod` to `{ first, last, fields: Map }` or `{ is, isEnum, values: Map }` */
function mergeTypes() {
  const merged = new Map();
  for (const minor of releases) {
    for (const [name, { directory }] of packagesByRelease.get(minor)) {
      for (const [typeName, type] of readPackage(directory)) mergeType(merged, `${name}.${typeName}`, type, minor);
    }
  }
  const meta = join(modules, `apimachinery@v0.${newest}.0/pkg/apis/meta/v1`);
  for (const [typeName, type] of readPackage(meta)) {
    for (const minor of releases) mergeType(merged, `meta/v1.${typeName}`, type, minor);
  }
  return merged;
}

function mergeType(merged, key, type, minor) {
  const known = merged.get(key) ?? { first: minor, fields: new Map(), values: new Map() };
  merged.set(key, known);
  known.last = minor;
  known.is = type.is;
  known.isEnum = type.isEnum || unmarkedEnums.has(key);
  for (const value of type.values ?? []) mergeEntry(known.values, value, {}, minor);
  for (const field of type.fields ?? []) mergeEntry(known.fields, fieldKey(field), field, minor);
}

function fieldKey({ name, isInline, type }) {
  return isInline ? `inline ${type}` : name;
}

function mergeEntry(entries, key, facts, minor) {
  const first = entries.get(key)?.first ?? minor;
  const before = entries.get(key);
  if (before?.type && before.type !== facts.type) console.log(`1.${minor}: ${key} ${before.type} -> ${facts.type}`);
  entries.set(key, { ...facts, first, last: minor });
}

/** What the API servers of all releases serve, as rows. */
function mergeKinds() {
  const rows = new Map();
  for (const minor of releases) {
    const enabled = enabledByDefault(minor);
    for (const resource of discovered(minor)) {
      const { group, version, kind } = resource;
      const id = `${group}/${kind}`;
      if (authoredKinds.has(id)) continue;
      const row = rows.get(id) ?? { group, kind, versions: new Map() };
      rows.set(id, row);
      if (resource.plural) Object.assign(row, resource, { versions: row.versions });
      const isOn = enabled.has(`${group}/${version}`) || enabled.has(`${group}/${version}/${resource.plural}`);
      const entry = row.versions.get(version) ?? { first: minor, on: [] };
      if (isOn) entry.on.push(minor);
      row.versions.set(version, { ...entry, last: minor, cycle: cycleOf(minor, group, version, kind) });
    }
  }
  for (const [name, kindNames] of Object.entries(furtherKinds)) {
    const { group, version } = packagesByRelease.get(newest).get(name);
    for (const kind of kindNames) {
      const row = rows.get(`${group}/${kind}`) ?? { group, kind, versions: new Map() };
      rows.set(`${group}/${kind}`, row);
      row.versions.set(version, { first: releases[0], last: newest, on: releases, cycle: {} });
    }
  }
  return [...rows.values()].sort((a, b) => (`${a.group}/${a.kind}` < `${b.group}/${b.kind}` ? -1 : 1));
}

/** Resources of every group and version that a release serves, with what their subresources are kinds of. */
function discovered(minor) {
  const folder = join(modules, `kubernetes@v1.${minor}.0/api/discovery`);
  const found = [];
  for (const file of readdirSync(folder)) {
    const list = JSON.parse(readFileSync(join(folder, file), "utf8"));
    if (list.kind !== "APIResourceList") continue;
    const [version, group = ""] = list.groupVersion.split("/").reverse();
    for (const entry of list.resources) {
      const at = { group: entry.group ?? group, version: entry.version ?? version, kind: entry.kind };
      const [plural, subresource] = entry.name.split("/");
      if (subresource !== undefined) {
        const owner = found.find((resource) => resource.plural === plural && resource.served === list.groupVersion);
        owner.subresources.push(subresource);
        if (entry.kind.endsWith("Options")) continue;
        if (entry.group !== undefined || !found.some(({ kind }) => kind === entry.kind)) found.push({ ...at });
        continue;
      }
      found.push({
        ...at,
        served: list.groupVersion,
        plural,
        singular: entry.singularName,
        scope: entry.namespaced ? "Namespaced" : "Cluster",
        shortNames: entry.shortNames ?? [],
        categories: entry.categories ?? [],
        subresources: [],
      });
    }
  }
  return found.filter(({ group, version, kind }) => packageOf(minor, group, version, kind));
}

function packageOf(minor, group, version, kind) {
  return [...packagesByRelease.get(minor)].find(
    ([name, item]) => item.group === group && item.version === version && types.has(`${name}.${kind}`),
  )?.[0];
}

function cycleOf(minor, group, version, kind) {
  const { directory } = packagesByRelease.get(minor).get(packageOf(minor, group, version, kind));
  return readLifecycle(directory).get(kind) ?? {};
}

/** Groups with version, and single resources of them, that are served without `--runtime-config`. */
function enabledByDefault(minor) {
  const controlplane = join(modules, `kubernetes@v1.${minor}.0/pkg/controlplane`);
  const files = ["instance.go", "apiserver/config.go", "apiserver/options/options.go"].map((name) =>
    join(controlplane, name),
  );
  const enabled = new Set(["apiregistration.k8s.io/v1", "apiextensions.k8s.io/v1"]);
  for (const file of files.filter(existsSync)) {
    const source = readFileSync(file, "utf8");
    const groupVersions = new Map();
    for (const [, alias, area, version] of source.matchAll(
      /^\t(\w+) "k8s\.io\/(?:api|kubernetes\/pkg\/apis)\/(\w+)\/(\w+)"$/gm,
    )) {
      const known = packagesByRelease.get(minor).get(`${area}/${version}`);
      if (known) groupVersions.set(alias, `${known.group}/${version}`);
    }
    for (const [, list] of source.matchAll(/EnabledByDefault\w* = \[\]schema\.\w+\{\n([^}]*)\t\}/g)) {
      for (const [, alias, plural] of list.matchAll(/(\w+)\.SchemeGroupVersion(?:\.WithResource\("(\w+)"\))?/g)) {
        enabled.add([groupVersions.get(alias), plural].filter(Boolean).join("/"));
      }
    }
  }
  return enabled;
}

function renderKinds() {
  const lines = kinds.map((row) => {
    const {
      group,
      kind,
      plural = "",
      singular = "",
      scope = "",
      shortNames = [],
      categories = [],
      subresources = [],
    } = row;
    const names = [plural, singular, scope.slice(0, 1), shortNames.join(","), categories.join(",")];
    const versions = [...row.versions].sort(newestFirst).map(renderVersion);
    return [`${group}/${kind}`, ...names, [...new Set(subresources)].sort().join(","), ...versions].join(" ");
  });
  return `/**
 * The kinds that API servers serve. Written by scripts/builtin-kinds.mjs; not to be edited.
 *
 * @module
 */

/**
 * A line for each kind: group and kind, plural, singular, scope, short names, categories, subresources, then versions,
 * newest first, each with \`>=\` and \`<\` for the releases that serve it, \`~\` for its deprecation, \`=\` for its
 * replacement, and \`?\` where it is off by default, with the release since when that is so.
 */
export const kindRows = \`
${lines.join("\n")}
\`;
`;
}

function renderVersion([version, { first, last, on, cycle }]) {
  const served = releases.filter((minor) => minor >= first && minor <= last);
  const off = served.filter((minor) => !on.includes(minor));
  const removed = last < newest ? releaseName(last + 1) : cycle.removed;
  return [
    version,
    first > releases[0] ? `>=${releaseName(first)}` : "",
    removed ? `<${removed}` : "",
    cycle.deprecated ? `~${cycle.deprecated}` : "",
    cycle.replacement ? `=${cycle.replacement}` : "",
    off.length > 0 ? `?${off[0] > first ? releaseName(off[0]) : ""}` : "",
  ].join("");
}

/** As Kubernetes orders versions: v2, v1, v1beta2, v1beta1, v1alpha1. */
function newestFirst([a], [b]) {
  const rank = (version) => {
    const [, major, level, minor = 0] = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version);
    return [level === undefined ? 2 : level === "beta" ? 1 : 0, Number(major), Number(minor)];
  };
  const [left, right] = [rank(a), rank(b)];
  return right[0] - left[0] || right[1] - left[1] || right[2] - left[2];
}

function renderTypes() {
  const reached = new Map();
  for (const { group, kind, versions } of kinds) {
    for (const [version, { last }] of versions)
      reach(`${packageOf(last, group, version, kind)}.${kind}`, false, reached);
  }
  const blocks = [...reached.keys()].sort().map((key) => renderType(key, reached));
  return `/**
 * The types of the kinds that API servers serve. Written by scripts/builtin-kinds.mjs; not to be edited.
 *
 * @module
 */

/**
 * A block for each type, parted by empty lines: its name, then a line for each field: name, protobuf number, type, then
 * \`!\` required, \`+\` written although it is empty (as what is required is, too), \`~\` left out where a struct is its zero
 * value, \`*\` a pointer, \`>=\` and \`<\` for releases, \`in=\` the number of the message that holds it on the wire, and list,
 * patch and gate facts. A block with \`=\` holds the values of an enumeration.
 */
export const typeBlocks = \`
${blocks.join("\n\n")}
\`;
`;
}

/** Notes each type below `key`, and whether it is reached outside of a status. */
function reach(key, isStatus, reached) {
  if (authoredTypes.has(key) || (reached.has(key) && (isStatus || reached.get(key)))) return;
  const type = types.get(key);
  if (!type) throw new Error(`no type ${key}`);
  if (type.is === undefined) reached.set(key, !isStatus);
  for (const field of type.fields.values()) {
    const inner = innermost(field.type, key);
    if (inner.endsWith(".TypeMeta") || valueTypes[inner]) continue;
    const named = types.get(inner);
    if (named?.is !== undefined) {
      if (named.isEnum && named.values.size > 0 && !isStatus) reached.set(inner, true);
      const below = innermost(named.is, inner);
      if (!valueTypes[below]) reach(below, isStatus, reached);
    } else reach(inner, isStatus || field.name === "status", reached);
  }
}

function innermost(type, key) {
  const bare = type.replace(/^(?:\[\](?!byte)|\{\})+/, "");
  return resolve(bare, key);
}

function resolve(name, key) {
  return valueTypes[name] ? name : qualified(name, key);
}

/** `core/v1.Pod` of a name as it stands in the package of `key`. */
function qualified(name, key) {
  if (!name.includes(".")) return `${key.slice(0, key.lastIndexOf("."))}.${name}`;
  return name.replace(metaPackage, "meta/v1").replace(/^k8s\.io\/api\//, "");
}

/** The types that pointers hold: where none does, an empty value is one that is not set. */
function findHeldByPointers() {
  return new Set(
    [...types].flatMap(([key, { fields }]) =>
      [...(fields?.values() ?? [])].filter(({ isPointer }) => isPointer).map(({ type }) => innermost(type, key)),
    ),
  );
}

function renderType(key, reached) {
  const type = types.get(key);
  if (type.is !== undefined) {
    const isHeld = heldByPointers.has(key);
    const values = [...type.values]
      .filter(([value]) => value !== "" || isHeld)
      .map(([value, at]) => (value || '""') + span(at, type));
    return `${key} = ${values.sort().join(" | ")}`;
  }
  return [key, ...fieldLines(type, key, reached.get(key))].join("\n");
}

function fieldLines(type, key, hasEnums, embedded) {
  return [...type.fields.values()].flatMap((field) => {
    if (field.type.endsWith(".TypeMeta") || field.type === "TypeMeta") return ["apiVersion - string", "kind - string"];
    if (field.isInline) {
      const inner = qualified(field.type, key);
      return fieldLines(types.get(inner), inner, hasEnums, {
        proto: [embedded?.proto, field.proto].filter(Boolean).join("."),
        at: span(field, type),
        owner: embedded?.owner ?? key,
      });
    }
    return [fieldLine(field, type, key, hasEnums, embedded)];
  });
}

function fieldLine(field, type, key, hasEnums, embedded) {
  const home = embedded?.owner ?? key;
  const gate = gateOf(field) ?? unmarkedGates[`${key}.${field.name}`];
  return [
    field.name,
    field.proto ?? "-",
    wireType(field.type, key, home, hasEnums),
    field.isRequired ? "!" : field.isAlwaysWritten ? "+" : "",
    field.omitsZero ? "~" : "",
    field.isPointer ? "*" : "",
    span(field, type) || embedded?.at,
    embedded?.proto ? `in=${embedded.proto}` : "",
    (field.listType ?? field.mapType ?? field.structType)
      ? `list=${field.listType ?? field.mapType ?? field.structType}`
      : "",
    field.mapKeys.length > 0 ? `keys=${field.mapKeys.join(",")}` : "",
    field.patchStrategy ? `patch=${field.patchStrategy}` : "",
    field.mergeKey ? `merge=${field.mergeKey}` : "",
    gate ? `gate=${gate}` : "",
  ]
    .filter(Boolean)
    .join(" ");
}

function gateOf({ gate }) {
  return Object.hasOwn(gateByMarker, gate ?? "") ? gateByMarker[gate] : gate;
}

/** The type as the wire has it: named types that are no structs are what they stand for, enumerations keep their name. */
function wireType(type, key, home, hasEnums) {
  const prefix = /^(?:\[\](?!byte)|\{\})*/.exec(type)[0];
  const bare = type.slice(prefix.length);
  const full = resolve(bare, key);
  if (valueTypes[full]) return prefix + valueTypes[full];
  const named = types.get(full);
  if (named?.is !== undefined && !(named.isEnum && named.values.size > 0 && hasEnums)) {
    return prefix + wireType(named.is, full, home, hasEnums);
  }
  const homePackage = home.slice(0, home.lastIndexOf(".") + 1);
  return prefix + (full.startsWith(homePackage) ? full.slice(homePackage.length) : full);
}

/** The releases that have a field, where not all do that have its type. */
function span({ first, last }, owner) {
  const since = first > owner.first ? `>=${releaseName(first)}` : "";
  return last < owner.last ? `${since}<${releaseName(last + 1)}` : since;
}
