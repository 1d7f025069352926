/**
 * `application/json`, which every client supports.
 *
 * @module
 */
import { formatJson } from "../../json/format-json.ts";
import type { ApiList } from "../request/api-object.ts";
import { cachedParts } from "../request/object-json.ts";
import { encodeText, joinBytes } from "../request/own-pages.ts";
import { listOf, type ObjectType } from "../request/served-resource.ts";
import { readJsonBody } from "./body-text.ts";
import type { Codec, EventType, RunEncoder } from "./codec.ts";
import { PartBuffer } from "./parts.ts";

const comma = encodeText(",");
const listEnd = encodeText("]}\n");
const eventEnd = encodeText("}\n");
const lineEnd = encodeText("\n");

type TypeMeta = Pick<ObjectType, "kind" | "apiVersion">;

const openings = new WeakMap<TypeMeta, string>();

/** Returns the beginning of an object: `{"kind":"Role","apiVersion":"...",`. */
function opening(shape: TypeMeta): string {
  let text = openings.get(shape);
  if (text === undefined) {
    text = `{"kind":${JSON.stringify(shape.kind)},"apiVersion":${JSON.stringify(shape.apiVersion)},`;
    openings.set(shape, text);
  }
  return text;
}

/** Encodes items with commas between them; only custom resources contain their kind. */
function startRun(shape: ObjectType): RunEncoder {
  const parts = new PartBuffer();
  const start = shape.definedBy ? opening(shape) : "{";
  let separator = "";
  return {
    add(object) {
      parts.add(separator + start);
      separator = ",";
      const known = cachedParts(object);
      for (const [index, bytes] of (known ?? []).entries()) parts.addBytes(index === 0 ? bytes.subarray(1) : bytes);
      if (!known) parts.add(formatJson(object).slice(1));
    },
    finish: () => parts.takeAll(),
  };
}

const withoutLineEnd = (bytes: Uint8Array): Uint8Array => (bytes.at(-1) === lineEnd[0] ? bytes.subarray(0, -1) : bytes);

/**
 * The prefix of errors for invalid JSON: kube-apiserver decodes kind and apiVersion first, and that decoder finds the
 * error.
 */
const identityErrorPrefix = "couldn't get version/kind; json parse error: ";

/** Ends each document with a line break, as Go's encoder does. */
export const jsonCodec: Codec = {
  mediaType: "application/json",
  stream: { mediaType: "application/json", frame },
  isText: true,
  isSelfDescribing: true,
  decode: (body, { kind }) => readJsonBody(body, kind, identityErrorPrefix),
  encodeObject(object, shape) {
    const known = cachedParts(object);
    if (!known) return encodeText(`${opening(shape)}${formatJson(object).slice(1)}\n`);
    const [first, ...others] = known;
    return joinBytes([encodeText(opening(shape)), first.subarray(1), ...others, lineEnd]);
  },
  startRun,
  encodeList(metadata: ApiList["metadata"], runs, shape) {
    const head = `${opening(listOf(shape))}"metadata":${JSON.stringify(metadata)},"items":[`;
    return [encodeText(head), ...runs.flatMap((run, index) => (index > 0 ? [comma, ...run] : run)), listEnd];
  },
  encodeValue: (value) => encodeText(`${formatJson(value)}\n`),
};

function frame(type: EventType, object: Uint8Array): Uint8Array {
  return joinBytes([encodeText(`{"type":"${type}","object":`), withoutLineEnd(object), eventEnd]);
}
