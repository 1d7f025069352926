/**
 * Decodes the source of a scalar to its text, and maps each character of that text back to the source. One decoder for
 * each style does both, so that they always agree. The scanners have already checked the source.
 *
 * @module
 */
import {
  afterBreak,
  backslash,
  breakValue,
  carriageReturn,
  doubleQuote,
  isBlank,
  isBreak,
  isBreakOrEnd,
  isDigit,
  lineFeed,
  minus,
  plus,
  singleQuote,
  space,
} from "./characters.ts";
import type { ScalarStyle } from "./source-file.ts";

/** The span and style of a scalar; `indent` as in `ScalarNode`. */
export interface ScalarSpan {
  readonly start: number;
  readonly end: number;
  readonly style: ScalarStyle;
  readonly indent: number;
}

/**
 * A run of the scalar's text. A verbatim run has the same length in the source; any other run is one escaped character
 * or one fold.
 */
export interface ScalarSegment {
  /** UTF-16 index in the scalar's text. */
  readonly index: number;
  /** UTF-16 length in the scalar's text. */
  readonly length: number;
  /** Offset in the file. */
  readonly start: number;
  readonly end: number;
}

/** Returns the text of a scalar, before its value is resolved. */
export function scalarText(text: string, span: ScalarSpan): string {
  return decode(text, span, undefined);
}

/** Returns the runs of a scalar's text, in order and without gaps. */
export function scalarSegments(text: string, span: ScalarSpan): ScalarSegment[] {
  const segments: ScalarSegment[] = [];
  decode(text, span, segments);
  return segments;
}

type Segments = ScalarSegment[] | undefined;

function decode(text: string, span: ScalarSpan, segments: Segments): string {
  switch (span.style) {
    case "plain":
      return decodeFlow(text, span.start, span.end, undefined, segments);
    case "single":
      return decodeFlow(text, span.start + 1, closingQuote(text, span), singleQuote, segments);
    case "double":
      return decodeFlow(text, span.start + 1, closingQuote(text, span), doubleQuote, segments);
    default:
      return decodeBlock(text, span, segments);
  }
}

/** Returns the offset of the closing quote; the end of the scalar if faulty text lacks the quote. */
function closingQuote(text: string, { start, end }: ScalarSpan): number {
  return end - 1 > start && text.charCodeAt(end - 1) === text.charCodeAt(start) ? end - 1 : end;
}

/** Builds the text; records the source of each run if segments are requested. */
class TextRuns {
  value = "";
  private readonly segments: Segments;

  constructor(segments: Segments) {
    this.segments = segments;
  }

  add(run: string, start: number, end: number): void {
    if (run === "") return;
    this.segments?.push({ index: this.value.length, length: run.length, start, end });
    this.value += run;
  }
}

/**
 * Decodes plain and quoted scalars: folds line breaks, and decodes quotes and escapes depending on the quote character.
 */
function decodeFlow(text: string, start: number, end: number, quote: number | undefined, segments: Segments): string {
  const runs = new TextRuns(segments);
  let at = start;
  let runStart = start;
  let blankStart = -1;
  while (at < end) {
    const code = text.charCodeAt(at);
    if (isBreak(code)) {
      const runEnd = blankStart < 0 ? at : blankStart;
      runs.add(text.slice(runStart, runEnd), runStart, runEnd);
      at = foldBreaks(text, at, end, runs, at);
      runStart = at;
      blankStart = -1;
    } else if (code === quote && quote === singleQuote) {
      runs.add(text.slice(runStart, at), runStart, at);
      runs.add("'", at, at + 2);
      at += 2;
      runStart = at;
      blankStart = -1;
    } else if (code === backslash && quote === doubleQuote) {
      runs.add(text.slice(runStart, at), runStart, at);
      at = decodeEscape(text, at, end, runs);
      runStart = at;
      blankStart = -1;
    } else {
      if (!isBlank(code)) blankStart = -1;
      else if (blankStart < 0) blankStart = at;
      at++;
    }
  }
  runs.add(text.slice(runStart, end), runStart, end);
  return runs.value;
}

/**
 * Folds line breaks: a single break becomes a space, several become all but the first. Blanks around them are dropped.
 *
 * @param first - offset of the break that may fold, or -1 if it is escaped
 * @returns the offset of the next content
 */
function foldBreaks(text: string, from: number, end: number, runs: TextRuns, first: number): number {
  let at = from;
  let further = 0;
  const laterBreaks: { readonly value: string; readonly start: number; readonly end: number }[] = [];
  while (at < end) {
    const code = text.charCodeAt(at);
    if (isBreak(code)) {
      const after = afterBreak(text, at);
      if (at !== first) {
        laterBreaks.push({ value: breakValue(text, at), start: at, end: after });
        further++;
      }
      at = after;
    } else if (isBlank(code)) at++;
    else break;
  }
  if (first >= 0) {
    const value = breakValue(text, first);
    if (value !== "\n") runs.add(value, first, afterBreak(text, first));
    else if (further === 0) runs.add(" ", first, at);
  }
  for (const { value, start, end: after } of laterBreaks) runs.add(value, start, after);
  return at;
}

const simpleEscapes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "0": "\0",
    a: "\x07",
    b: "\b",
    t: "\t",
    "\t": "\t",
    n: "\n",
    v: "\v",
    f: "\f",
    r: "\r",
    e: "\x1b",
    N: "\x85",
    _: "\xa0",
    L: "\u2028",
    P: "\u2029",
  }),
);

const hexLengths: ReadonlyMap<string, number> = new Map(Object.entries({ x: 2, u: 4, U: 8 }));

/** @returns the offset after the escape at `at` */
function decodeEscape(text: string, at: number, end: number, runs: TextRuns): number {
  const letter = text.charAt(at + 1);
  if (isBreak(text.charCodeAt(at + 1))) return foldBreaks(text, afterBreak(text, at + 1), end, runs, -1);
  const hexLength = hexLengths.get(letter);
  if (hexLength === undefined) {
    runs.add(simpleEscapes.get(letter) ?? letter, at, at + 2);
    return at + 2;
  }
  const after = at + 2 + hexLength;
  const code = Number.parseInt(text.slice(at + 2, after), 16);
  runs.add(code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd", at, after);
  return after;
}

/** Decodes literal and folded scalars, from the indicator to the first line that is indented less. */
function decodeBlock(text: string, span: ScalarSpan, segments: Segments): string {
  const runs = new TextRuns(segments);
  const header = readBlockHeader(text, span.start);
  const folds = span.style === "folded";
  let pendingBreak: Break | undefined;
  let wasBlank = false;
  let line = skipEmptyLines(text, header.end, span.indent);
  while (line.hasContent) {
    const isBlankLine = isBlank(text.charCodeAt(line.start));
    if (pendingBreak !== undefined && folds && !wasBlank && !isBlankLine && pendingBreak.value === "\n") {
      if (line.breaks.length === 0) runs.add(" ", pendingBreak.start, pendingBreak.end);
    } else if (pendingBreak !== undefined) addBreak(runs, pendingBreak);
    for (const each of line.breaks) addBreak(runs, each);
    wasBlank = isBlankLine;
    let at = line.start;
    while (!isBreakOrEnd(text.charCodeAt(at)) && at < text.length) at++;
    runs.add(text.slice(line.start, at), line.start, at);
    pendingBreak = at < text.length && text.charCodeAt(at) !== 0 ? breakAt(text, at) : undefined;
    line = skipEmptyLines(text, pendingBreak?.end ?? at, span.indent);
  }
  if (header.chomping !== "strip" && pendingBreak !== undefined) addBreak(runs, pendingBreak);
  if (header.chomping === "keep") for (const each of line.breaks) addBreak(runs, each);
  return runs.value;
}

/** Returns the end of the last line of a literal or folded scalar, without its line break. */
export function blockScalarEnd(text: string, start: number, indent: number): number {
  const header = readBlockHeader(text, start).end;
  let end = header > start && isBreak(text.charCodeAt(header - 1)) ? header - 1 : header;
  if (text.charCodeAt(end - 1) === carriageReturn && text.charCodeAt(end) === lineFeed) end--;
  let line = skipEmptyLines(text, header, indent);
  while (line.hasContent) {
    end = line.start;
    while (end < text.length && !isBreakOrEnd(text.charCodeAt(end))) end++;
    line = skipEmptyLines(text, end < text.length ? afterBreak(text, end) : end, indent);
  }
  return end;
}

interface Break {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

function breakAt(text: string, at: number): Break {
  return { value: breakValue(text, at), start: at, end: afterBreak(text, at) };
}

function addBreak(runs: TextRuns, each: Break): void {
  runs.add(each.value, each.start, each.end);
}

/** Reads the header of a block scalar; `end` is the offset of the first line of content. */
function readBlockHeader(
  text: string,
  start: number,
): { readonly chomping: "clip" | "strip" | "keep"; readonly end: number } {
  let chomping: "clip" | "strip" | "keep" = "clip";
  let at = start + 1;
  for (; ; at++) {
    const code = text.charCodeAt(at);
    if (code === plus) chomping = "keep";
    else if (code === minus) chomping = "strip";
    else if (!isDigit(code)) break;
  }
  while (at < text.length && !isBreak(text.charCodeAt(at))) at++;
  return { chomping, end: at < text.length ? afterBreak(text, at) : at };
}

/** Skips indentation and empty lines. `start` is the first character after the indentation. */
function skipEmptyLines(
  text: string,
  from: number,
  indent: number,
): { readonly hasContent: boolean; readonly start: number; readonly breaks: readonly Break[] } {
  const breaks: Break[] = [];
  let at = from;
  for (;;) {
    let column = 0;
    while (column < indent && text.charCodeAt(at) === space) {
      column++;
      at++;
    }
    const code = text.charCodeAt(at);
    if (at >= text.length || !isBreak(code)) {
      return { hasContent: column === indent && at < text.length && code !== 0, start: at, breaks };
    }
    const each = breakAt(text, at);
    breaks.push(each);
    at = each.end;
  }
}
