/**
 * Objects as JSON. That of a large one takes milliseconds to make, so that whoever vets, stores and answers with the same
 * object shares it.
 *
 * @module
 */
import { formatJson } from "../../lexical/format-json.ts";
import type { ApiObject } from "./api-object.ts";
import { maxInlineBytes } from "./size.ts";

const encoder = new TextEncoder();

type Parts = readonly [Uint8Array, ...Uint8Array[]];

/** An object without its version, which is told by where it is stored. */
class StoredJson {
  readonly bytes: Uint8Array;
  private readonly metadata: ApiObject["metadata"];

  constructor({ metadata: { resourceVersion: _none, ...metadata }, ...others }: ApiObject) {
    this.bytes = encoder.encode(formatJson({ metadata, ...others }));
    this.metadata = metadata;
  }

  /** With its version, which is the last of its metadata. */
  at(resourceVersion: string): Parts {
    const end = encoder.encode(`{"metadata":${formatJson(this.metadata)}`).length - 1;
    const version = encoder.encode(`,"resourceVersion":${JSON.stringify(resourceVersion)}`);
    return [this.bytes.subarray(0, end), version, this.bytes.subarray(end)];
  }
}

/** Of large objects without regard to their version, as long as they are in use. */
const storedByObject = new WeakMap<ApiObject, StoredJson>();

/** The same bytes for the same object, whatever version it says it has. */
export function storedBytes(object: ApiObject): Uint8Array {
  const made = new StoredJson(object);
  if (made.bytes.length > maxInlineBytes) storedByObject.set(object, made);
  return made.bytes;
}

/** The object with all that it says, as bytes that follow each other. */
export function objectParts(object: ApiObject): Parts {
  const { resourceVersion } = object.metadata;
  const stored = storedByObject.get(object);
  return stored && resourceVersion ? stored.at(resourceVersion) : [encoder.encode(formatJson(object))];
}

/** The same object as of another write. */
export function atRevision(object: ApiObject, revision: number): ApiObject {
  const made = { ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } };
  const stored = storedByObject.get(object);
  if (stored) storedByObject.set(made, stored);
  return made;
}
