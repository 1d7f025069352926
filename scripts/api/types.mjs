/**
 * Merges the types of all releases into one table: a type has the shape of the newest release, and a field that a
 * release added or dropped is marked with that release.
 */

import { readPackage } from "./go-types.mjs";
import { isConfigurationArea, isConfigurationKind, newest, packagesOf, releases } from "./modules.mjs";

/** Go types that the table treats as plain values, with their type on the wire. */
const valueTypes = new Map(
  Object.entries({
    string: "string",
    bool: "bool",
    int: "int64",
    int32: "int32",
    int64: "int64",
    uint64: "int64",
    uint32: "uint32",
    float32: "float",
    float64: "double",
    "[]byte": "bytes",
    "k8s.io/apimachinery/pkg/api/resource.Quantity": "quantity",
    "k8s.io/apimachinery/pkg/api/resource.QuantityValue": "quantity",
    "k8s.io/apimachinery/pkg/util/intstr.IntOrString": "intOrString",
    "meta/v1.Time": "time",
    "meta/v1.MicroTime": "microTime",
    "meta/v1.Duration": "duration",
    "meta/v1.FieldsV1": "raw",
    "bootstraptoken/v1.BootstrapTokenString": "string",
    "logging/v1.TimeOrMetaDuration": "durationOrNanos",
    "k8s.io/apimachinery/pkg/runtime.RawExtension": "raw",
    "k8s.io/apimachinery/pkg/runtime.Unknown": "raw",
    "time.Duration": "int64",
    "k8s.io/apimachinery/pkg/types.NodeName": "string",
    "k8s.io/apimachinery/pkg/types.UID": "string",
    "apiextensions/v1.JSON": "raw",
    "apiextensions/v1.JSONSchemaPropsOrBool": "schemaOrBool",
    "apiextensions/v1.JSONSchemaPropsOrArray": "schemaOrArray",
    "apiextensions/v1.JSONSchemaPropsOrStringArray": "schemaOrStrings",
  }),
);

/**
 * Types that not all versions, or no version, mark as enumerations, although the API server accepts only their
 * constants.
 */
const unmarkedEnums = new Set([
  "admissionregistration.FailurePolicyType",
  "admissionregistration.MatchPolicyType",
  "admissionregistration.ParameterNotFoundActionType",
  "apps.PersistentVolumeClaimRetentionPolicyType",
  "audit.Level",
  "audit.Stage",
  "core.ContainerRestartPolicy",
  "core.OSName",
  "core.PodSELinuxChangePolicy",
  "core.RecursiveReadOnlyMode",
  "core.ResourceResizeRestartPolicy",
  "kubeadm.EncryptionAlgorithmType",
]);

const releaseName = (minor) => `1.${minor}`;
const areaOf = (key) => key.slice(0, key.indexOf("/"));
const packageOf = (key) => key.slice(0, key.lastIndexOf(".") + 1);
const withoutVersion = (key) => key.replace(/\/[^.]*/, "");

/** Reads the declarations of the packages of all releases. */
export function readTypes(modules) {
  const packagesByRelease = new Map(releases.map((minor) => [minor, packagesOf(modules, minor)]));
  const keyByPath = new Map();
  const types = new Map();
  for (const minor of releases) {
    for (const [name, { directory, path }] of packagesByRelease.get(minor)) {
      keyByPath.set(path, name);
      for (const [typeName, type] of readPackage(directory)) mergeType(types, `${name}.${typeName}`, type, minor);
    }
  }
  return { packagesByRelease, types: new Types(types, keyByPath) };
}

function mergeType(merged, key, type, minor) {
  const known = merged.get(key) ?? { first: minor, fields: new Map(), values: new Map() };
  merged.set(key, known);
  known.last = minor;
  known.is = type.is;
  known.mapType = type.mapType;
  known.isEnum = type.isEnum || unmarkedEnums.has(withoutVersion(key));
  for (const value of type.values ?? []) mergeEntry(known.values, value, {}, minor);
  for (const field of type.fields ?? []) mergeEntry(known.fields, fieldKey(field), field, minor);
}

const fieldKey = ({ name, isInline, type }) => (isInline ? `inline ${type}` : name);

function mergeEntry(entries, key, facts, minor) {
  const before = entries.get(key);
  if (before?.type && before.type !== facts.type) console.log(`1.${minor}: ${key} ${before.type} -> ${facts.type}`);
  entries.set(key, { ...facts, first: before?.first ?? minor, last: minor });
}

/**
 * The merged types by key, for example `core/v1.Pod`: `{ first, last, fields: Map }` or `{ is, isEnum, values: Map }`.
 */
class Types {
  constructor(types, keyByPath) {
    this.types = types;
    this.keyByPath = keyByPath;
    this.heldByPointers = new Set(
      [...types].flatMap(([key, { fields }]) =>
        [...fields.values()].filter(({ isPointer }) => isPointer).map(({ type }) => this.innermost(type, key)),
      ),
    );
  }

  has(key) {
    return this.types.has(key);
  }

  get(key) {
    return this.types.get(key);
  }

  names() {
    return [...this.types.keys()];
  }

  /** Configuration kinds, with the releases that have them. */
  configurationKinds() {
    const isKind = ([key, { fields }]) =>
      isConfigurationKind(
        key,
        [...fields.values()].some(({ isInline, type }) => isInline && /(?:^|\.)TypeMeta$/.test(type)),
      );
    return [...this.types].filter(isKind).map(([key, { first, last }]) => ({ key, first, last }));
  }

  innermost(type, key) {
    return this.resolve(type.replace(/^(?:\[\](?!byte)|\{\})+/, ""), key);
  }

  resolve(name, key) {
    return valueTypes.has(name) ? name : this.qualified(name, key);
  }

  /** Resolves a name in the package of `key` to a key, for example `core/v1.Pod`. */
  qualified(name, key) {
    if (!name.includes(".")) return packageOf(key) + name;
    const dot = name.lastIndexOf(".");
    const home = this.keyByPath.get(name.slice(0, dot));
    return home === undefined ? name : home + name.slice(dot);
  }

  /** Follows aliases, such as `type RuleWithOperations = v1.RuleWithOperations`, to the struct. */
  aliased(key) {
    const { is } = this.types.get(key);
    return is === undefined ? key : this.aliased(this.qualified(is, key));
  }

  /** Adds each type below `key` to `reached`, with whether it is also reached outside of a status. */
  reach(key, isStatus, reached) {
    if (reached.has(key) && (isStatus || reached.get(key))) return;
    const type = this.types.get(key);
    if (!type) throw new Error(`no type ${key}`);
    if (type.is === undefined) reached.set(key, !isStatus);
    for (const field of type.fields.values()) this.reachField(field, key, isStatus, reached);
  }

  reachField(field, key, isStatus, reached) {
    const inner = this.innermost(field.type, key);
    if (inner.endsWith(".TypeMeta") || valueTypes.has(inner)) return;
    const named = this.types.get(inner);
    if (named?.is === undefined) {
      this.reach(inner, isStatus || field.name === "status", reached);
      return;
    }
    if (isClosed(named) && !isStatus) reached.set(inner, true);
    const below = this.innermost(named.is, inner);
    if (!valueTypes.has(below)) this.reachField({ name: field.name, type: named.is }, inner, isStatus, reached);
  }

  /** @returns sorted pairs of key and table block */
  render(reached) {
    return [...reached.keys()].sort().map((key) => [key, this.renderType(key, reached)]);
  }

  renderType(key, reached) {
    const type = this.types.get(key);
    const header = type.mapType === "atomic" ? `${key} map=atomic` : key;
    if (type.is === undefined) return [header, ...this.fieldLines(type, key, reached.get(key))].join("\n");
    const isHeld = this.heldByPointers.has(key);
    const values = [...type.values]
      .filter(([value]) => value !== "" || isHeld)
      .map(([value, at]) => (value || '""') + span(at, type));
    return `${key} = ${values.sort().join(" | ")}`;
  }

  fieldLines(type, key, hasEnums, embedded) {
    return [...type.fields.values()].flatMap((field) => {
      if (field.type.endsWith(".TypeMeta") || field.type === "TypeMeta")
        return ["apiVersion - string", "kind - string"];
      if (!field.isInline) return [this.fieldLine(field, type, key, hasEnums, embedded)];
      const inner = this.aliased(this.qualified(field.type, key));
      return this.fieldLines(this.types.get(inner), inner, hasEnums, {
        proto: [embedded?.proto, field.proto].filter(Boolean).join("."),
        at: span(field, type),
        owner: embedded?.owner ?? key,
      });
    });
  }

  fieldLine(field, type, key, hasEnums, embedded) {
    const fact = (name, value) => (value ? `${name}=${value}` : "");
    return [
      field.name,
      field.proto ?? "-",
      this.wireType(field.type, key, embedded?.owner ?? key, hasEnums),
      marks(field, isConfigurationArea(areaOf(key))),
      field.omitsZero ? "~" : "",
      field.isPointer ? "*" : "",
      span(field, type) || embedded?.at,
      fact("in", embedded?.proto),
      fact("list", field.listType),
      fact("map", field.mapType),
      fact("keys", field.mapKeys.join(",")),
      fact("patch", field.patchStrategy),
      fact("merge", field.mergeKey),
      fact("gate", field.gate),
      fact("format", field.format),
      fact("default", field.default),
    ]
      .filter(Boolean)
      .join(" ");
  }

  /**
   * The type on the wire: enumerations keep their name, other named types that are not structs are replaced by their
   * underlying type.
   */
  wireType(type, key, home, hasEnums) {
    const prefix = /^(?:\[\](?!byte)|\{\})*/.exec(type)[0];
    const full = this.resolve(type.slice(prefix.length), key);
    if (valueTypes.has(full)) return prefix + valueTypes.get(full);
    const named = this.types.get(full);
    if (named?.is !== undefined && !(isClosed(named) && hasEnums)) {
      return prefix + this.wireType(named.is, full, home, hasEnums);
    }
    return prefix + (full.startsWith(packageOf(home)) ? full.slice(packageOf(home).length) : full);
  }
}

const isClosed = ({ isEnum, values }) => isEnum && values.size > 0;

/**
 * Marks whether a field is required and always written. A configuration field is required only if a marker says so,
 * since most fields that are always written have defaults.
 */
function marks({ isRequired, isMarkedRequired, isAlwaysWritten }, isConfiguration) {
  if (isMarkedRequired || (isRequired && !isConfiguration)) return isAlwaysWritten ? "!" : "?";
  return isAlwaysWritten ? "+" : "";
}

/** The releases that have a field, empty if all releases with its type have it. */
function span({ first, last }, owner) {
  const since = first > owner.first ? `>=${releaseName(first)}` : "";
  return last < owner.last ? `${since}<${releaseName(last + 1)}` : since;
}

/** The first release that has an entry, and the first one after it was dropped; empty if all releases have it. */
export const spanOf = (entry) => span(entry, { first: releases[0], last: newest });
