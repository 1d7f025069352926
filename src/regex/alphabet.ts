/**
 * Divides the code points into intervals at every bound of a program's classes. The automata run on the numbers of
 * these intervals, called symbols, which are few and dense.
 *
 * @module
 */
import { type CharClass, lineFeed, wordChars } from "./char-class.ts";

/** Number of code points whose symbols are in a table; the symbols of others need a binary search. */
const tableSize = 256;

/** Kinds of characters for assertions; the values are bits. */
export const wordBit = 1;
export const lineFeedBit = 2;

export class Alphabet {
  /** First code point of each symbol, ascending; the first is 0. */
  readonly #starts: Int32Array;
  readonly #table = new Int32Array(tableSize);
  /** Bits {@link wordBit} and {@link lineFeedBit} by symbol, if assertions of the program need them. */
  readonly #kinds: Uint8Array;

  constructor(classes: readonly CharClass[], assertions: { readonly word: boolean; readonly line: boolean }) {
    const bounds = new Set([0]);
    const dividingClasses = [
      ...classes,
      ...(assertions.word ? [wordChars] : []),
      ...(assertions.line ? [lineFeed] : []),
    ];
    for (const chars of dividingClasses) {
      for (let index = 0; index < chars.length; index += 2) {
        bounds.add(chars[index] ?? 0).add((chars[index + 1] ?? 0) + 1);
      }
    }
    this.#starts = Int32Array.from(bounds).sort();
    for (let code = 0; code < tableSize; code++) this.#table[code] = this.#search(code);
    this.#kinds = new Uint8Array(this.#starts.length);
    if (assertions.word) this.#mark(wordChars, wordBit);
    if (assertions.line) this.#mark(lineFeed, lineFeedBit);
  }

  get size(): number {
    return this.#starts.length;
  }

  symbolOf(code: number): number {
    return code < tableSize ? (this.#table[code] ?? 0) : this.#search(code);
  }

  /** Returns the bits {@link wordBit} and {@link lineFeedBit} of a symbol. */
  kindOf(symbol: number): number {
    return this.#kinds[symbol] ?? 0;
  }

  /** Converts a class of the program to pairs of first and last symbol. */
  symbolsOf(chars: CharClass): Int32Array {
    return Int32Array.from(chars, (bound) => this.#search(bound));
  }

  #mark(chars: CharClass, kind: number): void {
    for (let index = 0; index < chars.length; index += 2) {
      const last = this.#search(chars[index + 1] ?? 0);
      for (let symbol = this.#search(chars[index] ?? 0); symbol <= last; symbol++) {
        this.#kinds[symbol] = (this.#kinds[symbol] ?? 0) | kind;
      }
    }
  }

  #search(code: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= code) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
