/**
 * Writes and reads JSON in the way that the kubelet does between the merges of its configuration files. Values that
 * this form omits are lost: explicit zeros of fields that cannot distinguish zero from absent, and empty lists.
 *
 * @module
 */
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import { memberOf, setMember } from "../json/member.ts";
import { isPlainObject } from "../json/plain-object.ts";
import type { JsonObject } from "../patch/json-value.ts";
import type { FieldSchema } from "../schema/decode-schema.ts";
import { shapeOf } from "../schema/shape.ts";
import { formatDuration, parseDuration } from "../text/duration.ts";

/** Returns the object in the form that the component writes, with fields in the order of the schema. */
export function writeAsComponent(value: unknown, schema: FieldSchema): JsonObject {
  const written: JsonObject = {};
  const source = isPlainObject(value) ? value : {};
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const member = writeField(memberOf(source, name), field);
    if (member !== undefined) setMember(written, name, member);
  }
  return written;
}

/** Returns the value to write; undefined if the component omits the field. */
function writeField(value: unknown, field: FieldSchema): unknown {
  if (value === undefined && field["x-pointer"]) return undefined;
  if (field.properties) return writeAsComponent(value, field);
  if (field.format === "go-duration" || field["x-duration-or-nanos"]) return writeDuration(value);
  if (field["x-quantity"]) return value ?? "0";
  if (Array.isArray(value)) return value.length > 0 ? value.map((item) => writeItem(item, field.items)) : undefined;
  const { isAlwaysWritten, isPointer } = shapeOf(field);
  if (isPlainObject(value)) return Object.keys(value).length > 0 || isAlwaysWritten ? sorted(value) : undefined;
  const isZero = value === undefined || value === 0 || value === "" || value === false;
  return isZero && !isAlwaysWritten && !isPointer ? undefined : (value ?? zeroOf(field));
}

const writeItem = (item: unknown, schema: FieldSchema | undefined): unknown =>
  schema?.properties ? writeAsComponent(item, schema) : item;

const zeroOf = (field: FieldSchema): unknown => (field.type === "string" ? "" : field.type === "object" ? null : 0);

function writeDuration(value: unknown): unknown {
  if (value === undefined) return "0s";
  const duration = typeof value === "string" ? parseDuration(value) : undefined;
  return duration?.ok ? formatDuration(duration.value) : value;
}

function sorted(map: Readonly<JsonObject>): JsonObject {
  return Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Receives the path of the field in the schema, and the path of the member that was read as that field. */
export type MemberRead = (field: FieldPath, member: FieldPath) => void;

/**
 * Returns the object with the field names of the schema. Reads members in the order of their names, and accepts names
 * in another case. If two members mean the same field, the later one wins, and objects are merged.
 *
 * @param onRead - called for every member that is not an object of fields
 */
export function readFieldNames(value: JsonObject, schema: FieldSchema, onRead: MemberRead): JsonObject {
  return readObject(value, schema, { field: [], member: [] }, onRead);
}

interface PathPair {
  readonly field: FieldPath;
  readonly member: FieldPath;
}

function readObject(value: JsonObject, schema: FieldSchema, at: PathPair, onRead: MemberRead): JsonObject {
  const read: JsonObject = {};
  const names = Object.keys(schema.properties ?? {});
  const nameByFold = new Map(names.map((name) => [fold(name), name]));
  for (const member of Object.keys(value).sort()) {
    const isField = schema.properties && Object.hasOwn(schema.properties, member);
    const name = isField || !schema.properties ? member : (nameByFold.get(fold(member)) ?? member);
    const field = memberOf(schema.properties, name);
    const place = { field: [...at.field, name], member: [...at.member, member] };
    const content = value[member];
    if (field && (field.properties || field.additionalProperties) && isPlainObject(content)) {
      const inner = readObject(content, field.properties ? field : {}, place, onRead);
      const known = memberOf(read, name);
      setMember(read, name, isPlainObject(known) ? { ...known, ...inner } : inner);
      if (Object.keys(content).length === 0) onRead(place.field, place.member);
    } else {
      setMember(read, name, content);
      onRead(place.field, place.member);
    }
  }
  return read;
}

/** Folds the case of a name like Go's JSON decoder: two letters outside of ASCII fold to ASCII ones. */
const fold = (name: string): string => name.toLowerCase().replaceAll("\u017f", "s").replaceAll("\u212a", "k");
