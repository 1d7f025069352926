/**
 * Tracks objects whose `apiVersion` or `kind` a webhook has changed.
 *
 * @module
 */
import { valueText } from "../../json/value-text.ts";
import type { FieldSchema } from "../../schema/decode-schema.ts";
import { sentValue } from "../../schema/go-values.ts";
import { goKind } from "../../text/go-kind.ts";
import type { ApiObject } from "../request/api-object.ts";
import type { ServedKind } from "../request/served-resource.ts";
import { StatusError } from "../request/status.ts";

type JsonObject = Readonly<Record<string, unknown>>;

/** The `apiVersion` and `kind` that a webhook has set. */
export interface ChangedIdentity {
  readonly apiVersion?: unknown;
  readonly kind?: unknown;
  /** The other version of the same resource that the content is in. */
  readonly version?: ServedKind;
  /** The other type that the content belongs to; absent if the content still fits the resource. */
  readonly foreignKind?: { readonly schema?: FieldSchema; withDefaults?(object: ApiObject): void };
}

const identities = new WeakMap<ApiObject, ChangedIdentity>();

/**
 * Records the identity of an object.
 *
 * @param identity - undefined if the object has the identity of its resource
 */
export function recordIdentity(object: ApiObject, identity: ChangedIdentity | undefined): void {
  if (identity) identities.set(object, identity);
  else identities.delete(object);
}

/** Returns the changed identity of an object; undefined if the object has the identity of its resource. */
export const identityOf = (object: ApiObject): ChangedIdentity | undefined => identities.get(object);

/**
 * Returns the `apiVersion` and `kind` that webhooks see. `foreignContent` returns the content of an object that no
 * longer fits its resource.
 */
export function shownIdentity(object: ApiObject, { apiVersion, kind }: ServedKind): JsonObject {
  const given = identities.get(object);
  if (!given) return { apiVersion, kind };
  return Object.fromEntries(Object.entries({ apiVersion: given.apiVersion, kind: given.kind }).filter(isPresent));
}

const isPresent = ([, value]: readonly [string, unknown]): boolean => value !== undefined && value !== "";

/** Returns the content of an object of another kind or version; undefined if the content still fits the resource. */
export function foreignContent(object: ApiObject): JsonObject | undefined {
  const other = identities.get(object)?.foreignKind;
  if (!other) return undefined;
  return other.schema ? sentValue(object, other.schema) : object;
}

/**
 * Checks that an object can be converted to the form of its resource.
 *
 * @throws {StatusError} if a webhook has turned the object into another type
 */
export function assertConvertible(given: ChangedIdentity | undefined, form: ServedKind): void {
  if (given?.foreignKind) throw new StatusError(internalErrorCode, "", conversionFault(given, form));
}

function conversionFault({ apiVersion, kind }: ChangedIdentity, form: ServedKind): string {
  const { group, definition } = form;
  if (definition.isCustom && valueText(apiVersion).startsWith(`${group}/`)) {
    return `request to convert CR from an invalid group/version: ${valueText(apiVersion)}`;
  }
  if (definition.isCustom) {
    return `${goKind(valueText(apiVersion ?? ""), valueText(kind))} is unstructured and is not suitable for converting to ${JSON.stringify(form.apiVersion)}`;
  }
  const version = valueText(apiVersion).split("/").at(-1);
  const home = group === "" ? "core" : group.split(".", 1)[0];
  return `converting (${version}.${valueText(kind)}) to (${home}.${form.kind}): unknown conversion`;
}

const internalErrorCode = 500;
