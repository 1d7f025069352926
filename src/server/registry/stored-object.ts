/**
 * Objects as the store keeps them: JSON without the resourceVersion, which is the revision of the write.
 *
 * @module
 */
import { readJson } from "../../source/json.ts";
import type { Entry } from "../../storage/storage.ts";
import { formatJson, parseOwnJson } from "../http/json-text.ts";
import type { ApiObject } from "../request/api-object.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The same bytes for the same object, whatever version it says it has. */
export function encodeStored({ metadata, ...rest }: ApiObject): Uint8Array {
  const { resourceVersion: _left, ...kept } = metadata;
  return encoder.encode(formatJson({ metadata: kept, ...rest }));
}

export function decodeStored({ value, modRevision }: Entry): ApiObject {
  const object = parseOwnJson(decoder.decode(value), readExact) as ApiObject;
  object.metadata.resourceVersion = String(modRevision);
  return object;
}

/** Nothing that the registry writes is deeper. */
const maxStoredDepth = 1000;

function readExact(text: string): unknown {
  return readJson(text, { maxDepth: maxStoredDepth, maxAliasNodes: 0 }).documents[0]?.value;
}

/** The object as of another write. */
export function atRevision(object: ApiObject, revision: number): ApiObject {
  return { ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } };
}
