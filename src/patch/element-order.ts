/**
 * The order of a list after a strategic merge patch: items that the patch names are in the patch's order; the others
 * keep their positions among them.
 *
 * @module
 */
import { memberOf } from "../json/member.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { noMergeKey, notAMap } from "./strategic-fault.ts";

/** The identity of list items: the item itself, or one of its fields. */
export class ItemIdentity {
  readonly mergeKey: string | undefined;

  constructor(mergeKey: string | undefined) {
    this.mergeKey = mergeKey;
  }

  /** Returns the identity of an item. @throws {StrategicFault} if the item is not an object or lacks the merge key */
  keyOf(item: unknown): unknown {
    if (this.mergeKey === undefined) return item;
    if (!isPlainObject(item)) throw notAMap(item);
    const key = memberOf(item, this.mergeKey);
    if (key === undefined) throw noMergeKey(item, this.mergeKey);
    return key;
  }

  /** As `keyOf`, but returns undefined instead of throwing. */
  tryKeyOf(item: unknown): unknown {
    if (this.mergeKey === undefined) return item;
    return isPlainObject(item) ? memberOf(item, this.mergeKey) : undefined;
  }
}

/** Splits the items into those that `named` contains and the others. */
export function partition(
  items: readonly unknown[],
  named: readonly unknown[],
  identity: ItemIdentity,
): { readonly patched: unknown[]; readonly serverOnly: unknown[] } {
  if (items.length > 0 && identity.mergeKey !== undefined)
    for (const item of named) if (!isPlainObject(item)) throw notAMap(item);
  const names = new Set(named.map((item) => identity.tryKeyOf(item)));
  const isNamed = (item: unknown): boolean => names.has(identity.keyOf(item));
  return { patched: items.filter(isNamed), serverOnly: items.filter((item) => !isNamed(item)) };
}

/** The orders for the two parts of a list. */
export interface Orders {
  /** Order of the items that the patch names. */
  readonly patch: readonly unknown[];
  /** Order of the items before the patch. */
  readonly server: readonly unknown[];
}

/** Sorts both parts of a list and merges them. */
export function mergeInOrder(parts: ReturnType<typeof partition>, orders: Orders, identity: ItemIdentity): unknown[] {
  const serverPlaces = positionsOf(orders.server, identity);
  const patched = sorted(parts.patched, positionsOf(assertIdentities(orders.patch, identity), identity), identity);
  const serverOnly = sorted(
    parts.serverOnly,
    positionsOf(assertIdentities(orders.server, identity), identity),
    identity,
  );
  return interleave(serverOnly, patched, (item) => serverPlaces.get(identity.tryKeyOf(item)));
}

function assertIdentities(items: readonly unknown[], identity: ItemIdentity): readonly unknown[] {
  for (const item of items) identity.keyOf(item);
  return items;
}

/** Returns the first position of each item. */
export function positionsOf(order: readonly unknown[], identity: ItemIdentity): Map<unknown, number> {
  const placeByKey = new Map<unknown, number>();
  for (const [place, item] of order.entries()) {
    const key = identity.tryKeyOf(item);
    if (!placeByKey.has(key)) placeByKey.set(key, place);
  }
  return placeByKey;
}

/** Up to this length, upstream's sort is an insertion sort. */
const maxInsertionLength = 20;

/**
 * Sorts stably. With upstream's comparison, an item without a place moves before all items that precede it, as long as
 * the sort is an insertion sort. In longer lists, items without a place come first.
 */
function sorted(
  items: readonly unknown[],
  placeByKey: ReadonlyMap<unknown, number>,
  identity: ItemIdentity,
): unknown[] {
  const known = items.filter((item) => placeByKey.has(identity.tryKeyOf(item)));
  const place = (item: unknown): number => placeByKey.get(identity.tryKeyOf(item)) ?? -1;
  if (known.length === items.length) return known.sort((a, b) => place(a) - place(b));
  if (items.length > maxInsertionLength) return [...items].sort((a, b) => place(a) - place(b));
  const result: unknown[] = [];
  for (const item of items) {
    const own = place(item);
    let index = result.length;
    while (index > 0 && (own < 0 || place(result[index - 1]) < 0 || own < place(result[index - 1]))) index--;
    result.splice(index, 0, item);
  }
  return result;
}

/** Merges two lists in their orders. An item of `left` comes before the first item of `right` that it preceded. */
function interleave(
  left: readonly unknown[],
  right: readonly unknown[],
  place: (item: unknown) => number | undefined,
): unknown[] {
  const result: unknown[] = [];
  let index = 0;
  for (const item of right) {
    const rightPlace = place(item);
    while (index < left.length) {
      const leftPlace = place(left[index]);
      if (leftPlace === undefined || rightPlace === undefined || leftPlace >= rightPlace) break;
      result.push(left[index++]);
    }
    result.push(item);
  }
  return [...result, ...left.slice(index)];
}
