/**
 * Objects by key, in order, in leaves that are never changed: a write puts a new leaf in the place of an old one. So what is
 * made of a leaf, such as the bytes of its objects, holds as long as the leaf itself.
 *
 * @module
 */
import { compareUtf8 } from "../../text/utf8.ts";
import type { ApiObject } from "../request/api-object.ts";

/** Neighbours in the order of keys, ascending by their UTF-8 bytes. */
export interface Leaf {
  readonly keys: readonly string[];
  readonly objects: readonly ApiObject[];
}

/** Objects of a leaf: many enough that lists are made of few parts, few enough that a write changes little. */
const maxLeafSize = 128;

/** Parts of one leaf that are remembered: where pages of one limit begin and end. */
const maxParts = 4;

/** Some of the objects of a range. */
export interface IndexPage {
  readonly leaves: readonly Leaf[];
  /** How many more there are in the range. */
  readonly remaining: number;
}

export class ObjectIndex {
  /** None is empty. */
  private readonly leaves: Leaf[];
  private total: number;

  /** @param like - what it holds to begin with */
  constructor(like?: ObjectIndex) {
    this.leaves = [...(like?.leaves ?? [])];
    this.total = like?.total ?? 0;
  }

  get size(): number {
    return this.total;
  }

  get(key: string): ApiObject | undefined {
    const leaf = this.leaves[this.leafOf(key)];
    if (!leaf) return undefined;
    const index = lowerBound(leaf.keys, key);
    return leaf.keys[index] === key ? leaf.objects[index] : undefined;
  }

  set(key: string, object: ApiObject): void {
    const at = this.leafOf(key);
    const leaf = this.leaves[at];
    const index = leaf ? lowerBound(leaf.keys, key) : 0;
    if (leaf?.keys[index] === key) {
      this.leaves[at] = { keys: leaf.keys, objects: leaf.objects.with(index, object) };
      return;
    }
    this.total++;
    if (leaf) this.insert(at, leaf, { key, object, index });
    else this.leaves.push({ keys: [key], objects: [object] });
  }

  delete(key: string): void {
    const at = this.leafOf(key);
    const leaf = this.leaves[at];
    const index = leaf ? lowerBound(leaf.keys, key) : 0;
    if (leaf?.keys[index] !== key) return;
    this.total--;
    const left = { keys: leaf.keys.toSpliced(index, 1), objects: leaf.objects.toSpliced(index, 1) };
    if (left.keys.length === 0) {
      this.leaves.splice(at, 1);
      return;
    }
    this.leaves[at] = left;
    this.joinSmall(at);
    this.joinSmall(at - 1);
  }

  /** Makes one leaf of two neighbours that have become small. */
  private joinSmall(at: number): void {
    const leaf = this.leaves[at];
    const next = this.leaves[at + 1];
    if (!leaf || !next || leaf.keys.length + next.keys.length > maxLeafSize / 2) return;
    this.leaves.splice(at, 2, joined(leaf, next));
  }

  /**
   * Those whose keys begin with the prefix, from `start` on. Leaves that are in it as a whole are themselves, of others there
   * is a part.
   *
   * @param start - not below the prefix
   */
  *range(prefix: string, start = prefix): Generator<Leaf> {
    for (let at = this.leafOf(start); at < this.leaves.length; at++) {
      const leaf = this.leaves[at];
      if (!leaf) return;
      const part = within(leaf, prefix, start);
      if (part.keys.length > 0) yield part;
      if (!leaf.keys.at(-1)?.startsWith(prefix)) return;
    }
  }

  /** How many objects are in a range. Of leaves between its ends only the length is looked at: a page counts all behind it. */
  count(prefix: string, start: string): number {
    const first = this.leafOf(start);
    const end = Math.max(first, this.leafBehind(prefix));
    let count = sizeWithin(this.leaves[first], prefix, start);
    for (let at = first + 1; at < end; at++) count += this.leaves[at]?.keys.length ?? 0;
    return end > first ? count + sizeWithin(this.leaves[end], prefix, start) : count;
  }

  /** The first objects of a range. */
  page(prefix: string, start: string, limit: number): IndexPage {
    const leaves: Leaf[] = [];
    let taken = 0;
    for (const leaf of this.range(prefix, start)) {
      const size = Math.min(limit - taken, leaf.keys.length);
      if (size === 0) break;
      leaves.push(part(leaf, 0, size));
      taken += size;
    }
    return { leaves, remaining: this.count(prefix, start) - taken };
  }

  /** Index of the first leaf with keys behind all that begin with the prefix; of none, the number of leaves. */
  private leafBehind(prefix: string): number {
    let low = 0;
    let high = this.leaves.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const last = this.leaves[middle]?.keys.at(-1) ?? "";
      if (last.startsWith(prefix) || compareUtf8(last, prefix) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Index of the leaf that has the key or would take it. */
  private leafOf(key: string): number {
    let low = 0;
    let high = this.leaves.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareUtf8(this.leaves[middle]?.keys.at(-1) ?? "", key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private insert(
    at: number,
    leaf: Leaf,
    { key, object, index }: { readonly key: string; readonly object: ApiObject; readonly index: number },
  ): void {
    // Keys that come in order fill its leaves.
    const isNextLeaf = index === maxLeafSize && at === this.leaves.length - 1;
    if (isNextLeaf) {
      this.leaves.push({ keys: [key], objects: [object] });
      return;
    }
    const grown = { keys: leaf.keys.toSpliced(index, 0, key), objects: leaf.objects.toSpliced(index, 0, object) };
    if (grown.keys.length <= maxLeafSize) this.leaves[at] = grown;
    else this.leaves.splice(at, 1, sliced(grown, 0, maxLeafSize / 2), sliced(grown, maxLeafSize / 2));
  }
}

/** The part of a leaf in the range; the leaf itself when that is all of it. */
function within(leaf: Leaf, prefix: string, start: string): Leaf {
  const [first, end] = boundsWithin(leaf, prefix, start);
  return part(leaf, first, end);
}

function sizeWithin(leaf: Leaf | undefined, prefix: string, start: string): number {
  if (!leaf) return 0;
  const [first, end] = boundsWithin(leaf, prefix, start);
  return end - first;
}

function boundsWithin({ keys }: Leaf, prefix: string, start: string): readonly [first: number, end: number] {
  const first = lowerBound(keys, start);
  let end = keys.length;
  while (end > first && !keys[end - 1]?.startsWith(prefix)) end--;
  return [first, end];
}

const partsByLeaf = new WeakMap<Leaf, Map<string, Leaf>>();

/** The same one each time, as long as the leaf does not have too many: what is made of it can be kept with it, too. */
function part(leaf: Leaf, first: number, end: number): Leaf {
  if (first === 0 && end === leaf.keys.length) return leaf;
  const place = `${first}-${end}`;
  const parts = partsByLeaf.get(leaf) ?? new Map<string, Leaf>();
  const known = parts.get(place);
  if (known) return known;
  const made = sliced(leaf, first, end);
  if (parts.size >= maxParts) parts.clear();
  partsByLeaf.set(leaf, parts.set(place, made));
  return made;
}

const sliced = ({ keys, objects }: Leaf, start: number, end?: number): Leaf => ({
  keys: keys.slice(start, end),
  objects: objects.slice(start, end),
});

const joined = (a: Leaf, b: Leaf): Leaf => ({ keys: [...a.keys, ...b.keys], objects: [...a.objects, ...b.objects] });

/** Index of the first key that is not below `key`. */
function lowerBound(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareUtf8(keys[middle] ?? "", key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
