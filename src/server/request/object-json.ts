/**
 * Objects as JSON, which vetting, the storage and the answer with the same object share: that of a large one takes milliseconds
 * to make, that of a small one 3 % of a write.
 *
 * @module
 */
import { formatJson } from "../../json/format-json.ts";
import { parseJson } from "../../wire/parse-json.ts";
import type { ApiObject } from "./api-object.ts";
import { encodeText, joinBytes } from "./own-pages.ts";
import { noteSize } from "./size.ts";
import { noteWrittenForm, writtenForm } from "./written-form.ts";

/** Nothing that the registry writes is deeper. */
export const maxStoredDepth = 1000;

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Bytes that follow each other. */
export type Parts = readonly [Uint8Array, ...Uint8Array[]];

/** An object without its version, which its place in the store gives. */
class StoredJson {
  readonly bytes: Uint8Array;
  /** Where its metadata ends, before the brace. */
  private readonly metadataEnd: number;

  constructor({ metadata: { resourceVersion: _none, ...metadata }, ...others }: ApiObject) {
    const head = `{"metadata":${formatJson(metadata)}`;
    const rest = formatJson(others);
    this.bytes = encodeText(rest === "{}" ? `${head}}` : `${head},${rest.slice(1)}`);
    this.metadataEnd = Buffer.byteLength(head) - 1;
  }

  /** With its version, which is the last of its metadata. */
  at(resourceVersion: string): Parts {
    const version = encodeText(`,"resourceVersion":${JSON.stringify(resourceVersion)}`);
    return [this.bytes.subarray(0, this.metadataEnd), version, this.bytes.subarray(this.metadataEnd)];
  }
}

/** Of objects that are or will be written, without regard to their version, as long as they are in use. */
const storedByObject = new WeakMap<ApiObject, StoredJson>();

function remember(object: ApiObject, json: StoredJson): void {
  storedByObject.set(object, json);
  noteSize(object, json.bytes.length);
}

/** The same bytes for the same object, whatever version it says it has: nothing else of it may change any more. */
export const storedBytes = (object: ApiObject): Uint8Array => storedJson(object).bytes;

function storedJson(object: ApiObject): StoredJson {
  const known = storedByObject.get(object);
  if (known) return known;
  const made = new StoredJson(object);
  remember(object, made);
  return made;
}

/** As `objectParts`, of an object of which nothing but its version will change: its bytes are kept for the store. */
export function finishedParts(object: ApiObject): Parts {
  const { resourceVersion } = object.metadata;
  const json = storedJson(object);
  return resourceVersion === undefined ? [json.bytes] : json.at(resourceVersion);
}

/** The object with all that it says, as bytes that follow each other. */
export const objectParts = (object: ApiObject): Parts => knownParts(object) ?? [encodeText(formatJson(object))];

/** The same if these bytes are there already. */
export function knownParts(object: object): Parts | undefined {
  const stored = storedByObject.get(object as ApiObject);
  const { resourceVersion } = stored ? (object as ApiObject).metadata : {};
  return resourceVersion === undefined ? undefined : stored?.at(resourceVersion);
}

/** The object that `objectParts` are of. */
export const objectOfParts = (parts: Parts): ApiObject =>
  parseJson(decoder.decode(joinBytes(parts)), maxStoredDepth) as ApiObject;

/** The same object as of another write. */
export function atRevision(object: ApiObject, revision: number): ApiObject {
  const made = { ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } };
  const stored = storedByObject.get(object);
  if (stored) remember(made, stored);
  noteWrittenForm(made, writtenForm(object));
  return made;
}
