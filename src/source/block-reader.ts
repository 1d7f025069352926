/**
 * The common block style of manifests, line by line: keys, dashes, scalars of one line and of several,
 * small flow collections. Words are looked for character by character, rarer forms by patterns. Text that is not plainly of
 * that style, or faulty, is left to the scanner and the parser, which see the same nodes where both read. A builder makes of
 * it what is asked for.
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

/** The result of a reading: nodes with their places, or only values. */
export interface BlockBuilder<Node, Key, Open> {
  /** @param style - what is between `start` and `end`, except for quotes, is the key as it is */
  key(start: number, end: number, style: ScalarStyle): Key;
  /** @param verbatim - the text is a slice of the source between the quotes */
  scalar(start: number, end: number, style: ScalarStyle, indent: number, tag: undefined, verbatim: boolean): Node;
  /** A null where the text has nothing. */
  empty(offset: number, tag: undefined): Node;
  sequence(items: Node[], start: number, end: number): Node;
  startMap(): Open;
  addItem(map: Open, key: Key, isMerge: false, value: Node): void;
  endMap(map: Open, start: number, end: number): Node;
}

/** A document: what is in it, and where the next one's `---` or the end of the text is. */
export interface BlockDocument<Node> {
  /** Absent when there is nothing but comments. */
  readonly root: Node | undefined;
  readonly end: number;
}

/** Longer lines are left to the scanner, except for those of block scalars. In UTF-16 units. */
const maxLineLength = 4096;
/** Of keys without quotes; the scanner refuses those beyond 1,024. */
const maxKeyLength = 256;
/** Deeper documents are left to the scanner, which knows the limit of the caller. */
export const maxBlockDepth = 64;

// Characters of a scalar: no blank, no break of a line, nothing invisible, no `:` and no `#`.
const character = String.raw`[^\0- :#\x7f-\xa0\u1680\u2000-\u206f\u3000\ufeff\ufffe\uffff]`;
const flowCharacter = character.replace("[^", String.raw`[^,?[\]{}`);
/** Characters with which no indicator begins; a dash only before another character. */
const firstCharacter = String.raw`(?:[\w./$(+=<^~;\\]|-(?=[\w./-]))`;

/** A plain scalar: a `:` before a character and a `#` after one are part of it. */
const plain = new RegExp(plainOf(character), "y");
const flowPlain = new RegExp(plainOf(flowCharacter), "y");
/** A further line of a plain scalar, which may begin with an indicator. */
const furtherPlain = new RegExp(plainOf(character, `(?:${character}|:(?=${character}))`), "y");
const quotedKey = /(?:"[^"\\\n]{0,255}"|'[^'\n]{0,255}'(?!'))(?=:(?:[ \n]|$))/y;
const doubleQuoted = /"[^"\\\n]*"/y;
const singleQuoted = /'[^'\n]*'(?!')/y;
const blockHeader = /[|>][-+]?(?=\n)/y;
/** Text that may follow a value on its line. */
const lineRest = /(?: +(?:#[^\n]*)?)?(?=\n|$)/y;
/** YAML has more breaks than the line feed. */
const otherBreak = /[\r\x85\u2028\u2029]/;

/** Whether the lines of a text are what is between line feeds. Others are no texts for this reader. */
export function hasOnlyLineFeeds(text: string): boolean {
  return !otherBreak.test(text);
}

/** The roles of a character in a word, by its code up to `~`; words have no blanks, no `:` and no `#`. */
const beginsWord = 1;
const inBlockWord = 2;
const inFlowWord = 4;
const beginsKey = 8;
const classes = Uint8Array.from({ length: 0x7f }, (_none, code) => {
  const text = String.fromCharCode(code);
  if (!/[!"$-9;-~]/.test(text)) return 0;
  const begins = (/[\w./$]/.test(text) ? beginsKey : 0) | (/[\w./$(+=<^~;\\]/.test(text) ? beginsWord : 0);
  return begins | inBlockWord | (/[,?[\]{}]/.test(text) ? 0 : inFlowWord);
});

function plainOf(part: string, first = firstCharacter): string {
  const more = `(?:[${part.slice(1, -1).replace(":#", ":")}]|:(?=${part}))*`;
  return `${first}${more}(?: +${part}${more})*`;
}

/** A character behind a backslash with which it represents one character, or none. */
const isPlainEscape = (code: number): boolean =>
  code === doubleQuote || code === backslash || code === letterN || code === letterT || isSpaceOrFeed(code);

/** A line that begins with a space or is empty is no marker. */
const isSpaceOrFeed = (code: number): boolean => code === space || code === lineFeed;

const letterN = "n".charCodeAt(0);
const letterT = "t".charCodeAt(0);

/** Reads documents of a text of which `hasOnlyLineFeeds` is true. */
export class BlockReader<Node extends Present | null, Key extends Present, Open> {
  private readonly text: string;
  private readonly builder: BlockBuilder<Node, Key, Open>;
  /** Of the content at hand; in a line, the end of what was read. */
  private at = 0;
  /** Of `at`; -1 at the end of the document. */
  private column = 0;
  /** Of the line at hand: its line feed or the end of the text. */
  private lineEnd = 0;
  /** Of the key or value that was read last. */
  private end = 0;
  private depth = 0;

  constructor(text: string, builder: BlockBuilder<Node, Key, Open>) {
    this.text = text;
    this.builder = builder;
  }

  /**
   * @param start - the start of the text, or after a `---`
   * @returns undefined when the document is not plainly of this style; the builder may have reported meanwhile
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

  /** Goes to the next line that has content. @returns false where the scanner must look */
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
      return this.passMarker(code);
    }
    this.at = text.length;
    this.column = -1;
    return true;
  }

  /** At the start of a line that may be a `---` or a `...`; of what the latter ends only the scanner knows. */
  private passMarker(code: number): boolean {
    const { text, at } = this;
    if (text.charCodeAt(at + 1) !== code || text.charCodeAt(at + 2) !== code) return true;
    const next = text.charCodeAt(at + 3);
    if (code !== minus || (at + 3 < this.lineEnd && next !== space)) return false;
    this.column = -1;
    return true;
  }

  /** Takes what may follow a value on its line, which is read up to `end`, and goes to the next line. */
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

  /** The collection whose first entry is at hand. */
  private readBlock(): Node | undefined {
    if (this.isAtDash()) return this.readSequence(false);
    const key = this.readKey(this.at, inBlockWord);
    return key === undefined ? undefined : this.readMap(key);
  }

  /** The value that begins on a line of its own. @param column - of the collection that it is in */
  private readBelow(column: number): Node | undefined {
    if (this.isAtDash()) return this.readSequence(false);
    const key = this.readKey(this.at, inBlockWord);
    return key === undefined ? this.readScalar(this.at, column) : this.readMap(key);
  }

  /** @param isIndentless - the dashes are below the key of the sequence */
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

  /** @param first - its first key, which is at hand and read */
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

  /** A key before a colon. @param kind - of its words */
  private readKey(at: number, kind: number): Key | undefined {
    const { text } = this;
    const code = text.charCodeAt(at);
    if (code === doubleQuote) return this.readQuotedKey(at, "double");
    if (code === singleQuote) return this.readQuotedKey(at, "single");
    const end = this.wordEnd(at, beginsKey, kind);
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

  /** @returns `at` where no word begins */
  private wordEnd(at: number, first: number, kind: number): number {
    const { text, lineEnd } = this;
    if (at >= lineEnd || ((classes[text.charCodeAt(at)] ?? 0) & first) === 0) return at;
    let end = at + 1;
    while (end < lineEnd && ((classes[text.charCodeAt(end)] ?? 0) & kind) !== 0) end++;
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

  /** A value that begins on the line at hand. @param column - of the collection that it is in */
  private readScalar(at: number, column: number): Node | undefined {
    const code = this.text.charCodeAt(at);
    if (code === pipe || code === greaterThan) return this.readBlockScalar(at, column, code);
    if (code === openBracket || code === openBrace) return this.endedLine(this.readFlow(at));
    if (code === doubleQuote || code === singleQuote) return this.endedLine(this.readQuoted(at, code, true));
    return this.readPlain(at, column);
  }

  private endedLine(node: Node | undefined): Node | undefined {
    return node !== undefined && this.endLine(this.end) ? node : undefined;
  }

  private readPlain(at: number, column: number): Node | undefined {
    const end = this.plainEnd(at, inBlockWord);
    if (end === at || !this.endLine(end)) return undefined;
    this.end = end;
    const isLonger = this.column > column;
    if (isLonger && !this.passFurtherLines(column)) return undefined;
    return this.builder.scalar(at, this.end, "plain", 0, undefined, !isLonger);
  }

  /** Passes the lines of a plain scalar after its first, up to one that is indented no more than its collection. */
  private passFurtherLines(column: number): boolean {
    while (this.column > column) {
      // A comment ends the scalar.
      if (this.text.slice(this.end, this.at).includes("#")) return false;
      furtherPlain.lastIndex = this.at;
      if (!furtherPlain.test(this.text)) return false;
      const end = furtherPlain.lastIndex;
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

  /** Where a scalar in quotes ends; `at` where only the scanner can tell. */
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

  /** Where a plain scalar ends on the line; `at` where none begins. */
  private plainEnd(at: number, kind: number): number {
    const end = this.wordEnd(at, beginsWord, kind);
    if (end > at && this.endsPlain(end, kind)) return end;
    const pattern = kind === inFlowWord ? flowPlain : plain;
    pattern.lastIndex = at;
    return pattern.test(this.text) ? pattern.lastIndex : at;
  }

  /** Whether a plain scalar that is one word ends with it: surely so. */
  private endsPlain(end: number, kind: number): boolean {
    if (kind === inBlockWord) return end === this.lineEnd;
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

  /** A collection in brackets on one line, or a scalar in one. */
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
