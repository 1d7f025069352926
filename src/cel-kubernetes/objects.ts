/**
 * Object types that several Kubernetes environments declare, and helpers to declare object types.
 *
 * @module
 */
import type { ObjectDeclaration } from "../cel/types/declarations.ts";
import { type CelType, listType, mapType, stringType } from "../cel/types/types.ts";

/** Declares an object type with a name under `kubernetes.`. */
export function kubernetesObject(name: string, fields: Readonly<Record<string, CelType>>): ObjectDeclaration {
  return { name: `kubernetes.${name}`, fields };
}

/** Returns fields of type string, for an object declaration. */
export function stringFields(...names: readonly string[]): Record<string, CelType> {
  return Object.fromEntries(names.map((name) => [name, stringType]));
}

export const stringList = listType(stringType);
/** The type of a user's `extra`: lists of strings by attribute name. */
export const extraValues = mapType(stringType, stringList);

/** `kubernetes.UserInfo`: an authenticated user. */
export const userInfo: ObjectDeclaration = kubernetesObject("UserInfo", {
  ...stringFields("username", "uid"),
  groups: stringList,
  extra: extraValues,
});
