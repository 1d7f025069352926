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

/** The JSON of entries of owners, until they are written. */
const textOfEntries = new WeakMap<object, string>();

/** Entries of owners, which nobody changes in place, from the JSON that a thread made. */
export function readEntries(json: Uint8Array): object {
  const text = decoder.decode(json);
  const entries = parseJson(text, maxStoredDepth) as object;
  textOfEntries.set(entries, text);
  return entries;
}

/** Whether they are from `readEntries`: as this server writes them, and their JSON is there. */
export const isOwnEntries = (entries: object): boolean => textOfEntries.has(entries);

function entriesText(entries: object): string {
  const text = textOfEntries.get(entries);
  // It is as large as they are.
  textOfEntries.delete(entries);
  return text ?? formatJson(entries);
}

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
    const owners =
      managedFields === undefined ? "" : `${commaAfter(head)}"managedFields":${entriesText(managedFields)}`;
    const rest = formatJson(others);
    this.bytes = encodeText(`${head}${owners}${restText(rest)}`);
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

/** With its members in the order in which they are read from its bytes; without its version. */
export function inStoredOrder({ metadata, ...others }: ApiObject): ApiObject {
  const { resourceVersion: _none, managedFields, ...more } = metadata;
  return { metadata: managedFields === undefined ? more : { ...more, managedFields }, ...others } as ApiObject;
}

/** After the metadata. */
const restText = (rest: string): string => (rest === "{}" ? "}}" : `},${rest.slice(1)}`);

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

/** The same with its metadata apart from all else, which often is that of another task: a `PartsReader` reads that once. */
export function objectInTwo({ metadata, ...others }: ApiObject): Parts {
  const rest = formatJson(others);
  return [encodeText(`{"metadata":${formatJson(metadata).slice(0, -1)}`), encodeText(restText(rest))];
}

/** The same if these bytes are there already. */
export function knownParts(object: object): Parts | undefined {
  const stored = storedByObject.get(object as ApiObject);
  const { resourceVersion } = stored ? (object as ApiObject).metadata : {};
  return resourceVersion === undefined ? undefined : stored?.at(resourceVersion);
}

/** The object that `objectParts` are of. */
export const objectOfParts = (parts: Parts): ApiObject =>
  parseJson(decoder.decode(joinBytes(parts)), maxStoredDepth) as ApiObject;

/** As `objectOfParts` for parts of which the first begin with the metadata, and the last is all else. */
export class PartsReader {
  private last: { readonly bytes: Uint8Array; readonly content: Omit<ApiObject, "metadata"> } | undefined;

  /** Nothing of the object but its metadata may be changed: the next one may share the rest. */
  read(parts: Parts): ApiObject {
    const bytes = parts.at(-1) as Uint8Array;
    const { last } = this;
    if (last && parts.length > 1 && Buffer.compare(last.bytes, bytes) === 0) {
      const head = objectOfParts([joinBytes(parts.slice(0, -1) as unknown as Parts), endOfHead]);
      return { ...head, ...last.content };
    }
    const object = objectOfParts(parts);
    const { metadata: _head, ...content } = object;
    this.last = { bytes, content };
    return object;
  }
}

const endOfHead = encodeText("}}");

/** The same object as of another write. */
export function atRevision(object: ApiObject, revision: number): ApiObject {
  const made = { ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } };
  const stored = storedByObject.get(object);
  if (stored) remember(made, stored);
  noteWrittenForm(made, writtenForm(object));
  return made;
}
