/**
 * Objects that a webhook has left as something else than they were.
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

/** The kind and version that an object says now. */
export interface GivenIdentity {
  readonly apiVersion?: unknown;
  readonly kind?: unknown;
  /** Another version of its resource, which the content is of. */
  readonly version?: ServedKind;
  /** Something else, which the content is of: absent where the resource can still take it. */
  readonly other?: { readonly schema?: FieldSchema; withDefaults?(object: ApiObject): void };
}

const identities = new WeakMap<ApiObject, GivenIdentity>();

/** @param identity - undefined: that of its resource */
export function giveIdentity(object: ApiObject, identity: GivenIdentity | undefined): void {
  if (identity) identities.set(object, identity);
  else identities.delete(object);
}

/** Undefined for an object that says what its resource is. */
export const identityOf = (object: ApiObject): GivenIdentity | undefined => identities.get(object);

/** The object as webhooks are shown it, without its content where that is still of its resource. */
export function shownIdentity(object: ApiObject, { apiVersion, kind }: ServedKind): JsonObject {
  const given = identities.get(object);
  if (!given) return { apiVersion, kind };
  return Object.fromEntries(Object.entries({ apiVersion: given.apiVersion, kind: given.kind }).filter(isTold));
}

const isTold = ([, value]: readonly [string, unknown]): boolean => value !== undefined && value !== "";

/** The content of an object of another kind or version; undefined for one of its resource. */
export function foreignContent(object: ApiObject): JsonObject | undefined {
  const other = identities.get(object)?.other;
  if (!other) return undefined;
  return other.schema ? (sentValue(object, other.schema) as JsonObject) : object;
}

/** @throws {StatusError} for an object that has become one of something else */
export function assertConvertible(given: GivenIdentity | undefined, form: ServedKind): void {
  if (given?.other) throw new StatusError(internalErrorCode, "", conversionFault(given, form));
}

function conversionFault({ apiVersion, kind }: GivenIdentity, form: ServedKind): string {
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
