/**
 * The names of the object that a diagnostic is about. A long one is cut: it would be in each of a thousand reports.
 *
 * @module
 */
import type { ObjectIdentity } from "./diagnostic.ts";
import { shortText } from "./path.ts";

/** In characters. Names that Kubernetes takes have 253 at most, an apiVersion 317. */
export const maxNameLength = 400;

/** Names as an object writes them. */
type Names = { readonly [name in Exclude<keyof ObjectIdentity, "document">]?: unknown };

/** The names that are text. */
export function namesOf({ apiVersion, kind, name, namespace }: Names): Omit<ObjectIdentity, "document"> {
  const names: { -readonly [K in keyof Names]?: string } = {};
  if (typeof apiVersion === "string") names.apiVersion = shortText(apiVersion, maxNameLength);
  if (typeof kind === "string") names.kind = shortText(kind, maxNameLength);
  if (typeof name === "string") names.name = shortText(name, maxNameLength);
  if (typeof namespace === "string") names.namespace = shortText(namespace, maxNameLength);
  return names;
}

/** As `namesOf`, for an object whose group and version are apart and whose namespace may be empty. */
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
