/**
 * Splits text into tokens, taking the longest token at each position. If no token matches, the lexer reports a fault at
 * cel-go's position, and continues as if the text were what the author most likely meant: `==` for `=`, a closed string
 * for an open one.
 *
 * @module
 */
import type { CelIssue } from "./ast.ts";
import { maxIssueCount } from "./limits.ts";
import { Token, type TokenKind, type TokenList } from "./token.ts";

export interface ScanResult {
  readonly tokens: TokenList;
  readonly issues: readonly CelIssue[];
}

/** Splits `text` into tokens, without white space and comments. */
export function scan(text: string): ScanResult {
  return new Scanner(text).scan();
}

const digitBit = 1;
const hexBit = 2;
const letterBit = 4;
const wordBits = digitBit | letterBit;
const charBits = new Uint8Array(128);
for (let c = 0x30; c <= 0x39; c++) charBits[c] = digitBit | hexBit;
for (let c = 0x41; c <= 0x5a; c++) charBits[c] = charBits[c + 0x20] = letterBit | (c <= 0x46 ? hexBit : 0);
charBits[0x5f] = letterBit;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const doubleQuote = 0x22;
const singleQuote = 0x27;
const dot = 0x2e;
const equalSign = 0x3d;
const backslash = 0x5c;
const backQuote = 0x60;

/** The characters that may follow a backslash in an escape sequence of one character. */
const simpleEscapes = new Set("abfnrtv\"'\\?`");
const quotedNameSigns = new Set("_.-/ ");

class Scanner {
  private readonly text: string;
  private readonly kinds: TokenKind[] = [];
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  private issues: CelIssue[] | undefined;
  private hasBrace = false;
  private pos = 0;
  /** Where scanning a string failed: the first invalid character, or the end of the text. */
  private failedAt = 0;

  constructor(text: string) {
    this.text = text;
  }

  scan(): ScanResult {
    const { text } = this;
    while (this.pos < text.length) this.pos = this.scanOne(text.charCodeAt(this.pos));
    this.pos = text.length;
    this.push(Token.eof, text.length);
    const { kinds, starts, ends, hasBrace } = this;
    return { tokens: { kinds, starts, ends, hasBrace }, issues: this.issues ?? noIssues };
  }

  /** Adds the token from `pos` to `end`. Like all scanning methods, it returns the next position. */
  private push(kind: TokenKind, end: number): number {
    this.kinds.push(kind);
    this.starts.push(this.pos);
    this.ends.push(end);
    return end;
  }

  private scanOne(char: number): number {
    const bits = char < 128 ? (charBits[char] ?? 0) : 0;
    if ((bits & letterBit) !== 0) return this.scanWord(char);
    if ((bits & digitBit) !== 0) return this.scanNumber();
    const next = this.text.charCodeAt(this.pos + 1);
    switch (char) {
      case 0x20:
      case 0x09:
      case lineFeed:
      case 0x0c:
      case carriageReturn:
        return this.pos + 1;
      case doubleQuote:
      case singleQuote:
        return this.scanString(this.pos, false, Token.string);
      case backQuote:
        return this.scanQuotedName();
      case dot:
        if (this.isDigit(this.pos + 1)) return this.scanNumber();
        return this.push(Token.dot, this.pos + 1);
      case 0x2f: // slash
        if (next === 0x2f) return this.skipComment();
        return this.push(Token.slash, this.pos + 1);
      case equalSign:
        return next === equalSign ? this.push(Token.equal, this.pos + 2) : this.rejectHalf("=", Token.equal);
      case 0x26: // ampersand
        return next === char ? this.push(Token.and, this.pos + 2) : this.rejectHalf("&", Token.and);
      case 0x7c: // vertical bar
        return next === char ? this.push(Token.or, this.pos + 2) : this.rejectHalf("|", Token.or);
      case 0x21: // exclamation mark
        return next === equalSign ? this.push(Token.notEqual, this.pos + 2) : this.push(Token.not, this.pos + 1);
      case 0x3c: // less
        return next === equalSign ? this.push(Token.lessEqual, this.pos + 2) : this.push(Token.less, this.pos + 1);
      case 0x3e: // greater
        return next === equalSign
          ? this.push(Token.greaterEqual, this.pos + 2)
          : this.push(Token.greater, this.pos + 1);
      case 0x7b: // opening brace
        this.hasBrace = true;
        return this.push(Token.openBrace, this.pos + 1);
      default: {
        const kind = signs.get(char);
        return kind === undefined ? this.rejectSign() : this.push(kind, this.pos + 1);
      }
    }
  }

  private isDigit(index: number): boolean {
    const char = this.text.charCodeAt(index);
    return char >= 0x30 && char <= 0x39;
  }

  private hasBits(index: number, bits: number): boolean {
    const char = this.text.charCodeAt(index);
    return char < 128 && ((charBits[char] ?? 0) & bits) !== 0;
  }

  private skipComment(): number {
    const end = this.text.indexOf("\n", this.pos);
    return end === -1 ? this.text.length : end;
  }

  private scanWord(first: number): number {
    let end = this.pos + 1;
    while (this.hasBits(end, wordBits)) end++;
    const length = end - this.pos;
    if (length <= 2) {
      const following = this.text.charCodeAt(end);
      if ((following === singleQuote || following === doubleQuote) && this.isStringPrefix(end)) {
        return this.scanPrefixedString(end);
      }
    }
    return this.push(length >= 2 && length <= 5 ? keyword(this.text, this.pos, length, first) : Token.identifier, end);
  }

  /** Whether the text before `quote` is the prefix `r`, `b` or `br`, in any case. */
  private isStringPrefix(quote: number): boolean {
    const last = this.text.charCodeAt(quote - 1) | 0x20;
    if (quote - this.pos === 1) return last === 0x72 || last === 0x62;
    return last === 0x72 && (this.text.charCodeAt(this.pos) | 0x20) === 0x62;
  }

  private scanPrefixedString(quote: number): number {
    const isBytes = (this.text.charCodeAt(this.pos) | 0x20) === 0x62;
    const isRaw = (this.text.charCodeAt(quote - 1) | 0x20) === 0x72;
    return this.scanString(quote, isRaw, isBytes ? Token.bytes : Token.string);
  }

  /** Scans a string whose first quote is at `quote`; there may be a prefix before it. */
  private scanString(quote: number, isRaw: boolean, kind: TokenKind): number {
    const end = this.isTriple(quote) ? this.tripleEnd(quote, isRaw) : this.singleEnd(quote, isRaw);
    if (end !== -1) return this.push(kind, end);
    // Without an end, the part before the last quote is a separate token: an empty string, or the prefix as a name.
    if (this.isTriple(quote)) this.pos = this.push(kind, quote + 2);
    else if (quote > this.pos) this.pos = this.push(Token.identifier, quote);
    return this.rejectString(quote);
  }

  private isTriple(quote: number): boolean {
    const char = this.text.charCodeAt(quote);
    return this.text.charCodeAt(quote + 1) === char && this.text.charCodeAt(quote + 2) === char;
  }

  /** Returns the end of a string on one line; on failure returns -1 and sets `failedAt`. */
  private singleEnd(quote: number, isRaw: boolean): number {
    const { text } = this;
    const char = text.charCodeAt(quote);
    let at = quote + 1;
    for (; at < text.length; at++) {
      const current = text.charCodeAt(at);
      if (current === char) return at + 1;
      if (current === lineFeed || current === carriageReturn) break;
      if (current === backslash && !isRaw) {
        at = this.escapeEnd(at) - 1;
        if (at < 0) return -1;
      }
    }
    this.failedAt = at;
    return -1;
  }

  /** Returns the end of a triple-quoted string; on failure returns -1 and sets `failedAt`. */
  private tripleEnd(quote: number, isRaw: boolean): number {
    const { text } = this;
    const closing = text.slice(quote, quote + 3);
    if (isRaw) {
      const end = text.indexOf(closing, quote + 3);
      if (end !== -1) return end + 3;
      this.failedAt = text.length;
      return -1;
    }
    for (let at = quote + 3; at < text.length; at++) {
      const current = text.charCodeAt(at);
      if (current === backslash) {
        at = this.escapeEnd(at) - 1;
        if (at < 0) return -1;
      } else if (current === closing.charCodeAt(0) && text.startsWith(closing, at)) return at + 3;
    }
    this.failedAt = text.length;
    return -1;
  }

  /** Returns the end of the escape sequence at `at`; on failure returns -1 and sets `failedAt`. */
  private escapeEnd(at: number): number {
    const letter = this.text[at + 1] ?? "";
    if (simpleEscapes.has(letter)) return at + 2;
    const hexCount = hexEscapeDigits.get(letter);
    if (hexCount !== undefined) return this.digitsEnd(at + 2, hexCount, hexBit);
    if (letter >= "0" && letter <= "3") return this.octalEnd(at + 2);
    this.failedAt = at + 1;
    return -1;
  }

  private digitsEnd(from: number, count: number, bits: number): number {
    for (let at = from; at < from + count; at++) {
      if (!this.hasBits(at, bits)) {
        this.failedAt = at;
        return -1;
      }
    }
    return from + count;
  }

  private octalEnd(from: number): number {
    for (let at = from; at < from + 2; at++) {
      const digit = this.text.charCodeAt(at);
      if (!(digit >= 0x30 && digit <= 0x37)) {
        this.failedAt = at;
        return -1;
      }
    }
    return from + 2;
  }

  private scanNumber(): number {
    const { text, pos } = this;
    if (text.charCodeAt(pos) === 0x30 && text.charCodeAt(pos + 1) === 0x78 && this.hasBits(pos + 2, hexBit)) {
      let end = pos + 3;
      while (this.hasBits(end, hexBit)) end++;
      return this.pushInteger(end);
    }
    let end = pos;
    while (this.isDigit(end)) end++;
    const hasFraction = text.charCodeAt(end) === dot && this.isDigit(end + 1);
    if (hasFraction) {
      end += 2;
      while (this.isDigit(end)) end++;
    }
    const exponentEnd = this.exponentEnd(end);
    if (hasFraction || exponentEnd > end) return this.push(Token.double, exponentEnd);
    return this.pushInteger(end);
  }

  /** Adds an int, or a uint if a `u` follows its digits. */
  private pushInteger(end: number): number {
    const isUint = (this.text.charCodeAt(end) | 0x20) === 0x75;
    return this.push(isUint ? Token.uint : Token.int, isUint ? end + 1 : end);
  }

  /** Returns the end of the exponent at `at`, or `at` if there is no exponent. */
  private exponentEnd(at: number): number {
    if ((this.text.charCodeAt(at) | 0x20) !== 0x65) return at;
    const sign = this.text.charCodeAt(at + 1);
    let end = sign === 0x2b || sign === 0x2d ? at + 2 : at + 1;
    if (!this.isDigit(end)) return at;
    while (this.isDigit(end)) end++;
    return end;
  }

  private scanQuotedName(): number {
    const { text, pos } = this;
    let end = pos + 1;
    while (this.hasBits(end, wordBits) || quotedNameSigns.has(text[end] ?? "")) end++;
    if (text.charCodeAt(end) === backQuote && end > pos + 1) return this.push(Token.quotedIdentifier, end + 1);
    this.report(pos, end, {
      message: "a name in back quotes is not closed or has a character that cannot be in it",
      help: "backquotes may enclose letters, digits, spaces and _ . - /",
    });
    return this.push(Token.invalid, this.lenientEnd(pos));
  }

  private report(start: number, end: number, what: { message: string; help?: string | undefined }): void {
    const { message, help } = what;
    this.issues ??= [];
    if (this.issues.length === maxIssueCount) return;
    this.issues.push({ code: "syntax", message, start, end, ...(help === undefined ? {} : { help }) });
  }

  /**
   * Reports a string without an end or with an invalid escape at cel-go's position: at its first quote, or at the third
   * of a triple quote.
   */
  private rejectString(quote: number): number {
    const { text, failedAt } = this;
    const isTriple = this.isTriple(quote);
    const start = isTriple ? quote + 2 : quote;
    const sign = text[quote] ?? "";
    const tokenEnd = isTriple ? this.lenientTripleEnd(quote) : this.lenientEnd(quote);
    if (this.isOpen(isTriple)) {
      this.report(start, tokenEnd, { message: "the string is not closed", help: this.closingHelp(sign, isTriple) });
    } else {
      const end = failedAt + codePointLength(text, failedAt);
      this.report(start, end, {
        message: `invalid escape sequence ${text.slice(text.lastIndexOf("\\", failedAt - 1), end)} in a string`,
        help: `write \\\\ for a backslash, or use a raw string: r${sign}...${sign}`,
      });
    }
    return this.push(Token.invalid, tokenEnd);
  }

  /** Whether the string failed because it has no closing quote. */
  private isOpen(isTriple: boolean): boolean {
    const char = this.text.charCodeAt(this.failedAt);
    if (this.failedAt === this.text.length) return true;
    return !isTriple && (char === lineFeed || char === carriageReturn);
  }

  private closingHelp(quote: string, isTriple: boolean): string {
    const triple = quote.repeat(3);
    if (isTriple) return `a string that begins with ${triple} ends with ${triple}`;
    if (this.failedAt === this.text.length) return `end it with ${quote}`;
    return `end it with ${quote} on the same line; use \\n or ${triple} for a line break`;
  }

  /** Returns the end of a faulty string or quoted name: after its closing quote, or the end of the line. */
  private lenientEnd(quote: number): number {
    const { text } = this;
    const char = text.charCodeAt(quote);
    let at = quote + 1;
    for (; at < text.length; at++) {
      const current = text.charCodeAt(at);
      if (current === char) return at + 1;
      if (current === lineFeed || current === carriageReturn) break;
      if (current === backslash) at++;
    }
    return Math.min(at, text.length);
  }

  private lenientTripleEnd(quote: number): number {
    const end = this.text.indexOf(this.text.slice(quote, quote + 3), quote + 3);
    return end === -1 ? this.text.length : end + 3;
  }

  /** Reports half of a two-character operator, and continues as if it were the whole operator. */
  private rejectHalf(sign: string, whole: TokenKind): number {
    const { pos } = this;
    const previous = this.ends[this.ends.length - 1] === pos ? this.kinds[this.kinds.length - 1] : undefined;
    const isThird = sign === "=" && (previous === Token.equal || previous === Token.notEqual);
    this.report(pos, pos + 1, { message: `unexpected '${sign}'`, help: isThird ? thirdEqualHelp : halfHelp(sign) });
    return isThird ? pos + 1 : this.push(whole, pos + 1);
  }

  private rejectSign(): number {
    const { pos } = this;
    const end = pos + codePointLength(this.text, pos);
    const sign = this.text.slice(pos, end);
    this.report(pos, end, { message: `unexpected character ${printable(sign)}`, help: signHelp.get(sign) });
    return end;
  }
}

const noIssues: readonly CelIssue[] = [];

/** Characters that are a token and do not begin a longer one. */
const signs: ReadonlyMap<number, TokenKind> = new Map<number, TokenKind>([
  [0x28, Token.openParen],
  [0x29, Token.closeParen],
  [0x5b, Token.openBracket],
  [0x5d, Token.closeBracket],
  [0x7d, Token.closeBrace],
  [0x2c, Token.comma],
  [0x3a, Token.colon],
  [0x3f, Token.question],
  [0x2b, Token.plus],
  [0x2d, Token.minus],
  [0x2a, Token.star],
  [0x25, Token.percent],
]);

const hexEscapeDigits: ReadonlyMap<string, number> = new Map([
  ["x", 2],
  ["X", 2],
  ["u", 4],
  ["U", 8],
]);

function keyword(text: string, start: number, length: number, first: number): TokenKind {
  switch (first) {
    case 0x69: // i
      return length === 2 && text.startsWith("in", start) ? Token.in : Token.identifier;
    case 0x74: // t
      return length === 4 && text.startsWith("true", start) ? Token.true : Token.identifier;
    case 0x66: // f
      return length === 5 && text.startsWith("false", start) ? Token.false : Token.identifier;
    case 0x6e: // n
      return length === 4 && text.startsWith("null", start) ? Token.null : Token.identifier;
    default:
      return Token.identifier;
  }
}

const thirdEqualHelp = "there is no third '='; equality of type and value is '=='";

function halfHelp(sign: string): string {
  return sign === "=" ? "use '==' to compare" : `use '${sign}${sign}'`;
}

const signHelp: ReadonlyMap<string, string> = new Map([
  [";", "an expression does not end with a semicolon; remove it"],
  ["#", "comments begin with //"],
  ["$", "variables are written without a sign: claims, not $claims"],
  ["\\", "an expression continues on the next line without a mark"],
  ...["\u00a0", "\u2009", "\u202f", "\u200b", "\ufeff"].map(
    (space) => [space, "this character looks like a space or is invisible; use a plain space"] as const,
  ),
  ...["\u2018", "\u2019", "\u201c", "\u201d", "\u00ab", "\u00bb"].map(
    (quote) => [quote, "write strings in straight quotes: '...' or \"...\""] as const,
  ),
]);

/** Returns the character in quotes, or its code point if it is not visible. */
function printable(sign: string): string {
  if (/^[\p{L}\p{N}\p{P}\p{S}]$/u.test(sign)) return `'${sign}'`;
  return `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

function codePointLength(text: string, at: number): number {
  const code = text.codePointAt(at);
  if (code === undefined) return 0;
  return code > 0xffff ? 2 : 1;
}
