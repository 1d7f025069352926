/**
 * All matches of a text, in time linear in the text.
 *
 * @module
 */
import { Foresight } from "./foresight.ts";
import type { Matcher } from "./matcher.ts";
import type { Program } from "./program.ts";

/** The matches found, and what it took. */
export interface Findings {
  readonly texts: readonly string[];
  /** Characters that were read, each as often as it was. */
  readonly charactersRead: number;
}

/**
 * The texts of the matches from left to right, none overlapping.
 *
 * Searches may read far beyond the match that they find, for a way that is preferred but comes to nothing. When they have
 * read as much in vain as there is text, the rest is searched with foresight.
 *
 * @param matcher - of the program
 * @param limit - most matches that are wanted
 */
export function findAll(program: Program, matcher: Matcher, text: string, limit: number): Findings {
  const texts: string[] = [];
  let charactersRead = 0;
  let readInVain = 0;
  let foresight: Foresight | undefined;
  let previousEnd = -1;
  for (let position = 0; position <= text.length && texts.length < limit; ) {
    if (readInVain > text.length) foresight ??= new Foresight(program, text);
    const match = foresight === undefined ? matcher.find(text, position) : foresight.find(position);
    if (foresight === undefined) {
      charactersRead += matcher.readTo - position;
      readInVain += matcher.readTo - (match?.[1] ?? position);
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
