/**
 * Object types that several environments of Kubernetes declare, and how such types are declared.
 *
 * @module
 */
import type { ObjectDeclaration } from "../cel/types/declarations.ts";
import { type CelType, listType, mapType, stringType } from "../cel/types/types.ts";

/** A type under `kubernetes.`. */
export function kubernetesObject(name: string, fields: Readonly<Record<string, CelType>>): ObjectDeclaration {
  return { name: `kubernetes.${name}`, fields };
}

/** Fields of type string. */
export function stringFields(...names: readonly string[]): Record<string, CelType> {
  return Object.fromEntries(names.map((name) => [name, stringType]));
}

export const stringList = listType(stringType);
/** Of a user: texts by the name of the attribute. */
export const extraValues = mapType(stringType, stringList);

/** `kubernetes.UserInfo`: who signs in, who asks. */
export const userInfo: ObjectDeclaration = kubernetesObject("UserInfo", {
  ...stringFields("username", "uid"),
  groups: stringList,
  extra: extraValues,
});
