/**
 * Messages of the API: which field of a schema is under which number, and how objects are written and read by that.
 * The order of fields and what is written of absent ones are upstream's, so that equal objects are equal bytes.
 *
 * @module
 */
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { memberOf, setMember } from "../json/member.ts";
import type { FieldSchema } from "../schema/decode-schema.ts";
import type { Result } from "../text/result.ts";
import { compareUtf8 } from "../text/utf8.ts";
import { attempt } from "./attempt.ts";
import { MessageReader } from "./message-reader.ts";
import { maxDepth, type ValueCodec, valueCodecOf } from "./value-codec.ts";

type JsonObject = Record<string, unknown>;

interface MessageField {
  readonly number: number;
  /** In JSON; empty for a message whose fields JSON has in the parent itself. */
  readonly name: string;
  readonly shape: "one" | "list" | "map" | "inline";
  /** Whether nothing is written of an absent value. */
  readonly isPointer: boolean;
  /** Of the value, of an item of the list, of a value of the map. */
  readonly codec: ValueCodec;
}

/** A message type; fields by number, ascending. */
type MessageType = ReadonlyMap<number, MessageField>;

/** Whether values of the schema can be on the wire at all. */
export function isMessage({ properties = {} }: FieldSchema): boolean {
  return Object.values(properties).some(({ "x-proto": number }) => number !== undefined);
}

/** How an object is written, with its length before it. */
function messageCodec(schema: FieldSchema): MessageCodec {
  const known = codecBySchema.get(schema);
  if (known) return known;
  const codec = lazyMessageCodec(() => compile(schema));
  codecBySchema.set(schema, codec);
  return codec;
}

const codecBySchema = new WeakMap<FieldSchema, MessageCodec>();

/** The bytes of an object alone. */
export function encodeMessage(object: JsonObject, schema: FieldSchema): Uint8Array {
  const writer = new BinaryWriter();
  messageCodec(schema).writeFields(writer, object);
  return writer.finish();
}

/** The object that the bytes say, without `apiVersion` and `kind`. */
export function decodeMessage(bytes: Uint8Array, schema: FieldSchema): Result<JsonObject> {
  return attempt(() => {
    const object: JsonObject = {};
    messageCodec(schema).readFields(new MessageReader(bytes), object, bytes.length, 0);
    return object;
  });
}

interface MessageCodec extends ValueCodec {
  writeFields(writer: BinaryWriter, object: JsonObject): void;
  /** @param end - where the message ends */
  readFields(reader: MessageReader, object: JsonObject, end: number, depth: number): void;
}

/** @param compileType - called when first needed: a type may hold itself */
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
  return compileFields(Object.entries(schema.properties ?? {}).map(([name, field]) => placed(name, field)));
}

/** A field, and the numbers of the messages around it that JSON does not have, the outermost first. */
interface PlacedField {
  readonly name: string;
  readonly field: FieldSchema;
  readonly inside: readonly number[];
}

function placed(name: string, field: FieldSchema): PlacedField {
  const { "x-proto-inline": inline = [] } = field;
  return { name, field, inside: typeof inline === "number" ? [inline] : inline };
}

function compileFields(fields: readonly PlacedField[]): MessageType {
  const compiled: MessageField[] = [];
  const inner = new Map<number, PlacedField[]>();
  for (const { name, field, inside } of fields) {
    const [outermost, ...rest] = inside;
    if (outermost !== undefined) {
      const siblings = inner.get(outermost) ?? [];
      siblings.push({ name, field, inside: rest });
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
  // Fields that the newest release no longer has are written only of objects that have them.
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

/** A list as the value of a map is a message that holds it. */
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
 * Values that JSON has as an object, a list or a boolean: a message with a field for each, of which the value is in
 * one.
 */
function formsCodec(message: MessageCodec): ValueCodec {
  return {
    ...message,
    write(writer, value) {
      if (Array.isArray(value)) message.write(writer, { list: value });
      else if (typeof value === "boolean") message.write(writer, { boolean: value });
      // Go sets the boolean beside an object; types without one write no such field.
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

/** Entries are messages of a key and a value, sorted by key. */
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

/** Values that absence represents are left out, so that objects are as JSON has them. */
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

/** Names of fields come from schemas, so the object holds them itself or not at all. */
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
