/**
 * Character codes and classes that the YAML readers share. `nul` represents the end of the text.
 *
 * @module
 */

export const nul = 0x00;
export const tab = 0x09;
export const lineFeed = 0x0a;
export const carriageReturn = 0x0d;
export const space = 0x20;
export const exclamation = 0x21;
export const doubleQuote = 0x22;
export const hash = 0x23;
export const percent = 0x25;
export const ampersand = 0x26;
export const singleQuote = 0x27;
export const asterisk = 0x2a;
export const plus = 0x2b;
export const comma = 0x2c;
export const minus = 0x2d;
export const point = 0x2e;
export const digit0 = 0x30;
const digit9 = 0x39;
export const colon = 0x3a;
export const lessThan = 0x3c;
export const greaterThan = 0x3e;
export const question = 0x3f;
export const at = 0x40;
export const openBracket = 0x5b;
export const backslash = 0x5c;
export const closeBracket = 0x5d;
export const backtick = 0x60;
export const openBrace = 0x7b;
export const pipe = 0x7c;
export const closeBrace = 0x7d;
const nextLine = 0x85;
const lineSeparator = 0x2028;
const paragraphSeparator = 0x2029;

export function isBlank(code: number): boolean {
  return code === space || code === tab;
}

/** Whether a character is one of the five line breaks of YAML 1.1. */
export function isBreak(code: number): boolean {
  return (
    code === lineFeed ||
    code === carriageReturn ||
    (code > 0x7e && (code === nextLine || code === lineSeparator || code === paragraphSeparator))
  );
}

export function isBreakOrEnd(code: number): boolean {
  return code === nul || isBreak(code);
}

export function isBlankOrEnd(code: number): boolean {
  return code === space || code === tab || code === nul || isBreak(code);
}

export function isDigit(code: number): boolean {
  return code >= digit0 && code <= digit9;
}

/** Whether a character is a letter, a digit, `_` or `-`, which anchors, directives and tag handles consist of. */
export function isWord(code: number): boolean {
  return (
    isDigit(code) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) || code === 0x5f || code === minus
  );
}

export function isHex(code: number): boolean {
  return isDigit(code) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66);
}

/** Returns the offset after the line break at `offset`; CRLF is one break. */
export function afterBreak(text: string, offset: number): number {
  return text.charCodeAt(offset) === carriageReturn && text.charCodeAt(offset + 1) === lineFeed
    ? offset + 2
    : offset + 1;
}

/** Returns the text that a line break adds to a scalar: a line feed, or the separator itself for U+2028 and U+2029. */
export function breakValue(text: string, offset: number): string {
  const code = text.charCodeAt(offset);
  return code === lineSeparator || code === paragraphSeparator ? String.fromCharCode(code) : "\n";
}
