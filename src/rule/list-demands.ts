/**
 * Checks of lists that the API declares: the number of items, and the uniqueness of keys.
 *
 * @module
 */
import { formatJson } from "../json/format-json.ts";
import type { Place } from "./place.ts";
import { findRepeats } from "./repeated.ts";

/** Reports a list that is too long. Returns false then, since the server does not check its items. */
export function atMost(most: number, items: readonly unknown[] | null | undefined, place: Place): boolean {
  if (!items || items.length <= most) return true;
  const unit = most === 1 ? "item" : "items";
  place.say(`must have at most ${most} ${unit}; got ${items.length}`, { cause: "too-many" });
  return false;
}

/** Reports items with the same name as an earlier one. */
export function distinct<T>(
  items: readonly T[] | null | undefined,
  place: Place<readonly T[]>,
  textOf: (item: T) => string,
  _shown: (text: string, item: T) => string = (_text, item) => formatJson(item),
): void {
  const list = items ?? [];
  for (const { index, first, text } of findRepeats(list.map((item) => textOf(item) || undefined))) {
    // For lists with a declared key, the server shows the item as written.
    const serverText = formatJson(list[index]);
    place.at(index).duplicate(`must be unique; got ${text} again`, place.at(first), { serverText });
  }
}
