/**
 * Lays out a line of source text for display: glyphs with columns, masked secrets, and very long lines clipped around
 * the focus.
 *
 * @module
 */
import type { Span } from "./reporter.ts";
import { type Glyph, glyphsOf } from "./visible.ts";

const tabWidth = 4;
/**
 * Maximum number of code units of a line to lay out, more than any terminal shows; lines of minified files may have
 * megabytes.
 */
const maxLineUnits = 1200;
/** Long lines are clipped at multiples of this, so that findings close together share a layout. */
const clipStepUnits = 200;
/** Maximum number of cached layouts, for a line with findings and its neighbors. */
const maxKeptLines = 8;
/** A fixed length hides how long the secret is. */
const mask = "********";
const ellipsis = "...";

export interface DisplayLine {
  /** Spans of glyphs are offsets into the file, in code units. */
  readonly glyphs: readonly Glyph[];
  /** Total width of all glyphs, in columns. */
  readonly width: number;
  /** Whether only a part of the line is shown; its columns can't be compared with those of other lines. */
  readonly clipped: boolean;
}

export interface DisplayOptions {
  /** Offset into the file that a clipped line must show. */
  readonly focus: number;
  readonly masks: readonly Span[];
}

/** A range of columns of the shown text, counted from 0; `to` is exclusive. */
export interface Columns {
  readonly from: number;
  readonly to: number;
}

/** Lays out the line of `text` at the span `line`. */
export type LineLayouter = (text: string, line: Span, options: DisplayOptions) => DisplayLine;

/**
 * Returns a version of {@link displayLine} that caches the last layouts, because a line may have hundreds of findings.
 */
export function createLineLayouter(): LineLayouter {
  const kept = new Map<string, DisplayLine>();
  let keptText = "";
  return (text, line, options) => {
    if (text !== keptText) kept.clear();
    keptText = text;
    const { start, end } = shownPart(line, options.focus);
    const key = [start, end, ...options.masks.map((mask) => `${mask.start}-${mask.end}`)].join();
    const known = kept.get(key);
    if (known) return known;
    if (kept.size >= maxKeptLines) kept.clear();
    const layout = displayLine(text, line, options);
    kept.set(key, layout);
    return layout;
  };
}

/** Lays out a line without a cache; see {@link LineLayouter}. */
export function displayLine(text: string, line: Span, { focus, masks }: DisplayOptions): DisplayLine {
  const { start, end } = shownPart(line, focus);
  const clipped = end - start < line.end - line.start;
  const glyphs: Glyph[] = [];
  let at = start;
  for (const { start: maskStart, end: maskEnd } of masks) {
    if (maskEnd <= at || maskStart >= end) continue;
    for (const glyph of glyphsOf(text, { start: at, end: Math.max(at, maskStart) }, tabWidth)) glyphs.push(glyph);
    glyphs.push({ start: Math.max(at, maskStart), end: maskEnd, text: mask, width: mask.length });
    at = Math.min(maskEnd, end);
  }
  for (const glyph of glyphsOf(text, { start: at, end }, tabWidth)) glyphs.push(glyph);
  return { glyphs, width: glyphs.reduce((width, glyph) => width + glyph.width, 0), clipped };
}

/** Returns the whole line, or the part of a long line around the focus. */
function shownPart(line: Span, focus: number): Span {
  if (line.end - line.start <= maxLineUnits) return line;
  const step = focus - ((focus - line.start) % clipStepUnits);
  const start = Math.max(line.start, step - maxLineUnits / 2);
  return { start, end: Math.min(line.end, start + maxLineUnits) };
}

/**
 * Returns the columns of a span of the file. If the line ends before the span starts, they are after the line's last
 * glyph.
 */
export function columnsOf(line: DisplayLine, span: Span): Columns {
  let from = line.width;
  let to = 0;
  let column = 0;
  for (const glyph of line.glyphs) {
    if (glyph.end > span.start) from = Math.min(from, column);
    column += glyph.width;
    if (glyph.start < span.end) to = column;
  }
  return { from, to: Math.max(from, to) };
}

/** Returns the glyphs between two columns, with an ellipsis at each side where text was cut off. */
export function cut(line: DisplayLine, { from, to }: Columns, dim: (text: string) => string): string {
  const cutLeft = from > 0 && line.width > 0;
  const cutRight = line.width > to;
  const first = cutLeft ? from + ellipsis.length : from;
  const last = cutRight ? to - ellipsis.length : to;
  let text = "";
  let column = 0;
  for (const glyph of line.glyphs) {
    const end = column + glyph.width;
    if (column >= first && end <= last) text += glyph.text;
    else if (end > first && column < last) text += " ".repeat(Math.min(end, last) - Math.max(column, first));
    column = end;
  }
  return `${cutLeft ? dim(ellipsis) : ""}${cutRight ? text + dim(ellipsis) : text.trimEnd()}`;
}
