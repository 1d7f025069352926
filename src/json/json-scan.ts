/**
 * Measures a JSON text before it is parsed.
 *
 * @module
 */

export interface JsonScan {
  /** How deep lists and maps are nested. */
  readonly depth: number;
  /** The longest sequence of digits outside of strings. */
  readonly digits: number;
  /** An upper bound for the number of members, items, lists and maps. */
  readonly values: number;
}

const [quote, backslash, comma, zero, nine] = [0x22, 0x5c, 0x2c, 0x30, 0x39];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Measures any text, also one that is not valid JSON, by its brackets, commas and digits outside of strings. */
export function scanJson(text: string): JsonScan {
  let depth = 0;
  let deepest = 0;
  let digits = 0;
  let mostDigits = 0;
  let values = 1;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    digits = code >= zero && code <= nine ? digits + 1 : 0;
    if (digits > mostDigits) mostDigits = digits;
    if (code === quote) index = endOfString(text, index);
    else if (code === closeBracket || code === closeBrace) depth--;
    else if (code === comma) values++;
    else if (code === openBracket || code === openBrace) {
      values++;
      if (++depth > deepest) deepest = depth;
    }
  }
  return { depth: deepest, digits: mostDigits, values };
}

/** Returns the index of the quote that ends the string starting at `start`; the length of the text if no quote does. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    if (!isEscaped(text, end)) return end;
  }
  return text.length;
}

/** Whether an odd number of backslashes precedes the index. */
function isEscaped(text: string, index: number): boolean {
  let first = index;
  while (text.charCodeAt(first - 1) === backslash) first--;
  return (index - first) % 2 === 1;
}
