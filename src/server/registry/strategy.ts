/**
 * The strategy of a resource: changes to its objects before they are stored.
 *
 * @module
 */
import { formatPath } from "../../diagnostic/path.ts";
import { equalJson } from "../../patch/json-value.ts";
import { createGateLookup, disabledMessage, dropDisabledFields } from "../../schema/disabled-fields.ts";
import { containsEmpty, restoreEmpties, storedValue } from "../../schema/go-values.ts";
import { alignQuantities, semanticEqual } from "../../schema/semantic-equal.ts";
import type { ApiObject } from "../request/api-object.ts";
import { isOwnEntries } from "../request/object-json.ts";
import { hasReplacedContent } from "../request/replaced-content.ts";
import { pruneToVersion, type ServedResource } from "../request/served-resource.ts";
import { entriesOf, setEntries, trackFields } from "./fields.ts";
import { formatTime } from "./object-meta.ts";
import type { StoreParts, WriteContext } from "./parts.ts";

/**
 * Removes fields whose feature gate is off, and warns the client.
 *
 * @returns whether one of the removed fields had a value
 */
export function dropGatedFields(
  { resource, contextFor }: StoreParts,
  object: ApiObject,
  oldObject: ApiObject | undefined,
  write: WriteContext,
): boolean {
  const { schema, version } = resource;
  const gateOf = createGateLookup(schema, contextFor(version).isEnabled, oldObject);
  const dropped = dropDisabledFields(object, schema, gateOf);
  for (const { path, gate } of dropped) write.warn(`${formatPath(path)}: ${disabledMessage(gate)}`);
  return dropped.some(({ isEmpty }) => !isEmpty);
}

/**
 * Moves values of write-only fields to the fields that are stored, such as `stringData` of a Secret. Must be called
 * first, after an object is decoded.
 */
export function moveWritten({ resource: { traits } }: StoreParts, object: ApiObject): void {
  traits.moveWritten?.(object);
}

export function applyDefaults({ resource, contextFor, nowMs }: StoreParts, object: ApiObject): void {
  resource.definition.applyDefaults?.(object, { ...contextFor(resource.version), now: formatTime(nowMs()) });
}

/**
 * Sets defaults again after admission, except for custom resources in another version than the stored one: they have
 * the defaults of the versions in which they were changed.
 */
export function renewDefaults(parts: StoreParts, object: ApiObject): void {
  const { conversion, resource } = parts;
  if (conversion || (resource.storageResource && resource.definition.isCustom)) return;
  applyDefaults(parts, object);
}

/**
 * Updates the managed fields of an object. Must be called after defaults are set, and before admission may change the
 * object.
 */
export function trackWrite(
  { resource, forms, nowMs, track = trackFields }: StoreParts,
  { object, oldObject, subresource }: { object: ApiObject; oldObject?: ApiObject; subresource: string },
  { fieldManager, form = resource }: WriteContext,
): void | Promise<void> {
  const now = formatTime(nowMs());
  const tracking = { forms, stored: resource, written: form, subresource, manager: fieldManager, now };
  return track(oldObject, object, tracking);
}

export function prepareForCreate({ resource, contextFor }: StoreParts, object: ApiObject): void {
  resource.traits.prepareForCreate?.(object, contextFor(resource.version));
}

/**
 * Returns the object in the form in which it is stored and clients see it, with the fields that Go serializes. Managed
 * fields that a vetting thread has built are in that form already.
 */
export function asStored({ resource }: StoreParts, object: ApiObject): ApiObject {
  const stored = storedValue(object, resource.schema);
  const entries = entriesOf(object);
  if (entries && isOwnEntries(entries)) setEntries(stored, entries);
  return stored;
}

/**
 * Removes the fields of a custom resource that its version does not have, which admission or a conversion may have
 * added. Keeps nulls where the schema does not allow them.
 *
 * @param admitted - the object that admission has seen
 */
export const pruneToSchema = (
  { resource, conversion }: StoreParts,
  object: ApiObject,
  admitted: ApiObject,
): ApiObject =>
  resource.definition.isCustom && (conversion || hasReplacedContent(admitted))
    ? pruneToVersion(object, resource, { keepsNulls: true })
    : object;

/**
 * Returns the object as it will be read from the store: if it is stored in another version, it may lose fields and get
 * defaults.
 */
export const asReadBack = ({ resource: { keeping } }: StoreParts, object: ApiObject): ApiObject =>
  keeping?.toReadForm?.(object) ?? object;

interface Preparation {
  /** Empty for an update of the object itself. */
  readonly subresource: string;
  /** `object` and `oldObject` are in stored form. */
  readonly object: ApiObject;
  readonly oldObject: ApiObject;
  /** The object before its conversion to the stored form. */
  readonly sent: ApiObject;
  /** Whether the client sent fields whose feature gate is off. */
  readonly hadDisabled: boolean;
}

export function prepareForUpdate({ resource, contextFor, nowMs }: StoreParts, preparation: Preparation): void {
  const { subresource, object, oldObject } = preparation;
  const { traits, version, schema } = resource;
  const context = { ...contextFor(version), now: formatTime(nowMs()) };
  const stored = alignQuantities(oldObject, object, schema);
  if (subresource === "") {
    traits.prepareForUpdate?.(object, stored, context);
    countGeneration(resource, { ...preparation, oldObject: stored as ApiObject });
  } else traits.prepareForSubresource?.(subresource, object, stored, context);
}

/** Increments the generation of an object, if it has one, when the specification has changed. */
function countGeneration(
  { traits, schema }: ServedResource,
  { object, oldObject, sent, hadDisabled }: Preparation,
): void {
  const { countsInGeneration = [] } = traits;
  const before = oldObject.metadata.generation;
  if (before === undefined || countsInGeneration === "nothing" || object.metadata.generation !== before) return;
  const { metadata, status, ...content } = object;
  const { metadata: metadataBefore, status: statusBefore, ...contentBefore } = oldObject;
  const isSame =
    countsInGeneration === "exactly"
      ? equalJson(content, contentBefore) && equalJson(status, statusBefore)
      : semanticEqual(content, contentBefore) &&
        countsInGeneration.every((name) => {
          switch (name) {
            case "disabled":
              return !hadDisabled;
            case "empties":
              return !containsEmpty({ ...sent, metadata: undefined, status: undefined }, schema);
            default:
              return semanticEqual(metadata[name], metadataBefore[name]);
          }
        });
  if (!isSame) metadata.generation = Number(before) + 1;
}

/**
 * Returns an updated object for validation: with the empty lists and maps that the client sent, if they matter for the
 * kind.
 */
export const asValidated = ({ resource: { traits } }: StoreParts, stored: ApiObject, sent: ApiObject): ApiObject =>
  restoreEmpties(stored, sent, traits.seesEmpties ?? []);
