/**
 * Character classes: sets of code points as sorted, disjoint, non-adjacent ranges `[lo, hi, lo, hi, ...]`, both ends
 * included.
 *
 * @module
 */
export type CharClass = readonly number[];

export const maxCodePoint = 0x10ffff;

export const anyChar: CharClass = [0, maxCodePoint];
export const lineFeed: CharClass = [0x0a, 0x0a];
export const wordChars: CharClass = [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a];

/** Returns the class of ranges in any order, which may overlap. */
export function classOf(ranges: readonly number[]): CharClass {
  const pairs: (readonly [number, number])[] = [];
  for (let index = 0; index < ranges.length; index += 2) pairs.push([ranges[index] ?? 0, ranges[index + 1] ?? 0]);
  pairs.sort(([a], [b]) => a - b);
  const result: number[] = [];
  for (const [low, high] of pairs) {
    const last = result.length - 1;
    const lastHigh = result[last];
    if (lastHigh !== undefined && low <= lastHigh + 1) result[last] = Math.max(lastHigh, high);
    else result.push(low, high);
  }
  return result;
}

export function negate(chars: CharClass): CharClass {
  const result: number[] = [];
  let next = 0;
  for (let index = 0; index < chars.length; index += 2) {
    const low = chars[index] ?? 0;
    if (next < low) result.push(next, low - 1);
    next = (chars[index + 1] ?? 0) + 1;
  }
  if (next <= maxCodePoint) result.push(next, maxCodePoint);
  return result;
}

const digits: CharClass = [0x30, 0x39];
const perlSpaces: CharClass = [0x09, 0x0a, 0x0c, 0x0d, 0x20, 0x20];

/** Classes such as `\d`, by the letter. */
export const perlClasses: ReadonlyMap<string, CharClass> = new Map([
  ["d", digits],
  ["s", perlSpaces],
  ["w", wordChars],
]);

/** Classes such as `[:alpha:]`, by the name. */
export const posixClasses: ReadonlyMap<string, CharClass> = new Map<string, CharClass>([
  ["alnum", [0x30, 0x39, 0x41, 0x5a, 0x61, 0x7a]],
  ["alpha", [0x41, 0x5a, 0x61, 0x7a]],
  ["ascii", [0x00, 0x7f]],
  ["blank", [0x09, 0x09, 0x20, 0x20]],
  ["cntrl", [0x00, 0x1f, 0x7f, 0x7f]],
  ["digit", digits],
  ["graph", [0x21, 0x7e]],
  ["lower", [0x61, 0x7a]],
  ["print", [0x20, 0x7e]],
  ["punct", [0x21, 0x2f, 0x3a, 0x40, 0x5b, 0x60, 0x7b, 0x7e]],
  ["space", [0x09, 0x0d, 0x20, 0x20]],
  ["upper", [0x41, 0x5a]],
  ["word", wordChars],
  ["xdigit", [0x30, 0x39, 0x41, 0x46, 0x61, 0x66]],
]);
