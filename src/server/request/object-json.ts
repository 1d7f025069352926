/**
 * The JSON of objects, which vetting, the storage and the response with the same object share: for a large object it
 * takes milliseconds to make, for a small one 3 % of a write.
 *
 * @module
 */
import { formatJson } from "../../json/format-json.ts";
import { parseJson } from "../../wire/parse-json.ts";
import type { ApiObject } from "./api-object.ts";
import { encodeText, joinBytes } from "./own-pages.ts";
import { noteSize } from "./size.ts";
import { recordWrittenVersion, writtenVersionOf } from "./written-form.ts";

/** Limit for the depth of stored JSON. The registry writes nothing deeper. */
export const maxStoredDepth = 1000;

const openBrace = 0x7b;
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The JSON of managedFields, until it is written. */
const textByEntries = new WeakMap<object, string>();

/** Decodes managedFields from the JSON that a thread has made. They must not be changed in place. */
export function readEntries(json: Uint8Array): object {
  const text = decoder.decode(json);
  const entries = parseJson(text, maxStoredDepth) as object;
  textByEntries.set(entries, text);
  return entries;
}

/**
 * Whether the managedFields come from `readEntries`: they are as this server writes them, and their JSON is available.
 */
export const isOwnEntries = (entries: object): boolean => textByEntries.has(entries);

function entriesText(entries: object): string {
  const text = textByEntries.get(entries);
  // The text is as large as the entries, so it is kept only until this first use.
  textByEntries.delete(entries);
  return text ?? formatJson(entries);
}

/** Consecutive bytes. */
export type JsonParts = readonly [Uint8Array, ...Uint8Array[]];

/** The JSON of an object without its resourceVersion, which its position in the store determines. */
class StoredJson {
  readonly bytes: Uint8Array;
  /** Offset of the managedFields, which are the last member of the metadata; the end of the metadata if it has none. */
  private readonly ownersStart: number;
  /** Offset of the end of the metadata, before the brace. */
  private readonly metadataEnd: number;

  constructor({ metadata: { resourceVersion: _none, managedFields, ...metadata }, ...others }: ApiObject) {
    const head = `{"metadata":${formatJson(metadata).slice(0, -1)}`;
    const owners =
      managedFields === undefined ? "" : `${commaAfter(head)}"managedFields":${entriesText(managedFields)}`;
    const rest = formatJson(others);
    this.bytes = encodeText(`${head}${owners}${restText(rest)}`);
    this.ownersStart = Buffer.byteLength(head);
    this.metadataEnd = this.ownersStart + Buffer.byteLength(owners);
  }

  /**
   * Whether the other object has the same content, apart from the managedFields. Undefined if the bytes have the same
   * length but differ, since members may be in another order.
   */
  hasContentOf(other: StoredJson): boolean | undefined {
    const [mine, theirs] = [this.content(), other.content()];
    if (mine.length !== theirs.length) return false;
    return mine.equals(theirs) || undefined;
  }

  private content(): Buffer {
    return Buffer.concat([this.bytes.subarray(0, this.ownersStart), this.bytes.subarray(this.metadataEnd)]);
  }

  /** Returns the JSON with the resourceVersion as the last member of the metadata. */
  withVersion(resourceVersion: string): JsonParts {
    const version = encodeText(`,"resourceVersion":${JSON.stringify(resourceVersion)}`);
    return [this.bytes.subarray(0, this.metadataEnd), version, this.bytes.subarray(this.metadataEnd)];
  }

  /** Returns the JSON with the resourceVersion and other managedFields. */
  withOwners({ metadata: { managedFields, resourceVersion } }: ApiObject): JsonParts {
    const others = formatJson({ managedFields, resourceVersion }).slice(1, -1);
    const head = this.bytes.subarray(0, this.ownersStart);
    const comma = others === "" || head.at(-1) === openBrace ? "" : ",";
    return [head, encodeText(comma + others), this.bytes.subarray(this.metadataEnd)];
  }
}

/**
 * Returns the object without its resourceVersion and with its members in the order in which they are decoded from its
 * bytes.
 */
export function inStoredOrder({ metadata, ...others }: ApiObject): ApiObject {
  const { resourceVersion: _none, managedFields, ...more } = metadata;
  return { metadata: managedFields === undefined ? more : { ...more, managedFields }, ...others } as ApiObject;
}

/** Returns the text after the members of the metadata, including its closing brace. */
const restText = (rest: string): string => (rest === "{}" ? "}}" : `},${rest.slice(1)}`);

/** Returns the comma before a further member of the object that begins with `text`, if it needs one. */
const commaAfter = (text: string): string => (text.endsWith("{") ? "" : ",");

/**
 * The JSON of objects that are stored or will be, regardless of their resourceVersion, as long as the objects are in
 * use.
 */
const storedByObject = new WeakMap<ApiObject, StoredJson>();

function remember(object: ApiObject, json: StoredJson): void {
  storedByObject.set(object, json);
  noteSize(object, json.bytes.length);
}

/**
 * Returns the same bytes for the same object, whatever its resourceVersion. Nothing else of the object may change
 * afterwards.
 */
export const storedBytes = (object: ApiObject): Uint8Array => storedJson(object).bytes;

/**
 * Whether both objects have the same content, apart from resourceVersion and managedFields; undefined if only a
 * comparison of their members can decide.
 */
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
 * Returns `objectParts` for vetting an object of which only the resourceVersion will change. Its managedFields omit the
 * owned fields, which the server itself wrote. The bytes of the whole object are kept for the store.
 */
export const vettingParts = (object: ApiObject): JsonParts => storedJson(object).withOwners(withoutOwnedFields(object));

/** Returns the object without the `fieldsV1` of its managedFields, which may be larger than everything else. */
export function withoutOwnedFields(object: ApiObject): ApiObject {
  const { managedFields } = object.metadata;
  if (managedFields === undefined) return object;
  const owners = managedFields.map(({ fieldsV1: _fields, ...owner }) => owner);
  return { ...object, metadata: { ...object.metadata, managedFields: owners } };
}

/** Returns the whole object as JSON in consecutive parts. */
export const objectParts = (object: ApiObject): JsonParts => cachedParts(object) ?? [encodeText(formatJson(object))];

/**
 * Returns the same in two parts, the metadata and the rest. Tasks often have the same rest, which a `PartsReader` then
 * decodes only once.
 */
export function objectInTwoParts({ metadata, ...others }: ApiObject): JsonParts {
  const rest = formatJson(others);
  return [encodeText(`{"metadata":${formatJson(metadata).slice(0, -1)}`), encodeText(restText(rest))];
}

/** Returns the JSON of an object if it is already available. */
export function cachedParts(object: object): JsonParts | undefined {
  const stored = storedByObject.get(object as ApiObject);
  const { resourceVersion } = stored ? (object as ApiObject).metadata : {};
  return resourceVersion === undefined ? undefined : stored?.withVersion(resourceVersion);
}

/** Decodes the object from its `objectParts`. */
export const parseObjectParts = (parts: JsonParts): ApiObject =>
  parseJson(decoder.decode(joinBytes(parts)), maxStoredDepth) as ApiObject;

/**
 * Decodes objects like `parseObjectParts`, but from parts that begin with the metadata and whose last part is the rest.
 */
export class PartsReader {
  private last: { readonly bytes: Uint8Array; readonly content: Omit<ApiObject, "metadata"> } | undefined;

  /** Only the metadata of the object may be changed: the next object may share the rest. */
  read(parts: JsonParts): ApiObject {
    const bytes = parts.at(-1) as Uint8Array;
    const { last } = this;
    if (last && parts.length > 1 && Buffer.compare(last.bytes, bytes) === 0) {
      const head = parseObjectParts([joinBytes(parts.slice(0, -1) as unknown as JsonParts), endOfHead]);
      return { ...head, ...last.content };
    }
    const object = parseObjectParts(parts);
    const { metadata: _head, ...content } = object;
    this.last = { bytes, content };
    return object;
  }
}

const endOfHead = encodeText("}}");

/** Returns the same object with another resourceVersion. */
export function withRevision(object: ApiObject, revision: number): ApiObject {
  const made = { ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } };
  const stored = storedByObject.get(object);
  if (stored) remember(made, stored);
  recordWrittenVersion(made, writtenVersionOf(object));
  return made;
}
