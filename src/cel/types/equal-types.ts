/**
 * Compares types.
 *
 * @module
 */
import type { CelType } from "./types.ts";

/** Returns the types inside of a type, in order. */
export function typeParameters(type: CelType): readonly CelType[] {
  switch (type.kind) {
    case "list":
      return [type.element];
    case "map":
      return [type.key, type.value];
    case "opaque":
      return type.params;
    case "type":
      return type.of === undefined ? [] : [type.of];
    default:
      return noTypes;
  }
}

const noTypes: readonly CelType[] = [];

/**
 * Whether two types are the same in every part. A wrapper equals its primitive type, since both have the same values
 * except null.
 */
export function equalTypes(a: CelType, b: CelType): boolean {
  return a === b || isSame(unwrapped(a), unwrapped(b), false);
}

/** Compares like `equalTypes`, but all type parameters are equal to each other. */
export function equivalentTypes(a: CelType, b: CelType): boolean {
  return a === b || isSame(unwrapped(a), unwrapped(b), true);
}

function isSame(a: CelType, b: CelType, ignoreParamNames: boolean): boolean {
  if (a.kind !== b.kind || nameOf(a, ignoreParamNames) !== nameOf(b, ignoreParamNames)) return false;
  if (a === b) return true;
  const left = typeParameters(a);
  const right = typeParameters(b);
  return (
    left.length === right.length &&
    left.every((type, index) => {
      const other = right[index];
      return other !== undefined && isSame(unwrapped(type), unwrapped(other), ignoreParamNames);
    })
  );
}

function nameOf(type: CelType, ignoreParamNames: boolean): string {
  if (type.kind === "opaque" || type.kind === "object") return type.name;
  return type.kind === "param" && !ignoreParamNames ? type.name : "";
}

function unwrapped(type: CelType): CelType {
  return type.kind === "wrapper" ? type.of : type;
}
