/**
 * Protobuf messages of the API: maps the fields of a schema to field numbers, and encodes and decodes objects. The
 * order of fields and the encoding of absent ones are those of upstream, so that equal objects have equal bytes.
 *
 * @module
 */
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { memberOf, setMember } from "../json/member.ts";
import type { FieldSchema } from "../schema/decode-schema.ts";
import type { Result } from "../text/result.ts";
import { compareUtf8 } from "../text/utf8.ts";
import { MessageReader } from "./message-reader.ts";
import { tryDecode } from "./try-decode.ts";
import { maxDepth, type ValueCodec, valueCodecOf } from "./value-codec.ts";

type JsonObject = Record<string, unknown>;

interface MessageField {
  readonly number: number;
  /** The name in JSON; empty for a message whose fields are fields of the parent in JSON. */
  readonly name: string;
  readonly shape: "one" | "list" | "map" | "inline";
  /** Whether an absent value is not encoded. */
  readonly isPointer: boolean;
  /** The codec of the value, of a list item, or of a map value. */
  readonly codec: ValueCodec;
}

/** A message type: its fields by number, ascending. */
type MessageType = ReadonlyMap<number, MessageField>;

/** Whether values of the schema have a protobuf encoding. */
export function isMessage({ properties = {} }: FieldSchema): boolean {
  return Object.values(properties).some(({ "x-proto": number }) => number !== undefined);
}

/** Returns the codec of an object, which is encoded with its length first. */
function messageCodec(schema: FieldSchema): MessageCodec {
  const known = codecBySchema.get(schema);
  if (known) return known;
  const codec = lazyMessageCodec(() => compile(schema));
  codecBySchema.set(schema, codec);
  return codec;
}

const codecBySchema = new WeakMap<FieldSchema, MessageCodec>();

/** Encodes an object without its length. */
export function encodeMessage(object: JsonObject, schema: FieldSchema): Uint8Array {
  const writer = new BinaryWriter();
  messageCodec(schema).writeFields(writer, object);
  return writer.finish();
}

/** Decodes an object; the result has no `apiVersion` and `kind`. */
export function decodeMessage(bytes: Uint8Array, schema: FieldSchema): Result<JsonObject> {
  return tryDecode(() => {
    const object: JsonObject = {};
    messageCodec(schema).readFields(new MessageReader(bytes), object, bytes.length, 0);
    return object;
  });
}

interface MessageCodec extends ValueCodec {
  writeFields(writer: BinaryWriter, object: JsonObject): void;
  /** @param end - the position of the end of the message */
  readFields(reader: MessageReader, object: JsonObject, end: number, depth: number): void;
}

/** @param compileType - called on first use, since a type may contain itself */
function lazyMessageCodec(compileType: () => MessageType): MessageCodec {
  let type: MessageType | undefined;
  const codec: MessageCodec = {
    wireType: WireType.LengthDelimited,
    write(writer, value) {
      writer.fork();
      codec.writeFields(writer, value as JsonObject);
      writer.join();
    },
    read(reader, depth) {
      const object: JsonObject = {};
      codec.readFields(reader, object, reader.endOfMessage(), depth);
      return object;
    },
    writeFields(writer, object) {
      type ??= compileType();
      writeFields(writer, type, object);
    },
    readFields(reader, object, end, depth) {
      type ??= compileType();
      readFields(reader, type, object, end, depth);
    },
    zero: {},
    isZero: (value) => Object.keys(value as JsonObject).length === 0,
  };
  return codec;
}

function compile(schema: FieldSchema): MessageType {
  return compileFields(Object.entries(schema.properties ?? {}).map(([name, field]) => placeField(name, field)));
}

/** A field, and the numbers of the enclosing messages that JSON does not have, the outermost first. */
interface PlacedField {
  readonly name: string;
  readonly field: FieldSchema;
  readonly enclosingNumbers: readonly number[];
}

function placeField(name: string, field: FieldSchema): PlacedField {
  const { "x-proto-inline": inline = [] } = field;
  return { name, field, enclosingNumbers: typeof inline === "number" ? [inline] : inline };
}

function compileFields(fields: readonly PlacedField[]): MessageType {
  const compiled: MessageField[] = [];
  const inner = new Map<number, PlacedField[]>();
  for (const { name, field, enclosingNumbers } of fields) {
    const [outermost, ...rest] = enclosingNumbers;
    if (outermost !== undefined) {
      const siblings = inner.get(outermost) ?? [];
      siblings.push({ name, field, enclosingNumbers: rest });
      inner.set(outermost, siblings);
    } else if (field["x-proto"] !== undefined) compiled.push(compileField(name, field, field["x-proto"]));
  }
  for (const [number, siblings] of inner) {
    const type = compileFields(siblings);
    compiled.push({ number, name: "", shape: "inline", isPointer: false, codec: lazyMessageCodec(() => type) });
  }
  return new Map(compiled.sort((a, b) => a.number - b.number).map((field) => [field.number, field]));
}

function compileField(name: string, field: FieldSchema, number: number): MessageField {
  // Fields that the newest release lacks are encoded only for objects that have them.
  const isPointer = field["x-pointer"] === true || field["x-until"] !== undefined;
  if (field["x-proto-value"])
    return { number, name, shape: "one", isPointer, codec: messageCodec(field["x-proto-value"]) };
  const own = ownCodecOf(field);
  if (own) return { number, name, shape: "one", isPointer, codec: own };
  if (field.items) return { number, name, shape: "list", isPointer, codec: codecOf(field.items) };
  const { additionalProperties: values } = field;
  if (typeof values === "object") return { number, name, shape: "map", isPointer, codec: codecOf(values) };
  return { number, name, shape: "one", isPointer, codec: messageCodec(field) };
}

/** Returns the codec of a list item or map value; a list there is a message that contains the items. */
function codecOf(schema: FieldSchema): ValueCodec {
  const { items } = schema;
  return ownCodecOf(schema) ?? (items ? listCodec(codecOf(items)) : messageCodec(schema));
}

/** @returns undefined for objects and lists */
function ownCodecOf(schema: FieldSchema): ValueCodec | undefined {
  const { "x-proto-forms": forms } = schema;
  return forms ? formsCodec(messageCodec(forms)) : valueCodecOf(schema);
}

/**
 * Returns the codec of values that are an object, a list or a boolean in JSON: a message with a field for each form.
 */
function formsCodec(message: MessageCodec): ValueCodec {
  return {
    ...message,
    write(writer, value) {
      if (Array.isArray(value)) message.write(writer, { list: value });
      else if (typeof value === "boolean") message.write(writer, { boolean: value });
      // Go also sets the boolean for an object; types without a boolean form have no such field, so it is not written.
      else message.write(writer, { object: value, boolean: true });
    },
    read(reader, depth) {
      const { object, list, boolean = false } = message.read(reader, depth) as Record<string, unknown>;
      return object ?? list ?? boolean;
    },
    zero: undefined,
    isZero: () => false,
  };
}

function listCodec(item: ValueCodec): ValueCodec {
  const field: MessageField = { number: 1, name: "items", shape: "list", isPointer: false, codec: item };
  const codec = lazyMessageCodec(() => new Map([[field.number, field]]));
  return {
    ...codec,
    write: (writer, value) => codec.write(writer, { items: value }),
    read: (reader, depth) => (codec.read(reader, depth) as { items?: unknown }).items ?? [],
    zero: [],
  };
}

function writeFields(writer: BinaryWriter, type: MessageType, object: JsonObject): void {
  for (const field of type.values()) {
    const { number, name, shape, codec } = field;
    if (shape === "inline") {
      writer.tag(number, codec.wireType);
      codec.write(writer, object);
      continue;
    }
    const value = Object.hasOwn(object, name) ? (object[name] ?? undefined) : undefined;
    if (shape === "one") writeOne(writer, field, value);
    else if (shape === "list") writeList(writer, field, (value ?? []) as readonly unknown[]);
    else writeMap(writer, field, (value ?? {}) as JsonObject);
  }
}

function writeOne(writer: BinaryWriter, { number, isPointer, codec }: MessageField, value: unknown): void {
  if (value === undefined && (isPointer || codec.omitsZero)) return;
  writer.tag(number, codec.wireType);
  codec.write(writer, value ?? codec.zero);
}

function writeList(writer: BinaryWriter, { number, codec }: MessageField, items: readonly unknown[]): void {
  for (const item of items) {
    writer.tag(number, codec.wireType);
    codec.write(writer, item ?? codec.zero);
  }
}

/** Field numbers of a map entry: each is a message with key and value, and entries are sorted by key. */
const entryKey = 1;
const entryValue = 2;

function writeMap(writer: BinaryWriter, { number, codec }: MessageField, map: JsonObject): void {
  for (const key of Object.keys(map).sort(compareUtf8)) {
    const value = map[key] ?? codec.zero;
    writer.tag(number, WireType.LengthDelimited).fork();
    writer.tag(entryKey, WireType.LengthDelimited).string(key);
    if (value !== undefined || !codec.omitsZero) {
      writer.tag(entryValue, codec.wireType);
      codec.write(writer, value);
    }
    writer.join();
  }
}

function readFields(reader: MessageReader, type: MessageType, object: JsonObject, end: number, depth: number): void {
  if (depth > maxDepth) throw new RangeError(`messages are nested deeper than ${maxDepth}`);
  while (reader.pos < end) {
    const [number, wireType] = reader.tag();
    const field = type.get(number);
    if (field) readField(reader, field, wireType, object, depth + 1);
    else reader.skip(wireType, number);
  }
  if (reader.pos !== end) throw new RangeError("unexpected EOF");
}

function readField(
  reader: MessageReader,
  field: MessageField,
  wireType: WireType,
  object: JsonObject,
  depth: number,
): void {
  const { name, shape, codec } = field;
  if (shape === "map") {
    readEntry(reader, field, mapAt(object, name), depth);
    return;
  }
  const isPacked = shape === "list" && wireType === WireType.LengthDelimited && codec.wireType !== wireType;
  if (wireType !== codec.wireType && !isPacked) {
    throw new Error(`wrong wireType = ${wireType} for field ${name}`);
  }
  if (shape === "inline") (codec as MessageCodec).readFields(reader, object, reader.endOfMessage(), depth);
  else if (shape === "list") readItems(reader, codec, listAt(object, name), isPacked, depth);
  else readOne(reader, field, object, depth);
}

/** Reads a value. Drops one that is equivalent to absence, so that the object is the same as one from JSON. */
function readOne(reader: MessageReader, { name, isPointer, codec }: MessageField, object: JsonObject, depth: number) {
  const value = codec.read(reader, depth);
  if (value === undefined || (!isPointer && codec.isZero(value))) delete object[name];
  else setMember(object, name, value);
}

function readItems(reader: MessageReader, codec: ValueCodec, items: unknown[], isPacked: boolean, depth: number): void {
  const end = isPacked ? reader.endOfMessage() : reader.pos + 1;
  do items.push(codec.read(reader, depth) ?? null);
  while (isPacked && reader.pos < end);
}

function readEntry(reader: MessageReader, { codec, name }: MessageField, map: JsonObject, depth: number): void {
  const end = reader.endOfMessage();
  let key = "";
  let value: unknown = codec.zero ?? "";
  while (reader.pos < end) {
    const [number, wireType] = reader.tag();
    if (number === entryKey && wireType === WireType.LengthDelimited) key = reader.string();
    else if (number === entryValue && wireType === codec.wireType) value = codec.read(reader, depth) ?? null;
    else if (number === entryValue) throw new Error(`wrong wireType = ${wireType} for field ${name}`);
    else reader.skip(wireType, number);
  }
  if (reader.pos !== end) throw new RangeError("unexpected EOF");
  setMember(map, key, value);
}

/**
 * Returns the list of a field, which is created if absent. Reads only own members, though field names come from
 * schemas.
 */
function listAt(object: JsonObject, name: string): unknown[] {
  const known = memberOf(object, name);
  if (Array.isArray(known)) return known;
  const list: unknown[] = [];
  setMember(object, name, list);
  return list;
}

function mapAt(object: JsonObject, name: string): JsonObject {
  const known = memberOf(object, name);
  if (known !== undefined) return known as JsonObject;
  const map: JsonObject = {};
  setMember(object, name, map);
  return map;
}
