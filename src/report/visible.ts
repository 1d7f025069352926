/**
 * Makes text safe for terminals and build servers: replaces control and invisible characters, and computes the width of
 * characters. Layout of lines and frames is in `frame.ts`.
 *
 * @module
 */
import { formatJson } from "../json/format-json.ts";
import type { Span } from "./reporter.ts";

// Functions instead of constants: creating these classes takes long, and few texts need them.
/**
 * Characters that must not reach a terminal unchanged: controls, invisible format characters, line separators and lone
 * surrogates.
 */
const everyUnprintable = () => /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const startsWithMark = (segment: string) => /^\p{M}/u.test(segment);
const startsWithEmoji = (segment: string) => /^\p{Emoji_Presentation}/u.test(segment);
const plainAscii = /^[\t\x20-\x7e]*$/;
const plainLines = /^[\n\x20-\x7e]*$/;

/** Code points of East Asian width W or F, without emoji, as pairs of first and last code point. */
const wideRanges: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2329, 0x232a],
  [0x2630, 0x2637],
  [0x268a, 0x268f],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4dc0, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6b],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18dff],
  [0x1aff0, 0x1b2ff],
  [0x1d300, 0x1d376],
  [0x1f200, 0x1f265],
  [0x20000, 0x3fffd],
];

/**
 * Text that build servers would execute as a command: `::` at the start of a line, and `##[` or `##vso[` anywhere. A
 * single colon is escaped as well, because another may follow that is not in the text: the report adds a colon and a
 * line number to a file named `:`.
 */
const lineCommand = /^(\s*):/;
const inlineCommand = /##(?=\w*\[)/g;

/**
 * Escapes a line of prose: unprintable characters become `\n` or `\u{200b}`, and commands of build servers are made
 * harmless.
 */
export function visible(text: string): string {
  const printable =
    plainAscii.test(text) && !text.includes("\t") ? text : text.replace(everyUnprintable(), escapeCharacter);
  if (!lineCommand.test(printable) && !printable.includes("##")) return printable;
  return printable.replace(lineCommand, "$1\\u{3a}").replace(inlineCommand, "#\\u{23}");
}

/** Escapes lines of prose like {@link visible}, but keeps line breaks. */
export function visibleLines(text: string): string {
  return text.split(/\r?\n/).map(visible).join("\n");
}

/**
 * Formats a value as indented JSON in printable characters. Parsing it returns the same value, including 64-bit
 * integers.
 */
export function printableJson(value: unknown): string {
  const text = formatJson(value, 2);
  const printable = plainLines.test(text) ? text : text.replace(everyUnprintable(), escapeUnits);
  return printable.replace(inlineCommand, "#\\u0023");
}

function escapeCharacter(character: string): string {
  if (character === "\n") return "\\n";
  if (character === "\r") return "\\r";
  if (character === "\t") return "\\t";
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** Escapes a character as JSON does; keeps line breaks, which belong to the layout. */
function escapeUnits(character: string): string {
  if (character === "\n") return character;
  return character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}

/**
 * A character as it is displayed, and its width in columns. The span contains its offsets in the text, in code units.
 */
export interface Glyph extends Span {
  readonly text: string;
  readonly width: number;
}

/** Matches at the second `#` of `##[` and similar commands. */
const commandMark = /^#\w*\[/;
/** Maximum number of code units to check for a command. */
const maxCommandUnits = 32;

/** Returns the glyphs of a part of a line. A tab extends to the next multiple of `tabWidth` columns. */
export function glyphsOf(text: string, { start, end }: Span, tabWidth: number): readonly Glyph[] {
  const glyphs: Glyph[] = [];
  let column = 0;
  for (const { index, segment } of segmentsOf(text.slice(start, end))) {
    const isCommand = segment === "#" && commandMark.test(text.slice(start + index, start + index + maxCommandUnits));
    const shown =
      segment === "\t" ? " ".repeat(tabWidth - (column % tabWidth)) : isCommand ? "\ufffd" : displayTextOf(segment);
    const width = segment === "\t" ? shown.length : widthOf(shown);
    glyphs.push({ start: start + index, end: start + index + segment.length, text: shown, width });
    column += width;
  }
  return glyphs;
}

let segmenter: Intl.Segmenter | undefined;

function segmentsOf(line: string): Iterable<{ readonly index: number; readonly segment: string }> {
  if (plainAscii.test(line)) return Array.from(line, (segment, index) => ({ index, segment }));
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return segmenter.segment(line);
}

/** Returns control pictures for control characters, and puts a combining mark without a base on a dotted circle. */
function displayTextOf(segment: string): string {
  const code = segment.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return "\u2421";
  if (code < 0x7f) return segment;
  if (startsWithMark(segment)) return `\u25cc${segment}`;
  return everyUnprintable().test(String.fromCodePoint(code)) ? "\ufffd" : segment;
}

function widthOf(glyph: string): number {
  const code = glyph.codePointAt(0) ?? 0;
  if (code < 0x300 && !glyph.includes("\ufe0f")) return 1;
  return isWide(code) || startsWithEmoji(glyph) || glyph.includes("\ufe0f") ? 2 : 1;
}

function isWide(code: number): boolean {
  return wideRanges.some(([first, last]) => first <= code && code <= last);
}
