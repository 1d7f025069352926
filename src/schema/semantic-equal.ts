/**
 * Equality as in the API server, which compares Go values: absent lists and maps equal empty ones, quantities are
 * compared by value instead of text, and a pointer to a zero value differs from absence.
 *
 * @module
 */
import { memberOf } from "../json/member.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { compareQuantities, parseQuantity } from "../text/quantity.ts";
import type { FieldSchema } from "./decode-schema.ts";
import { type Shape, shapeOf } from "./shape.ts";

/**
 * Whether two values are equal. Both must have the same form (from `withoutZeros` or from `storedValue`) and aligned
 * quantities.
 */
export function semanticEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) || Array.isArray(b)) return equalLists(a ?? [], b ?? []);
  if (isPlainObject(a) && isPlainObject(b)) {
    const names = new Set([...Object.keys(a), ...Object.keys(b)]);
    return [...names].every((name) => semanticEqual(memberOf(a, name), memberOf(b, name)));
  }
  return (a ?? undefined) === (b ?? undefined);
}

const equalLists = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) &&
  Array.isArray(b) &&
  a.length === b.length &&
  a.every((item, index) => semanticEqual(item, b[index]));

/**
 * Returns the stored object with its quantities written as in `object`, if they are equal. The result shares unchanged
 * parts.
 */
export function alignQuantities(stored: unknown, object: unknown, schema: FieldSchema): unknown {
  return alignAt(stored, object, shapeOf(schema));
}

function alignAt(stored: unknown, value: unknown, shape: Shape): unknown {
  if (stored === value) return stored;
  if (shape.of === "x-quantity") return isSameQuantity(stored, value) ? value : stored;
  if (Array.isArray(stored) && Array.isArray(value)) {
    const { items } = shape;
    return items && isNested(items) ? stored.map((item, index) => alignAt(item, value[index], items)) : stored;
  }
  if (!isPlainObject(stored) || !isPlainObject(value)) return stored;
  if (!shape.isStruct && !(shape.rest && isNested(shape.rest))) return stored;
  let aligned = stored;
  for (const name of Object.keys(stored)) {
    const field = shape.fields.get(name) ?? shape.rest;
    const part = field && isNested(field) ? alignAt(stored[name], memberOf(value, name), field) : stored[name];
    if (part !== stored[name]) aligned = { ...aligned, [name]: part };
  }
  return aligned;
}

const isNested = ({ of }: Shape): boolean => of === "object" || of === "array" || of === "x-quantity";

function isSameQuantity(a: unknown, b: unknown): boolean {
  if (typeof a !== "string" || typeof b !== "string") return false;
  const [left, right] = [parseQuantity(a), parseQuantity(b)];
  return left.ok && right.ok && compareQuantities(left.value, right.value) === 0;
}
