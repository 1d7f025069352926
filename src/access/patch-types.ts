/**
 * Type names of the objects in the result of a mutation expression. kube-apiserver requires each name to match the path
 * of fields from the root type `Object`.
 *
 * @module
 */
import { type CelError, CelMap, CelObject, type Value } from "../cel/types/values.ts";

const rootName = "Object";

/** Returns the error with which kube-apiserver rejects the value as a mutation; undefined if all type names match. */
export function patchTypeFault(value: Value): string | undefined {
  const faults = typeNameFaults(value, undefined);
  return faults.length === 0 ? undefined : `type mismatch: ${faults.join("\n")}`;
}

/** @param expectedTypeName - the type name that the fields from the root make; undefined if an object begins a new root */
function typeNameFaults(value: Value | CelError, expectedTypeName: string | undefined): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item: Value) => typeNameFaults(item, expectedTypeName));
  if (value instanceof CelMap)
    return [...value.keys()].flatMap((key) => typeNameFaults(value.get(key) ?? null, expectedTypeName));
  if (!(value instanceof CelObject)) return [];
  const isPatch = value.objectType === rootName || value.objectType.startsWith(`${rootName}.`);
  const own = isPatch ? (expectedTypeName ?? value.objectType) : undefined;
  const inside = [...value.fieldNames()].flatMap((name) =>
    typeNameFaults(value.getField(name) ?? null, own === undefined ? undefined : `${own}.${name}`),
  );
  if (own === undefined || own === value.objectType) return inside;
  const { objectType } = value;
  return [
    `unexpected type name "${objectType}", expected "${own}", which matches field name path from root Object type`,
    ...inside,
  ];
}
