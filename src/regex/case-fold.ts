/**
 * Case folding for `(?i)`: extends a class with all code points that differ from its members only in case (Unicode's
 * simple case folding).
 *
 * @module
 */
import { type CharClass, classOf } from "./char-class.ts";

/** The range of code points with case. */
const firstCased = 0x41;
const lastCased = 0x1e943;

/** Folds a class. Skips a range that contains the whole cased range: folding would add nothing to it. */
export function foldClass(chars: CharClass): CharClass {
  const ranges = [...chars];
  for (let index = 0; index < chars.length; index += 2) {
    const low = Math.max(chars[index] ?? 0, firstCased);
    const high = Math.min(chars[index + 1] ?? 0, lastCased);
    if (low === firstCased && high === lastCased) continue;
    for (let code = low; code <= high; code++) {
      for (const other of variants(code)) ranges.push(other, other);
    }
  }
  return classOf(ranges);
}

const none: readonly number[] = [];

/** Returns the other code points that fold to the same one as `code`. */
function variants(code: number): readonly number[] {
  if (code > 0x7f) return casedGroups().get(code) ?? none;
  const isLetter = (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
  if (!isLetter) return none;
  const lower = code | 0x20;
  // The long s (U+017F) and the Kelvin sign (U+212A).
  if (lower === 0x73) return [code ^ 0x20, 0x17f];
  if (lower === 0x6b) return [code ^ 0x20, 0x212a];
  return [code ^ 0x20];
}

const changesWithCase = /^\p{Changes_When_Casemapped}$/u;

let groups: ReadonlyMap<number, readonly number[]> | undefined;

/** Returns by code point the group of code points that fold together. Built on first use, which takes some 20 ms. */
function casedGroups(): ReadonlyMap<number, readonly number[]> {
  if (groups !== undefined) return groups;
  const byFolded = new Map<string, number[]>();
  for (let code = firstCased; code <= lastCased; code++) {
    const character = String.fromCodePoint(code);
    if (!changesWithCase.test(character)) continue;
    const folded = simpleFold(character);
    const group = byFolded.get(folded);
    if (group === undefined) byFolded.set(folded, [code]);
    else group.push(code);
  }
  const byCode = new Map<number, readonly number[]>();
  for (const group of byFolded.values()) {
    if (group.length > 1) for (const code of group) byCode.set(code, group);
  }
  groups = byCode;
  return byCode;
}

/** Folds a character to a single code point; the dotless i (Turkish) folds to itself. */
function simpleFold(character: string): string {
  if (character === "\u0131") return character;
  const upper = character.toUpperCase();
  const base = isSingle(upper) ? upper : character;
  const lower = base.toLowerCase();
  return isSingle(lower) ? lower : base;
}

const isSingle = (text: string): boolean =>
  text.length === 1 || (text.length === 2 && text.charCodeAt(0) >= 0xd800 && text.charCodeAt(0) < 0xdc00);
