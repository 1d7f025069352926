/**
 * One line of source as it is drawn: glyphs with columns, secrets masked, very long lines clipped around the focus.
 *
 * @module
 */
import type { Span } from "./reporter.ts";
import { type Glyph, glyphsOf } from "./visible.ts";

const tabWidth = 4;
/** Code units of a line that are laid out, more than any terminal shows; minified files have lines of megabytes. */
const maxLineUnits = 1000;
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
  /** What a clipped line must show: an offset into the file. */
  readonly focus: number;
  readonly masks: readonly Span[];
}

/** Columns of shown text, from 0; `to` is exclusive. */
export interface Columns {
  readonly from: number;
  readonly to: number;
}

/** Lays out the part of `text` in `line`. */
export function displayLine(text: string, line: Span, { focus, masks }: DisplayOptions): DisplayLine {
  const clipped = line.end - line.start > maxLineUnits;
  const start = clipped ? Math.max(line.start, focus - maxLineUnits / 2) : line.start;
  const end = clipped ? Math.min(line.end, start + maxLineUnits) : line.end;
  const glyphs: Glyph[] = [];
  let at = start;
  for (const { start: maskStart, end: maskEnd } of masks) {
    if (maskEnd <= at || maskStart >= end) continue;
    glyphs.push(...glyphsOf(text, { start: at, end: Math.max(at, maskStart) }, tabWidth));
    glyphs.push({ start: Math.max(at, maskStart), end: maskEnd, text: mask, width: mask.length });
    at = Math.min(maskEnd, end);
  }
  glyphs.push(...glyphsOf(text, { start: at, end }, tabWidth));
  return { glyphs, width: glyphs.reduce((width, glyph) => width + glyph.width, 0), clipped };
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

/** The glyphs between two columns; an ellipsis stands where something was cut off. */
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
