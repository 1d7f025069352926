/**
 * Demands of the API server on the objects that a mutation makes: each is called as its fields are, from the root on.
 *
 * @module
 */
import { type CelError, CelMap, CelObject, type Value } from "../cel/types/values.ts";

const rootName = "Object";

/** Why the API server would not take the value as a mutation; undefined for one that holds no such object. */
export function patchTypeFault(value: Value): string | undefined {
  const faults = namesIn(value, undefined);
  return faults.length === 0 ? undefined : `type mismatch: ${faults.join("\n")}`;
}

/** @param wanted - the name that the fields from the root make; undefined where an object begins a root of its own */
function namesIn(value: Value | CelError, wanted: string | undefined): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item: Value) => namesIn(item, wanted));
  if (value instanceof CelMap) return [...value.keys()].flatMap((key) => namesIn(value.get(key) ?? null, wanted));
  if (!(value instanceof CelObject)) return [];
  const isPatch = value.objectType === rootName || value.objectType.startsWith(`${rootName}.`);
  const own = isPatch ? (wanted ?? value.objectType) : undefined;
  const inside = [...value.fieldNames()].flatMap((name) =>
    namesIn(value.getField(name) ?? null, own === undefined ? undefined : `${own}.${name}`),
  );
  if (own === undefined || own === value.objectType) return inside;
  const { objectType } = value;
  return [
    `unexpected type name "${objectType}", expected "${own}", which matches field name path from root Object type`,
    ...inside,
  ];
}
