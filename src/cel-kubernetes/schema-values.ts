/**
 * Converts the JSON of a custom resource to CEL values by its schema: objects have escaped field names, times and bytes
 * are parsed, and lists that are sets or maps compare and concatenate as such.
 *
 * @module
 */

import { equate } from "../cel/eval/equality.ts";
import { noSuchOverload } from "../cel/eval/faults.ts";
import { fromJson } from "../cel/eval/json.ts";
import { escapePropertyName } from "../cel/syntax/property-name.ts";
import { bytesType, type CelType, doubleType, dynType, timestampType } from "../cel/types/types.ts";
import { CelError, CelMap, Duration, IdentityList, type Value } from "../cel/types/values.ts";
import { jsonOf } from "../json/as-json.ts";
import { Float64 } from "../json/float64.ts";
import { goTypeOf } from "../json/go-value.ts";
import { memberNames, memberOf } from "../json/member.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { unescapeCelName } from "../text/cel-name.ts";
import { parseLooseDuration } from "../text/loose-duration.ts";
import { asResource } from "./cost/schema-bounds.ts";
import type { StructuralSchema } from "./schema-types.ts";

/**
 * Returns the value of `self` or `oldSelf`.
 *
 * @param json - it must not change while the value is in use
 * @param isResource - true for the root of the schema and for embedded resources
 * @throws {UnfitValue} immediately, or when an expression reads a part that does not fit the schema
 */
export function schemaValue(json: unknown, schema: StructuralSchema, isResource: boolean): Value {
  return valueAt(json, isResource ? asResource(schema) : schema);
}

/** A value does not fit its schema: expressions cannot read it, since kube-apiserver has no CEL value for it. */
export class UnfitValue extends Error {}

/** Calls `read`; returns an error if it reads a value that does not fit the schema, whole or in part. */
export function errorIfUnfit<T>(read: () => T): T | CelError {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnfitValue) return new CelError(error.message);
    throw error;
  }
}

/** Converts a value. Throws an `UnfitValue` if the value does not fit the schema. */
function valueAt(given: unknown, schema: StructuralSchema): Value {
  const json = jsonOf(given);
  if (!fits(json, schema)) throw new UnfitValue(`invalid data, ${misfitMessage(json, schema)}`);
  if (json instanceof Float64) return Number(json);
  if (isPlainObject(json)) return new SchemaMap(json, asEmbedded(schema));
  if (Array.isArray(json)) return listOf(json, schema);
  if (typeof json === "string") return fromText(json, schema);
  return fromJson(json, schema.type === "number" ? doubleType : dynType, { wholeNumbers: "int" });
}

function fits(json: unknown, schema: StructuralSchema): boolean {
  if (json === null || json === undefined) return schema.nullable === true || !isTyped(schema);
  if (json instanceof Float64) return schema.type === "number" || !isTyped(schema);
  if (schema["x-kubernetes-int-or-string"]) return typeof json === "string" || isWhole(json);
  switch (schema.type) {
    case "object":
      return isPlainObject(json);
    case "array":
      return Array.isArray(json);
    case "integer":
      return isWhole(json);
    case "number":
      return typeof json === "number" || typeof json === "bigint";
    default:
      return !schema.type || typeof json === schema.type;
  }
}

const isTyped = (schema: StructuralSchema): boolean => Boolean(schema.type || schema["x-kubernetes-int-or-string"]);

/** Go decodes a whole number beyond 64 bits as a floating point number. */
const isWhole = (json: unknown): boolean =>
  typeof json === "bigint"
    ? BigInt.asIntN(64, json) === json
    : Number.isInteger(json) && Number(json) >= -int64Bound && Number(json) < int64Bound;

const int64Bound = 2 ** 63;

/** Returns why a value does not fit, with the message of kube-apiserver. */
function misfitMessage(json: unknown, schema: StructuralSchema): string {
  if (json === null || json === undefined) return "got null for schema with nullable=false";
  if (schema["x-kubernetes-int-or-string"]) return "expected XIntOrString value to be either a string or integer";
  const { type = "" } = schema;
  if (type === "object" || type === "array")
    return `expected ${type === "object" ? "a map" : "an array"} for the provided schema with type=${type}`;
  return `expected ${celNames.get(type) ?? type}, got ${goTypeOf(json)}`;
}

const celNames: ReadonlyMap<unknown, string> = new Map([
  ["number", "float"],
  ["integer", "int"],
  ["boolean", "bool"],
]);

function asEmbedded(schema: StructuralSchema): StructuralSchema {
  return schema["x-kubernetes-embedded-resource"] ? asResource(schema) : schema;
}

function fromText(text: string, schema: StructuralSchema): Value {
  const format = schema.type === "string" ? schema.format : undefined;
  if (format === "duration") {
    const nanos = parseLooseDuration(text);
    return nanos === undefined ? text : new Duration(nanos);
  }
  if (format === "date") return fromJson(`${text}T00:00:00Z`, timestampType);
  return fromJson(text, textTypes.get(format ?? "") ?? dynType);
}

const textTypes: ReadonlyMap<string, CelType> = new Map<string, CelType>([
  ["byte", bytesType],
  ["date-time", timestampType],
]);

function listOf(json: readonly unknown[], schema: StructuralSchema): readonly Value[] {
  const { items = {} } = schema;
  const keys = (schema["x-kubernetes-list-map-keys"] ?? []).map((key) => escapePropertyName(key) ?? key);
  switch (schema["x-kubernetes-list-type"]) {
    case "set":
      return fillFromJson(new SetList(), json, items);
    case "map":
      return fillFromJson(keyedList([], keys), json, items);
    default:
      return fillFromJson(new OrderedList(), json, items);
  }
}

/** Fills a list. An item that does not fit the schema throws only when an expression reads it. */
function fillFromJson<T extends IdentityList>(list: T, json: readonly unknown[], items: StructuralSchema): T {
  for (const [index, given] of json.entries()) {
    const item = jsonOf(given);
    if (fits(item, items)) list.push(valueAt(item, items));
    else Object.defineProperty(list, index, { configurable: true, enumerable: true, get: () => valueAt(item, items) });
  }
  return list;
}

/**
 * A list with a schema. On the left of `==`, it can be compared only with lists; a list made by an expression is
 * unequal to other values instead.
 */
abstract class SchemaList extends IdentityList {
  override equalsOther(): CelError {
    return noSuchOverload;
  }
}

/** A list whose order matters. */
class OrderedList extends SchemaList {
  equalsList(other: readonly Value[]): boolean | CelError {
    if (other.length !== this.length) return false;
    for (const [index, value] of this.entries()) {
      const result = equate(value, other[index] ?? null);
      if (result !== true) return result;
    }
    return true;
  }

  joinedWith(other: readonly Value[]): Value {
    return [...this, ...other];
  }
}

/** A list of unique scalars, whose order does not matter. */
class SetList extends SchemaList {
  equalsList(other: readonly Value[]): boolean | CelError {
    if (other.length !== this.length) return false;
    const [keys, otherKeys] = [this.map(scalarKey), other.map(scalarKey)];
    if (keys.includes(undefined) || otherKeys.includes(undefined)) return nonScalarError;
    const known = new Set(keys);
    return otherKeys.every((key) => known.has(key)) && new Set(otherKeys).size === known.size;
  }

  joinedWith(other: readonly Value[]): Value | CelError {
    const known = new Set(this.map(scalarKey));
    if (known.has(undefined) || other.some((value) => scalarKey(value) === undefined)) return nonScalarError;
    const added = other.filter((value) => !known.has(scalarKey(value)));
    return new SetList().filledWith(this).filledWith(added);
  }
}

const nonScalarError = new CelError("listSet operations are only supported on lists of scalar values");

/** A list of objects that are identified by some of their fields; the order does not matter. */
class KeyedList extends SchemaList {
  /** The names of the key fields, escaped. */
  fields: readonly string[] = [];

  equalsList(other: readonly Value[]): boolean | CelError {
    if (other.length !== this.length) return false;
    const byKey = new Map(this.map((value) => [this.keyOf(value), value]));
    const seen = new Set<string>();
    for (const value of other) {
      const key = this.keyOf(value);
      const own = byKey.get(key);
      const result = own !== undefined && equate(own, value);
      if (result !== true) return result;
      seen.add(key);
    }
    return seen.size === byKey.size;
  }

  /**
   * Concatenates two lists: items of the other list replace items with the same key. If this list has a key twice, both
   * items remain and the last one is replaced.
   */
  joinedWith(other: readonly Value[]): Value {
    const joined: Value[] = [...this];
    const placeByKey = new Map(joined.map((value, place) => [this.keyOf(value), place]));
    for (const value of other) joined[placeByKey.get(this.keyOf(value)) ?? joined.length] = value;
    return keyedList(joined, this.fields);
  }

  private keyOf(value: Value): string {
    const parts = this.fields.map((field) => (value instanceof CelMap ? value.get(field) : undefined));
    return JSON.stringify(parts.map((part) => (part === undefined ? null : (scalarKey(part) ?? null))));
  }
}

function keyedList(values: Iterable<Value>, fields: readonly string[]): KeyedList {
  const list = new KeyedList().filledWith(values);
  list.fields = fields;
  return list;
}

/** Returns a key that is unique for each scalar and type; undefined for other values. */
function scalarKey(value: Value): string | undefined {
  if (value instanceof CelMap || Array.isArray(value)) return undefined;
  return `${typeof value} ${typeof value === "object" ? JSON.stringify(Object.entries(value ?? {}).map(String)) : String(value)}`;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** An object with the fields of its schema under escaped names, or a map with any keys. */
class SchemaMap extends CelMap {
  private readonly json: JsonObject;
  private readonly schema: StructuralSchema;
  /** Whether the schema declares fields: then their names are escaped, and a null field counts as absent. */
  private readonly hasFields: boolean;
  private readonly values = new Map<string, Value>();

  constructor(json: JsonObject, schema: StructuralSchema) {
    super();
    this.json = json;
    this.schema = schema;
    this.hasFields = schema.properties !== undefined;
  }

  /** Counts fields that the schema does not declare, too. */
  get size(): number {
    return memberNames(this.json).length;
  }

  get(key: Value): Value | undefined {
    if (typeof key !== "string") return undefined;
    const name = this.hasFields ? unescapeCelName(key) : key;
    if (name === undefined || !Object.hasOwn(this.json, name)) return undefined;
    const known = this.values.get(name);
    if (known !== undefined) return known;
    const schema = this.schemaOf(name);
    const json = this.json[name];
    if (schema === undefined || json === undefined || (this.hasFields && json === null)) return undefined;
    const value = valueAt(json, schema);
    this.values.set(name, value);
    return value;
  }

  *keys(): Iterable<Value> {
    for (const name of memberNames(this.json)) {
      if (this.schemaOf(name) !== undefined) yield this.hasFields ? (escapePropertyName(name) ?? name) : name;
    }
  }

  /** Compares two objects. Fields that the schema does not declare are compared only if both objects have them. */
  override equalsMap(other: CelMap): boolean | CelError | undefined {
    if (!(other instanceof SchemaMap)) return undefined;
    if (other.size !== this.size) return false;
    for (const name of memberNames(this.json)) {
      if (this.schemaOf(name) === undefined) {
        const undeclared = memberOf(other.json, name);
        if (undeclared === undefined) continue;
        if (equate(fromJson(memberOf(this.json, name)), fromJson(undeclared)) !== true) return false;
        continue;
      }
      // Does not read a field that only one object has, because the field may not fit the schema.
      if (this.isPresent(name) !== other.isPresent(name)) return false;
      const [own, others] = [this.get(this.keyOf(name)), other.get(this.keyOf(name))];
      if (own === undefined || others === undefined) continue;
      const result = equate(own, others);
      if (result !== true) return result;
    }
    return true;
  }

  override equalsOther(): CelError {
    return noSuchOverload;
  }

  private isPresent(name: string): boolean {
    const json = memberOf(this.json, name);
    return json !== undefined && !(this.hasFields && json === null);
  }

  private keyOf(name: string): string {
    return this.hasFields ? (escapePropertyName(name) ?? name) : name;
  }

  private schemaOf(name: string): StructuralSchema | undefined {
    const { properties, additionalProperties } = this.schema;
    if (properties !== undefined) return Object.hasOwn(properties, name) ? properties[name] : undefined;
    return typeof additionalProperties === "object" ? additionalProperties : undefined;
  }
}
