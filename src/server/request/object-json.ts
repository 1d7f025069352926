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

const openBrace = 0x7b;
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Bytes that follow each other. */
export type Parts = readonly [Uint8Array, ...Uint8Array[]];

/** An object without its version, which its place in the store gives. */
class StoredJson {
  readonly bytes: Uint8Array;
  /** Where the entries of its owners begin, which are the last of its metadata; where that ends, if it has none. */
  private readonly ownersStart: number;
  /** Where its metadata ends, before the brace. */
  private readonly metadataEnd: number;

  constructor({ metadata: { resourceVersion: _none, managedFields, ...metadata }, ...others }: ApiObject) {
    const head = `{"metadata":${formatJson(metadata).slice(0, -1)}`;
    const owners = managedFields === undefined ? "" : `${commaAfter(head)}"managedFields":${formatJson(managedFields)}`;
    const rest = formatJson(others);
    this.bytes = encodeText(`${head}${owners}}${rest === "{}" ? "}" : `,${rest.slice(1)}`}`);
    this.ownersStart = Buffer.byteLength(head);
    this.metadataEnd = this.ownersStart + Buffer.byteLength(owners);
  }

  /**
   * Whether the other one says the same, apart from the owners; undefined where the bytes do not tell, as members may be in
   * another order: that changes no length.
   */
  hasContentOf(other: StoredJson): boolean | undefined {
    const [mine, theirs] = [this.content(), other.content()];
    if (mine.length !== theirs.length) return false;
    return mine.equals(theirs) || undefined;
  }

  private content(): Buffer {
    return Buffer.concat([this.bytes.subarray(0, this.ownersStart), this.bytes.subarray(this.metadataEnd)]);
  }

  /** With its version, which is the last of its metadata. */
  at(resourceVersion: string): Parts {
    const version = encodeText(`,"resourceVersion":${JSON.stringify(resourceVersion)}`);
    return [this.bytes.subarray(0, this.metadataEnd), version, this.bytes.subarray(this.metadataEnd)];
  }

  /** With its version and with other entries. */
  withOwners({ metadata: { managedFields, resourceVersion } }: ApiObject): Parts {
    const others = formatJson({ managedFields, resourceVersion }).slice(1, -1);
    const head = this.bytes.subarray(0, this.ownersStart);
    const comma = others === "" || head.at(-1) === openBrace ? "" : ",";
    return [head, encodeText(comma + others), this.bytes.subarray(this.metadataEnd)];
  }
}

/** Before a further member of the object that begins with `text`. */
const commaAfter = (text: string): string => (text.endsWith("{") ? "" : ",");

/** Of objects that are or will be written, without regard to their version, as long as they are in use. */
const storedByObject = new WeakMap<ApiObject, StoredJson>();

function remember(object: ApiObject, json: StoredJson): void {
  storedByObject.set(object, json);
  noteSize(object, json.bytes.length);
}

/** The same bytes for the same object, whatever version it says it has: nothing else of it may change any more. */
export const storedBytes = (object: ApiObject): Uint8Array => storedJson(object).bytes;

/** Whether both say the same, apart from version and owners; undefined where only a walk over them tells. */
export function haveSameBytes(a: ApiObject, b: ApiObject): boolean | undefined {
  const [left, right] = [storedByObject.get(a), storedByObject.get(b)];
  return left && right && left.hasContentOf(right);
}

function storedJson(object: ApiObject): StoredJson {
  const known = storedByObject.get(object);
  if (known) return known;
  const made = new StoredJson(object);
  remember(object, made);
  return made;
}

/**
 * As `objectParts` for what vets an object of which nothing but its version will change: of each owner without the fields, which
 * the server itself has written. The bytes of the whole object are kept for the store.
 */
export const partsToVet = (object: ApiObject): Parts => storedJson(object).withOwners(withoutOwnedFields(object));

/** The same object, of each owner without the fields: who owns what may be more than all else. */
export function withoutOwnedFields(object: ApiObject): ApiObject {
  const { managedFields } = object.metadata;
  if (managedFields === undefined) return object;
  const owners = managedFields.map(({ fieldsV1: _fields, ...owner }) => owner);
  return { ...object, metadata: { ...object.metadata, managedFields: owners } };
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
