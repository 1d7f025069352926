/**
 * Objects as the store keeps them: JSON without the resourceVersion, which is the revision of the write.
 *
 * @module
 */
import { formatJson } from "../../lexical/format-json.ts";
import type { Entry } from "../../storage/storage.ts";
import { parseJson } from "../../wire/parse-json.ts";
import type { ApiObject } from "../request/api-object.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The same bytes for the same object, whatever version it says it has. */
export function encodeStored({ metadata, ...rest }: ApiObject): Uint8Array {
  const { resourceVersion: _left, ...kept } = metadata;
  return encoder.encode(formatJson({ metadata: kept, ...rest }));
}

export function decodeStored({ value, modRevision }: Entry): ApiObject {
  const object = parseJson(decoder.decode(value), maxStoredDepth) as ApiObject;
  object.metadata.resourceVersion = String(modRevision);
  return object;
}

/** Nothing that the registry writes is deeper. */
const maxStoredDepth = 1000;

/** The object as of another write. */
export function atRevision(object: ApiObject, revision: number): ApiObject {
  return { ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } };
}
