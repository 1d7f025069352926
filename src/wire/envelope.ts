/**
 * The envelope of protobuf messages of the API: a magic prefix of four bytes, and a message with the identity of the
 * object and its bytes. Also assembles lists and watch events from the bytes of objects.
 *
 * @module
 */
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { setMember } from "../json/member.ts";
import { failure, type Result } from "../text/result.ts";
import { MessageReader } from "./message-reader.ts";
import { tryDecode } from "./try-decode.ts";

/** The prefix: `k8s` and a zero byte. */
const magic = Uint8Array.of(0x6b, 0x38, 0x73, 0);

/** The apiVersion and kind of an object. */
export interface TypeMeta {
  readonly apiVersion: string;
  readonly kind: string;
}

export interface Enveloped extends TypeMeta {
  /** The message of the object itself. */
  readonly raw: Uint8Array;
}

/** Wraps the message of an object with its identity. */
export function wrapEnvelope(identity: TypeMeta, raw: Uint8Array): Uint8Array {
  return startEnvelope(identity).bytes(raw).raw(envelopeEnd).finish();
}

/** Writes the envelope up to the length of the object's message. */
function startEnvelope({ apiVersion, kind }: TypeMeta): BinaryWriter {
  const writer = new BinaryWriter().raw(magic);
  writer.tag(1, WireType.LengthDelimited).fork();
  writer.tag(1, WireType.LengthDelimited).string(apiVersion);
  writer.tag(2, WireType.LengthDelimited).string(kind);
  writer.join();
  return writer.tag(2, WireType.LengthDelimited);
}

/** Empty content encoding and content type, which are never set. */
const envelopeEnd = new BinaryWriter()
  .tag(3, WireType.LengthDelimited)
  .string("")
  .tag(4, WireType.LengthDelimited)
  .string("")
  .finish();

export function unwrapEnvelope(bytes: Uint8Array): Result<Enveloped> {
  if (bytes.length === 0) return failure("empty data");
  if (!magic.every((byte, index) => bytes[index] === byte)) {
    return failure(`provided data does not appear to be a protobuf message, expected prefix [${magic.join(" ")}]`);
  }
  if (bytes.length === magic.length) return failure("empty body");
  return tryDecode(() => {
    const { typeMeta = new Uint8Array(), raw = new Uint8Array() } = readBytes(bytes.subarray(magic.length), {
      1: "typeMeta",
      2: "raw",
    });
    const { apiVersion, kind } = readBytes(typeMeta, { 1: "apiVersion", 2: "kind" });
    return { apiVersion: textOf(apiVersion), kind: textOf(kind), raw };
  });
}

const decoder = new TextDecoder();
const textOf = (bytes: Uint8Array | undefined): string => decoder.decode(bytes ?? new Uint8Array());

/** Reads fields that contain bytes. @param names - by field number */
function readBytes<N extends string>(
  bytes: Uint8Array,
  names: Readonly<Record<number, N>>,
): Partial<Record<N, Uint8Array>> {
  const fields: Record<string, Uint8Array> = {};
  const reader = new MessageReader(bytes);
  while (reader.pos < reader.len) {
    const [number, wireType] = reader.tag();
    const name = names[number];
    if (name !== undefined && wireType === WireType.LengthDelimited) setMember(fields, name, reader.bytes());
    else reader.skip(wireType, number);
  }
  return fields as Partial<Record<N, Uint8Array>>;
}

/** Encodes a list item from its message. */
export const encodeListItem = (item: Uint8Array): Uint8Array =>
  new BinaryWriter().tag(2, WireType.LengthDelimited).bytes(item).finish();

/**
 * Returns a list in its envelope, in parts.
 *
 * @param metadata - the message of its metadata
 * @param runs - encoded items, any number in each
 */
export function wrapList(identity: TypeMeta, metadata: Uint8Array, runs: readonly Uint8Array[]): readonly Uint8Array[] {
  const head = new BinaryWriter().tag(1, WireType.LengthDelimited).bytes(metadata).finish();
  const length = runs.reduce((sum, run) => sum + run.length, head.length);
  return [startEnvelope(identity).uint32(length).raw(head).finish(), ...runs, envelopeEnd];
}

/** Size in bytes of the length before each event. */
export const frameHeaderBytes = 4;

/**
 * Encodes a watch event, preceded by its length.
 *
 * @param object - an object in its envelope
 */
export function frameWatchEvent(type: string, object: Uint8Array): Uint8Array {
  const writer = new BinaryWriter().tag(1, WireType.LengthDelimited).string(type);
  writer.tag(2, WireType.LengthDelimited).fork();
  writer.tag(1, WireType.LengthDelimited).bytes(object);
  const event = writer.join().finish();
  const framed = new Uint8Array(frameHeaderBytes + event.length);
  new DataView(framed.buffer).setUint32(0, event.length);
  framed.set(event, frameHeaderBytes);
  return framed;
}
