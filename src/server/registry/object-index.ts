/**
 * Objects sorted by key, in immutable leaves: a write replaces a leaf by a new one. Anything computed from a leaf, such
 * as the bytes of its objects, is therefore valid as long as the leaf is in use.
 *
 * @module
 */
import { compareKeys, lowerBound } from "../../storage/key.ts";
import type { ApiObject } from "../request/api-object.ts";

/** Objects with adjacent keys, sorted by the UTF-8 bytes of their keys. */
export interface Leaf {
  readonly keys: readonly string[];
  readonly objects: readonly ApiObject[];
}

/**
 * Maximum number of objects in a leaf: large enough that a list consists of few leaves, small enough that a write
 * replaces little.
 */
const maxLeafSize = 128;

/** Maximum number of cached parts of one leaf, at which pages of the same limit begin and end. */
const maxParts = 4;

/** Some of the objects of a range. */
export interface IndexPage {
  readonly leaves: readonly Leaf[];
  /** Number of further objects in the range. */
  readonly remaining: number;
}

export class ObjectIndex {
  /** No leaf is empty. */
  private readonly leaves: Leaf[];
  private total: number;

  /** @param like - index whose objects the new one starts with */
  constructor(like?: ObjectIndex) {
    this.leaves = [...(like?.leaves ?? [])];
    this.total = like?.total ?? 0;
  }

  get size(): number {
    return this.total;
  }

  get(key: string): ApiObject | undefined {
    const leaf = this.leaves[this.leafIndexOf(key)];
    if (!leaf) return undefined;
    const index = lowerBound(leaf.keys, key);
    return leaf.keys[index] === key ? leaf.objects[index] : undefined;
  }

  set(key: string, object: ApiObject): void {
    const at = this.leafIndexOf(key);
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
    const at = this.leafIndexOf(key);
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

  /** Joins two neighboring leaves if they have become small. */
  private joinSmall(at: number): void {
    const leaf = this.leaves[at];
    const next = this.leaves[at + 1];
    if (!leaf || !next || leaf.keys.length + next.keys.length > maxLeafSize / 2) return;
    this.leaves.splice(at, 2, joinLeaves(leaf, next));
  }

  /**
   * Returns the objects whose keys begin with the prefix, from `start` on. Leaves that are completely in the range are
   * returned themselves; of others, the part in the range.
   *
   * @param start - not below the prefix
   */
  *range(prefix: string, start = prefix): Generator<Leaf> {
    for (let at = this.leafIndexOf(start); at < this.leaves.length; at++) {
      const leaf = this.leaves[at];
      if (!leaf) return;
      const part = within(leaf, prefix, start);
      if (part.keys.length > 0) yield part;
      if (!leaf.keys.at(-1)?.startsWith(prefix)) return;
    }
  }

  /**
   * Returns the number of objects in a range. Reads only the length of leaves between its ends, since each page counts
   * all objects after it.
   */
  count(prefix: string, start: string): number {
    const first = this.leafIndexOf(start);
    const end = Math.max(first, this.leafIndexAfter(prefix));
    let count = sizeWithin(this.leaves[first], prefix, start);
    for (let at = first + 1; at < end; at++) count += this.leaves[at]?.keys.length ?? 0;
    return end > first ? count + sizeWithin(this.leaves[end], prefix, start) : count;
  }

  /** Returns the first objects of a range. */
  page(prefix: string, start: string, limit: number): IndexPage {
    const leaves: Leaf[] = [];
    let taken = 0;
    for (const leaf of this.range(prefix, start)) {
      const size = Math.min(limit - taken, leaf.keys.length);
      if (size === 0) break;
      leaves.push(cachedSlice(leaf, 0, size));
      taken += size;
    }
    return { leaves, remaining: this.count(prefix, start) - taken };
  }

  /** Returns the index of the first leaf with keys after all that begin with the prefix, or the number of leaves. */
  private leafIndexAfter(prefix: string): number {
    let low = 0;
    let high = this.leaves.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const last = this.leaves[middle]?.keys.at(-1) ?? "";
      if (last.startsWith(prefix) || compareKeys(last, prefix) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Returns the index of the leaf that contains the key, or would contain it. */
  private leafIndexOf(key: string): number {
    let low = 0;
    let high = this.leaves.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareKeys(this.leaves[middle]?.keys.at(-1) ?? "", key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private insert(
    at: number,
    leaf: Leaf,
    { key, object, index }: { readonly key: string; readonly object: ApiObject; readonly index: number },
  ): void {
    // Starts a new leaf, so that keys added in ascending order fill their leaves.
    const isNextLeaf = index === maxLeafSize && at === this.leaves.length - 1;
    if (isNextLeaf) {
      this.leaves.push({ keys: [key], objects: [object] });
      return;
    }
    const grown = { keys: leaf.keys.toSpliced(index, 0, key), objects: leaf.objects.toSpliced(index, 0, object) };
    if (grown.keys.length <= maxLeafSize) this.leaves[at] = grown;
    else this.leaves.splice(at, 1, sliceLeaf(grown, 0, maxLeafSize / 2), sliceLeaf(grown, maxLeafSize / 2));
  }
}

/** Returns the part of a leaf in the range; the leaf itself if it is completely in the range. */
function within(leaf: Leaf, prefix: string, start: string): Leaf {
  const [first, end] = boundsWithin(leaf, prefix, start);
  return cachedSlice(leaf, first, end);
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

/** Returns a part of a leaf. Caches it, up to the maximum number of parts, so that callers can attach results to it. */
function cachedSlice(leaf: Leaf, first: number, end: number): Leaf {
  if (first === 0 && end === leaf.keys.length) return leaf;
  const place = `${first}-${end}`;
  const parts = partsByLeaf.get(leaf) ?? new Map<string, Leaf>();
  const known = parts.get(place);
  if (known) return known;
  const made = sliceLeaf(leaf, first, end);
  if (parts.size >= maxParts) parts.clear();
  partsByLeaf.set(leaf, parts.set(place, made));
  return made;
}

const sliceLeaf = ({ keys, objects }: Leaf, start: number, end?: number): Leaf => ({
  keys: keys.slice(start, end),
  objects: objects.slice(start, end),
});

const joinLeaves = (a: Leaf, b: Leaf): Leaf => ({
  keys: [...a.keys, ...b.keys],
  objects: [...a.objects, ...b.objects],
});
