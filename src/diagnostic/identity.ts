/**
 * Extracts the names of the object that a diagnostic is about. Long names are cut, because a thousand diagnostics may
 * repeat them.
 *
 * @module
 */
import type { ObjectIdentity } from "./diagnostic.ts";
import { shortText } from "./path.ts";

/** In characters. Kubernetes accepts names of at most 253 characters, and an apiVersion of at most 317. */
export const maxNameLength = 400;

/** Names as written in an object, of any type. */
type Names = { readonly [name in Exclude<keyof ObjectIdentity, "document">]?: unknown };

/** Returns the names that are strings. */
export function namesOf({ apiVersion, kind, name, namespace }: Names): Omit<ObjectIdentity, "document"> {
  const names: { -readonly [K in keyof Names]?: string } = {};
  if (typeof apiVersion === "string") names.apiVersion = shortText(apiVersion, maxNameLength);
  if (typeof kind === "string") names.kind = shortText(kind, maxNameLength);
  if (typeof name === "string") names.name = shortText(name, maxNameLength);
  if (typeof namespace === "string") names.namespace = shortText(namespace, maxNameLength);
  return names;
}

/** Like `namesOf`, for an object with separate group and version, and a namespace that may be empty. */
export function namesOfObject(object: {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
}): Omit<ObjectIdentity, "document"> {
  const { group, version, kind, name, namespace } = object;
  const apiVersion = group === "" ? version : `${group}/${version}`;
  return namesOf({ apiVersion, kind, name, namespace: namespace === "" ? undefined : namespace });
}
