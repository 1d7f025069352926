/**
 * `application/json`: what every client can take.
 *
 * @module
 */
import { formatJson } from "../../json/format-json.ts";
import type { ApiList, ApiObject } from "../request/api-object.ts";
import { objectParts } from "../request/object-json.ts";
import type { Shape } from "../request/served-resource.ts";
import { readJsonBody } from "./body-text.ts";
import type { Codec } from "./codec.ts";

const encoder = new TextEncoder();
const comma = encoder.encode(",");
const listEnd = encoder.encode("]}");
const eventEnd = encoder.encode("}\n");

/** `{"kind":"Role","apiVersion":"...",` without what follows. */
function opening({ kind, apiVersion }: Pick<Shape, "kind" | "apiVersion">): string {
  return `{"kind":${JSON.stringify(kind)},"apiVersion":${JSON.stringify(apiVersion)},`;
}

const separated = (parts: readonly Uint8Array[]): readonly Uint8Array[] =>
  parts.flatMap((part, index) => (index > 0 ? [comma, part] : [part]));

const inOne = ([first, ...others]: ReturnType<typeof objectParts>): Uint8Array =>
  others.length > 0 ? Buffer.concat([first, ...others]) : first;

export const jsonCodec: Codec = {
  mediaType: "application/json",
  streamMediaType: "application/json",
  isSelfDescribing: true,
  decode: (body, { kind }) => readJsonBody(body, kind),
  encodeItem: (object: ApiObject) => inOne(objectParts(object)),
  encodeObject(object, shape) {
    const [first, ...others] = objectParts(object);
    return Buffer.concat([encoder.encode(opening(shape)), first.subarray(1), ...others]);
  },
  encodeRun: (items) => Buffer.concat(separated(items)),
  encodeList(metadata: ApiList["metadata"], runs, shape) {
    const head = `${opening({ ...shape, kind: `${shape.kind}List` })}"metadata":${JSON.stringify(metadata)},"items":[`;
    return [encoder.encode(head), ...separated(runs), listEnd];
  },
  encodeValue: (value) => encoder.encode(formatJson(value)),
  frame: (type, object) => Buffer.concat([encoder.encode(`{"type":"${type}","object":`), object, eventEnd]),
};
