/**
 * Converts offsets to lines and columns. As in editors, CR, LF and CRLF end a line; YAML's other line breaks do not.
 *
 * @module
 */
import type { Position } from "../diagnostic/diagnostic.ts";

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Finds the line starts once, when a position is first requested. */
export class LineIndex {
  private readonly text: string;
  private starts: readonly number[] | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** @param offset - in UTF-16 code units; an offset outside the text is moved to the nearest one inside */
  positionAt(offset: number): Position {
    this.starts ??= findLineStarts(this.text);
    const inside = Math.max(0, Math.min(offset, this.text.length));
    const line = lastAtOrBefore(this.starts, inside);
    return { offset: inside, line: line + 1, column: inside - (this.starts[line] ?? 0) + 1 };
  }
}

function findLineStarts(text: string): number[] {
  const starts = [0];
  // `indexOf` is many times faster than checking each unit, and few texts have carriage returns.
  if (!text.includes("\r")) {
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
    return starts;
  }
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === lineFeed || (code === carriageReturn && text.charCodeAt(at + 1) !== lineFeed)) starts.push(at + 1);
  }
  return starts;
}

/** Returns the index of the last start that is not after `offset`. `starts` ascends and begins with 0. */
function lastAtOrBefore(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
