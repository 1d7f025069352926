/**
 * The path elements that identify the items of a list.
 *
 * @module
 */
import { setMember } from "../../json/member.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import type { JsonObject } from "../json-value.ts";
import type { ListType } from "./apply-type.ts";
import { keyElement, type PathElement, singleKeyElement, valueElement } from "./path-element.ts";

/** The message says why a value does not match its type. */
export class TypingError extends Error {
  override readonly name = "TypingError";
}

/** Groups the items by their path element; items with the same one are in one group. @throws {TypingError} */
export const itemsByElement = (type: ListType, items: readonly unknown[]): Map<PathElement, unknown[]> =>
  groupItems(items, (item) => elementOfItem(type, item));

/** As `itemsByElement`, but groups items without an identity under an empty path element. */
export const itemsByAnyElement = (type: ListType, items: readonly unknown[]): Map<PathElement, unknown[]> =>
  groupItems(items, (item) => tryElementOfItem(type, item) ?? "");

function groupItems(items: readonly unknown[], elementOf: (item: unknown) => PathElement): Map<PathElement, unknown[]> {
  const found = new Map<PathElement, unknown[]>();
  for (const item of items) {
    const element = elementOf(item);
    const same = found.get(element);
    if (same) same.push(item);
    else found.set(element, [item]);
  }
  return found;
}

/**
 * As `elementOfItem`, but returns undefined for an item without an identity, for example because all its key fields
 * were removed.
 */
export function tryElementOfItem(type: ListType, item: unknown): PathElement | undefined {
  try {
    return elementOfItem(type, item);
  } catch (error) {
    if (error instanceof TypingError) return undefined;
    throw error;
  }
}

/** Returns the path element of an item. @throws {TypingError} if nothing identifies the item */
export function elementOfItem({ keys }: ListType, item: unknown): PathElement {
  if (keys.length === 0) return elementOfScalar(item);
  if (item === null) throw new TypingError("associative list with keys may not have a null element");
  if (!isPlainObject(item)) throw new TypingError("associative list with keys may not have non-map elements");
  const element = keys.length === 1 ? elementOfKey(item, keys) : elementOfKeys(item, keys);
  if (element !== undefined) return element;
  const names = keys.map(({ name }) => JSON.stringify(name)).join(" ");
  throw new TypingError(
    `associative list with keys has an element that omits all key fields [${names}] (and doesn't have default values for any key fields)`,
  );
}

type Keys = ListType["keys"];

const keyOf = (item: JsonObject, { name, default: absent }: Keys[number]): unknown =>
  Object.hasOwn(item, name) ? item[name] : absent;

function elementOfKey(item: JsonObject, [key]: Keys): PathElement | undefined {
  const value = key && keyOf(item, key);
  return value === undefined ? undefined : singleKeyElement(key?.name ?? "", value);
}

function elementOfKeys(item: JsonObject, keys: Keys): PathElement | undefined {
  const found: Record<string, unknown> = {};
  for (const key of keys) {
    const value = keyOf(item, key);
    if (value !== undefined) setMember(found, key.name, value);
  }
  return Object.keys(found).length > 0 ? keyElement(found) : undefined;
}

function elementOfScalar(item: unknown): PathElement {
  if (isPlainObject(item)) throw new TypingError("associative list without keys has an element that's a map type");
  if (Array.isArray(item)) throw new TypingError("not supported: associative list with lists as elements");
  if (item === null) throw new TypingError("associative list without keys has an element that's an explicit null");
  return valueElement(item);
}
