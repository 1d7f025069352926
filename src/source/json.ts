/**
 * Reads JSON with positions, as Go's encoding/json does: strict syntax, exact integers, the last of duplicate keys
 * wins. Continues after a fault, so that several faults are reported.
 *
 * @module
 */
import { quoteGo } from "../text/go-quote.ts";
import {
  backslash,
  carriageReturn,
  closeBrace,
  closeBracket,
  colon,
  comma,
  digit0,
  doubleQuote,
  hash,
  isDigit,
  isHex,
  lineFeed,
  minus,
  openBrace,
  openBracket,
  plus,
  point,
  singleQuote,
  space,
  tab,
} from "./characters.ts";
import { scalarText } from "./scalar-text.ts";
import type { ScalarNode, SourceDocument, SourceIssue, SourceNode } from "./source-file.ts";
import { type Limits, TreeBuilder } from "./tree-builder.ts";

export interface JsonReading {
  readonly documents: readonly SourceDocument[];
  readonly issues: readonly SourceIssue[];
}

/** The most faults that are reported for one file; later faults mostly follow from earlier ones. */
const maxSyntaxFaults = 20;

/** Reads the whole text as one JSON value. */
export function readJson(text: string, limits: Limits): JsonReading {
  const reader = new JsonReader(text, limits);
  const root = reader.read();
  return { documents: [{ index: 0, root, value: root.value, start: 0, end: text.length }], issues: reader.issues };
}

/** The objects at the beginning of a text. */
export interface JsonValues extends JsonReading {
  /** Offset of the text after the last object; the end of the text if nothing follows. */
  readonly end: number;
}

/** Reads consecutive objects up to the first fault. */
export function readJsonValues(text: string, limits: Limits): JsonValues {
  const reader = new JsonReader(text, limits);
  const documents = reader.readAll();
  return { documents, issues: reader.issues, end: reader.at };
}

class JsonReader {
  readonly issues: SourceIssue[] = [];
  at = 0;
  private readonly text: string;
  private readonly maxDepth: number;
  private readonly builder: TreeBuilder;
  private document = 0;
  private depth = 0;
  private faults = 0;

  constructor(text: string, limits: Limits) {
    this.text = text;
    this.maxDepth = limits.maxDepth;
    this.builder = new TreeBuilder(text, limits, (issue) => this.issues.push(issue));
  }

  read(): SourceNode {
    this.skipSpace();
    const root = this.value();
    this.skipSpace();
    if (this.at < this.text.length) this.fail("after top-level value", "remove what follows the closing brace");
    return root;
  }

  readAll(): readonly SourceDocument[] {
    const documents: SourceDocument[] = [];
    for (this.skipBlanks(); this.text.charCodeAt(this.at) === openBrace && this.faults === 0; this.skipBlanks()) {
      this.document = documents.length;
      this.builder.startDocument(this.document);
      const start = this.document === 0 ? 0 : this.at;
      const root = this.value();
      documents.push({ index: this.document, root, value: root.value, start, end: this.at });
    }
    return documents.map((document, index) => ({ ...document, end: documents[index + 1]?.start ?? this.at }));
  }

  private skipBlanks(): void {
    jsonBlanks.lastIndex = this.at;
    this.at += jsonBlanks.exec(this.text)?.[0].length ?? 0;
  }

  /** Reports the character at the position, with Go's message. */
  private fail(where: string, help?: string, start = this.at): void {
    this.faults++;
    if (this.faults > maxSyntaxFaults) return;
    const isAtEnd = start >= this.text.length;
    const found = isAtEnd ? "" : String.fromCodePoint(this.text.codePointAt(start) ?? 0);
    this.issues.push({
      rule: "source/syntax",
      message: isAtEnd ? "unexpected end of JSON input" : `invalid character ${quoteForGo(found)} ${where}`,
      document: this.document,
      start: isAtEnd ? Math.max(0, this.text.length - 1) : start,
      end: isAtEnd ? this.text.length : start + found.length,
      ...(help === undefined ? {} : { help }),
    });
  }

  /** Skips white space. Reports and skips comments. */
  private skipSpace(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code === space || code === lineFeed || code === carriageReturn || code === tab) this.at++;
      else if (!this.skipComment(code)) return;
    }
  }

  private skipComment(code: number): boolean {
    const { text, at } = this;
    const isBlock = text.startsWith("/*", at);
    if (code !== hash && !isBlock && !text.startsWith("//", at)) return false;
    this.fail("in JSON, which has no comments", "remove the comment, or write the file as YAML");
    const close = isBlock ? text.indexOf("*/", at + 2) : text.indexOf("\n", at);
    this.at = close < 0 ? text.length : close + (isBlock ? 2 : 1);
    return true;
  }

  private value(): SourceNode {
    const start = this.at;
    const code = this.text.charCodeAt(start);
    if (code === openBrace || code === openBracket) return this.collection(code);
    if (code === doubleQuote) return this.string();
    if (code === minus || isDigit(code)) return this.number();
    return this.word();
  }

  private collection(code: number): SourceNode {
    if (this.depth >= this.maxDepth) return this.refuseDepth();
    this.depth++;
    const node = code === openBrace ? this.object() : this.array();
    this.depth--;
    return node;
  }

  private refuseDepth(): SourceNode {
    const start = this.at;
    const message = `must have at most ${this.maxDepth} levels of nesting`;
    this.issues.push({ rule: "source/limit", message, document: this.document, start, end: start + 1 });
    this.faults = maxSyntaxFaults;
    this.at = this.text.length;
    return this.builder.empty(start, undefined);
  }

  private object(): SourceNode {
    const start = this.at++;
    const map = this.builder.startMap();
    let isFirst = true;
    for (this.skipSpace(); !this.acceptCharacter(closeBrace); this.skipSpace()) {
      if (!isFirst && !this.acceptComma(closeBrace, "after object key:value pair")) break;
      const key = this.key();
      if (key === undefined) break;
      const value = this.valueOf(key);
      this.builder.addItem(map, key, false, value);
      isFirst = false;
    }
    return this.builder.endMap(map, start, this.at);
  }

  /** Reads a key. Reports a key without quotes but accepts it. */
  private key(): ScalarNode | undefined {
    this.skipSpace();
    const code = this.text.charCodeAt(this.at);
    if (code === doubleQuote) return this.string();
    this.fail("looking for beginning of object key string", code === closeBrace ? trailingComma : quoteKeys);
    if (code === closeBrace) {
      this.at++;
      return undefined;
    }
    const word = this.looseWord();
    if (word === undefined) this.at = this.text.length;
    return word;
  }

  private valueOf(key: ScalarNode): SourceNode {
    this.skipSpace();
    if (!this.acceptCharacter(colon)) {
      this.fail("after object key");
      return this.builder.empty(key.end, undefined);
    }
    this.skipSpace();
    return this.value();
  }

  private array(): SourceNode {
    const start = this.at++;
    const items: SourceNode[] = [];
    for (this.skipSpace(); !this.acceptCharacter(closeBracket); this.skipSpace()) {
      if (items.length > 0 && !this.acceptComma(closeBracket, "after array element")) break;
      this.skipSpace();
      if (this.text.charCodeAt(this.at) === closeBracket) {
        this.fail("looking for beginning of value", trailingComma);
        this.at++;
        break;
      }
      items.push(this.value());
    }
    return this.builder.sequence(items, start, this.at);
  }

  private acceptCharacter(code: number): boolean {
    if (this.text.charCodeAt(this.at) !== code) return false;
    this.at++;
    return true;
  }

  /**
   * Reads the comma between entries. Reports a missing comma and skips invalid text up to the next entry.
   *
   * @returns false if the collection has ended
   */
  private acceptComma(close: number, where: string): boolean {
    if (this.acceptCharacter(comma)) return true;
    this.fail(where, "put a comma between entries");
    while (this.at < this.text.length && !this.startsEntry(this.text.charCodeAt(this.at), close)) this.at++;
    if (this.at >= this.text.length) return false;
    if (this.acceptCharacter(close)) return false;
    this.acceptCharacter(comma);
    return true;
  }

  private startsEntry(code: number, close: number): boolean {
    if (code === comma || code === close || code === doubleQuote) return true;
    return close === closeBracket && (code === openBrace || code === openBracket || code === minus || isDigit(code));
  }

  private string(): ScalarNode {
    const start = this.at;
    const faultsBefore = this.faults;
    const isVerbatim = this.skipString();
    const span = { start, end: this.at, style: "double", indent: 0 } as const;
    if (isVerbatim) return this.builder.scalar(start, this.at, "double", 0, undefined, true);
    // Decode with `JSON.parse`: `scalarText` folds lines at characters that JSON keeps.
    const isSound = this.faults === faultsBefore;
    const value = isSound ? (JSON.parse(this.text.slice(start, this.at)) as string) : scalarText(this.text, span);
    return { kind: "scalar", value: this.replaceLoneSurrogates(value, span), ...span };
  }

  private replaceLoneSurrogates(value: string, span: { readonly start: number; readonly end: number }): string {
    if (!loneSurrogate.test(value)) return value;
    this.issues.push({
      rule: "source/encoding",
      message: "an incomplete surrogate pair becomes U+FFFD",
      document: this.document,
      tolerated: "always",
      start: span.start,
      end: span.end,
    });
    return value.replaceAll(loneSurrogates, "\ufffd");
  }

  /** @returns true if the string has no escapes and no faults */
  private skipString(): boolean {
    const { text } = this;
    let isVerbatim = true;
    this.at++;
    for (;;) {
      const code = text.charCodeAt(this.at);
      if (code === doubleQuote) break;
      if (code === backslash) {
        isVerbatim = false;
        this.skipEscape();
      } else if (code < space) {
        this.fail("in string literal", "write it as an escape");
        if (code === lineFeed || code === carriageReturn) return false;
        this.at++;
      } else if (this.at >= text.length) {
        this.fail("in string literal");
        return false;
      } else this.skipPlain();
    }
    this.at++;
    return isVerbatim;
  }

  /**
   * Skips the characters of a string up to a quote, a backslash or a control character, in a tight loop because they
   * are most of a text.
   */
  private skipPlain(): void {
    const { text } = this;
    let at = this.at + 1;
    for (let code = text.charCodeAt(at); code >= space && code !== doubleQuote && code !== backslash; ) {
      code = text.charCodeAt(++at);
    }
    this.at = at;
  }

  private skipEscape(): void {
    const { text } = this;
    const letter = text.charAt(this.at + 1);
    if (letter === "u") {
      for (let digit = this.at + 2; digit < this.at + 6; digit++) {
        if (isHex(text.charCodeAt(digit))) continue;
        this.fail("in \\u hexadecimal character escape", undefined, digit);
        this.at = digit;
        return;
      }
      this.at += 6;
      return;
    }
    if (letter === "" || !'"\\/bfnrt'.includes(letter)) this.fail("in string escape code", undefined, this.at + 1);
    this.at = Math.min(this.at + 2, text.length);
  }

  private number(): ScalarNode {
    const { text } = this;
    const start = this.at;
    numberLiteral.lastIndex = start;
    const literal = numberLiteral.exec(text)?.[0];
    if (literal === undefined) {
      this.at++;
      this.fail("in numeric literal");
      return this.looseWord() ?? this.builder.empty(start, undefined);
    }
    this.at = start + literal.length;
    if (isNumberPart(text.charCodeAt(this.at))) {
      this.fail("in numeric literal");
      while (isNumberPart(text.charCodeAt(this.at))) this.at++;
    }
    return this.scalar(numberValue(literal), start);
  }

  private scalar(value: ScalarNode["value"], start: number): ScalarNode {
    return { kind: "scalar", value, style: "plain", indent: 0, start, end: this.at };
  }

  private word(): SourceNode {
    const start = this.at;
    for (const [name, value] of literals) {
      if (!this.text.startsWith(name, start)) continue;
      this.at += name.length;
      return this.scalar(value, start);
    }
    this.fail("looking for beginning of value");
    return this.looseWord() ?? this.builder.empty(start, undefined);
  }

  /**
   * Reads characters that YAML or JavaScript would accept as a string, but JSON does not; undefined if there are no
   * such characters.
   */
  private looseWord(): ScalarNode | undefined {
    const start = this.at;
    if (this.text.charCodeAt(start) === singleQuote) {
      const close = this.text.indexOf("'", start + 1);
      const lineEnd = this.text.indexOf("\n", start);
      if (close < 0 || (lineEnd >= 0 && lineEnd < close)) return undefined;
      this.at = close + 1;
      return {
        kind: "scalar",
        value: this.text.slice(start + 1, close),
        style: "single",
        indent: 0,
        start,
        end: this.at,
      };
    }
    looseWordLiteral.lastIndex = start;
    const word = looseWordLiteral.exec(this.text)?.[0];
    if (word === undefined) {
      if (this.at < this.text.length && !",]}".includes(this.text.charAt(this.at))) this.at++;
      return undefined;
    }
    this.at += word.length;
    return this.scalar(word, start);
  }
}

const trailingComma = "remove the comma before it";
const quoteKeys = "put keys in double quotes";

const minInt64 = -(2n ** 63n);
const maxUint64 = 2n ** 64n - 1n;

const jsonBlanks = /[ \t\r\n]*/y;
const numberLiteral = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y;
const integerLiteral = /^-?[0-9]+$/;
const looseWordLiteral = /[^\s,:{}[\]"']+/y;
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const loneSurrogates = new RegExp(loneSurrogate, "g");

const literals: readonly (readonly [string, boolean | null])[] = [
  ["true", true],
  ["false", false],
  ["null", null],
];

/** Parses a number. Integers are exact within int64 and uint64. May return infinity, which the caller must refuse. */
function numberValue(literal: string): number | bigint {
  const value = Number(literal);
  if (Number.isSafeInteger(value) || Math.abs(value) > 2 ** 64 || !integerLiteral.test(literal)) return value;
  const whole = BigInt(literal);
  return whole >= minInt64 && whole <= maxUint64 ? whole : value;
}

function isNumberPart(code: number): boolean {
  return (
    isDigit(code) || code === point || code === plus || code === minus || (code | 0x20) === 0x65 || code === digit0
  );
}

/** Quotes a character as a Go rune literal, as in Go's syntax errors. */
function quoteForGo(character: string): string {
  if (character === "'") return "'\\''";
  if (character === '"') return "'\"'";
  return `'${quoteGo(character).slice(1, -1)}'`;
}
