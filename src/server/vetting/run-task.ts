/**
 * Runs the tasks on large objects: decoding a body, patching, applying, tracking managed fields and validating.
 *
 * @module
 */

import type { CustomResourceDefinition } from "../../api/types/apiextensions-v1.ts";
import type { settle } from "../../engine/options.ts";
import { cloneJson } from "../../json/clone-json.ts";
import { formatJson } from "../../json/format-json.ts";
import { type Definition, readSchemas } from "../../kinds/apiextensions/custom-kind.ts";
import { objectValidation, type ValidateObject } from "../admission/engine-validation.ts";
import { definedResources } from "../definitions/defined-resources.ts";
import { readApply } from "../handlers/apply-object.ts";
import { readObjectBody } from "../handlers/decode-object.ts";
import { readPatch } from "../handlers/patch-object.ts";
import { tooManyValues } from "../http/body-text.ts";
import type { Codec } from "../http/codec.ts";
import { codecOfBody } from "../http/negotiate.ts";
import { ConversionNeeded } from "../registry/conversions.ts";
import {
  type Entries,
  entriesOf,
  type Forms,
  formsOf,
  setEntries,
  shareEntries,
  trackFields,
  withoutEntries,
} from "../registry/fields.ts";
import type { ApiObject } from "../request/api-object.ts";
import { deleteOptionsShape } from "../request/delete-options.ts";
import { tooLarge } from "../request/failures.ts";
import { type JsonParts, PartsReader, parseObjectParts, withoutOwnedFields } from "../request/object-json.ts";
import { encodeText, joinBytes } from "../request/own-pages.ts";
import { sentFloats } from "../request/sent-floats.ts";
import type { ServedKind, ServedResource } from "../request/served-resource.ts";
import { sizeOf } from "../request/size.ts";
import { StatusError } from "../request/status.ts";
import { bodyKinds, servedResources, servingTarget } from "../served-kinds.ts";
import { type ObjectTask, shapeKey, type Task, type TaskResult } from "./task.ts";

/** Maximum size of an object as JSON; same value as etcd's limit for a request. */
const maxObjectBytes = 1.5 * 1024 * 1024;
/**
 * Maximum number of map entries and list items of an object: the server iterates over all of them several times, and
 * each pass should take only a few milliseconds.
 */
const maxObjectValues = 30_000;

/** Returns a function that runs tasks, one after the other. */
export function taskRunner(settings: ReturnType<typeof settle>, codecs: readonly Codec[]): (task: Task) => TaskResult {
  const serving = servingTarget(settings);
  const kinds = new Map(bodyKinds(serving).map((kind) => [shapeKey(kind), kind]));
  const resources = new Map(servedResources(serving).map((resource) => [shapeKey(resource), resource]));
  const validate = objectValidation((version, oldObject) => settings.contextFor(version, oldObject));
  return (task) => {
    const warnings: string[] = [];
    try {
      if (task.name === "schemas") {
        const schemas = readSchemas(parseObjectParts(task.definition) as Definition);
        return { outcome: "done", schemas, warnings };
      }
      const known = task.definedBy ? definedKinds(task.definedBy, settings) : { kinds, resources };
      const { object, entries } = run(task, { ...known, codecs, validate, warn: (text) => warnings.push(text) });
      if (entries) return { outcome: "done", entries: encodeText(formatJson(entries)), warnings };
      if (!object) return { outcome: "done", warnings };
      const bytes = assertSize(object);
      // The main thread does the same with each object. There it has nothing left to do if it is done here.
      known.resources.get(task.shape)?.traits.moveWritten?.(object);
      const keepsEntries = task.name === "patch" && shareEntries(object, storedObject(task.current));
      const json = encodeText(formatJson(keepsEntries ? withoutEntries(object) : object));
      const floats = sentFloats(object) ?? [];
      return { outcome: "done", json, bytes, floats, keepsEntries, warnings };
    } catch (error) {
      if (error instanceof ConversionNeeded) return { outcome: "asks", conversion: error.conversion };
      if (error instanceof StatusError)
        return { outcome: "refused", status: error.toStatus(), refused: error.refusedObject };
      return { outcome: "failed", error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  };
}

interface KnownKinds {
  readonly kinds: ReadonlyMap<string, ServedKind>;
  /** The stored ones of the kinds. */
  readonly resources: ReadonlyMap<string, ServedResource>;
}

/** The kinds of the last definition, since objects of one kind often follow each other. */
let lastDefined: { readonly key: string; readonly known: KnownKinds } | undefined;

function definedKinds(definition: CustomResourceDefinition, settings: ReturnType<typeof settle>): KnownKinds {
  const { uid, generation } = definition.metadata ?? {};
  const key = JSON.stringify([uid, String(generation), definition.status?.acceptedNames]);
  if (lastDefined?.key !== key) {
    const defined = definedResources(definition, { contextOf: (version) => settings.contextFor(version) });
    const kinds = new Map(defined.map((resource) => [shapeKey(resource), resource]));
    lastDefined = { key, known: { kinds, resources: kinds } };
  }
  return lastDefined.known;
}

interface Tools extends KnownKinds {
  readonly codecs: readonly Codec[];
  readonly validate: ValidateObject;
  warn(text: string): void;
}

/** The result of a task; empty if the task only validates. */
interface ObjectResult {
  readonly object?: ApiObject;
  readonly entries?: Entries;
}

function run(task: ObjectTask, { kinds, resources, codecs, validate, warn }: Tools): ObjectResult {
  const options = { warn, fieldValidation: "Ignore" as const, ...task };
  if (task.name === "read" && task.shape === shapeKey(deleteOptionsShape)) {
    return { object: readObjectBody(task.body, codecOfBody(task.mediaType, codecs), deleteOptionsShape, options) };
  }
  const resource = kinds.get(task.shape);
  if (!resource) throw new Error(`no kind is called ${task.shape}`);
  switch (task.name) {
    case "read":
      return { object: readObjectBody(task.body, codecOfBody(task.mediaType, codecs), resource, options) };
    case "patch":
      return { object: readPatch(task.type, task.body, resource)(storedObject(task.current), options) };
    case "apply": {
      const forms = formsFor(resource, resources);
      const configuration = codecOfBody(task.mediaType, codecs).decode(task.body, resource);
      const current = storedObject(task.current);
      const apply = readApply(configuration, resource, forms);
      return { object: apply(current && withOwnMetadata(current), { ...task.options, warn }) };
    }
    case "track": {
      const written = kinds.get(task.written);
      if (!written) throw new Error(`no kind is called ${task.written}`);
      const forms = formsFor(resource, resources);
      const object = writes.read(task.object);
      const live = storedObject(task.live);
      if (task.keepsEntries) setEntries(object, entriesOf(live));
      trackFields(live, object, { ...task.tracking, forms, stored: resource, written });
      // Only the managed fields have changed.
      return { entries: entriesOf(object) ?? [] };
    }
    case "validate": {
      const { object, oldObject: oldParts, ...rest } = task;
      const held = storedObject(oldParts);
      const oldObject = held && withoutOwnedFields(held);
      validate({ ...rest, object: writes.read(object), ...(oldObject && { oldObject }), resource, warn });
      return {};
    }
  }
}

/**
 * Returns the object with a copy of its metadata: an apply that changes nothing else may return the same object and
 * modify its metadata.
 */
function withOwnMetadata(object: ApiObject): ApiObject {
  const { metadata, ...content } = withoutEntries(object);
  const made = { ...content, metadata: cloneJson(metadata) };
  setEntries(made, entriesOf(object));
  return made;
}

/**
 * Caches decoded parts, since the tasks of one write, and the next write of the same object, often have the same
 * content.
 */
const writes = new PartsReader();

/** The stored object of the last task, since the tasks of one write often have the same. */
let lastStored: { readonly bytes: Uint8Array; readonly object: ApiObject } | undefined;

/** Decodes a stored object. Callers must not change it. */
function storedObject(parts: JsonParts): ApiObject;
function storedObject(parts: JsonParts | undefined): ApiObject | undefined;
function storedObject(parts: JsonParts | undefined): ApiObject | undefined {
  if (!parts) return undefined;
  const bytes = joinBytes(parts);
  if (!lastStored || Buffer.compare(lastStored.bytes, bytes) !== 0) {
    lastStored = { bytes, object: writes.read(parts) };
  }
  return lastStored.object;
}

function formsFor(kind: ServedKind, resources: Tools["resources"]): Forms {
  const resource = resources.get(shapeKey(kind));
  return resource
    ? formsOf(resource.storageResource ?? resource, [...resources.values()])
    : new Map([[kind.apiVersion, kind]]);
}

/**
 * Checks the size of an object without its managed fields, which grow with the object, and which the store leaves out
 * if the object is too large.
 *
 * @returns the size of the rest as JSON, in bytes
 * @throws {StatusError} RequestEntityTooLarge for an object that would delay other requests
 */
function assertSize({ metadata: { managedFields: _owners, ...metadata }, ...content }: ApiObject): number {
  const object = { ...content, metadata };
  const { values, bytes } = sizeOf(object);
  if (values > maxObjectValues) throw tooManyValues(maxObjectValues);
  if (bytes > maxObjectBytes) {
    throw tooLarge(`the object is too large: limit is ${maxObjectBytes} bytes of JSON`);
  }
  return bytes;
}
