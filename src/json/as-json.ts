/**
 * Reads values of a program as JSON: clients in JavaScript return objects with dates, for example.
 *
 * @module
 */
import { isPlainObject } from "./plain-object.ts";

/** Returns what an object writes of itself in JSON, such as the text of a `Date`; any other value itself. */
export function jsonOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const { toJSON } = value as { readonly toJSON?: unknown };
  return typeof toJSON === "function" ? toJSON.call(value) : value;
}

/**
 * Returns the value as `JSON.stringify` would write it: the text of a `Date`, null for `undefined` in a list. A bigint
 * becomes a number if it is exact. Does not copy parts that are JSON already, and ends for values with cycles.
 */
export function asJson(value: unknown): unknown {
  return withoutForeign(value, new Map(), 0);
}

/** The depth at which the search ends. Documents are less deep. */
const maxDepth = 1_000;

function withoutForeign(value: unknown, known: Map<object, unknown>, depth: number): unknown {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (typeof value !== "object" || value === null || depth > maxDepth) return value;
  if (known.has(value)) return known.get(value);
  // Ends cycles, which stay as they are.
  known.set(value, value);
  const json = jsonOf(value);
  const read = json === value ? withJsonMembers(value, known, depth) : withoutForeign(json, known, depth + 1);
  known.set(value, read);
  return read;
}

function withJsonMembers(value: object, known: Map<object, unknown>, depth: number): unknown {
  if (Array.isArray(value)) {
    const items = Array.from(value, (item: unknown) =>
      isJsonType(item) ? withoutForeign(item, known, depth + 1) : null,
    );
    return items.every((item, index) => Object.is(item, value[index])) ? value : items;
  }
  if (!isPlainObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => ({
    name,
    member,
    json: isJsonType(member) ? withoutForeign(member, known, depth + 1) : undefined,
  }));
  const isSame = members.every(({ member, json }) => Object.is(member, json));
  return isSame ? value : Object.fromEntries(members.map(({ name, json }) => [name, json]));
}

const isJsonType = (value: unknown): boolean => !["undefined", "function", "symbol"].includes(typeof value);
