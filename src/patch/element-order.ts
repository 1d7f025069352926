/**
 * The order of a list after a strategic merge: the items that a patch names in the order it gives, the others where they
 * was among them.
 *
 * @module
 */
import { memberOf } from "../json/member.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { noMergeKey, notAMap } from "./strategic-fault.ts";

/** The identity of the items of a list: themselves, or a field of them. */
export class ItemIdentity {
  readonly mergeKey: string | undefined;

  constructor(mergeKey: string | undefined) {
    this.mergeKey = mergeKey;
  }

  /** @throws {StrategicFault} when the item is no object, or lacks the field */
  of(item: unknown): unknown {
    if (this.mergeKey === undefined) return item;
    if (!isPlainObject(item)) throw notAMap(item);
    const key = memberOf(item, this.mergeKey);
    if (key === undefined) throw noMergeKey(item, this.mergeKey);
    return key;
  }

  /** Undefined where `of` would throw. */
  ofAny(item: unknown): unknown {
    if (this.mergeKey === undefined) return item;
    return isPlainObject(item) ? memberOf(item, this.mergeKey) : undefined;
  }
}

/** The items that `named` has, and the others. */
export function partition(
  items: readonly unknown[],
  named: readonly unknown[],
  identity: ItemIdentity,
): { readonly patched: unknown[]; readonly serverOnly: unknown[] } {
  if (items.length > 0 && identity.mergeKey !== undefined)
    for (const item of named) if (!isPlainObject(item)) throw notAMap(item);
  const names = new Set(named.map((item) => identity.ofAny(item)));
  const isNamed = (item: unknown): boolean => names.has(identity.of(item));
  return { patched: items.filter(isNamed), serverOnly: items.filter((item) => !isNamed(item)) };
}

/** The order of each part of a list. */
export interface Orders {
  /** Order of the items that the patch names. */
  readonly patch: readonly unknown[];
  /** Order of the items before the patch. */
  readonly server: readonly unknown[];
}

/** Brings both parts of a list in order and in one. */
export function inOrder(parts: ReturnType<typeof partition>, orders: Orders, identity: ItemIdentity): unknown[] {
  const serverPlaces = places(orders.server, identity);
  const patched = sorted(parts.patched, places(checked(orders.patch, identity), identity), identity);
  const serverOnly = sorted(parts.serverOnly, places(checked(orders.server, identity), identity), identity);
  return interleave(serverOnly, patched, (item) => serverPlaces.get(identity.ofAny(item)));
}

function checked(items: readonly unknown[], identity: ItemIdentity): readonly unknown[] {
  for (const item of items) identity.of(item);
  return items;
}

/** The first place of each item. */
export function places(order: readonly unknown[], identity: ItemIdentity): Map<unknown, number> {
  const placeByKey = new Map<unknown, number>();
  for (const [place, item] of order.entries()) {
    const key = identity.ofAny(item);
    if (!placeByKey.has(key)) placeByKey.set(key, place);
  }
  return placeByKey;
}

/** Up to this length upstream sorts by insertion. */
const maxInsertionLength = 20;

/**
 * Stable. An item without a place goes before whatever is before it: upstream's comparison says so, as far as its
 * sort is by insertion. In longer lists such items go first.
 */
function sorted(
  items: readonly unknown[],
  placeByKey: ReadonlyMap<unknown, number>,
  identity: ItemIdentity,
): unknown[] {
  const known = items.filter((item) => placeByKey.has(identity.ofAny(item)));
  const place = (item: unknown): number => placeByKey.get(identity.ofAny(item)) ?? -1;
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

/** Keeps the order of both; an item of `left` goes before the first of `right` that it preceded. */
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
