/**
 * `application/vnd.kubernetes.protobuf`: the encoding of kinds whose field numbers are known.
 *
 * @module
 */
import { isPlainObject } from "../../json/plain-object.ts";
import { typeSchema } from "../../schema/type-schema.ts";
import {
  encodeListItem,
  frameHeaderBytes,
  frameWatchEvent,
  unwrapEnvelope,
  wrapEnvelope,
  wrapList,
} from "../../wire/envelope.ts";
import { decodeMessage, encodeMessage, isMessage } from "../../wire/message.ts";
import { notAcceptable } from "../request/failures.ts";
import { listOf, type ObjectType } from "../request/served-resource.ts";
import type { Codec, RunEncoder } from "./codec.ts";
import { PartBuffer } from "./parts.ts";
import { unrecognized } from "./unrecognized.ts";

const mediaType = "application/vnd.kubernetes.protobuf";

export const protobufCodec: Codec = {
  mediaType,
  stream: { mediaType: `${mediaType};stream=watch`, frame: frameWatchEvent, headerBytes: frameHeaderBytes },
  isText: false,
  isSelfDescribing: false,
  canEncode: ({ schema }) => isMessage(schema),
  decode(body, expected) {
    const envelope = unwrapEnvelope(body);
    if (!envelope.ok) throw unrecognized({ kind: expected.kind, body }, envelope.error);
    const { apiVersion, kind, raw } = envelope.value;
    // A body of another kind is returned with only apiVersion and kind, by which the caller rejects it.
    if (kind !== "" && kind !== expected.kind) return { value: { apiVersion, kind }, strictFaults: [] };
    const object = decodeMessage(raw, expected.schema);
    if (!object.ok) throw unrecognized({ kind: expected.kind, body }, object.error);
    return { value: { apiVersion, kind, ...object.value }, strictFaults: [] };
  },
  encodeObject: (object, shape) => wrapEnvelope(shape, encode(object, shape)),
  startRun,
  encodeList: (metadata, runs, shape) =>
    wrapList(listOf(shape), encodeMessage({ ...metadata }, typeSchema("meta/v1.ListMeta")), runs.flat()),
  encodeValue(value, shape = shapeOf(value)) {
    return wrapEnvelope(shape, encode({ ...value }, shape));
  },
};

function startRun(shape: ObjectType): RunEncoder {
  const parts = new PartBuffer();
  return {
    add: (object) => parts.addBytes(encodeListItem(encode({ ...object }, shape))),
    finish: () => parts.takeAll(),
  };
}

function encode(object: Record<string, unknown>, { schema }: ObjectType): Uint8Array {
  return encodeMessage(object, schema);
}

/** Returns the shape of a Status, the only value without a shape that is sent in every encoding. */
function shapeOf(value: object): ObjectType {
  if (isPlainObject(value) && value["kind"] === "Status") {
    return { apiVersion: "v1", kind: "Status", schema: typeSchema("meta/v1.Status") };
  }
  throw notAcceptable(["application/json", "application/yaml"]);
}
