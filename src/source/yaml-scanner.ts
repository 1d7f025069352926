/**
 * Scans YAML text into tokens by the rules of the Go parser of the Kubernetes components (YAML 1.1 with its liberties):
 * it accepts and refuses the same texts. Handles indentation, simple keys and the extent of scalars. `yaml-parser.ts`
 * interprets the tokens.
 *
 * @module
 */
import {
  afterBreak,
  ampersand,
  asterisk,
  at as atSign,
  backslash,
  backtick,
  closeBrace,
  closeBracket,
  colon,
  comma,
  digit0,
  doubleQuote,
  exclamation,
  greaterThan,
  hash,
  isBlank,
  isBlankOrEnd,
  isBreak,
  isBreakOrEnd,
  isDigit,
  isHex,
  isWord,
  lessThan,
  minus,
  nul,
  openBrace,
  openBracket,
  percent,
  pipe,
  plus,
  point,
  question,
  singleQuote,
  space,
  tab,
} from "./characters.ts";
import type { ScalarStyle, SourceComment } from "./source-file.ts";
import { type SyntaxFault, syntaxFault } from "./syntax-fault.ts";
import { hasBadEscape, parseDirective } from "./tag-handles.ts";

/** A position that may later become a key (`tokenKey` or `tokenMapAndKey`); otherwise the parser skips it. */
export const tokenSlot = 0;
export const tokenKey = 1;
/** The start of a block map and of its first key. */
export const tokenMapAndKey = 2;
export const tokenValue = 3;
export const tokenBlockMap = 4;
export const tokenBlockSequence = 5;
export const tokenBlockEntry = 6;
export const tokenBlockEnd = 7;
export const tokenFlowMap = 8;
export const tokenFlowMapEnd = 9;
export const tokenFlowSequence = 10;
export const tokenFlowSequenceEnd = 11;
export const tokenFlowEntry = 12;
export const tokenScalar = 13;
export const tokenAlias = 14;
export const tokenAnchor = 15;
export const tokenTag = 16;
/** This and all higher tokens end a document. */
export const tokenDirective = 17;
export const tokenDocumentStart = 18;
export const tokenDocumentEnd = 19;
export const tokenStreamEnd = 20;

export const scalarStyles: readonly ScalarStyle[] = ["plain", "single", "double", "literal", "folded"];
const stylePlain = 0;
const styleSingle = 1;
const styleDouble = 2;
const styleLiteral = 3;
const styleFolded = 4;

/** Numbers for each token: kind, start, end, details. */
export const tokenStride = 4;
const styleBits = 3;
export const styleMask = 7;
/** Set if the scalar's text is a slice of the source. */
export const verbatimFlag = 8;
/** The details of a scalar contain its indentation from this bit on. */
export const indentShift = styleBits + 1;

/** Go's limit on flow nesting and on block nesting. */
const maxScannerDepth = 10_000;
/** The most characters of a simple key. */
const maxSimpleKeyLength = 1024;

/**
 * Scanners share one token array, so that small files need not allocate one. A larger array than this is not shared.
 */
const maxSharedTokens = 64 * 1024 * tokenStride;
let sharedTokens = new Int32Array(1024 * tokenStride);

/**
 * Scans one document at a time. The text must end with a NUL. A scanner must finish before another one scans, since
 * they share the token array.
 */
export class YamlScanner {
  /** `tokenStride` numbers for each token; valid until the next `scanDocument` of any scanner. */
  tokens = sharedTokens;
  /** The used length of `tokens`. */
  length = 0;
  /** Why scanning stopped. The document then ends with a `tokenStreamEnd` before the end of the text. */
  fault: SyntaxFault | undefined;

  private readonly text: string;
  private readonly comments: SourceComment[] | undefined;
  private position = 0;
  private lineStart = 0;
  private indent = -1;
  private readonly indents: number[] = [];
  private flowLevel = 0;
  private isKeyAllowed = true;
  /** For each flow level: the token slot of a possible simple key, or -1. The following arrays describe that key. */
  private readonly keySlots: number[] = [-1];
  private readonly keyStarts: number[] = [0];
  private readonly keyLines: number[] = [0];
  private readonly keyRequired: boolean[] = [false];
  /** Slot of the possible key that the current token has ruled out, or -1. */
  private givenUpSlot = -1;
  private givenUpStart = 0;
  private givenUpRequired = false;
  /** End of the last line with content of the current block scalar. */
  private blockEnd = 0;

  /** @param comments - receives the comments, if given */
  constructor(text: string, comments?: SourceComment[]) {
    this.text = text;
    this.comments = comments;
  }

  /** Resets all context and continues at the line that starts at `offset`. */
  restart(offset: number): void {
    this.position = offset;
    this.lineStart = offset;
    this.indent = -1;
    this.indents.length = 0;
    this.flowLevel = 0;
    this.isKeyAllowed = true;
    this.keySlots[0] = -1;
  }

  /** Fills `tokens` up to and including the first token that ends a document. */
  scanDocument(): void {
    this.length = 0;
    this.fault = undefined;
    for (let last = tokenSlot; last < tokenDirective; ) {
      const lastEnd = this.position;
      this.givenUpSlot = -1;
      last = this.scanToken();
      if (this.fault === undefined) continue;
      this.endFaultyDocument(this.fault, lastEnd);
      return;
    }
    this.flowLevel = 0;
  }

  /**
   * Ends the tokens of a faulty document. The Go parser waits until it is decided whether a token is a key. If the
   * scanner fails before that, the Go parser sees no tokens from the possible key on, so these are dropped here.
   *
   * @param lastEnd - end of the last token before the fault
   */
  private endFaultyDocument(fault: SyntaxFault, lastEnd: number): void {
    const { givenUpSlot, keySlots } = this;
    if (givenUpSlot >= 0 && (this.givenUpRequired || this.isKeyInReach(this.givenUpStart, lastEnd))) {
      this.length = givenUpSlot;
    }
    for (let level = 0; level <= this.flowLevel; level++) {
      const slot = keySlots[level] ?? -1;
      if (slot < 0 || slot >= this.length) continue;
      if (this.keyRequired[level] || this.isKeyInReach(this.keyStarts[level] ?? 0, lastEnd)) this.length = slot;
    }
    this.push(tokenStreamEnd, fault.at, fault.at);
  }

  private push(kind: number, start: number, end: number, details = 0): void {
    const index = this.length;
    if (index + tokenStride > this.tokens.length) this.grow();
    const tokens = this.tokens;
    tokens[index] = kind;
    tokens[index + 1] = start;
    tokens[index + 2] = end;
    tokens[index + 3] = details;
    this.length = index + tokenStride;
  }

  private grow(): void {
    const larger = new Int32Array(this.tokens.length * 2);
    larger.set(this.tokens);
    this.tokens = larger;
    if (larger.length <= maxSharedTokens) sharedTokens = larger;
  }

  /** @param start - start of the unreadable construct; the fault spans from there to where reading stopped */
  private fail(problem: string, start = this.position): number {
    this.fault ??= syntaxFault(problem, start, Math.max(this.position, start + 1), this.position);
    return tokenStreamEnd;
  }

  /** @returns the kind of the token, which is the last in `tokens` */
  private scanToken(): number {
    this.skipToToken();
    const text = this.text;
    const start = this.position;
    const column = start - this.lineStart;
    const code = text.charCodeAt(start);
    this.closeBlocks(code === nul ? -1 : column);
    if (column === 0 || code === nul) {
      const boundary = this.scanBoundary(code, start);
      if (boundary !== tokenSlot) return boundary;
    }
    switch (code) {
      case openBracket:
        return this.openFlow(tokenFlowSequence);
      case openBrace:
        return this.openFlow(tokenFlowMap);
      case closeBracket:
        return this.closeFlow(tokenFlowSequenceEnd);
      case closeBrace:
        return this.closeFlow(tokenFlowMapEnd);
      case comma:
        return this.scanFlowEntry();
      case minus:
        if (isBlankOrEnd(text.charCodeAt(start + 1))) return this.scanBlockEntry(column);
        break;
      case question:
        if (this.flowLevel > 0 || isBlankOrEnd(text.charCodeAt(start + 1))) return this.scanExplicitKey(column);
        break;
      case colon:
        if (this.flowLevel > 0 || isBlankOrEnd(text.charCodeAt(start + 1))) return this.scanValue(column);
        break;
      case asterisk:
        return this.scanAnchor(tokenAlias);
      case ampersand:
        return this.scanAnchor(tokenAnchor);
      case exclamation:
        return this.scanTag();
      case pipe:
        return this.flowLevel === 0 ? this.scanBlockScalar(styleLiteral) : this.failToken();
      case greaterThan:
        return this.flowLevel === 0 ? this.scanBlockScalar(styleFolded) : this.failToken();
      case singleQuote:
        return this.scanQuoted(singleQuote, styleSingle);
      case doubleQuote:
        return this.scanQuoted(doubleQuote, styleDouble);
      case percent:
      case atSign:
      case backtick:
      case tab:
        return this.failToken();
      default:
    }
    return this.scanPlain();
  }

  private failToken(): number {
    return this.fail("found character that cannot start any token");
  }

  /**
   * Skips blanks, comments and line breaks. Does not skip a tab where a key may begin, since it would be indentation.
   */
  private skipToToken(): void {
    const text = this.text;
    let position = this.position;
    for (;;) {
      const areTabsBlank = this.flowLevel > 0 || !this.isKeyAllowed;
      let code = text.charCodeAt(position);
      while (code === space || (code === tab && areTabsBlank)) code = text.charCodeAt(++position);
      if (code === hash) {
        position = this.skipComment(position);
        code = text.charCodeAt(position);
      }
      if (!isBreak(code)) break;
      position = afterBreak(text, position);
      this.lineStart = position;
      if (this.flowLevel === 0) this.isKeyAllowed = true;
    }
    this.position = position;
  }

  /** @returns the offset of the break or the end after the comment at `start` */
  private skipComment(start: number): number {
    let position = start;
    while (!isBreakOrEnd(this.text.charCodeAt(position))) position++;
    this.comments?.push({ start, end: position });
    return position;
  }

  /** Ends the block collections that are indented deeper than `column`. */
  private closeBlocks(column: number): void {
    if (this.flowLevel > 0) return;
    while (this.indent > column) {
      this.push(tokenBlockEnd, this.position, this.position);
      this.indent = this.indents.pop() ?? -1;
    }
  }

  /** Begins a block collection at `column` unless one is already open there. */
  private openBlock(column: number, kind: number): void {
    if (this.flowLevel > 0 || this.indent >= column) return;
    this.pushIndent(column);
    this.push(kind, this.position, this.position);
  }

  private pushIndent(column: number): void {
    this.indents.push(this.indent);
    this.indent = column;
    if (this.indents.length > maxScannerDepth) this.fail(`exceeded max depth of ${maxScannerDepth}`);
  }

  /** Scans the end of the text, a directive, `---` or `...`; returns `tokenSlot` if there is something else. */
  private scanBoundary(code: number, start: number): number {
    if (code === nul) {
      this.removeSimpleKey();
      this.isKeyAllowed = false;
      this.push(tokenStreamEnd, start, start);
      return tokenStreamEnd;
    }
    const kind = code === percent ? tokenDirective : this.documentMarker(start);
    if (kind === tokenSlot) return kind;
    this.closeBlocks(-1);
    this.removeSimpleKey();
    this.isKeyAllowed = false;
    if (kind === tokenDirective) return this.scanDirective();
    this.position = start + 3;
    this.push(kind, start, start + 3);
    return kind;
  }

  /** Returns the kind of the document marker at `start`, the beginning of a line; `tokenSlot` if there is no marker. */
  private documentMarker(start: number): number {
    const text = this.text;
    const code = text.charCodeAt(start);
    if ((code !== minus && code !== point) || text.charCodeAt(start + 1) !== code) return tokenSlot;
    if (text.charCodeAt(start + 2) !== code || !isBlankOrEnd(text.charCodeAt(start + 3))) return tokenSlot;
    return code === minus ? tokenDocumentStart : tokenDocumentEnd;
  }

  /** Scans the line of a directive and checks its syntax. `yaml.ts` applies it. */
  private scanDirective(): number {
    const start = this.position;
    const hashStart = this.text.slice(start, this.lineEnd(start)).search(/(?<=[ \t])#/);
    const end = hashStart < 0 ? this.lineEnd(start) : this.skipComment(start + hashStart);
    const directive = parseDirective(this.text.slice(start, end));
    if (directive.kind === "fault") return this.fail(directive.message, start);
    this.position = end;
    this.push(tokenDirective, start, end);
    return tokenDirective;
  }

  private lineEnd(start: number): number {
    let position = start;
    while (!isBreakOrEnd(this.text.charCodeAt(position))) position++;
    return position;
  }

  /** Records that a key may begin here, and reserves a token slot for it. */
  private saveSimpleKey(): void {
    if (!this.isKeyAllowed) return;
    this.removeSimpleKey();
    const level = this.flowLevel;
    this.keySlots[level] = this.length;
    this.keyStarts[level] = this.position;
    this.keyLines[level] = this.lineStart;
    this.keyRequired[level] = level === 0 && this.indent === this.position - this.lineStart;
    this.push(tokenSlot, this.position, this.position);
  }

  /**
   * Rules out the possible key of this flow level. At the indentation of a map a key is required, so this is a fault
   * there.
   */
  private removeSimpleKey(): void {
    const level = this.flowLevel;
    const slot = this.keySlots[level] ?? -1;
    if (slot < 0) return;
    this.givenUpSlot = slot;
    this.givenUpStart = this.keyStarts[level] ?? 0;
    this.givenUpRequired = this.keyRequired[level] ?? false;
    if (this.givenUpRequired) this.failSimpleKey(level);
    this.keySlots[level] = -1;
  }

  private failSimpleKey(level: number): void {
    const start = this.keyStarts[level] ?? 0;
    this.fault ??= syntaxFault("could not find expected ':'", start, this.lineEnd(start), this.position);
  }

  private openFlow(kind: number): number {
    this.saveSimpleKey();
    const start = this.position++;
    const level = ++this.flowLevel;
    if (level > maxScannerDepth) return this.fail(`exceeded max depth of ${maxScannerDepth}`, start);
    this.keySlots[level] = -1;
    this.isKeyAllowed = true;
    this.push(kind, start, start + 1);
    return kind;
  }

  private closeFlow(kind: number): number {
    this.removeSimpleKey();
    if (this.flowLevel > 0) this.flowLevel--;
    this.isKeyAllowed = false;
    return this.pushIndicator(kind);
  }

  private scanFlowEntry(): number {
    this.removeSimpleKey();
    this.isKeyAllowed = true;
    return this.pushIndicator(tokenFlowEntry);
  }

  private pushIndicator(kind: number): number {
    const start = this.position++;
    this.push(kind, start, start + 1);
    return kind;
  }

  private scanBlockEntry(column: number): number {
    if (this.flowLevel === 0) {
      if (!this.isKeyAllowed) return this.fail("block sequence entries are not allowed in this context");
      this.openBlock(column, tokenBlockSequence);
    }
    this.removeSimpleKey();
    this.isKeyAllowed = true;
    return this.pushIndicator(tokenBlockEntry);
  }

  private scanExplicitKey(column: number): number {
    if (this.flowLevel === 0) {
      if (!this.isKeyAllowed) return this.fail("mapping keys are not allowed in this context");
      this.openBlock(column, tokenBlockMap);
    }
    this.removeSimpleKey();
    this.isKeyAllowed = this.flowLevel === 0;
    return this.pushIndicator(tokenKey);
  }

  private scanValue(column: number): number {
    const level = this.flowLevel;
    const slot = this.keySlots[level] ?? -1;
    if (slot >= 0 && this.isValidKey(level)) {
      this.turnIntoKey(level, slot);
      this.keySlots[level] = -1;
      this.isKeyAllowed = false;
      return this.pushIndicator(tokenValue);
    }
    if (slot >= 0 && this.keyRequired[level]) this.failSimpleKey(level);
    if (level === 0) {
      if (!this.isKeyAllowed) return this.fail("mapping values are not allowed in this context");
      this.openBlock(column, tokenBlockMap);
    }
    this.isKeyAllowed = level === 0;
    return this.pushIndicator(tokenValue);
  }

  private turnIntoKey(level: number, slot: number): void {
    const column = (this.keyStarts[level] ?? 0) - (this.keyLines[level] ?? 0);
    const opensMap = level === 0 && this.indent < column;
    if (opensMap) this.pushIndent(column);
    this.tokens[slot] = opensMap ? tokenMapAndKey : tokenKey;
  }

  /**
   * Whether the possible key of the level is a valid key. The usual case, a short key on the current line, needs no
   * closer check.
   */
  private isValidKey(level: number): boolean {
    if (this.keyLines[level] !== this.lineStart) return false;
    const length = this.position - (this.keyStarts[level] ?? 0);
    return length <= maxSimpleKeyLength || this.isKeyInReach(this.keyStarts[level] ?? 0, this.position);
  }

  /** Whether a simple key from `start` may end at `end`: on its line and within 1024 code points. */
  private isKeyInReach(start: number, end: number): boolean {
    if (end - start > maxSimpleKeyLength * 2) return false;
    const source = this.text.slice(start, end);
    return (
      !anyBreak.test(source) && (source.length <= maxSimpleKeyLength || Array.from(source).length <= maxSimpleKeyLength)
    );
  }

  private scanAnchor(kind: number): number {
    this.saveSimpleKey();
    this.isKeyAllowed = false;
    const text = this.text;
    const start = this.position;
    let position = start + 1;
    while (isWord(text.charCodeAt(position))) position++;
    this.position = position;
    if (position === start + 1 || !endsAnchor(text.charCodeAt(position))) {
      return this.fail("did not find expected alphabetic or numeric character", start);
    }
    this.push(kind, start, position);
    return kind;
  }

  /** Scans `!<uri>`, `!suffix`, `!!suffix` or `!handle!suffix`. `yaml-parser.ts` resolves it. */
  private scanTag(): number {
    this.saveSimpleKey();
    this.isKeyAllowed = false;
    const text = this.text;
    const start = this.position;
    const isVerbatim = text.charCodeAt(start + 1) === lessThan;
    const uriStart = isVerbatim ? start + 2 : afterTagHandle(text, start);
    const uriEnd = afterTagUri(text, uriStart);
    this.position = uriEnd;
    const isHandleOnly = !isVerbatim && text.charCodeAt(uriStart - 1) !== exclamation;
    const isBareHandle = uriStart === start + 1 || isHandleOnly;
    if (uriEnd === uriStart && !isBareHandle) return this.fail("did not find expected tag URI", start);
    if (hasBadEscape(text.slice(uriStart, uriEnd))) return this.fail("did not find URI escaped octet", start);
    if (isVerbatim) {
      if (text.charCodeAt(uriEnd) !== greaterThan) return this.fail("did not find the expected '>'", start);
      this.position++;
    }
    if (!isBlankOrEnd(text.charCodeAt(this.position))) {
      return this.fail("did not find expected whitespace or line break", start);
    }
    this.push(tokenTag, start, this.position);
    return tokenTag;
  }

  private scanBlockScalar(style: number): number {
    this.removeSimpleKey();
    this.isKeyAllowed = true;
    const text = this.text;
    const start = this.position;
    let position = start + 1;
    let increment = 0;
    let hasChomping = false;
    for (;;) {
      const code = text.charCodeAt(position);
      if ((code === plus || code === minus) && !hasChomping) hasChomping = true;
      else if (isDigit(code) && increment === 0) {
        increment = code - digit0;
        if (increment === 0) return this.fail("found an indentation indicator equal to 0", start);
      } else break;
      position++;
    }
    while (isBlank(text.charCodeAt(position))) position++;
    if (text.charCodeAt(position) === hash) position = this.skipComment(position);
    this.position = position;
    if (!isBreakOrEnd(text.charCodeAt(position)))
      return this.fail("did not find expected comment or line break", start);
    const headerEnd = position;
    if (isBreak(text.charCodeAt(position))) this.startLine(afterBreak(text, position));
    const indent = this.scanBlockContent(increment > 0 ? Math.max(this.indent, 0) + increment : 0, headerEnd);
    if (this.fault !== undefined) return tokenStreamEnd;
    this.push(tokenScalar, start, this.blockEnd, (indent << indentShift) | style);
    return tokenScalar;
  }

  private startLine(offset: number): void {
    this.position = offset;
    this.lineStart = offset;
  }

  /** @returns the indentation of the content, determined from its first line if `given` is 0 */
  private scanBlockContent(givenIndent: number, headerEnd: number): number {
    const text = this.text;
    this.blockEnd = headerEnd;
    const indent = this.skipBlockBreaks(givenIndent);
    while (this.fault === undefined && this.position - this.lineStart === indent) {
      let position = this.position;
      if (text.charCodeAt(position) === nul) break;
      while (!isBreakOrEnd(text.charCodeAt(position))) position++;
      this.position = position;
      this.blockEnd = position;
      if (isBreak(text.charCodeAt(position))) this.startLine(afterBreak(text, position));
      this.skipBlockBreaks(indent);
    }
    return indent;
  }

  /** Skips empty lines and the indentation of the next line of a block scalar. */
  private skipBlockBreaks(givenIndent: number): number {
    const text = this.text;
    let deepest = 0;
    for (;;) {
      let position = this.position;
      const limit = givenIndent === 0 ? text.length : this.lineStart + givenIndent;
      while (position < limit && text.charCodeAt(position) === space) position++;
      this.position = position;
      deepest = Math.max(deepest, position - this.lineStart);
      const code = text.charCodeAt(position);
      if (code === tab && position < limit) {
        this.fail("found a tab character where an indentation space is expected", position);
        return givenIndent;
      }
      if (!isBreak(code)) break;
      this.startLine(afterBreak(text, position));
    }
    return givenIndent === 0 ? Math.max(deepest, this.indent + 1, 1) : givenIndent;
  }

  private scanQuoted(quote: number, style: number): number {
    this.saveSimpleKey();
    this.isKeyAllowed = false;
    const text = this.text;
    const start = this.position;
    let position = start + 1;
    let isVerbatim = true;
    for (;;) {
      const code = text.charCodeAt(position);
      if (code === quote) {
        if (quote === doubleQuote || text.charCodeAt(position + 1) !== singleQuote) break;
        isVerbatim = false;
        position += 2;
      } else if (code === backslash && quote === doubleQuote) {
        isVerbatim = false;
        position = this.scanEscape(position, start);
        if (this.fault !== undefined) return tokenStreamEnd;
      } else if (isBreak(code)) {
        isVerbatim = false;
        position = afterBreak(text, position);
        this.lineStart = position;
      } else if (code === nul) {
        this.position = position;
        return this.fail("found unexpected end of stream", start);
      } else if (position === this.lineStart && this.documentMarker(position) !== tokenSlot) {
        this.position = position;
        return this.fail("found unexpected document indicator", start);
      } else position++;
    }
    this.position = position + 1;
    this.push(tokenScalar, start, position + 1, isVerbatim ? style | verbatimFlag : style);
    return tokenScalar;
  }

  /** @returns the offset after the escape at `offset` */
  private scanEscape(offset: number, start: number): number {
    const text = this.text;
    const code = text.charCodeAt(offset + 1);
    if (isBreak(code)) {
      this.lineStart = afterBreak(text, offset + 1);
      return this.lineStart;
    }
    const letter = text.charAt(offset + 1);
    const hexLength = letter === "x" ? 2 : letter === "u" ? 4 : letter === "U" ? 8 : 0;
    const end = offset + 2 + hexLength;
    this.position = offset;
    if (hexLength === 0) {
      if (!simpleEscapes.includes(letter)) this.failEscape("found unknown escape character", offset, offset + 2);
      return end;
    }
    for (let digit = offset + 2; digit < end; digit++) {
      if (!isHex(text.charCodeAt(digit))) {
        this.failEscape("did not find expected hexdecimal number", offset, digit);
        return start;
      }
    }
    const value = Number.parseInt(text.slice(offset + 2, end), 16);
    if ((value >= 0xd800 && value <= 0xdfff) || value > 0x10ffff) {
      this.failEscape("found invalid Unicode character escape code", offset, end);
    }
    return end;
  }

  private failEscape(problem: string, start: number, end: number): void {
    this.fault ??= syntaxFault(problem, start, end, start);
  }

  private scanPlain(): number {
    this.saveSimpleKey();
    this.isKeyAllowed = false;
    const text = this.text;
    const start = this.position;
    const isFlow = this.flowLevel > 0;
    const firstLine = this.lineStart;
    let position = start;
    let end = start;
    let endLine = firstLine;
    let isAfterBreak = false;
    for (;;) {
      let code = text.charCodeAt(position);
      if (code === hash || (position === this.lineStart && this.documentMarker(position) !== tokenSlot)) break;
      const runStart = position;
      while (!isBlankOrEnd(code)) {
        if (code === colon && isBlankOrEnd(text.charCodeAt(position + 1))) break;
        if (isFlow && endsFlowPlain(code)) break;
        code = text.charCodeAt(++position);
      }
      if (position > runStart) {
        end = position;
        endLine = this.lineStart;
        isAfterBreak = false;
      }
      if (!isBlank(code) && !isBreak(code)) break;
      for (; ; code = text.charCodeAt(position)) {
        if (isBlank(code)) {
          if (code === tab && isAfterBreak && position - this.lineStart <= this.indent) {
            this.position = position;
            return this.fail("found a tab character that violates indentation", position);
          }
          position++;
        } else if (isBreak(code)) {
          position = afterBreak(text, position);
          this.lineStart = position;
          isAfterBreak = true;
        } else break;
      }
      if (!isFlow && position - this.lineStart <= this.indent) break;
    }
    this.position = position;
    this.push(tokenScalar, start, end, endLine === firstLine ? stylePlain | verbatimFlag : stylePlain);
    if (isAfterBreak) this.isKeyAllowed = true;
    return tokenScalar;
  }
}

const anyBreak = /[\n\r\x85\u2028\u2029]/;

/** Characters that may follow a backslash, except for line breaks and the hexadecimal forms. */
const simpleEscapes = "0abt\tnvfre \"'\\N_LP";

function endsFlowPlain(code: number): boolean {
  return (
    code === comma ||
    code === question ||
    code === openBracket ||
    code === closeBracket ||
    code === openBrace ||
    code === closeBrace
  );
}

function endsAnchor(code: number): boolean {
  return (
    isBlankOrEnd(code) ||
    code === question ||
    code === colon ||
    code === comma ||
    code === closeBracket ||
    code === closeBrace ||
    code === percent ||
    code === atSign ||
    code === backtick
  );
}

/** Returns the offset after `!`, `!!`, `!name` or `!name!`. */
function afterTagHandle(text: string, start: number): number {
  let position = start + 1;
  while (isWord(text.charCodeAt(position))) position++;
  return text.charCodeAt(position) === exclamation ? position + 1 : position;
}

const uriPunctuation = ";/?:@&=+$,.!~*'()[]%";

function afterTagUri(text: string, start: number): number {
  let position = start;
  while (
    isWord(text.charCodeAt(position)) ||
    (position < text.length && uriPunctuation.includes(text.charAt(position)))
  ) {
    position++;
  }
  return position;
}
