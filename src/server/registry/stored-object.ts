/**
 * Objects as the store keeps them: JSON without the resourceVersion, which is the revision of the write.
 *
 * @module
 */
import { formatPath } from "../../diagnostic/path.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { formatJson } from "../../lexical/format-json.ts";
import { fault, type Parsed, parsed } from "../../lexical/parsed.ts";
import { misfitsOf } from "../../schema/decode.ts";
import type { FieldSchema } from "../../schema/decode-schema.ts";
import type { Entry } from "../../storage/storage.ts";
import { parseJson } from "../../wire/parse-json.ts";
import type { ApiObject } from "../request/api-object.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true });

/** The same bytes for the same object, whatever version it says it has. */
export function encodeStored({ metadata, ...rest }: ApiObject): Uint8Array {
  const { resourceVersion: _left, ...kept } = metadata;
  return encoder.encode(formatJson({ metadata: kept, ...rest }));
}

/**
 * The object of an entry, or why it is none. Nothing of the value is told, which may be secret.
 *
 * @param schema - of its kind
 */
export function decodeStored({ key, value, modRevision }: Entry, schema: FieldSchema): Parsed<ApiObject> {
  const object = readValue(value);
  if (!isPlainObject(object) || !isPlainObject(object["metadata"])) return fault("it is no JSON object with metadata");
  const misfit = misfitsOf(object, schema).find((each) => each.fault === "type" || each.fault === "format");
  if (misfit) return fault(`${formatPath(misfit.path)} does not have the type of its field`);
  const { metadata } = object as ApiObject;
  if (!metadata.name || !key.endsWith(`/${metadata.name}`)) return fault("it has another name than its key");
  metadata.resourceVersion = String(modRevision);
  return parsed(object as ApiObject);
}

function readValue(value: Uint8Array): unknown {
  try {
    return parseJson(decoder.decode(value), maxStoredDepth);
  } catch {
    return undefined;
  }
}

/** Nothing that the registry writes is deeper. */
const maxStoredDepth = 1000;

/** The object as of another write. */
export function atRevision(object: ApiObject, revision: number): ApiObject {
  return { ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } };
}
