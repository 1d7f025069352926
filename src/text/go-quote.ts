/**
 * Quotes strings as Go's `%q` does, for the error messages of Kubernetes components.
 *
 * @module
 */
import { goEscapes } from "./go-escapes.ts";
import { firstUnprintable } from "./printable.ts";
import { fromByteString } from "./utf8.ts";

/** Characters that Go may escape. Most texts have none; the text between them is copied unchanged. */
const escapedCharacters = /[^ !#-[\]-~]/gu;

export const quoteGo = (text: string): string => `"${text.replace(escapedCharacters, escapeCharacter)}"`;

function escapeCharacter(character: string): string {
  const short = goEscapes.get(character);
  if (short !== undefined) return short;
  if (!firstUnprintable(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0xd800 && code < 0xe000) return "\ufffd";
  if (code < 0x80) return `\\x${hex(code, 2)}`;
  return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
}

const hex = (code: number, width: number) => code.toString(16).padStart(width, "0");

const validSequence =
  "[\\xc2-\\xdf][\\x80-\\xbf]|\\xe0[\\xa0-\\xbf][\\x80-\\xbf]|[\\xe1-\\xec\\xee\\xef][\\x80-\\xbf]{2}" +
  "|\\xed[\\x80-\\x9f][\\x80-\\xbf]|\\xf0[\\x90-\\xbf][\\x80-\\xbf]{2}|[\\xf1-\\xf3][\\x80-\\xbf]{3}" +
  "|\\xf4[\\x80-\\x8f][\\x80-\\xbf]{2}";

/** As {@link quoteGo}, for a byte string (see `utf8.ts`). Bytes that are not valid UTF-8 become `\xff`. */
export function quoteGoBytes(bytes: string): string {
  const pieces = bytes.match(new RegExp(`${validSequence}|.`, "gs")) ?? [];
  const escaped = pieces.map((piece) => {
    const isStrayByte = piece.length === 1 && piece > "\x7f";
    return isStrayByte ? `\\x${hex(piece.charCodeAt(0), 2)}` : quoteGo(fromByteString(piece)).slice(1, -1);
  });
  return `"${escaped.join("")}"`;
}
