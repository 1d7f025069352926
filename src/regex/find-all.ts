/**
 * Finds all matches in a text, in time linear in the text.
 *
 * @module
 */
import { BackwardScan } from "./foresight.ts";
import type { Matcher } from "./matcher.ts";
import type { Program } from "./program.ts";

/** The matches, and the cost of the search. */
export interface SearchResult {
  readonly texts: readonly string[];
  /** Number of characters read; a character that was read several times counts each time. */
  readonly charactersRead: number;
}

/**
 * Returns the texts of the matches from left to right, without overlaps.
 *
 * A search may read far beyond the match that it finds, for a preferred alternative that fails. After the length of the
 * text was read in vain, the rest is searched with {@link BackwardScan}.
 *
 * @param matcher - of the program
 * @param limit - most matches to return
 */
export function findAll(program: Program, matcher: Matcher, text: string, limit: number): SearchResult {
  const texts: string[] = [];
  let charactersRead = 0;
  let wastedCharacters = 0;
  let foresight: BackwardScan | undefined;
  let previousEnd = -1;
  for (let position = 0; position <= text.length && texts.length < limit; ) {
    if (wastedCharacters > text.length) foresight ??= new BackwardScan(program, text);
    const match = foresight === undefined ? matcher.find(text, position) : foresight.find(position);
    if (foresight === undefined) {
      charactersRead += matcher.readTo - position;
      wastedCharacters += matcher.readTo - (match?.[1] ?? position);
    }
    if (match === undefined) break;
    const [start = 0, end = 0] = match;
    if (start !== end || start !== previousEnd) texts.push(text.slice(start, end));
    position = end > position ? end : nextPosition(text, position);
    previousEnd = end;
  }
  return { texts, charactersRead: charactersRead + (foresight?.charactersRead ?? 0) };
}

const nextPosition = (text: string, position: number): number =>
  position + ((text.codePointAt(position) ?? 0) > 0xffff ? 2 : 1);
