/**
 * `application/cbor`: a binary encoding with the same content as JSON in fewer bytes. Behind a feature gate.
 *
 * @module
 */
import { readCbor, TooManyValues } from "../../wire/cbor-reader.ts";
import { writeCbor } from "../../wire/cbor-writer.ts";
import { listOf, type ObjectType } from "../request/served-resource.ts";
import { maxBodyDepth, maxBodyValues, tooManyValues } from "./body-text.ts";
import { asListItem, type Codec, type EventType, type RunEncoder } from "./codec.ts";
import { PartBuffer } from "./parts.ts";
import { unrecognized } from "./unrecognized.ts";

/** The tag for self-described CBOR, which begins each document. */
const selfDescribed = Uint8Array.of(0xd9, 0xd9, 0xf7);
/** The first byte of a map with this number of members, up to 23. */
const mapHeader = (members: number): Uint8Array => Uint8Array.of(0xa0 + members);
/** The beginning and the end of an array of indefinite length. */
const arrayStart = Uint8Array.of(0x9f);
const arrayEnd = Uint8Array.of(0xff);

/** Returns the schema for byte fields. Custom resources have none of these: their fields of format `byte` hold text. */
const schemaOf = ({ schema, definedBy }: ObjectType) => (definedBy ? undefined : schema);

function encodeDocument(value: object, shape?: ObjectType): Uint8Array {
  return Buffer.concat([selfDescribed, writeCbor(value, shape && schemaOf(shape))]);
}

function startRun(shape: ObjectType): RunEncoder {
  const parts = new PartBuffer();
  return {
    add: (object) => parts.addBytes(writeCbor(asListItem(shape, object), schemaOf(shape))),
    finish: () => parts.takeAll(),
  };
}

export const cborCodec: Codec = {
  mediaType: "application/cbor",
  stream: { mediaType: "application/cbor-seq", frame },
  applyMediaType: "application/apply-patch+cbor",
  isText: false,
  isSelfDescribing: true,
  decode: (body, { kind }) => ({ value: readBody(body, kind), strictFaults: [] }),
  encodeObject: (object, shape) => encodeDocument({ kind: shape.kind, apiVersion: shape.apiVersion, ...object }, shape),
  startRun,
  encodeList: (metadata, runs, shape) => [
    ...[selfDescribed, mapHeader(4)],
    ...["kind", listOf(shape).kind, "apiVersion", shape.apiVersion].map((part) => writeCbor(part)),
    ...["metadata", metadata, "items"].map((part) => writeCbor(part)),
    ...[arrayStart, ...runs.flat(), arrayEnd],
  ],
  encodeValue: encodeDocument,
};

function frame(type: EventType, object: Uint8Array): Uint8Array {
  return Buffer.concat([
    selfDescribed,
    mapHeader(2),
    ...["type", type, "object"].map((part) => writeCbor(part)),
    object,
  ]);
}

const libraryPrefix = "CBOR decode error: ";

function readBody(body: Uint8Array, kind: string): unknown {
  try {
    return readCbor(body, { maxDepth: maxBodyDepth, maxValues: maxBodyValues });
  } catch (error) {
    if (error instanceof TooManyValues) throw tooManyValues();
    const why = error instanceof Error ? error.message.replace(libraryPrefix, "") : String(error);
    throw unrecognized({ kind, body }, `cbor: ${why}`);
  }
}
