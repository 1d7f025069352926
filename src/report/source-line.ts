/**
 * Finds lines around an offset without splitting the whole text. `\n`, `\r\n` and `\r` end a line.
 *
 * @module
 */

/** A line of a file: offsets in code units, with `end` before the line break; `number` counts from 1. */
export interface SourceLine {
  readonly number: number;
  readonly start: number;
  readonly end: number;
}

/** The last result of `lineAt`, cached because JSON on one long line may have a finding every few characters. */
let last: { readonly text: string; readonly line: SourceLine } | undefined;

/** Returns the line that contains `offset`. The caller passes its number. */
export function lineAt(text: string, offset: number, number: number): SourceLine {
  if (last?.text === text && last.line.number === number && last.line.start <= offset && offset <= last.line.end) {
    return last.line;
  }
  const line = { number, start: lineStart(text, offset), end: lineEnd(text, offset) };
  last = { text, line };
  return line;
}

/** Returns the lines after `first` that start before `end`. */
export function linesOf(text: string, first: SourceLine, end: number): readonly SourceLine[] {
  const lines: SourceLine[] = [];
  for (let line = lineAfter(text, first); line !== undefined && line.start < end; line = lineAfter(text, line)) {
    lines.push(line);
  }
  return lines;
}

export function lineBefore(text: string, line: SourceLine): SourceLine | undefined {
  if (line.start === 0) return undefined;
  const end = line.start - (text.startsWith("\r\n", line.start - 2) ? 2 : 1);
  return { number: line.number - 1, start: lineStart(text, end), end };
}

export function lineAfter(text: string, line: SourceLine): SourceLine | undefined {
  if (line.end >= text.length) return undefined;
  const start = line.end + (text.startsWith("\r\n", line.end) ? 2 : 1);
  return { number: line.number + 1, start, end: lineEnd(text, start) };
}

function lineStart(text: string, offset: number): number {
  const start = offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
  return start + text.slice(start, offset).lastIndexOf("\r") + 1;
}

function lineEnd(text: string, offset: number): number {
  const feed = text.indexOf("\n", offset);
  const end = feed === -1 ? text.length : feed;
  const carriage = text.slice(offset, end).indexOf("\r");
  return carriage === -1 ? end : offset + carriage;
}
