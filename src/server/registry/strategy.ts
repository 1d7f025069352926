/**
 * Changes of a kind to its objects on their way into the store.
 *
 * @module
 */
import { formatPath } from "../../diagnostic/path.ts";
import { equalJson } from "../../patch/json-value.ts";
import { disabledMessage, dropDisabledFields, gatesOff } from "../../schema/disabled-fields.ts";
import { holdsEmpty, storedValue, withEmpties } from "../../schema/go-values.ts";
import { alignQuantities, semanticEqual } from "../../schema/semantic-equal.ts";
import type { ApiObject } from "../request/api-object.ts";
import { isOwnEntries } from "../request/object-json.ts";
import { isReplaced } from "../request/replaced-content.ts";
import type { ServedResource } from "../request/served-resource.ts";
import { entriesOf, setEntries, trackFields } from "./fields.ts";
import { formatTime } from "./object-meta.ts";
import type { StoreParts, WriteContext } from "./parts.ts";

/** Takes out what the feature gates of the server do not let in; the client gets a warning. @returns whether any of it had a value */
export function dropGatedFields(
  { resource, contextFor }: StoreParts,
  object: ApiObject,
  oldObject: ApiObject | undefined,
  write: WriteContext,
): boolean {
  const { schema, version } = resource;
  const gateOf = gatesOff(schema, contextFor(version).isEnabled, oldObject);
  const dropped = dropDisabledFields(object, schema, gateOf);
  for (const { path, gate } of dropped) write.warn(`${formatPath(path)}: ${disabledMessage(gate)}`);
  return dropped.some(({ isEmpty }) => !isEmpty);
}

/** To be called first, once an object is decoded. */
export function moveWritten({ resource: { traits } }: StoreParts, object: ApiObject): void {
  traits.moveWritten?.(object as never);
}

export function applyDefaults({ resource, contextFor, nowMs }: StoreParts, object: ApiObject): void {
  resource.definition.applyDefaults?.(object as never, { ...contextFor(resource.version), now: formatTime(nowMs()) });
}

/** After admission. A custom resource in another version than that of the store has the defaults of those in which it was changed. */
export function renewDefaults(parts: StoreParts, object: ApiObject): void {
  const { conversion, resource } = parts;
  if (conversion || (resource.stored && resource.definition.isCustom)) return;
  applyDefaults(parts, object);
}

/** Says in the object who owns what, once it has its defaults and before admission may change it. */
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
  resource.traits.prepareForCreate?.(object as never, contextFor(resource.version));
}

/** The object as it is stored and as clients see it, with what Go writes of it. Entries of owners that a thread made are so already. */
export function asStored({ resource }: StoreParts, object: ApiObject): ApiObject {
  const stored = storedValue(object, resource.schema) as ApiObject;
  const entries = entriesOf(object);
  if (entries && isOwnEntries(entries)) setEntries(stored, entries);
  return stored;
}

/**
 * A custom resource without the fields that its version does not have, which admission or a converter may have added. A null that
 * was put where none may be is still there.
 *
 * @param admitted - what admission was asked about
 */
export const asRead = (
  { resource: { definition, version }, conversion }: StoreParts,
  object: ApiObject,
  admitted: ApiObject,
): ApiObject =>
  definition.isCustom && (conversion || isReplaced(admitted))
    ? ((definition.read?.(object, { version, keepsNulls: true }).object ?? object) as ApiObject)
    : object;

/** The object as it is read once it is stored: what is kept in another version may lose fields and get defaults. */
export const asKept = ({ resource: { keeping } }: StoreParts, object: ApiObject): ApiObject =>
  keeping?.asKept?.(object) ?? object;

interface Preparation {
  /** Empty for an update of the object itself. */
  readonly subresource: string;
  /** Both are as they are stored. */
  readonly object: ApiObject;
  readonly oldObject: ApiObject;
  /** The object before it had the form in which it is stored. */
  readonly sent: ApiObject;
  /** Whether the client sent fields whose gate is off. */
  readonly hadDisabled: boolean;
}

export function prepareForUpdate({ resource, contextFor, nowMs }: StoreParts, preparation: Preparation): void {
  const { subresource, object, oldObject } = preparation;
  const { traits, version, schema } = resource;
  const context = { ...contextFor(version), now: formatTime(nowMs()) };
  const stored = alignQuantities(oldObject, object, schema);
  if (subresource === "") {
    traits.prepareForUpdate?.(object as never, stored as never, context);
    countGeneration(resource, { ...preparation, oldObject: stored as ApiObject });
  } else traits.prepareForSubresource?.(subresource, object as never, stored as never, context);
}

/** An object that has generations begins another one when what it asks for has changed. */
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
              return !holdsEmpty({ ...sent, metadata: undefined, status: undefined }, schema);
            default:
              return semanticEqual(metadata[name], metadataBefore[name]);
          }
        });
  if (!isSame) metadata.generation = Number(before) + 1;
}

/** An updated object as rules see it: with the empty lists and maps that the client sent where these count. */
export const asVetted = ({ resource: { traits } }: StoreParts, stored: ApiObject, sent: ApiObject): ApiObject =>
  withEmpties(stored, sent, traits.seesEmpties ?? []);
