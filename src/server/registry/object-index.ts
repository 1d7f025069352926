/**
 * Objects by key, in order, in leaves that are never changed: a write puts a new leaf in the place of an old one. So what is
 * made of a leaf, such as the bytes of its objects, holds as long as the leaf itself.
 *
 * @module
 */
import { compareUtf8 } from "../../lexical/utf8.ts";
import type { ApiObject } from "../request/api-object.ts";

/** Neighbours in the order of keys, ascending by their UTF-8 bytes. */
export interface Leaf {
  readonly keys: readonly string[];
  readonly objects: readonly ApiObject[];
}

/** Objects of a leaf: many enough that lists are made of few parts, few enough that a write changes little. */
const maxLeafSize = 128;

export class ObjectIndex {
  private readonly objectByKey = new Map<string, ApiObject>();
  /** None is empty. */
  private readonly leaves: Leaf[] = [];

  get size(): number {
    return this.objectByKey.size;
  }

  get(key: string): ApiObject | undefined {
    return this.objectByKey.get(key);
  }

  set(key: string, object: ApiObject): void {
    const isNew = !this.objectByKey.has(key);
    this.objectByKey.set(key, object);
    const at = this.leafOf(key);
    const leaf = this.leaves[at];
    if (!leaf) this.leaves.push({ keys: [key], objects: [object] });
    else if (isNew) this.insert(at, leaf, { key, object });
    else {
      const index = lowerBound(leaf.keys, key);
      this.leaves[at] = { keys: leaf.keys, objects: leaf.objects.with(index, object) };
    }
  }

  delete(key: string): void {
    if (!this.objectByKey.delete(key)) return;
    const at = this.leafOf(key);
    const leaf = this.leaves[at];
    if (!leaf) return;
    const index = lowerBound(leaf.keys, key);
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
  range(prefix: string, start = prefix): readonly Leaf[] {
    const found: Leaf[] = [];
    for (const leaf of this.leaves.slice(this.leafOf(start))) {
      const part = within(leaf, prefix, start);
      if (part.keys.length > 0) found.push(part);
      if (!leaf.keys.at(-1)?.startsWith(prefix)) break;
    }
    return found;
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

  private insert(at: number, leaf: Leaf, { key, object }: { readonly key: string; readonly object: ApiObject }): void {
    const index = lowerBound(leaf.keys, key);
    // What comes in order fills its leaves.
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
  const { keys } = leaf;
  const first = lowerBound(keys, start);
  let end = keys.length;
  while (end > first && !keys[end - 1]?.startsWith(prefix)) end--;
  return first === 0 && end === keys.length ? leaf : sliced(leaf, first, end);
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
