/**
 * Encodes single values: scalars, and messages that are scalars or arbitrary values in JSON (times, durations,
 * quantities, int-or-string, raw JSON).
 *
 * @module
 */
import { type BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { formatJson } from "../json/format-json.ts";
import type { FieldSchema } from "../schema/decode-schema.ts";
import { decodeBase64, encodeBase64 } from "../text/base64.ts";
import { formatDuration, parseDuration } from "../text/duration.ts";
import { formatUtcMicros, formatUtcSeconds, nanosPerMicro, parseTimestamp, zeroTimeS } from "../text/timestamp.ts";
import type { MessageReader } from "./message-reader.ts";
import { parseJson } from "./parse-json.ts";

/** Deepest nesting to decode, counting messages, and the lists and maps of raw JSON in them. */
export const maxDepth = 500;

/** Encodes the values of a type after their tag, and decodes them. */
export interface ValueCodec {
  readonly wireType: WireType;
  write(writer: BinaryWriter, value: unknown): void;
  /**
   * @param depth - number of enclosing messages
   * @returns undefined for a value that is null in JSON
   * @throws {Error} for invalid bytes
   */
  read(reader: MessageReader, depth: number): unknown;
  /** The value that is encoded if a field is absent and its type is not a pointer. */
  readonly zero: unknown;
  /** Whether an absent value is not encoded even if the type is not a pointer. */
  readonly omitsZero?: true;
  /** Whether a decoded value is equivalent to absence. */
  isZero(value: unknown): boolean;
}

/** @returns undefined for objects and lists */
export function valueCodecOf(schema: FieldSchema): ValueCodec | undefined {
  if (schema["x-raw"]) return raw;
  if (schema["x-int"] === 64) return int64;
  if (schema["x-int"] === 32) return int32;
  if (schema["x-int-or-string"]) return intOrString;
  if (schema["x-quantity"]) return quantity;
  switch (schema.type) {
    case "boolean":
      return bool;
    case "number":
      return double;
    case "string":
      return codecByFormat.get(schema.format ?? "") ?? text;
    default:
      return undefined;
  }
}

const isFalsy = (value: unknown): boolean => !value;

const text: ValueCodec = {
  wireType: WireType.LengthDelimited,
  write: (writer, value) => writer.string(value as string),
  read: (reader) => reader.string(),
  zero: "",
  isZero: isFalsy,
};

const bytes: ValueCodec = {
  wireType: WireType.LengthDelimited,
  write(writer, value) {
    const decoded = decodeBase64(value as string);
    if (!decoded) throw new Error("no base64");
    writer.bytes(decoded);
  },
  read: (reader) => encodeBase64(reader.bytes()),
  zero: undefined,
  omitsZero: true,
  isZero: () => false,
};

const bool: ValueCodec = {
  wireType: WireType.Varint,
  write: (writer, value) => writer.bool(value as boolean),
  read: (reader) => reader.bool(),
  zero: false,
  isZero: isFalsy,
};

const int32: ValueCodec = {
  wireType: WireType.Varint,
  write: (writer, value) => writer.int32(value as number),
  read: (reader) => reader.int32(),
  zero: 0,
  isZero: isFalsy,
};

const int64: ValueCodec = {
  wireType: WireType.Varint,
  write: (writer, value) => writer.int64(value as number | bigint),
  read: (reader) => exactNumber(BigInt(reader.int64())),
  zero: 0,
  isZero: isFalsy,
};

const double: ValueCodec = {
  wireType: WireType.Bit64,
  write: (writer, value) => writer.double(value as number),
  read: (reader) => reader.double(),
  zero: 0,
  isZero: isFalsy,
};

/** Returns a number if it is exact, else a bigint. */
function exactNumber(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** Returns the codec of a message with a few scalar fields. @param types - codecs of the fields by number */
function createMessageCodec(
  write: (writer: BinaryWriter, value: unknown) => void,
  read: (fields: ReadonlyMap<number, unknown>) => unknown,
  types: Readonly<Record<number, ValueCodec>>,
  rest: Pick<ValueCodec, "zero" | "isZero">,
): ValueCodec {
  return {
    wireType: WireType.LengthDelimited,
    write(writer, value) {
      writer.fork();
      write(writer, value);
      writer.join();
    },
    read: (reader, depth) => read(readScalars(reader, types, depth)),
    ...rest,
  };
}

function readScalars(reader: MessageReader, types: Readonly<Record<number, ValueCodec>>, depth: number) {
  const fields = new Map<number, unknown>();
  const end = reader.endOfMessage();
  while (reader.pos < end) {
    const [number, wireType] = reader.tag();
    const codec = types[number];
    if (codec?.wireType === wireType) fields.set(number, codec.read(reader, depth));
    else reader.skip(wireType, number);
  }
  if (reader.pos !== end) throw new RangeError("unexpected EOF");
  return fields;
}

function writeField(writer: BinaryWriter, number: number, codec: ValueCodec, value: unknown): void {
  writer.tag(number, codec.wireType);
  codec.write(writer, value);
}

const quantity = createMessageCodec(
  (writer, value) => writeField(writer, 1, text, value),
  (fields) => fields.get(1) ?? "0",
  { 1: text },
  { zero: "0", isZero: () => false },
);

/** The field that distinguishes numbers from strings. */
const intOrStringType = { number: 0, text: 1 } as const;

const intOrString = createMessageCodec(
  (writer, value) => {
    const isText = typeof value === "string";
    writeField(writer, 1, int64, isText ? intOrStringType.text : intOrStringType.number);
    writeField(writer, 2, int32, isText ? 0 : value);
    writeField(writer, 3, text, isText ? value : "");
  },
  (fields) => (fields.get(1) === intOrStringType.text ? (fields.get(3) ?? "") : (fields.get(2) ?? 0)),
  { 1: int64, 2: int32, 3: text },
  { zero: 0, isZero: (value) => value === 0 },
);

const duration = createMessageCodec(
  (writer, value) => {
    const nanos = parseDuration(value as string);
    if (!nanos.ok) throw new Error(`no duration: ${String(value)}`);
    writeField(writer, 1, int64, nanos.value);
  },
  (fields) => formatDuration(BigInt((fields.get(1) as number | bigint | undefined) ?? 0)),
  { 1: int64 },
  { zero: "0s", isZero: (value) => value === "0s" },
);

/** The end of the year 9999, in seconds; later times have no text format. */
const maxTimeS = 253_402_300_799;

/** @param format - returns the text of a time from seconds and nanoseconds */
function timeCodec(nanosOf: (nanos: number) => number, format: (seconds: number, nanos: number) => string): ValueCodec {
  return createMessageCodec(
    (writer, value) => {
      // An empty string represents null in a map.
      if (value === "") return;
      const time = parseTimestamp(value as string);
      if (!time) throw new Error(`no time: ${String(value)}`);
      if (time.seconds === zeroTimeS && time.nanos === 0) return;
      writeField(writer, 1, int64, time.seconds);
      writeField(writer, 2, int32, nanosOf(time.nanos));
    },
    (fields) => {
      if (fields.size === 0) return undefined;
      const seconds = Number(fields.get(1) ?? 0);
      if (seconds < zeroTimeS || seconds > maxTimeS) throw new RangeError("time out of range");
      return format(seconds, nanosOf(Number(fields.get(2) ?? 0)));
    },
    { 1: int64, 2: int32 },
    { zero: "0001-01-01T00:00:00Z", isZero: (value) => value === undefined },
  );
}

const time = timeCodec(
  () => 0,
  (seconds) => formatUtcSeconds({ seconds }),
);

const microTime = timeCodec(
  (nanos) => nanos - (nanos % nanosPerMicro),
  (seconds, nanos) => formatUtcMicros({ seconds, nanos }),
);

const codecByFormat: ReadonlyMap<string, ValueCodec> = new Map(
  Object.entries({
    base64: bytes,
    "rfc3339-time": time,
    "rfc3339-micro-time": microTime,
    "go-duration": duration,
  }),
);

/** Bytes without conversion. */
const rawBytes: ValueCodec = {
  ...bytes,
  write: (writer, value) => writer.bytes(value as Uint8Array),
  read: (reader) => reader.bytes(),
};

/** Raw JSON is UTF-8 without a byte order mark. */
const rawText = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const rawMessage = createMessageCodec(
  (writer, value) => {
    if (value !== undefined) writeField(writer, 1, rawBytes, new TextEncoder().encode(formatJson(value)));
  },
  (fields) => fields.get(1),
  { 1: rawBytes },
  { zero: undefined, isZero: (value) => value === undefined },
);

const raw: ValueCodec = {
  ...rawMessage,
  read(reader, depth) {
    const json = rawMessage.read(reader, depth) as Uint8Array | undefined;
    if (json === undefined || json.length === 0) return undefined;
    return parseJson(rawText.decode(json), maxDepth - depth) ?? undefined;
  },
};
