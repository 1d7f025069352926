/**
 * Demands on lists as the API declares them: how many items they have, and which of their texts is a key.
 *
 * @module
 */
import { formatJson } from "../json/format-json.ts";
import type { Place } from "./place.ts";
import { repeated } from "./repeated.ts";

/** Says when a list is too long; false then, as the server looks no further. */
export function atMost(most: number, items: readonly unknown[] | null | undefined, place: Place): boolean {
  if (!items || items.length <= most) return true;
  const unit = most === 1 ? "item" : "items";
  place.say(`must have at most ${most} ${unit}; got ${items.length}`, { cause: "too-many" });
  return false;
}

/** Says which items have the name of an earlier one. */
export function distinct<T>(
  items: readonly T[] | null | undefined,
  place: Place<readonly T[]>,
  textOf: (item: T) => string,
  _shown: (text: string, item: T) => string = (_text, item) => formatJson(item),
): void {
  const list = items ?? [];
  for (const { index, first, text } of repeated(list.map((item) => textOf(item) || undefined))) {
    // Where the API declares the key of a list, the server shows the item as it is written.
    const serverText = formatJson(list[index]);
    place.at(index).duplicate(`must be unique; got ${text} again`, place.at(first), { serverText });
  }
}
