/**
 * The common part of the automata: assertions between characters, and sets of instructions, to follow splits and
 * assertions without consuming a character.
 *
 * @module
 */
import { lineFeedBit, wordBit } from "./alphabet.ts";
import { assertions } from "./program.ts";
import type { Assertion } from "./syntax.ts";

/**
 * The start or end of the text as the neighbor of a position; other neighbors are kinds of characters (`alphabet.ts`).
 */
export const edgeOfText = 4;

/** All kinds of neighbors, {@link edgeOfText} included, are below this number. */
const kindCount = 8;

/** The assertions that are true between two kinds of neighbors, as bits in the order of {@link assertions}. */
const assertionTable = Uint8Array.from({ length: kindCount * kindCount }, (_, index) => {
  const [before, after] = [Math.floor(index / kindCount), index % kindCount];
  return assertions.reduce((bits, assertion, bit) => bits | (Number(holds(assertion, before, after)) << bit), 0);
});

/** Returns the assertions that are true between two neighbors, as bits in the order of {@link assertions}. */
export function assertionsBetween(before: number, after: number): number {
  return assertionTable[before * kindCount + after] ?? 0;
}

function holds(assertion: Assertion, before: number, after: number): boolean {
  switch (assertion) {
    case "textStart":
      return before === edgeOfText;
    case "textEnd":
      return after === edgeOfText;
    case "lineStart":
      return before === edgeOfText || (before & lineFeedBit) !== 0;
    case "lineEnd":
      return after === edgeOfText || (after & lineFeedBit) !== 0;
    case "wordBoundary":
      return ((before ^ after) & wordBit) !== 0;
    case "noWordBoundary":
      return ((before ^ after) & wordBit) === 0;
  }
}

/** Whether `symbol` is in a set of a program. */
export function isInSet(set: Int32Array | undefined, symbol: number): boolean {
  if (set === undefined) return false;
  for (let index = 0; index < set.length; index += 2) {
    if (symbol < (set[index] ?? 0)) return false;
    if (symbol <= (set[index + 1] ?? 0)) return true;
  }
  return false;
}

/** A set of instruction indices that keeps the order of insertion and can be cleared in constant time. */
export class IndexSet {
  readonly #dense: Int32Array;
  readonly #sparse: Int32Array;
  size = 0;

  constructor(capacity: number) {
    this.#dense = new Int32Array(capacity);
    this.#sparse = new Int32Array(capacity);
  }

  /** Adds an index. Returns whether it was new. */
  add(index: number): boolean {
    const place = this.#sparse[index] ?? 0;
    if (place < this.size && this.#dense[place] === index) return false;
    this.#sparse[index] = this.size;
    this.#dense[this.size++] = index;
    return true;
  }

  at(place: number): number {
    return this.#dense[place] ?? 0;
  }

  clear(): void {
    this.size = 0;
  }
}
