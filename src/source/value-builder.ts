/**
 * Builds only the values of a document, without nodes. Most documents have no faults, so that nobody needs positions in
 * them, and nodes take three times the memory.
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

/** Up to this number, comparing keys one by one is faster than a lookup. */
const maxComparedKeys = 16;

/** Thrown if a document has too many keys and values. */
export class NodeLimit extends Error {}

/**
 * Builds the same values as the nodes of `TreeBuilder` have. Reports nothing: it refuses documents that `TreeBuilder`
 * would report issues about.
 */
export class ValueBuilder implements BlockBuilder<Value, string, Fields> {
  /** Whether the document has a fault or needs the scanner, so that the values must not be used. */
  hasRefused = false;
  private readonly text: string;
  /** Keys of the open maps, map after map. Entries from `keyCount` on are stale. */
  private readonly keys: string[] = [];
  private keyCount = 0;
  /** For each open map, the index of its first key in `keys`. */
  private readonly keyStarts: number[] = [];

  /** The number of keys and values so far. */
  private nodeCount = 0;
  private readonly maxNodes: number;

  constructor(text: string, maxNodes = Number.POSITIVE_INFINITY) {
    this.text = text;
    this.maxNodes = maxNodes;
  }

  /** Counts a key or value before it is read. @throws {NodeLimit} */
  private countNode(): void {
    if (++this.nodeCount > this.maxNodes) throw new NodeLimit();
  }

  key(start: number, end: number, style: ScalarStyle): string {
    this.countNode();
    if (style !== "plain") return this.text.slice(start + 1, end - 1);
    const name = wordAt(this.text, start, end);
    // A key that is not a string has another name in JSON.
    if (resolvePlain(name) !== name) this.hasRefused = true;
    return name;
  }

  scalar(start: number, end: number, style: ScalarStyle, indent: number, _tag: undefined, verbatim: boolean): Value {
    this.countNode();
    if (!verbatim) return scalarText(this.text, { start, end, style, indent });
    if (style !== "plain") return this.text.slice(start + 1, end - 1);
    const value = resolvePlain(wordAt(this.text, start, end));
    if (typeof value === "number" && !Number.isFinite(value)) this.hasRefused = true;
    return value;
  }

  empty(): null {
    this.countNode();
    return null;
  }

  sequence(items: Value[]): Value[] {
    return items;
  }

  startMap(): Fields {
    this.keyStarts.push(this.keyCount);
    return {};
  }

  addItem(map: Fields, key: string, _isMerge: false, value: Value): void {
    if (key !== "__proto__" && !this.isRepeated(map, key)) map[key] = value;
    else this.hasRefused = true;
    this.keys[this.keyCount++] = key;
  }

  private isRepeated(map: Fields, key: string): boolean {
    const { keys, keyCount, keyStarts } = this;
    const start = keyStarts[keyStarts.length - 1] ?? 0;
    if (keyCount - start > maxComparedKeys) return Object.hasOwn(map, key);
    for (let index = start; index < keyCount; index++) {
      if (keys[index] === key) return true;
    }
    return false;
  }

  endMap(map: Fields): Fields {
    this.keyCount = this.keyStarts.pop() ?? 0;
    return map;
  }
}
