/**
 * One line of source as it is drawn: glyphs with columns, secrets masked, very long lines clipped around the focus.
 *
 * @module
 */
import type { Span } from "./reporter.ts";
import { type Glyph, glyphsOf } from "./visible.ts";

const tabWidth = 4;
/** Code units of a line that are laid out, more than any terminal shows; minified files have lines of megabytes. */
const maxLineUnits = 1200;
/** Long lines are clipped at multiples of it, so that what is near together has one layout. */
const clipStepUnits = 200;
/** Layouts that are kept: of a line with findings and of its neighbours. */
const maxKeptLines = 8;
/** Of fixed length: a mask does not tell how long the secret is. */
const mask = "********";
const ellipsis = "...";

export interface DisplayLine {
  /** Spans count code units into the file. */
  readonly glyphs: readonly Glyph[];
  /** Columns of all glyphs. */
  readonly width: number;
  /** Only a part of the line is here; its columns do not compare with those of other lines. */
  readonly clipped: boolean;
}

export interface DisplayOptions {
  /** The part that a clipped line must show: an offset into the file. */
  readonly focus: number;
  readonly masks: readonly Span[];
}

/** Columns of shown text, from 0; `to` is exclusive. */
export interface Columns {
  readonly from: number;
  readonly to: number;
}

/** Lays out the part of `text` that is `line`. */
export type LayOut = (text: string, line: Span, options: DisplayOptions) => DisplayLine;

/** {@link displayLine}, but what was laid out last is kept: findings come by the hundred on one line. */
export function createLayOut(): LayOut {
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

/** A {@link LayOut} that keeps nothing. */
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

/** All of a line, or of a long one the part around the focus. */
function shownPart(line: Span, focus: number): Span {
  if (line.end - line.start <= maxLineUnits) return line;
  const step = focus - ((focus - line.start) % clipStepUnits);
  const start = Math.max(line.start, step - maxLineUnits / 2);
  return { start, end: Math.min(line.end, start + maxLineUnits) };
}

/** The columns of a span of the file; behind the line's last glyph where the line ends before the span starts. */
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

/** The glyphs between two columns; an ellipsis is where something was cut off. */
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
