/**
 * Tracks the managed fields of objects: each write updates them, in the version that the client uses.
 *
 * @module
 */
import { cloneJson } from "../../json/clone-json.ts";
import { memberOf } from "../../json/member.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { entriesAfterUpdate, type FieldWrite } from "../../patch/apply/field-manager.ts";
import { differenceWithDescendants, setOf } from "../../patch/apply/field-set.ts";
import type { ManagedFieldsEntry } from "../../patch/apply/owners.ts";
import { fieldElement } from "../../patch/apply/path-element.ts";
import { ConversionError, type ConvertObject, type TypedObject } from "../../patch/apply/typed-object.ts";
import { faultText, typingFaults } from "../../patch/apply/typing.ts";
import { equalJson } from "../../patch/json-value.ts";
import { applyTypeOfVersion } from "../../schema/apply-type.ts";
import { storedValue, trackedValue } from "../../schema/go-values.ts";
import type { ApiObject } from "../request/api-object.ts";
import { haveSameBytes } from "../request/object-json.ts";
import {
  fromStoredVersion,
  type ServedKind,
  type ServedResource,
  toStoredVersion,
} from "../request/served-resource.ts";
import { type Conversions, knownConversion } from "./conversions.ts";

/** The forms of an object by `apiVersion`: the served versions, and further versions of its definition. */
export type Forms = ReadonlyMap<string, ServedKind>;

/**
 * Returns the forms of a resource.
 *
 * @param resources - all served resources
 */
export function formsOf(own: ServedResource, resources: readonly ServedResource[]): Forms {
  const forms = resources.filter((resource) => (resource.storageResource ?? resource) === own);
  return new Map([...(own.unservedVersions ?? []), own, ...forms].map((form) => [form.apiVersion, form]));
}

export interface Tracking {
  readonly forms: Forms;
  /** The form in which objects are stored. */
  readonly stored: ServedKind;
  /** The form in which the client wrote. */
  readonly written: ServedKind;
  readonly subresource: string;
  readonly manager: string;
  /** RFC 3339, in whole seconds. */
  readonly now: string;
  /** Known results of the conversion webhook; absent if there are no results. */
  readonly conversions?: Conversions;
}

/** Same as `trackFields`; returns a promise if another thread does the work. */
export type TrackFields = (live: ApiObject | undefined, object: ApiObject, tracking: Tracking) => void | Promise<void>;

/**
 * Sets the managed fields that an object has after a write.
 *
 * @param live - the stored object; undefined for a new object
 * @param object - the object that the client wants, with defaults
 * @throws {ConversionNeeded} if the conversion webhook must be called first
 */
export function trackFields(live: ApiObject | undefined, object: ApiObject, tracking: Tracking): void {
  const { stored, written } = tracking;
  const write = fieldWrite(written, tracking);
  const convert = converterOf(tracking);
  const inWritten = (typed: TypedObject) => convert(typed, written.apiVersion) ?? typed;
  const before = live ? inWritten(typedObject(live, stored)) : emptyObject(written);
  const after = inWritten(typedObject(trackedValue(object, stored.schema), stored));
  const entries = entriesAfterUpdate(
    { object: before, entries: entriesOf(live), isNew: live === undefined },
    { object: after, entries: entriesOf(object) },
    write,
  );
  setEntries(object, entries);
}

export type Entries = readonly ManagedFieldsEntry[];

export const entriesOf = (object: ApiObject | undefined): Entries | undefined =>
  object?.metadata.managedFields as Entries | undefined;

export function setEntries({ metadata }: ApiObject, entries: Entries | undefined): void {
  if (entries && entries.length > 0) metadata.managedFields = entries as NonNullable<typeof metadata.managedFields>;
  else delete metadata.managedFields;
}

/**
 * If an object has the same managed fields as the stored object that it replaces, makes it share the array of that
 * object, so that later steps need not compare the entries. Entries are never changed in place.
 */
export function shareEntries(object: ApiObject, stored: ApiObject): boolean {
  const entries = entriesOf(stored);
  if (!entries || !equalJson(entries, entriesOf(object))) return false;
  setEntries(object, entries);
  return true;
}

/** Copies an object; the copy shares only the entries of its managed fields. */
export function cloneWithEntries(object: ApiObject): ApiObject {
  const copy = cloneJson(withoutEntries(object));
  setEntries(copy, entriesOf(object));
  return copy;
}

/** Returns an object with its type, without its managed fields, which callers pass separately. */
export function typedObject(object: ApiObject, form: ServedKind): TypedObject {
  const { apiVersion, kind } = form;
  const { managedFields: _entries, ...metadata } = object.metadata;
  const { kindVersion } = form;
  const mayViolateType = kindVersion.applyType !== undefined;
  return {
    value: { apiVersion, kind, ...object, metadata },
    apiVersion,
    type: applyTypeOfVersion(kindVersion),
    mayViolateType,
  };
}

const emptyObjects = new WeakMap<ServedKind["schema"], TypedObject>();

/** Returns an object without any values, as Go serializes it. */
export function emptyObject(form: ServedKind): TypedObject {
  const known = emptyObjects.get(form.schema);
  if (known?.apiVersion === form.apiVersion) return known;
  const empty = typedObject(storedValue({ metadata: {} }, form.schema), form);
  emptyObjects.set(form.schema, empty);
  return empty;
}

type Endpoint = Pick<Tracking, "forms" | "subresource" | "manager" | "now" | "conversions">;

/**
 * Returns the parameters for tracking a write.
 *
 * @param form - the form that the endpoint serves
 */
export function fieldWrite(form: ServedKind, endpoint: Endpoint): FieldWrite {
  const { forms, subresource, manager, now } = endpoint;
  const convert = converterOf(endpoint);
  // Like kube-apiserver, forgets the field managers that wrote an Event in the other API group that serves Events.
  const convertInGroup: ConvertObject = (object, apiVersion) =>
    (forms.get(apiVersion) ?? form).group === form.group ? convert(object, apiVersion) : undefined;
  return { manager, subresource, now, convert: convertInGroup, ...endpointFields(form, subresource) };
}

function converterOf({ forms, conversions = new Map() }: Pick<Endpoint, "forms" | "conversions">): ConvertObject {
  return (object, apiVersion) => {
    if (object.apiVersion === apiVersion) return object;
    const [from, to] = [forms.get(object.apiVersion), forms.get(apiVersion)];
    if (from?.definedBy && !to)
      throw new ConversionError(`request to convert CR to an invalid group/version: ${apiVersion}`);
    if (!from || !to || !isPlainObject(object.value)) return undefined;
    const { apiVersion: _version, kind: _kind, ...content } = object.value;
    const type = applyTypeOfVersion(to.kindVersion);
    if (!from.definedBy) {
      const value = fromStoredVersion(to, toStoredVersion(from, content));
      return { value: { apiVersion, kind: to.kind, ...value }, apiVersion, type };
    }
    const made = isConvertedByWebhook(from)
      ? knownConversion(conversions, { object: content as ApiObject, from: from.apiVersion, to: apiVersion })
      : content;
    if (typeof made === "string") throw new ConversionError(made);
    const value = { ...made, apiVersion, kind: to.kind };
    // The other version may lack fields that this one has, such as fields with defaults.
    const faults = typingFaults(type, value, true);
    if (faults.length > 0) throw new ConversionError(faultText(faults));
    return { value, apiVersion, type };
  };
}

const isConvertedByWebhook = ({ definedBy }: ServedKind): boolean =>
  definedBy?.spec?.conversion?.strategy === "Webhook";

/** Returns a function that removes fields which clients of the endpoint cannot own. */
function endpointFields({ definition }: ServedKind, subresource: string): Pick<FieldWrite, "keepFields"> {
  const { subresources = [], resetFields } = definition.resource ?? {};
  const reset = resetFields ? memberOf(resetFields, subresource) : usualResets(subresources, subresource);
  if (!reset) return {};
  const excluded = setOf(reset.map(elementsOfPath));
  return { keepFields: (fields) => differenceWithDescendants(fields, excluded) };
}

const usualResets = (subresources: readonly string[], subresource: string): readonly string[] | undefined =>
  subresources.includes("status") && subresource !== "scale"
    ? [subresource === "status" ? "spec" : "status"]
    : undefined;

const elementsOfPath = (path: string): string[] => path.split(".").map(fieldElement);

/** Whether a write changes nothing except managed fields. */
export const hasSameContent = (object: ApiObject, stored: ApiObject): boolean =>
  haveSameBytes(object, stored) ?? equalJson(withoutEntries(object), withoutEntries(stored));

/** Whether a write leaves the managed fields unchanged, except for their times. */
export function hasSameEntries(object: ApiObject, stored: ApiObject): boolean {
  const [entries = [], before = []] = [entriesOf(object), entriesOf(stored)];
  return (
    entries.length === before.length &&
    entries.every((entry, index) => equalJson({ ...entry, time: "" }, { ...before[index], time: "" }))
  );
}

export function withoutEntries({ metadata, ...content }: ApiObject): ApiObject {
  const { managedFields: _entries, ...others } = metadata;
  return { ...content, metadata: others };
}
