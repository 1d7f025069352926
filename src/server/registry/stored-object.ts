/**
 * Encodes and decodes stored objects: JSON without the resource version, which is the revision of the write.
 *
 * @module
 */
import { formatPath } from "../../diagnostic/path.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { decodeErrorsOf } from "../../schema/decode.ts";
import { type Entry, isStorageError, type Storage } from "../../storage/storage.ts";
import { failure, type Result, success } from "../../text/result.ts";
import { parseJson } from "../../wire/parse-json.ts";
import type { ApiObject } from "../request/api-object.ts";
import { inStoredOrder, maxStoredDepth, storedBytes, withRevision } from "../request/object-json.ts";
import type { ServedResource } from "../request/served-resource.ts";
import { maxInlineBytes } from "../request/size.ts";
import { storageForm, type VersionConversion } from "./version-conversion.ts";

const decoder = new TextDecoder("utf-8", { fatal: true });

interface Written {
  readonly object: ApiObject;
  /** The form in which the object was written. */
  readonly keeping: StorageForm["keeping"] | undefined;
}

/** Large objects by their encoded bytes, until the store returns these bytes to a reader of the same form. */
const writtenByBytes = new WeakMap<Uint8Array, Written>();

/** The parts of a resource that determine how its objects are stored. */
export type StorageForm = Pick<ServedResource, "schema" | "keeping">;

/** Encodes an object. Objects that differ only in their resource version have the same bytes. */
export function encodeStored(object: ApiObject, { keeping }: Pick<StorageForm, "keeping"> = {}): Uint8Array {
  const bytes = storedBytes(keeping?.toStoredForm(object) ?? object);
  if (bytes.length <= maxInlineBytes) return bytes;
  if (!keeping) writtenByBytes.set(bytes, { object, keeping });
  else if (keeping.isReadAsWritten) writtenByBytes.set(bytes, { object: inStoredOrder(object), keeping });
  return bytes;
}

/** Returns the object that was encoded to these bytes, which saves decoding them; undefined if it is not known. */
function takeEncoded({ value, modRevision }: Entry, keeping: StorageForm["keeping"]): ApiObject | undefined {
  const written = writtenByBytes.get(value);
  if (!written || written.keeping !== keeping) return undefined;
  writtenByBytes.delete(value);
  return withRevision(written.object, modRevision);
}

/**
 * Decodes an entry. An error message contains no part of the value, which may be secret.
 *
 * @param form - the form of its resource
 */
export function decodeStored(entry: Entry, { schema, keeping }: StorageForm): Result<ApiObject> {
  const encoded = takeEncoded(entry, keeping);
  if (encoded) return success(encoded);
  const { value, modRevision } = entry;
  const object = readValue(value);
  if (!isPlainObject(object) || !isPlainObject(object["metadata"]))
    return failure("it is no JSON object with metadata");
  const error = decodeErrorsOf(object, schema).find((each) => each.fault === "type" || each.fault === "format");
  if (error) return failure(`${formatPath(error.path)} does not have the type of its field`);
  const { metadata } = object as ApiObject;
  // The name may differ from that in the key: a mutating policy can change it when an update creates the object.
  if (!metadata.name) return failure("it has no name");
  metadata.resourceVersion = String(modRevision);
  return success(keeping ? keeping.fromStoredForm(object as ApiObject) : (object as ApiObject));
}

function readValue(value: Uint8Array): unknown {
  try {
    return parseJson(decoder.decode(value), maxStoredDepth);
  } catch {
    return undefined;
  }
}

interface PutParts {
  readonly storage: Pick<Storage, "put">;
  readonly resource: ServedResource;
  readonly conversion?: VersionConversion | undefined;
}

export interface StoredWrite {
  readonly key: string;
  /** The object as it will be stored. */
  readonly object: ApiObject;
  /** The revision of the object that it replaces; 0 for a new object. */
  readonly expectedRevision: number;
  /** Whether an object that is too large may be stored without its managed fields. */
  readonly mayDropManagedFields: boolean;
}

/**
 * Stores an object.
 *
 * @returns the object with its new resource version, in the version of the resource
 * @throws {StorageError} if the storage fails
 */
export async function putObject(parts: PutParts, write: StoredWrite): Promise<ApiObject> {
  const { storage, conversion } = parts;
  const { key, object, expectedRevision, mayDropManagedFields } = write;
  try {
    const written = withRevision(
      object,
      await storage.put(key, encodeStored(object, storageForm(parts)), expectedRevision),
    );
    return conversion ? await conversion.toServed(written) : written;
  } catch (error) {
    if (!mayDropManagedFields || !object.metadata.managedFields || !isStorageError(error, "too-large")) throw error;
    const { managedFields: _owners, ...metadata } = object.metadata;
    return putObject(parts, { ...write, object: { ...object, metadata } });
  }
}
