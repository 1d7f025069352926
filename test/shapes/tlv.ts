/**
 * Nested tag-length-value formats such as DER and Protobuf: trees that can be changed and encoded again with correct
 * lengths, so that readers get past the outermost length.
 *
 * @module
 */
import fc from "fast-check";
import { readDerItems } from "../../src/x509/der.ts";

/** Plain bytes, or a tag with the nested values. */
export type Tree = Uint8Array | { readonly tag: number; readonly items: readonly Tree[] };

interface Format {
  /** Splits bytes into nested values; undefined if they are not a sequence of values. */
  parse(bytes: Uint8Array): readonly Tree[] | undefined;
  /** Returns the tag and the length that precede so many bytes of content. */
  head(tag: number, length: number): readonly number[];
}

function derLength(length: number): readonly number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 + bytes.length, ...bytes];
}

/** Returns the values nested in an item. The first byte of a bit string is the number of unused bits. */
const holdsValues = (tag: number, content: Uint8Array): readonly Tree[] | undefined => {
  if ((tag & 0x20) !== 0 || tag === 0x04) return der.parse(content);
  const inner = tag === 0x03 && content[0] === 0 ? der.parse(content.subarray(1)) : undefined;
  return inner && [Uint8Array.of(0), ...inner];
};

export const der: Format = {
  parse: (bytes) =>
    readDerItems(bytes)?.map(({ tag, content }) => ({ tag, items: holdsValues(tag, content) ?? [content] })),
  head: (tag, length) => [tag & 0xff, ...derLength(length)],
};

function varint(value: number): readonly number[] {
  return value < 0x80 ? [value] : [(value % 0x80) | 0x80, ...varint(Math.floor(value / 0x80))];
}

function readVarint(bytes: Uint8Array, at: number): { readonly value: number; readonly end: number } | undefined {
  let value = 0;
  for (let index = 0; index < 5; index++) {
    const byte = bytes[at + index];
    if (byte === undefined) return undefined;
    value += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80) return { value, end: at + index + 1 };
  }
  return undefined;
}

const lengthDelimited = 2;

export const protobuf: Format = {
  parse(bytes) {
    const items: Tree[] = [];
    for (let at = 0; at < bytes.length; ) {
      const tag = readVarint(bytes, at);
      const next = tag && readVarint(bytes, tag.end);
      if (!tag || !next || tag.value >> 3 === 0) return undefined;
      const isMessage = (tag.value & 7) === lengthDelimited;
      const end = isMessage ? next.end + next.value : next.end;
      if (end > bytes.length || (!isMessage && (tag.value & 7) !== 0)) return undefined;
      const content = bytes.subarray(next.end, end);
      items.push(isMessage ? { tag: tag.value, items: protobuf.parse(content) ?? [content] } : bytes.subarray(at, end));
      at = end;
    }
    return items;
  },
  head: (tag, length) => [...varint(tag), ...varint(length)],
};

function writeTrees(trees: readonly Tree[], format: Format): Buffer {
  return Buffer.concat(
    trees.map((tree) => {
      if (tree instanceof Uint8Array) return tree;
      const content = writeTrees(tree.items, format);
      return Buffer.concat([Uint8Array.from(format.head(tree.tag, content.length)), content]);
    }),
  );
}

/** One change at a place in the tree. Each number of the place selects an item at the next level. */
export interface TreeChange {
  readonly place: readonly number[];
  readonly change: "remove" | "repeat" | "wrap" | "tag" | "bytes" | "swap";
  readonly number: number;
  readonly bytes: Uint8Array;
}

const treeChange: fc.Arbitrary<TreeChange> = fc.record({
  place: fc.array(fc.nat(12), { minLength: 1, maxLength: 8 }),
  change: fc.constantFrom("remove", "repeat", "wrap", "tag", "bytes", "swap"),
  number: fc.oneof(fc.nat(255), fc.constantFrom(0x30, 0x31, 0x02, 0x03, 0x04, 0xa0, 0xa3, 0x0a, 0x12)),
  bytes: fc.oneof(
    fc.uint8Array({ maxLength: 12 }),
    fc.constantFrom(Uint8Array.of(0xff), Uint8Array.of(0x80, 0), Buffer.from("__proto__"), Buffer.alloc(9, 0xff)),
  ),
});

/** @param n - the number of repetitions, for changes that repeat */
function changeTree(trees: readonly Tree[], change: TreeChange, n: number): readonly Tree[] {
  const [turn, ...rest] = change.place;
  if (turn === undefined || trees.length === 0) return trees;
  const at = turn % trees.length;
  const tree = trees[at];
  if (tree === undefined) return trees;
  const isInner = rest.length > 0 && !(tree instanceof Uint8Array);
  const made = isInner
    ? [{ ...tree, items: changeTree(tree.items, { ...change, place: rest }, n) }]
    : applyChange(tree, change, n);
  return [...trees.slice(0, at), ...made, ...trees.slice(at + 1)];
}

/** The maximum depth of wrapping; encoding deeper trees overflows the stack. */
const maxWraps = 500;

function applyChange(tree: Tree, { change, number, bytes }: TreeChange, n: number): readonly Tree[] {
  switch (change) {
    case "remove":
      return [];
    case "repeat":
      return Array.from({ length: n }, () => tree);
    case "wrap": {
      let wrapped = tree;
      for (let depth = 0; depth < Math.min(n, maxWraps); depth++) wrapped = { tag: number, items: [wrapped] };
      return [wrapped];
    }
    case "tag":
      return [tree instanceof Uint8Array ? Buffer.concat([tree, bytes]) : { ...tree, tag: number }];
    case "bytes":
      return [tree instanceof Uint8Array ? bytes : { ...tree, items: Array.from({ length: n }, () => bytes) }];
    case "swap":
      return tree instanceof Uint8Array ? [tree, tree] : [{ ...tree, items: tree.items.toReversed() }];
  }
}

/**
 * Generates byte strings (one character per byte): real bytes with a few changes, the last of which is made n times.
 */
export function spoiledTrees(originals: readonly Uint8Array[], format: Format): fc.Arbitrary<(n: number) => string> {
  const parsed = originals.map((bytes) => format.parse(bytes) ?? [bytes]);
  const arbitrary = fc.tuple(fc.nat(parsed.length - 1), fc.array(treeChange, { maxLength: 3 }), treeChange);
  return arbitrary.map(([original, changes, last]) => {
    const before = changes.reduce((trees, change) => changeTree(trees, change, 2), parsed[original] ?? []);
    return (n) => writeTrees(changeTree(before, last, n), format).toString("latin1");
  });
}
