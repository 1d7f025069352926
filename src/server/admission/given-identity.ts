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
import { replaceContent } from "./changed-object.ts";

type JsonObject = Readonly<Record<string, unknown>>;

/** The kind and version that an object says now. */
export interface GivenIdentity {
  readonly apiVersion?: unknown;
  readonly kind?: unknown;
  /** Of another kind or version, which the content is of: absent where the resource can still take it. */
  readonly other?: { readonly schema?: FieldSchema; withDefaults?(object: ApiObject): void };
}

const identities = new WeakMap<ApiObject, GivenIdentity>();

/** @param identity - undefined: that of its resource */
export function giveIdentity(object: ApiObject, identity: GivenIdentity | undefined): void {
  if (identity) identities.set(object, identity);
  else identities.delete(object);
}

/** Gives an object the content and the identity of another one, of another kind or version; false for one that is of its resource. */
export function becameOther(object: ApiObject, from: ApiObject): boolean {
  const given = identities.get(from);
  if (!given?.other) return false;
  replaceContent(object, from);
  identities.set(object, given);
  return true;
}

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

/**
 * Brings an object back into its resource when all webhooks have been asked.
 *
 * @throws {StatusError} for one that is no longer of it
 */
export function assertOwnIdentity(object: ApiObject, form: ServedKind): void {
  const given = identities.get(object);
  if (!given) return;
  if (given.other) throw new StatusError(internalErrorCode, "", conversionFault(given, form));
  // The kind of a custom resource is validated with the rest of it.
  if (!form.definition.isCustom) identities.delete(object);
}

function conversionFault({ apiVersion, kind }: GivenIdentity, form: ServedKind): string {
  if (form.definition.isCustom) {
    return `${goKind(valueText(apiVersion ?? ""), valueText(kind))} is unstructured and is not suitable for converting to ${JSON.stringify(form.apiVersion)}`;
  }
  const version = valueText(apiVersion).split("/").at(-1);
  const home = form.group === "" ? "core" : form.group.split(".", 1)[0];
  return `converting (${version}.${valueText(kind)}) to (${home}.${form.kind}): unknown conversion`;
}

const internalErrorCode = 500;
