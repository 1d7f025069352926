/**
 * The values of a document alone. Most documents have no fault, and nobody asks where in them something is; nodes
 * take three times the memory.
 *
 * @module
 */
import type { BlockBuilder } from "./block-reader.ts";
import { resolvePlain } from "./resolve-scalar.ts";
import { scalarText } from "./scalar-text.ts";
import type { ScalarStyle } from "./source-file.ts";
import { wordAt } from "./word-cache.ts";

type Value = NonNullable<unknown> | null;
type Fields = Record<string, Value>;

/** Up to here it is faster to compare keys one by one than to look one up. */
const maxComparedKeys = 16;

/** A document has too many keys and values. */
export class NodeLimit extends Error {}

/** Makes the same values as the nodes of `TreeBuilder` have, and reports nothing: what it would report on, it refuses. */
export class ValueBuilder implements BlockBuilder<Value, string, Fields> {
  /** Something is at fault or needs a closer look: the values are not to be used. */
  hasRefused = false;
  private readonly text: string;
  /** Keys of the maps that are open, one map's after the other's; what is beyond `keyCount` is of no use. */
  private readonly keys: string[] = [];
  private keyCount = 0;
  /** Where in `keys` those of each open map begin. */
  private readonly starts: number[] = [];

  /** Keys and values so far. */
  private nodes = 0;
  private readonly maxNodes: number;

  constructor(text: string, maxNodes = Number.POSITIVE_INFINITY) {
    this.text = text;
    this.maxNodes = maxNodes;
  }

  /** @throws {NodeLimit} what is beyond the limit is not read first */
  private count(): void {
    if (++this.nodes > this.maxNodes) throw new NodeLimit();
  }

  key(start: number, end: number, style: ScalarStyle): string {
    this.count();
    if (style !== "plain") return this.text.slice(start + 1, end - 1);
    const name = wordAt(this.text, start, end);
    // A key that is no text has another name in JSON.
    if (resolvePlain(name) !== name) this.hasRefused = true;
    return name;
  }

  scalar(start: number, end: number, style: ScalarStyle, indent: number, _tag: undefined, verbatim: boolean): Value {
    this.count();
    if (!verbatim) return scalarText(this.text, { start, end, style, indent });
    if (style !== "plain") return this.text.slice(start + 1, end - 1);
    const value = resolvePlain(wordAt(this.text, start, end));
    if (typeof value === "number" && !Number.isFinite(value)) this.hasRefused = true;
    return value;
  }

  empty(): null {
    this.count();
    return null;
  }

  sequence(items: Value[]): Value[] {
    return items;
  }

  startMap(): Fields {
    this.starts.push(this.keyCount);
    return {};
  }

  addItem(map: Fields, key: string, _isMerge: false, value: Value): void {
    if (key !== "__proto__" && !this.isRepeated(map, key)) map[key] = value;
    else this.hasRefused = true;
    this.keys[this.keyCount++] = key;
  }

  private isRepeated(map: Fields, key: string): boolean {
    const { keys, keyCount, starts } = this;
    const start = starts[starts.length - 1] ?? 0;
    if (keyCount - start > maxComparedKeys) return Object.hasOwn(map, key);
    for (let index = start; index < keyCount; index++) {
      if (keys[index] === key) return true;
    }
    return false;
  }

  endMap(map: Fields): Fields {
    this.keyCount = this.starts.pop() ?? 0;
    return map;
  }
}
