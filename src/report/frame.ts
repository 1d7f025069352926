/**
 * Draws code frames: the lines of a range with line numbers, and the range underlined. This file decides which part of
 * the source is shown; `text.ts` decides which diagnostics get a frame.
 *
 * @module
 */
import type { Range } from "../diagnostic/diagnostic.ts";
import { type Columns, columnsOf, cut, type DisplayLine, displayLine, type LineLayouter } from "./display-line.ts";
import type { Span } from "./reporter.ts";
import { lineAfter, lineAt, lineBefore, linesOf, type SourceLine } from "./source-line.ts";

type Paint = (text: string) => string;

export interface FrameOptions {
  /** Maximum number of columns of a line of the frame, including the gutter. */
  readonly width: number;
  /** Columns for line numbers, so that related frames align. */
  readonly gutterWidth: number;
  /**
   * Number of lines to show before and after a range of one line; not used if only the middle of a long line is shown.
   */
  readonly contextLines: number;
  /** Spans of the text to show as a fixed mask, in order. */
  readonly masks: readonly Span[];
  /** Lays out lines; default: without a cache. */
  readonly layOut?: LineLayouter;
  /** The character that underlines the range. */
  readonly marker: string;
  readonly dim: Paint;
  readonly highlight: Paint;
}

/** Maximum number of lines of a long range to show: the first ones and the last one. */
const maxRangeLines = 5;
/** Minimum number of columns for source text, even if the terminal is narrower. */
const minTextWidth = 40;

/**
 * Returns the lines of the frame, without blank lines around it. A range outside of the text is drawn as close as
 * possible.
 */
export function renderFrame(text: string, range: Range, options: FrameOptions): readonly string[] {
  const span = drawnSpan(text, range);
  const first = lineAt(text, span.start, range.start.line);
  const following = linesOf(text, first, span.end);
  return following.length === 0
    ? singleLineFrame(text, { span, line: first }, options)
    : multiLineFrame(text, { span, first, following }, options);
}

/** Returns ` 12 | text` with the number right-aligned. Number and text may be absent. */
export function gutterRow(number: number | undefined, text: string, look: Pick<FrameOptions, "gutterWidth" | "dim">) {
  const bar = look.dim(`${String(number ?? "").padStart(look.gutterWidth)} |`);
  return text === "" ? bar : `${bar} ${text}`;
}

function singleLineFrame(
  text: string,
  { span, line }: { readonly span: Span; readonly line: SourceLine },
  options: FrameOptions,
): readonly string[] {
  const { masks, layOut: layOutLine = displayLine } = options;
  const layOut = (each: SourceLine) => layOutLine(text, each, { focus: span.start, masks });
  const shown = layOut(line);
  const { from, to } = columnsOf(shown, span);
  const window = windowOn({ from, to }, shown.width, textWidth(options, 0));
  const row = (each: SourceLine, display: DisplayLine) =>
    gutterRow(each.number, cut(display, window, options.dim), options);
  const isWhole = window.from === 0 && !shown.clipped;
  const neighbours = neighboursOf(text, line, isWhole ? options.contextLines : 0);
  const underline = options.marker.repeat(Math.max(1, Math.min(to, window.to) - from));
  return [
    ...neighbours.before.map((each) => row(each, layOut(each))),
    row(line, shown),
    gutterRow(undefined, " ".repeat(from - window.from) + options.highlight(underline), options),
    ...neighbours.after.map((each) => row(each, layOut(each))),
  ];
}

/**
 * Joins the first and the last line with a bar on the left. If the range starts within its line, an underline leads to
 * the start.
 */
function multiLineFrame(
  text: string,
  {
    span,
    first,
    following,
  }: { readonly span: Span; readonly first: SourceLine; readonly following: readonly SourceLine[] },
  options: FrameOptions,
): readonly string[] {
  const { highlight, marker, gutterWidth, dim, masks, layOut: layOutLine = displayLine } = options;
  const window = { from: 0, to: textWidth(options, "| ".length) };
  const layOut = (line: SourceLine) => layOutLine(text, line, { focus: line.start, masks });
  const row = (bar: string, line: SourceLine) => {
    const shown = cut(layOut(line), window, dim);
    return gutterRow(line.number, shown === "" ? highlight(bar) : `${highlight(bar)} ${shown}`, options);
  };
  const pointer = (bar: string, column: number) => {
    const length = 1 + Math.max(0, Math.min(column, window.to - 1));
    return gutterRow(undefined, highlight(`${bar}${"_".repeat(length)}${marker}`), options);
  };
  const startsLine = text.slice(first.start, span.start).trim() === "";
  const last = following.at(-1) ?? first;
  return [
    row(startsLine ? "/" : " ", first),
    ...(startsLine ? [] : [pointer(" ", columnsOf(layOut(first), span).from)]),
    ...elideLines(following).map((line) =>
      line === undefined ? `${dim("...".padEnd(gutterWidth + 2))} ${highlight("|")}` : row("|", line),
    ),
    pointer("|", columnsOf(layOut(last), span).to - 1),
  ];
}

/** Returns the lines after the first one; undefined marks the place of lines that are left out. */
function elideLines(lines: readonly SourceLine[]): readonly (SourceLine | undefined)[] {
  return lines.length < maxRangeLines ? lines : [...lines.slice(0, maxRangeLines - 2), undefined, lines.at(-1)];
}

/** Returns the number of columns for source text after the gutter and `margin` more columns. */
function textWidth(options: FrameOptions, margin: number): number {
  return Math.max(minTextWidth, options.width - options.gutterWidth - " | ".length - margin);
}

/** Returns the part of a line to show: from its start if the focus fits there, otherwise around the focus. */
function windowOn(focus: Columns, lineWidth: number, room: number): Columns {
  const edge = Math.floor(room / 8);
  if (lineWidth <= room || focus.to <= room - edge) return { from: 0, to: room };
  const length = focus.to - focus.from;
  const lead = length > room - 2 * edge ? edge : Math.floor((room - length) / 2);
  const from = Math.max(0, Math.min(focus.from - lead, lineWidth - room));
  return { from, to: from + room };
}

/**
 * Returns the part of the text to underline. It is within the text, does not start inside a CRLF line break, and omits
 * the line breaks and blanks at the end of a block scalar's range.
 */
function drawnSpan(text: string, range: Range): Span {
  const given = Math.min(range.start.offset, text.length);
  const start = given > 0 && text.startsWith("\r\n", given - 1) ? given - 1 : given;
  const end = Math.max(start, Math.min(range.end.offset, text.length));
  let trimmed = end;
  while (trimmed > start && /\s/.test(text.charAt(trimmed - 1))) trimmed--;
  return { start, end: /[\r\n]/.test(text.slice(trimmed, end)) ? trimmed : end };
}

/** Returns neighboring lines without outer blank lines. */
function neighboursOf(text: string, line: SourceLine, amount: number) {
  const isBlank = (each: SourceLine) => text.slice(each.start, each.end).trim() === "";
  const neighbours = (next: typeof lineAfter): readonly SourceLine[] => {
    const found: SourceLine[] = [];
    for (let at = next(text, line); at !== undefined && found.length < amount; at = next(text, at)) found.push(at);
    return found.slice(0, found.findLastIndex((each) => !isBlank(each)) + 1);
  };
  return { before: neighbours(lineBefore).toReversed(), after: neighbours(lineAfter) };
}
