/**
 * Code frames: the lines of a range with a gutter of line numbers and the range underlined. Owns what is shown of the
 * source and where; which diagnostics get a frame is `text.ts`'s.
 *
 * @module
 */
import type { Range } from "../diagnostic/diagnostic.ts";
import { type Columns, columnsOf, cut, type DisplayLine, displayLine, type LayOut } from "./display-line.ts";
import type { Span } from "./reporter.ts";
import { lineAfter, lineAt, lineBefore, linesOf, type SourceLine } from "./source-line.ts";

type Paint = (text: string) => string;

export interface FrameOptions {
  /** Columns that a line of the frame may take, the gutter included. */
  readonly width: number;
  /** Columns of the line numbers, so that frames that belong together align. */
  readonly gutterWidth: number;
  /** Neighbouring lines to show on either side of a range of one line; none next to the middle of a long line. */
  readonly contextLines: number;
  /** Spans of the text that are shown as a fixed mask, in order. */
  readonly masks: readonly Span[];
  /** How lines are laid out; default again each time. */
  readonly layOut?: LayOut;
  /** The character that underlines the range. */
  readonly marker: string;
  readonly dim: Paint;
  readonly highlight: Paint;
}

/** Lines of a long range that are shown: the first ones and the last. */
const maxRangeLines = 5;
/** Columns left for source text however narrow the terminal is. */
const minTextWidth = 40;

/** The frame's lines, without blank borders. A range that does not fit the text is drawn as near as it can be. */
export function renderFrame(text: string, range: Range, options: FrameOptions): readonly string[] {
  const span = drawnSpan(text, range);
  const first = lineAt(text, span.start, range.start.line);
  const following = linesOf(text, first, span.end);
  return following.length === 0
    ? singleLineFrame(text, { span, line: first }, options)
    : multiLineFrame(text, { span, first, following }, options);
}

/** ` 12 | text` with the number right-aligned; without a number or text as much as is left. */
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

/** A bar on the left joins the first and the last line; it is led to a range that starts inside its line. */
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
    ...elided(following).map((line) =>
      line === undefined ? `${dim("...".padEnd(gutterWidth + 2))} ${highlight("|")}` : row("|", line),
    ),
    pointer("|", columnsOf(layOut(last), span).to - 1),
  ];
}

/** The lines of a long range behind its first; undefined represents those left out. */
function elided(lines: readonly SourceLine[]): readonly (SourceLine | undefined)[] {
  return lines.length < maxRangeLines ? lines : [...lines.slice(0, maxRangeLines - 2), undefined, lines.at(-1)];
}

/** Columns for source text next to the gutter and `margin` further columns. */
function textWidth(options: FrameOptions, margin: number): number {
  return Math.max(minTextWidth, options.width - options.gutterWidth - " | ".length - margin);
}

/** The part of a line to show: from its start where the focus fits there, else around the focus. */
function windowOn(focus: Columns, lineWidth: number, room: number): Columns {
  const edge = Math.floor(room / 8);
  if (lineWidth <= room || focus.to <= room - edge) return { from: 0, to: room };
  const length = focus.to - focus.from;
  const lead = length > room - 2 * edge ? edge : Math.floor((room - length) / 2);
  const from = Math.max(0, Math.min(focus.from - lead, lineWidth - room));
  return { from, to: from + room };
}

/**
 * The part of the text to underline: inside the text, not between the two characters of a line break, and without the
 * line breaks and blanks that a block scalar's range ends with.
 */
function drawnSpan(text: string, range: Range): Span {
  const given = Math.min(range.start.offset, text.length);
  const start = given > 0 && text.startsWith("\r\n", given - 1) ? given - 1 : given;
  const end = Math.max(start, Math.min(range.end.offset, text.length));
  let trimmed = end;
  while (trimmed > start && /\s/.test(text.charAt(trimmed - 1))) trimmed--;
  return { start, end: /[\r\n]/.test(text.slice(trimmed, end)) ? trimmed : end };
}

/** Neighbouring lines; blank ones at the outside say nothing and are left out. */
function neighboursOf(text: string, line: SourceLine, amount: number) {
  const isBlank = (each: SourceLine) => text.slice(each.start, each.end).trim() === "";
  const neighbours = (next: typeof lineAfter): readonly SourceLine[] => {
    const found: SourceLine[] = [];
    for (let at = next(text, line); at !== undefined && found.length < amount; at = next(text, at)) found.push(at);
    return found.slice(0, found.findLastIndex((each) => !isBlank(each)) + 1);
  };
  return { before: neighbours(lineBefore).toReversed(), after: neighbours(lineAfter) };
}
