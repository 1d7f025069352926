/**
 * Reads the common block style of manifests line by line: keys, dashes, scalars on one or several lines, small flow
 * collections. Reads words character by character, and rarer forms with regular expressions. Leaves faulty text and
 * other styles to the scanner and the parser, which return the same nodes for text that both can read. A builder
 * creates the result.
 *
 * @module
 */
import {
  backslash,
  closeBrace,
  closeBracket,
  colon,
  comma,
  doubleQuote,
  greaterThan,
  hash,
  lineFeed,
  minus,
  openBrace,
  openBracket,
  pipe,
  point,
  singleQuote,
  space,
  tab,
} from "./characters.ts";
import type { ScalarStyle } from "./source-file.ts";

type Present = NonNullable<unknown>;

/** Creates the result of a reading: nodes with positions, or only values. */
export interface BlockBuilder<Node, Key, Open> {
  /** @param style - the key is the unchanged text between `start` and `end`, without quotes */
  key(start: number, end: number, style: ScalarStyle): Key;
  /** @param verbatim - whether the value is the unchanged source text between the quotes */
  scalar(start: number, end: number, style: ScalarStyle, indent: number, tag: undefined, verbatim: boolean): Node;
  /** Creates a null for a missing value. */
  empty(offset: number, tag: undefined): Node;
  sequence(items: Node[], start: number, end: number): Node;
  startMap(): Open;
  addItem(map: Open, key: Key, isMerge: false, value: Node): void;
  endMap(map: Open, start: number, end: number): Node;
}

/** A document: its content, and the offset of the next `---` or the end of the text. */
export interface BlockDocument<Node> {
  /** Absent if the document contains only comments. */
  readonly root: Node | undefined;
  readonly end: number;
}

/** The longest line, in UTF-16 units. Longer ones are left to the scanner, except in block scalars. */
const maxLineLength = 4096;
/** The longest key without quotes. The scanner refuses keys beyond 1,024. */
const maxKeyLength = 256;
/** The deepest nesting. Deeper documents are left to the scanner, which knows the caller's limit. */
export const maxBlockDepth = 64;

// Matches a character of a plain scalar: no blank, line break or invisible character, no `:` and no `#`.
const character = String.raw`[^\0- :#\x7f-\xa0\u1680\u2000-\u206f\u3000\ufeff\ufffe\uffff]`;
const flowCharacter = character.replace("[^", String.raw`[^,?[\]{}`);
/**
 * Matches the first character of a plain scalar, which must not begin an indicator; a dash only before another
 * character.
 */
const firstCharacter = String.raw`(?:[\w./$(+=<^~;\\]|-(?=[\w./-]))`;

/** Matches a plain scalar. It may contain a `:` before a character and a `#` after one. */
const plainScalar = new RegExp(plainScalarPattern(character), "y");
const flowPlainScalar = new RegExp(plainScalarPattern(flowCharacter), "y");
/** Matches a continuation line of a plain scalar, which may begin with an indicator. */
const plainContinuation = new RegExp(plainScalarPattern(character, `(?:${character}|:(?=${character}))`), "y");
const quotedKey = /(?:"[^"\\\n]{0,255}"|'[^'\n]{0,255}'(?!'))(?=:(?:[ \n]|$))/y;
const doubleQuoted = /"[^"\\\n]*"/y;
const singleQuoted = /'[^'\n]*'(?!')/y;
const blockHeader = /[|>][-+]?(?=\n)/y;
/** Matches blanks and a comment after a value. */
const lineRest = /(?: +(?:#[^\n]*)?)?(?=\n|$)/y;
/** Matches the line breaks that YAML has in addition to the line feed. */
const otherBreak = /[\r\x85\u2028\u2029]/;

/** Whether line feeds are the only line breaks of a text, which this reader requires. */
export function hasOnlyLineFeeds(text: string): boolean {
  return !otherBreak.test(text);
}

/** Bits for the roles of a character (up to `~`) in a word. Words contain no blanks, no `:` and no `#`. */
const beginsWord = 1;
const inBlockWord = 2;
const inFlowWord = 4;
const beginsKey = 8;
const characterRoles = Uint8Array.from({ length: 0x7f }, (_none, code) => {
  const text = String.fromCharCode(code);
  if (!/[!"$-9;-~]/.test(text)) return 0;
  const begins = (/[\w./$]/.test(text) ? beginsKey : 0) | (/[\w./$(+=<^~;\\]/.test(text) ? beginsWord : 0);
  return begins | inBlockWord | (/[,?[\]{}]/.test(text) ? 0 : inFlowWord);
});

function plainScalarPattern(part: string, first = firstCharacter): string {
  const more = `(?:[${part.slice(1, -1).replace(":#", ":")}]|:(?=${part}))*`;
  return `${first}${more}(?: +${part}${more})*`;
}

/** Whether this reader accepts the character after a backslash. Other escapes are left to the scanner. */
const isPlainEscape = (code: number): boolean =>
  code === doubleQuote || code === backslash || code === letterN || code === letterT || isSpaceOrFeed(code);

/** Whether a line that begins with this character cannot be a document marker. */
const isSpaceOrFeed = (code: number): boolean => code === space || code === lineFeed;

const letterN = "n".charCodeAt(0);
const letterT = "t".charCodeAt(0);

/** Reads documents of a text for which `hasOnlyLineFeeds` is true. */
export class BlockReader<Node extends Present | null, Key extends Present, Open> {
  private readonly text: string;
  private readonly builder: BlockBuilder<Node, Key, Open>;
  /** Offset of the current content; within a line, the end of the text that was read. */
  private at = 0;
  /** Column of `at`; -1 at the end of the document. */
  private column = 0;
  /** End of the current line: its line feed or the end of the text. */
  private lineEnd = 0;
  /** End of the last key or value. */
  private end = 0;
  private depth = 0;

  constructor(text: string, builder: BlockBuilder<Node, Key, Open>) {
    this.text = text;
    this.builder = builder;
  }

  /**
   * @param start - the start of the text, or the offset after a `---`
   * @returns undefined if the scanner must read the document; the builder may have reported issues before
   */
  read(start: number): BlockDocument<Node> | undefined {
    this.depth = 0;
    this.lineEnd = start === 0 ? -1 : this.findLineEnd(start);
    if (!(start === 0 ? this.enterLine() : this.endLine(start))) return undefined;
    if (this.column < 0) return { root: undefined, end: this.at };
    const root = this.readBlock();
    return root === undefined || this.column >= 0 ? undefined : { root, end: this.at };
  }

  private findLineEnd(start: number): number {
    const end = this.text.indexOf("\n", start);
    return end < 0 ? this.text.length : end;
  }

  /** Goes to the next line with content. @returns false if the scanner must read the document */
  private enterLine(): boolean {
    const { text } = this;
    let start = this.lineEnd + 1;
    while (start < text.length) {
      let at = start;
      let code = text.charCodeAt(at);
      while (code === space) code = text.charCodeAt(++at);
      if (code === lineFeed) {
        start = at + 1;
        continue;
      }
      const end = this.findLineEnd(at);
      if (code === hash || at === end) {
        start = end + 1;
        continue;
      }
      if (end - at > maxLineLength) return false;
      this.lineEnd = end;
      this.at = at;
      this.column = at - start;
      if (at > start || (code !== minus && code !== point)) return true;
      return this.checkMarker(code);
    }
    this.at = text.length;
    this.column = -1;
    return true;
  }

  /**
   * Checks a line that may be a `---` or a `...`. Ends the document at `---`; leaves `...` to the scanner, because only
   * the scanner knows what it ends.
   */
  private checkMarker(code: number): boolean {
    const { text, at } = this;
    if (text.charCodeAt(at + 1) !== code || text.charCodeAt(at + 2) !== code) return true;
    const next = text.charCodeAt(at + 3);
    if (code !== minus || (at + 3 < this.lineEnd && next !== space)) return false;
    this.column = -1;
    return true;
  }

  /** Skips blanks and a comment after a value that ends at `end`, and goes to the next line with content. */
  private endLine(end: number): boolean {
    if (end !== this.lineEnd) {
      lineRest.lastIndex = end;
      if (!lineRest.test(this.text)) return false;
    }
    return this.enterLine();
  }

  private isAtDash(): boolean {
    const { text, at } = this;
    if (text.charCodeAt(at) !== minus) return false;
    return at + 1 === this.lineEnd || text.charCodeAt(at + 1) === space;
  }

  /** Reads the collection whose first entry is at `at`. */
  private readBlock(): Node | undefined {
    if (this.isAtDash()) return this.readSequence(false);
    const key = this.readKey(this.at, inBlockWord);
    return key === undefined ? undefined : this.readMap(key);
  }

  /** Reads a value that begins on a new line. @param column - of the enclosing collection */
  private readBelow(column: number): Node | undefined {
    if (this.isAtDash()) return this.readSequence(false);
    const key = this.readKey(this.at, inBlockWord);
    return key === undefined ? this.readScalar(this.at, column) : this.readMap(key);
  }

  /** @param isIndentless - whether the dashes are in the same column as the key of the sequence */
  private readSequence(isIndentless: boolean): Node | undefined {
    if (++this.depth > maxBlockDepth) return undefined;
    const { column, at: start } = this;
    const items: Node[] = [];
    while (this.column === column && this.isAtDash()) {
      const item = this.readItem(column);
      if (item === undefined) return undefined;
      items.push(item);
    }
    if (this.column > column || (this.column === column && !isIndentless)) return undefined;
    this.depth--;
    return this.builder.sequence(items, start, this.end);
  }

  private readItem(column: number): Node | undefined {
    const dash = this.at;
    const at = this.skipSpaces(dash + 1);
    if (this.endsLine(at)) {
      if (!this.endLine(at)) return undefined;
      return this.column > column ? this.readBelow(column) : this.empty(dash + 1);
    }
    this.at = at;
    this.column = column + at - dash;
    if (this.isAtDash()) return this.readSequence(false);
    const key = this.readKey(at, inBlockWord);
    return key === undefined ? this.readScalar(at, column) : this.readMap(key);
  }

  /** @param first - the first key, already read */
  private readMap(first: Key): Node | undefined {
    if (++this.depth > maxBlockDepth) return undefined;
    const { column, at: start } = this;
    const map = this.builder.startMap();
    let key: Key | undefined = first;
    while (key !== undefined) {
      const value = this.readValue(this.end + 1, column);
      if (value === undefined) return undefined;
      this.builder.addItem(map, key, false, value);
      if (this.column < column) {
        this.depth--;
        return this.builder.endMap(map, start, this.end);
      }
      key = this.column === column ? this.readKey(this.at, inBlockWord) : undefined;
    }
    return undefined;
  }

  /** Reads a key before a colon. @param characterRole - role of the characters in its words */
  private readKey(at: number, characterRole: number): Key | undefined {
    const { text } = this;
    const code = text.charCodeAt(at);
    if (code === doubleQuote) return this.readQuotedKey(at, "double");
    if (code === singleQuote) return this.readQuotedKey(at, "single");
    const end = this.wordEnd(at, beginsKey, characterRole);
    if (end === at || text.charCodeAt(end) !== colon || end - at > maxKeyLength) return undefined;
    if (text.charCodeAt(end + 1) !== space && end + 1 !== this.lineEnd) return undefined;
    this.end = end;
    return this.builder.key(at, end, "plain");
  }

  private readQuotedKey(at: number, style: ScalarStyle): Key | undefined {
    quotedKey.lastIndex = at;
    if (!quotedKey.test(this.text)) return undefined;
    this.end = quotedKey.lastIndex;
    return this.builder.key(at, this.end, style);
  }

  /** @returns `at` if no word begins there */
  private wordEnd(at: number, first: number, characterRole: number): number {
    const { text, lineEnd } = this;
    if (at >= lineEnd || ((characterRoles[text.charCodeAt(at)] ?? 0) & first) === 0) return at;
    let end = at + 1;
    while (end < lineEnd && ((characterRoles[text.charCodeAt(end)] ?? 0) & characterRole) !== 0) end++;
    return end;
  }

  /** @param column - of the key */
  private readValue(colonEnd: number, column: number): Node | undefined {
    const at = this.skipSpaces(colonEnd);
    if (!this.endsLine(at)) return this.readScalar(at, column);
    if (!this.endLine(at)) return undefined;
    if (this.column > column) return this.readBelow(column);
    if (this.column === column && this.isAtDash()) return this.readSequence(true);
    return this.empty(colonEnd);
  }

  private empty(offset: number): Node {
    this.end = offset;
    return this.builder.empty(offset, undefined);
  }

  private skipSpaces(start: number): number {
    const { text } = this;
    let at = start;
    while (text.charCodeAt(at) === space) at++;
    return at;
  }

  private endsLine(at: number): boolean {
    return at === this.lineEnd || this.text.charCodeAt(at) === hash;
  }

  /** Reads a value that begins on the current line. @param column - of the enclosing collection */
  private readScalar(at: number, column: number): Node | undefined {
    const code = this.text.charCodeAt(at);
    if (code === pipe || code === greaterThan) return this.readBlockScalar(at, column, code);
    if (code === openBracket || code === openBrace) return this.nodeIfLineEnds(this.readFlow(at));
    if (code === doubleQuote || code === singleQuote) return this.nodeIfLineEnds(this.readQuoted(at, code, true));
    return this.readPlain(at, column);
  }

  private nodeIfLineEnds(node: Node | undefined): Node | undefined {
    return node !== undefined && this.endLine(this.end) ? node : undefined;
  }

  private readPlain(at: number, column: number): Node | undefined {
    const end = this.plainEnd(at, inBlockWord);
    if (end === at || !this.endLine(end)) return undefined;
    this.end = end;
    const isLonger = this.column > column;
    if (isLonger && !this.skipContinuationLines(column)) return undefined;
    return this.builder.scalar(at, this.end, "plain", 0, undefined, !isLonger);
  }

  /** Skips the continuation lines of a plain scalar, up to a line that is not indented more than its collection. */
  private skipContinuationLines(column: number): boolean {
    while (this.column > column) {
      // A comment ends the scalar.
      if (this.text.slice(this.end, this.at).includes("#")) return false;
      plainContinuation.lastIndex = this.at;
      if (!plainContinuation.test(this.text)) return false;
      const end = plainContinuation.lastIndex;
      if (!this.endLine(end)) return false;
      this.end = end;
    }
    return true;
  }

  /** @param maySpanLines - false in a flow collection */
  private readQuoted(at: number, code: number, maySpanLines: boolean): Node | undefined {
    const [style, pattern] =
      code === doubleQuote ? (["double", doubleQuoted] as const) : (["single", singleQuoted] as const);
    const node = this.match(pattern, at, style, true);
    if (node !== undefined) return node;
    const end = this.quotedEnd(at, code);
    if (end === at || (end > this.lineEnd && !maySpanLines)) return undefined;
    this.end = end;
    if (end > this.lineEnd) this.lineEnd = this.findLineEnd(end);
    return this.builder.scalar(at, end, style, 0, undefined, false);
  }

  /** Returns the end of a quoted scalar; `at` if the scanner must find it. */
  private quotedEnd(at: number, quote: number): number {
    const { text } = this;
    for (let index = at + 1; index < text.length; index++) {
      let code = text.charCodeAt(index);
      if (code === backslash && quote === doubleQuote) {
        code = text.charCodeAt(++index);
        if (!isPlainEscape(code)) return at;
      } else if (code === quote) {
        if (quote === doubleQuote || text.charCodeAt(index + 1) !== quote) return index + 1;
        index++;
      }
      if (code === lineFeed && !isSpaceOrFeed(text.charCodeAt(index + 1))) return at;
    }
    return at;
  }

  /** Returns the end of a plain scalar on the line; `at` if no plain scalar begins there. */
  private plainEnd(at: number, characterRole: number): number {
    const end = this.wordEnd(at, beginsWord, characterRole);
    if (end > at && this.endsPlain(end, characterRole)) return end;
    const pattern = characterRole === inFlowWord ? flowPlainScalar : plainScalar;
    pattern.lastIndex = at;
    return pattern.test(this.text) ? pattern.lastIndex : at;
  }

  /** Whether a plain scalar certainly ends after its first word. */
  private endsPlain(end: number, characterRole: number): boolean {
    if (characterRole === inBlockWord) return end === this.lineEnd;
    const code = this.text.charCodeAt(end);
    return code === comma || code === closeBracket || code === closeBrace;
  }

  private match(pattern: RegExp, at: number, style: ScalarStyle, isVerbatim: boolean): Node | undefined {
    pattern.lastIndex = at;
    if (!pattern.test(this.text)) return undefined;
    this.end = pattern.lastIndex;
    return this.builder.scalar(at, this.end, style, 0, undefined, isVerbatim);
  }

  private readBlockScalar(at: number, column: number, code: number): Node | undefined {
    blockHeader.lastIndex = at;
    if (!blockHeader.test(this.text)) return undefined;
    const first = this.lineEnd + 1;
    const indent = this.skipSpaces(first) - first;
    if (indent <= column || this.text.charCodeAt(first + indent) === tab) return undefined;
    let end = -1;
    for (let start = first; start < this.text.length; start = this.lineEnd + 1) {
      const content = this.skipIndent(start, indent);
      const isEmpty = this.text.charCodeAt(content) === lineFeed;
      if (content === this.text.length || (content - start < indent && !isEmpty)) break;
      this.lineEnd = isEmpty ? content : this.findLineEnd(content);
      if (!isEmpty) end = this.lineEnd;
      else if (end < 0) return undefined;
    }
    if (end < 0) return undefined;
    this.end = end;
    const node = this.builder.scalar(at, end, code === pipe ? "literal" : "folded", indent, undefined, false);
    return this.enterLine() ? node : undefined;
  }

  private skipIndent(start: number, indent: number): number {
    let at = start;
    while (at < start + indent && this.text.charCodeAt(at) === space) at++;
    return at;
  }

  /** Reads a flow collection on one line, or a scalar in one. */
  private readFlow(at: number): Node | undefined {
    const code = this.text.charCodeAt(at);
    if (code === doubleQuote || code === singleQuote) return this.readQuoted(at, code, false);
    if (code !== openBracket && code !== openBrace) return this.readFlowWord(at);
    if (++this.depth > maxBlockDepth) return undefined;
    const node = code === openBracket ? this.readFlowSequence(at) : this.readFlowMap(at);
    this.depth--;
    return node;
  }

  private readFlowWord(at: number): Node | undefined {
    const end = this.plainEnd(at, inFlowWord);
    if (end === at) return undefined;
    this.end = end;
    return this.builder.scalar(at, end, "plain", 0, undefined, true);
  }

  private readFlowSequence(start: number): Node | undefined {
    const items: Node[] = [];
    let at = this.skipSpaces(start + 1);
    let isOpen = this.text.charCodeAt(at) !== closeBracket;
    while (isOpen) {
      const item = this.readFlow(at);
      if (item === undefined) return undefined;
      items.push(item);
      at = this.skipSpaces(this.end);
      isOpen = this.text.charCodeAt(at) === comma;
      if (isOpen) at = this.skipSpaces(at + 1);
    }
    if (this.text.charCodeAt(at) !== closeBracket) return undefined;
    this.end = at + 1;
    return this.builder.sequence(items, start, at + 1);
  }

  private readFlowMap(start: number): Node | undefined {
    const map = this.builder.startMap();
    let at = this.skipSpaces(start + 1);
    let isOpen = this.text.charCodeAt(at) !== closeBrace;
    while (isOpen) {
      const key = this.readKey(at, inFlowWord);
      if (key === undefined) return undefined;
      const value = this.readFlow(this.skipSpaces(this.end + 1));
      if (value === undefined) return undefined;
      this.builder.addItem(map, key, false, value);
      at = this.skipSpaces(this.end);
      isOpen = this.text.charCodeAt(at) === comma;
      if (isOpen) at = this.skipSpaces(at + 1);
    }
    if (this.text.charCodeAt(at) !== closeBrace) return undefined;
    this.end = at + 1;
    return this.builder.endMap(map, start, at + 1);
  }
}
