/**
 * Who owns which fields of an object: kept with it by each write, in the version that the writer sees.
 *
 * @module
 */
import { cloneJson } from "../../json/clone-json.ts";
import { memberOf } from "../../json/member.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { entriesAfterUpdate, type FieldWrite } from "../../patch/apply/field-manager.ts";
import { differenceWithInside, setOf } from "../../patch/apply/field-set.ts";
import type { ManagedFieldsEntry } from "../../patch/apply/owners.ts";
import { fieldElement } from "../../patch/apply/path-element.ts";
import { ConversionError, type ConvertObject, type TypedObject } from "../../patch/apply/typed-object.ts";
import { faultText, typingFaults } from "../../patch/apply/typing.ts";
import { equalJson } from "../../patch/json-value.ts";
import { applyTypeOfVersion } from "../../schema/apply-type.ts";
import { storedValue, trackedValue } from "../../schema/go-values.ts";
import type { ApiObject } from "../request/api-object.ts";
import { haveSameBytes } from "../request/object-json.ts";
import type { ServedKind, ServedResource } from "../request/served-resource.ts";
import { type Conversions, convertedIn } from "./conversions.ts";

/** The forms of an object, by `apiVersion`: those in which it is served, and those that its definition has in addition. */
export type Forms = ReadonlyMap<string, ServedKind>;

/** @param resources - all that are served */
export function formsOf(own: ServedResource, resources: readonly ServedResource[]): Forms {
  const forms = resources.filter((resource) => (resource.stored ?? resource) === own);
  return new Map([...(own.unserved ?? []), own, ...forms].map((form) => [form.apiVersion, form]));
}

export interface Tracking {
  readonly forms: Forms;
  /** The form in which objects are stored. */
  readonly stored: ServedKind;
  /** The one in which the client wrote. */
  readonly written: ServedKind;
  readonly subresource: string;
  readonly manager: string;
  /** RFC 3339, to the second. */
  readonly now: string;
  /** Absent: none is known. */
  readonly conversions?: Conversions;
}

/** As `trackFields`; a promise when that is done elsewhere. */
export type TrackFields = (live: ApiObject | undefined, object: ApiObject, tracking: Tracking) => void | Promise<void>;

/**
 * Gives the object the entries that it has by this write.
 *
 * @throws {ConversionNeeded}
 * @param live - as it is stored; undefined for a new object
 * @param object - as the client wants it, with defaults
 */
export function trackFields(live: ApiObject | undefined, object: ApiObject, tracking: Tracking): void {
  const { stored, written } = tracking;
  const write = fieldWrite(written, tracking);
  const convert = converterOf(tracking);
  const inWritten = (typed: TypedObject) => convert(typed, written.apiVersion) ?? typed;
  const before = live ? inWritten(typedObject(live, stored)) : emptyObject(written);
  const after = inWritten(typedObject(trackedValue(object, stored.schema) as ApiObject, stored));
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
 * Gives an object that is to replace `stored` the very entries of that where it has the same: what follows need not look at them, and
 * nobody changes entries in place.
 */
export function shareEntries(object: ApiObject, stored: ApiObject): boolean {
  const entries = entriesOf(stored);
  if (!entries || !equalJson(entries, entriesOf(object))) return false;
  setEntries(object, entries);
  return true;
}

/** A copy that shares no more than the entries. */
export function cloneWithEntries(object: ApiObject): ApiObject {
  const copy = cloneJson(withoutEntries(object));
  setEntries(copy, entriesOf(object));
  return copy;
}

/** An object with its type; its entries are next to it. */
export function typedObject(object: ApiObject, form: ServedKind): TypedObject {
  const { apiVersion, kind } = form;
  const { managedFields: _entries, ...metadata } = object.metadata;
  const { kindVersion } = form;
  const mayMisfit = kindVersion.applyType !== undefined;
  return {
    value: { apiVersion, kind, ...object, metadata },
    apiVersion,
    type: applyTypeOfVersion(kindVersion),
    mayMisfit,
  };
}

const emptyObjects = new WeakMap<ServedKind["schema"], TypedObject>();

/** An object with nothing set, as Go writes one. */
export function emptyObject(form: ServedKind): TypedObject {
  const known = emptyObjects.get(form.schema);
  if (known?.apiVersion === form.apiVersion) return known;
  const empty = typedObject(storedValue({ metadata: {} }, form.schema) as ApiObject, form);
  emptyObjects.set(form.schema, empty);
  return empty;
}

type Endpoint = Pick<Tracking, "forms" | "subresource" | "manager" | "now" | "conversions">;

/** @param form - whose endpoint it is */
export function fieldWrite(form: ServedKind, endpoint: Endpoint): FieldWrite {
  const { forms, subresource, manager, now } = endpoint;
  const convert = converterOf(endpoint);
  // As kube-apiserver, which forgets who wrote an event in the other group that has events.
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
      const stored = from.kindVersion.conversion?.toStored(content) ?? content;
      const value = to.kindVersion.conversion?.fromStored(stored) ?? stored;
      return { value: { apiVersion, kind: to.kind, ...value }, apiVersion, type };
    }
    const made = isConvertedByWebhook(from)
      ? convertedIn(conversions, { object: content as ApiObject, from: from.apiVersion, to: apiVersion })
      : content;
    if (typeof made === "string") throw new ConversionError(made);
    const value = { ...made, apiVersion, kind: to.kind };
    // The other version may not know all that this one has, such as a value by default.
    const faults = typingFaults(type, value, true);
    if (faults.length > 0) throw new ConversionError(faultText(faults));
    return { value, apiVersion, type };
  };
}

const isConvertedByWebhook = ({ definedBy }: ServedKind): boolean =>
  definedBy?.spec?.conversion?.strategy === "Webhook";

/** The part of a set that clients of the endpoint may own. */
function endpointFields({ definition }: ServedKind, subresource: string): Pick<FieldWrite, "keepFields"> {
  const { subresources = [], resetFields } = definition.resource ?? {};
  const reset = resetFields ? memberOf(resetFields, subresource) : usualResets(subresources, subresource);
  if (!reset) return {};
  const excluded = setOf(reset.map(elementsOfPath));
  return { keepFields: (fields) => differenceWithInside(fields, excluded) };
}

const usualResets = (subresources: readonly string[], subresource: string): readonly string[] | undefined =>
  subresources.includes("status") && subresource !== "scale"
    ? [subresource === "status" ? "spec" : "status"]
    : undefined;

const elementsOfPath = (path: string): string[] => path.split(".").map(fieldElement);

/** Whether a write changes no more than who owns what. */
export const hasSameContent = (object: ApiObject, stored: ApiObject): boolean =>
  haveSameBytes(object, stored) ?? equalJson(withoutEntries(object), withoutEntries(stored));

/** Whether a write leaves who owns what as it is, except for times. */
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
