/**
 * The parser: recursive descent over cel-go's grammar, expanding macros on the way. Node ids, positions and the
 * position of the first fault are the same as in cel-go. After a fault, the parser continues at the next comma or
 * closing bracket, so that it can report several faults.
 *
 * @module
 */
import { describeValue, OptionError } from "../../json/option-error.ts";
import type { Ast, CallExpr, CelIssue, Constant, Expr, MapEntry, StructField } from "./ast.ts";
import { Chain } from "./chain.ts";
import { scan } from "./lexer.ts";
import { maxExpressionCodePoints, maxIssueCount, maxNodeCount, maxRecoveryCount, maxRecursionDepth } from "./limits.ts";
import { bytesConstant, doubleConstant, intConstant, LiteralFault, stringConstant, uintConstant } from "./literal.ts";
import { MacroFault } from "./macro.ts";
import { findMacro, type MacroSetName, type MacroTable, macroTable } from "./macros.ts";
import { type IdSource, NodeBuilder } from "./node-builder.ts";
import { type Expectation, isReserved, reservedWordHelp, type Surroundings, syntaxMessage } from "./syntax-message.ts";
import { isCloser, isOpener, startsOperand, Token, type TokenKind, type TokenList } from "./token.ts";

/** Which syntax to accept. */
export interface ParseOptions {
  /** The macro sets to expand. `optional` also enables the optional syntax: `a.?b`, `a[?b]`, `[?a]`, `{?a: b}`. */
  readonly macros: readonly MacroSetName[];
  /** Whether field names may be quoted with backquotes; default true, as in cel-go since 0.28. */
  readonly quotedNames?: boolean;
  /** The deepest nesting; default `maxRecursionDepth`. */
  readonly maxDepth?: number;
}

/** The tree, or the faults of the text. */
export interface ParseResult {
  /** Absent when there are issues. */
  readonly result?: Ast;
  /** Ordered by position. */
  readonly issues: readonly CelIssue[];
}

/** Parses an expression. Faults of `text` do not throw: they are returned as issues. */
export function parse(text: string, options: ParseOptions): ParseResult {
  if (typeof text !== "string") throw new OptionError(`an expression must be a string; got ${describeValue(text)}`);
  const sizeIssue = checkSize(text);
  if (sizeIssue !== undefined) return { issues: [sizeIssue] };
  const { tokens, issues } = scan(text);
  return new Parser(text, tokens, issues, options).parse();
}

/** Checks the size in code points. Counts them only if the text has more UTF-16 units than the limit. */
function checkSize(text: string): CelIssue | undefined {
  if (text.length <= maxExpressionCodePoints) return undefined;
  let size = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const isPair = unit >= 0xd800 && unit <= 0xdbff && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
    if (isPair) at++;
    size++;
  }
  if (size <= maxExpressionCodePoints) return undefined;
  const message = `the expression has ${size} characters; at most ${maxExpressionCodePoints} are allowed`;
  return { code: "limit", message, start: 0, end: 0 };
}

const noMacroCalls: ReadonlyMap<number, CallExpr> = new Map();
const noElements: readonly Expr[] = [];

/** The name of a node that replaces an unreadable operand; a name in the text is never empty. */
const unreadableName = "";

class Parser implements IdSource {
  private readonly text: string;
  private readonly tokens: TokenList;
  private readonly lexerIssues: readonly CelIssue[];
  private readonly issues: CelIssue[];
  private readonly macros: MacroTable;
  private readonly allowsOptional: boolean;
  private readonly allowsQuotedNames: boolean;
  private readonly maxDepth: number;

  /** The current token: its index, kind and offsets. */
  private index = 0;
  private kind: TokenKind = Token.eof;
  private start = 0;
  private end = 0;
  /** The end of the token before the current one. */
  private lastEnd = 0;

  /** The index of the innermost open bracket, or -1. */
  private opener = -1;

  /** Set from a syntax error to the next accepted token, so that a fault is not reported twice. */
  private isRecovering = false;
  private recoveryCount = 0;
  /** Whether an invalid token follows the list item that was read last. */
  private isListBroken = false;
  /** Set when a limit is exceeded; the parser then reads nothing more and returns. */
  private isAborted = false;

  /** The nesting depth of each recursive grammar rule at the current token. */
  private exprDepth = 0;
  private relationDepth = 0;
  private calcDepth = 0;
  /** The nesting depth of selects, calls, indexes and binary operators in the operand parsed last. */
  private height = 0;

  private idCount = 1;
  private macroCalls: Map<number, CallExpr> | undefined;

  constructor(text: string, tokens: TokenList, lexerIssues: readonly CelIssue[], options: ParseOptions) {
    this.text = text;
    this.tokens = tokens;
    this.lexerIssues = lexerIssues;
    this.issues = [...lexerIssues];
    this.macros = macroTable(options.macros);
    this.allowsOptional = options.macros.includes("optional");
    this.allowsQuotedNames = options.quotedNames ?? true;
    this.maxDepth = options.maxDepth ?? maxRecursionDepth;
    this.moveTo(0);
  }

  parse(): ParseResult {
    const expr = this.parseExpr();
    if (this.kind !== Token.eof) this.reportUnexpected("end");
    if (this.issues.length > 0) {
      return { issues: this.issues.sort((a, b) => a.start - b.start).slice(0, maxIssueCount) };
    }
    const { text, idCount: nextId } = this;
    return { result: { text, expr, macroCalls: this.macroCalls ?? noMacroCalls, nextId }, issues: this.issues };
  }

  // Tokens

  private moveTo(index: number): void {
    this.index = index;
    this.kind = this.tokens.kinds[index] ?? Token.eof;
    this.start = this.tokens.starts[index] ?? this.text.length;
    this.end = this.tokens.ends[index] ?? this.text.length;
  }

  /** Accepts the current token. */
  private advance(): void {
    this.isRecovering = false;
    this.lastEnd = this.end;
    this.moveTo(this.index + 1);
  }

  private kindAt(index: number): TokenKind {
    return this.tokens.kinds[index] ?? Token.eof;
  }

  private get tokenText(): string {
    return this.text.slice(this.start, this.end);
  }

  // Faults

  private report(issue: CelIssue): void {
    if (!this.isAborted && this.issues.length < maxIssueCount) this.issues.push(issue);
  }

  /** Reports the current token as unexpected. */
  private reportUnexpected(expectation: Expectation): void {
    if (this.isRecovering || this.isAborted) return;
    this.isRecovering = true;
    if (this.followsLexerIssue()) return;
    if (this.recoveryCount++ === maxRecoveryCount) {
      this.abort(`more than ${maxRecoveryCount} syntax errors; the rest was not read`);
      return;
    }
    const what = syntaxMessage(expectation, this.surroundings());
    this.report({ code: "syntax", start: this.start, end: this.end, ...what });
  }

  /** Whether the lexer reported a fault at the current token, at the previous one, or between them. */
  private followsLexerIssue(): boolean {
    const from = this.tokens.starts[this.index - 1] ?? 0;
    const to = this.kind === Token.invalid ? this.end : this.start;
    return this.lexerIssues.some(({ start }) => start >= from && start < to);
  }

  private surroundings(): Surroundings {
    const { text, tokens, index } = this;
    const textAt = (i: number) => text.slice(tokens.starts[i], tokens.ends[i]);
    return {
      kind: this.kind,
      text: this.tokenText,
      next: this.kindAt(index + 1),
      previous: index > 0 ? this.kindAt(index - 1) : undefined,
      previousText: index > 0 ? textAt(index - 1) : "",
      opener: this.opener < 0 ? undefined : textAt(this.opener),
      beforeOpener: this.opener > 0 ? textAt(this.opener - 1) : "",
    };
  }

  /** Reports an exceeded limit and skips the rest of the text. */
  private abort(message: string): void {
    this.report({ code: "limit", message, start: this.start, end: this.end });
    this.isAborted = true;
    this.moveTo(this.tokens.kinds.length - 1);
  }

  private abortTooDeep(): void {
    if (!this.isAborted) this.abort(`the expression is nested more than ${this.maxDepth} levels deep`);
  }

  private reportLiteral(fault: LiteralFault, start: number): void {
    const help = fault.help === undefined ? {} : { help: fault.help };
    this.report({ code: "literal", message: fault.message, start, end: this.lastEnd, ...help });
  }

  /** Skips to the next comma, colon or closing bracket of the innermost open bracket. */
  private skipToDelimiter(): void {
    let index = this.index;
    for (let depth = 0; ; index++) {
      const kind = this.kindAt(index);
      if (kind === Token.eof) break;
      if (isOpener(kind)) depth++;
      else if (isCloser(kind)) {
        if (depth === 0) break;
        depth--;
      } else if (depth === 0 && (kind === Token.comma || kind === Token.colon)) break;
    }
    this.moveTo(index);
  }

  /** Accepts an opening bracket. Returns the enclosing bracket, which the caller passes to `close`. */
  private open(): number {
    const outer = this.opener;
    this.opener = this.index;
    this.advance();
    return outer;
  }

  /**
   * Accepts a closing bracket. If there is another token instead, skips it, or everything up to the end of the item.
   */
  private close(closer: TokenKind, expectation: Expectation, outer: number): void {
    if (this.kind !== closer) {
      this.reportUnexpected(expectation);
      if (this.kindAt(this.index + 1) === closer) this.moveTo(this.index + 1);
      else if (this.kind !== Token.eof) this.skipToDelimiter();
    }
    if (this.kind === closer) this.advance();
    this.opener = outer;
  }

  /**
   * Accepts the comma after a list item; returns false if there is no comma. Reports and skips other tokens before it.
   */
  private acceptItemComma(closer: TokenKind, expectation: Expectation): boolean {
    this.isListBroken = this.kind !== Token.comma && this.kind !== closer;
    if (this.isListBroken) {
      this.reportUnexpected(expectation);
      do this.skipToDelimiter();
      while (this.kind === Token.colon && this.skipToken());
    }
    if (this.kind !== Token.comma) return false;
    this.advance();
    return true;
  }

  private skipToken(): boolean {
    this.moveTo(this.index + 1);
    return true;
  }

  // Nodes

  nextId(): number {
    if (this.idCount === maxNodeCount) this.abort(`the expression grows to more than ${maxNodeCount} nodes`);
    return this.idCount++;
  }

  get isExhausted(): boolean {
    return this.isAborted;
  }

  /** Records a node around the operand parsed last that counts as a level of nesting. */
  private addNestingLevel(height: number): void {
    this.height = height + 1;
    if (this.height > this.maxDepth) this.abortTooDeep();
  }

  private unreadableNode(): Expr {
    this.height = 0;
    return { kind: "ident", id: 0, start: this.start, end: this.start, at: this.start, name: unreadableName };
  }

  private binary(name: string, id: number, left: Expr, right: Expr, at: number, start: number): CallExpr {
    return { kind: "call", id, start, end: this.lastEnd, at, function: name, args: [left, right] };
  }

  /** expr: or ('?' or ':' expr)? */
  private parseExpr(): Expr {
    if (++this.exprDepth > this.maxDepth) this.abortTooDeep();
    const expr = this.isAborted ? this.unreadableNode() : this.parseConditional();
    this.exprDepth--;
    return expr;
  }

  private parseConditional(): Expr {
    const { start } = this;
    const condition = this.parseOr();
    if (this.kind !== Token.question) return condition;
    const at = this.start;
    let height = this.height;
    this.advance();
    const id = this.nextId();
    const whenTrue = this.parseOr();
    height = Math.max(height, this.height);
    this.expectColon("conditional-colon");
    const whenFalse = this.parseExpr();
    this.addNestingLevel(Math.max(height, this.height));
    const args = [condition, whenTrue, whenFalse];
    return { kind: "call", id, start, end: this.lastEnd, at, function: "_?_:_", args };
  }

  /** Accepts a colon and returns its position. If it is missing, skips one superfluous token. */
  private expectColon(expectation: Expectation): number {
    if (this.kind !== Token.colon) {
      this.reportUnexpected(expectation);
      if (this.kindAt(this.index + 1) === Token.colon) this.moveTo(this.index + 1);
    }
    const at = this.start;
    if (this.kind === Token.colon) this.advance();
    return at;
  }

  private parseOr(): Expr {
    const { start } = this;
    const first = this.parseAnd();
    return this.kind === Token.or ? this.parseChain(first, start, Token.or) : first;
  }

  private parseAnd(): Expr {
    const { start } = this;
    const first = this.parseRelation();
    return this.kind === Token.and ? this.parseChain(first, start, Token.and) : first;
  }

  /** Parses the rest of `a && b && c` or `a || b || c` into a balanced tree, whatever the grouping in the text. */
  private parseChain(first: Expr, start: number, operator: typeof Token.and | typeof Token.or): Expr {
    const chain = new Chain(operator === Token.and ? "_&&_" : "_||_", first, start, this.lastEnd);
    let height = this.height;
    while (this.kind === operator) {
      const at = this.start;
      this.advance();
      const termStart = this.start;
      const term = operator === Token.and ? this.parseRelation() : this.parseAnd();
      height = Math.max(height, this.height);
      chain.add({ id: this.nextId(), at }, { expr: term, start: termStart, end: this.lastEnd });
    }
    this.height = height;
    return chain.balance();
  }

  private parseRelation(): Expr {
    const { start } = this;
    if (++this.relationDepth > this.maxDepth) this.abortTooDeep();
    let left = this.parseCalc(0);
    for (let name = relationName(this.kind); name !== undefined; name = relationName(this.kind)) {
      const at = this.start;
      const leftHeight = this.height;
      this.advance();
      const id = this.nextId();
      if (++this.relationDepth > this.maxDepth) this.abortTooDeep();
      const right = this.parseCalc(0);
      this.relationDepth--;
      this.addNestingLevel(Math.max(leftHeight, this.height));
      left = this.binary(name, id, left, right, at, start);
    }
    this.relationDepth--;
    return left;
  }

  /** Parses operators that bind at least as tightly as `precedence`: 1 for `+` and `-`, 2 for `*`, `/` and `%`. */
  private parseCalc(precedence: number): Expr {
    const { start } = this;
    if (++this.calcDepth > this.maxDepth) this.abortTooDeep();
    let left = this.isAborted ? this.unreadableNode() : this.parseUnary();
    for (;;) {
      const operator = this.kind;
      const name = calcName(operator);
      if (name === undefined) break;
      const tightness = operator === Token.plus || operator === Token.minus ? 1 : 2;
      if (tightness < precedence) break;
      const at = this.start;
      const leftHeight = this.height;
      this.advance();
      const id = this.nextId();
      const right = this.parseCalc(tightness + 1);
      this.addNestingLevel(Math.max(leftHeight, this.height));
      left = this.binary(name, id, left, right, at, start);
    }
    this.calcDepth--;
    return left;
  }

  /**
   * Parses a series of `!` or of `-`; an even number of them cancels out. A single minus before a number is its sign.
   */
  private parseUnary(): Expr {
    const operator = this.kind;
    if (operator !== Token.not && operator !== Token.minus) return this.parseMember();
    if (operator === Token.minus && isSignable(this.kindAt(this.index + 1))) return this.parseMember();
    const { start } = this;
    let count = 0;
    for (; this.kind === operator; count++) this.advance();
    if (count % 2 === 0) return this.parseMember();
    const id = this.nextId();
    const operand = this.parseMember();
    const name = operator === Token.not ? "!_" : "-_";
    return { kind: "call", id, start, end: this.lastEnd, at: start, function: name, args: [operand] };
  }

  /** Parses an operand with the selects, calls and indexes after it. */
  private parseMember(): Expr {
    const { start } = this;
    let expr = this.parsePrimary();
    while (!this.isRecovering) {
      if (this.kind === Token.dot) expr = this.parseSelection(expr, start);
      else if (this.kind === Token.openBracket) expr = this.parseIndex(expr, start);
      else break;
    }
    return expr;
  }

  private parseSelection(operand: Expr, start: number): Expr {
    const at = this.start;
    this.advance();
    if (this.kind === Token.question) return this.parseOptionalSelect(operand, start, at);
    if (this.kind === Token.identifier && this.kindAt(this.index + 1) === Token.openParen) {
      return this.parseMemberCall(operand, start);
    }
    if (this.kind !== Token.identifier && this.kind !== Token.quotedIdentifier) {
      this.reportUnexpected("field");
      if (!this.isMeantAsName()) return operand;
    }
    const id = this.nextId();
    this.addNestingLevel(this.height);
    const { start: fieldStart, end: fieldEnd } = this;
    const field = this.acceptFieldName(fieldStart);
    return { kind: "select", id, start, end: fieldEnd, at, operand, field, testOnly: false, fieldStart, fieldEnd };
  }

  /** Whether the author meant the current token as a name: it is a keyword, or a faulty name in backquotes. */
  private isMeantAsName(): boolean {
    const { kind } = this;
    if (kind === Token.in || kind === Token.true || kind === Token.false || kind === Token.null) return true;
    return kind === Token.invalid && this.text[this.start] === "`";
  }

  /** Accepts a field name; `at` is cel-go's position of the error that backquotes are not enabled. */
  private acceptFieldName(at: number): string {
    if (this.kind === Token.quotedIdentifier && !this.allowsQuotedNames) {
      const message = "field names in back quotes are not enabled here";
      const help = `for a key of a map, write ["${this.text.slice(this.start + 1, this.end - 1)}"]`;
      this.report({ code: "syntax", message, start: at, end: this.end, help });
    }
    const name = this.kind === Token.quotedIdentifier ? this.text.slice(this.start + 1, this.end - 1) : this.tokenText;
    this.advance();
    return name;
  }

  private parseOptionalSelect(operand: Expr, start: number, at: number): Expr {
    this.advance();
    this.requireOptional(at);
    if (this.kind !== Token.identifier && this.kind !== Token.quotedIdentifier) {
      this.reportUnexpected("optional-field");
      return operand;
    }
    const fieldId = this.nextId();
    const id = this.nextId();
    this.addNestingLevel(this.height);
    const { start: fieldStart, end } = this;
    const constant: Constant = { type: "string", value: this.acceptFieldName(fieldStart) };
    const field: Expr = { kind: "const", id: fieldId, start: fieldStart, end, at: fieldStart, constant };
    return { kind: "call", id, start, end, at, function: "_?._", args: [operand, field] };
  }

  private requireOptional(at: number): void {
    if (this.allowsOptional) return;
    const message = "optional fields, indexes and entries (?) are not enabled here";
    this.report({ code: "syntax", message, start: at, end: this.lastEnd });
  }

  private parseIndex(operand: Expr, start: number): Expr {
    const at = this.start;
    const operandHeight = this.height;
    const outer = this.open();
    const isOptional = this.acceptQuestion(at);
    const id = this.nextId();
    const index = this.parseExpr();
    this.addNestingLevel(Math.max(operandHeight, this.height));
    this.close(Token.closeBracket, "index-end", outer);
    const name = isOptional ? "_[?_]" : "_[_]";
    return { kind: "call", id, start, end: this.lastEnd, at, function: name, args: [operand, index] };
  }

  /**
   * Accepts the `?` of an optional entry if there is one; `at` is cel-go's position of the error that it is not
   * enabled.
   */
  private acceptQuestion(at: number): boolean {
    if (this.kind !== Token.question) return false;
    this.advance();
    this.requireOptional(at);
    return true;
  }

  private parseMemberCall(target: Expr, start: number): Expr {
    const name = this.tokenText;
    const targetHeight = this.height;
    this.advance();
    const at = this.start;
    const id = this.nextId();
    const args = this.parseArguments();
    this.addNestingLevel(Math.max(targetHeight, this.height));
    const call: CallExpr = { kind: "call", id, start, end: this.lastEnd, at, function: name, target, args };
    return this.expand(call) ?? call;
  }

  /** Returns the expansion of a macro call; undefined if `call` is not one. */
  private expand(call: CallExpr): Expr | undefined {
    const macro = findMacro(this.macros, call.function, call.args.length, call.target !== undefined);
    if (macro === undefined) return undefined;
    const operands = call.target === undefined ? call.args : [call.target, ...call.args];
    const expanded = macro.expand(new NodeBuilder(this, call), ...operands);
    if (expanded instanceof MacroFault) {
      this.reportMacro(expanded);
      return undefined;
    }
    if (expanded === undefined) return undefined;
    this.macroCalls ??= new Map();
    this.macroCalls.set(expanded.id, call);
    return expanded;
  }

  private reportMacro({ node, message, help }: MacroFault): void {
    if (node.kind === "ident" && node.name === unreadableName) return;
    const end = Math.max(node.end, node.at);
    this.report({ code: "macro", message, start: node.at, end, ...(help === undefined ? {} : { help }) });
  }

  /** Parses the arguments of a call, including both parentheses. */
  private parseArguments(): readonly Expr[] {
    const outer = this.open();
    this.height = 0;
    if (this.kind === Token.closeParen) {
      this.close(Token.closeParen, "arguments-end", outer);
      return noElements;
    }
    const args: Expr[] = [];
    let readCount: number | undefined;
    let height = 0;
    for (let goesOn = true; goesOn; ) {
      args.push(this.parseExpr());
      height = Math.max(height, this.height);
      goesOn = this.acceptItemComma(Token.closeParen, "arguments-end");
      if (this.isListBroken) readCount ??= args.length;
    }
    this.close(Token.closeParen, "arguments-end", outer);
    this.height = height;
    // The text after a fault may be part of an argument, so macros must not see it.
    return readCount === undefined ? args : args.slice(0, readCount);
  }

  private parsePrimary(): Expr {
    switch (this.kind) {
      case Token.identifier:
        return this.parseName(false);
      case Token.dot:
        return this.parseRootName();
      case Token.openParen:
        return this.parseNested();
      case Token.openBracket:
        return this.parseList();
      case Token.openBrace:
        return this.parseMap();
      case Token.minus:
        return this.parseSigned();
      case Token.invalid:
        this.advance();
        return this.unreadableNode();
      default:
        return this.parseLiteral(this.start, false) ?? this.parseMissing();
    }
  }

  private parseRootName(): Expr {
    if (this.kindAt(this.index + 1) === Token.identifier) return this.parseName(true);
    this.advance();
    this.reportUnexpected("name");
    return this.unreadableNode();
  }

  private parseName(hasDot: boolean): Expr {
    if (this.tokens.hasBrace) {
      const brace = this.structBrace(hasDot ? this.index + 1 : this.index);
      if (brace !== -1) return this.parseStruct(brace);
    }
    const { start } = this;
    if (hasDot) this.advance();
    const { start: at, tokenText } = this;
    const name = hasDot ? `.${tokenText}` : tokenText;
    this.advance();
    const isRefused = isReserved(tokenText);
    if (isRefused) this.reportReserved(tokenText, start);
    if (this.kind === Token.openParen) return this.parseCall(name, start);
    this.height = 0;
    return { kind: "ident", id: this.nextId(), start, end: this.lastEnd, at, name: isRefused ? unreadableName : name };
  }

  private reportReserved(word: string, start: number): void {
    const message = `'${word}' is a reserved word and cannot be a name`;
    const help = reservedWordHelp(word);
    this.report({ code: "syntax", message, start, end: this.lastEnd, ...(help === undefined ? {} : { help }) });
  }

  private parseCall(name: string, start: number): Expr {
    const at = this.start;
    const id = this.nextId();
    const args = this.parseArguments();
    const call: CallExpr = { kind: "call", id, start, end: this.lastEnd, at, function: name, args };
    return this.expand(call) ?? call;
  }

  /** Returns the index of the brace after the dotted name at `index`; -1 if no brace follows. */
  private structBrace(index: number): number {
    let next = index + 1;
    while (this.kindAt(next) === Token.dot && this.kindAt(next + 1) === Token.identifier) next += 2;
    return this.kindAt(next) === Token.openBrace ? next : -1;
  }

  private parseStruct(brace: number): Expr {
    const { start } = this;
    let typeName = "";
    for (; this.index < brace; this.advance()) typeName += this.kind === Token.dot ? "." : this.tokenText;
    const at = this.start;
    const id = this.nextId();
    const outer = this.open();
    const fields: StructField[] = [];
    const fieldsStart = this.start;
    this.parseItems(Token.closeBrace, "entries-end", () => {
      const field = this.parseField(fieldsStart);
      if (field !== undefined) fields.push(field);
    });
    this.close(Token.closeBrace, "entries-end", outer);
    return { kind: "struct", id, start, end: this.lastEnd, at, typeName, fields };
  }

  /** Parses items up to `closer`, separated by commas; a trailing comma is allowed, also without items. */
  private parseItems(closer: TokenKind, expectation: Expectation, parseItem: () => void): void {
    let height = 0;
    this.height = 0;
    if (this.kind === Token.comma) this.advance();
    else if (this.kind !== closer) {
      do {
        if (this.kind === closer) break;
        parseItem();
        height = Math.max(height, this.height);
      } while (this.acceptItemComma(closer, expectation));
    }
    this.height = height;
  }

  private parseField(fieldsStart: number): StructField | undefined {
    const optional = this.acceptQuestion(this.start);
    if (this.kind !== Token.identifier && this.kind !== Token.quotedIdentifier) {
      this.reportUnexpected(optional ? "optional-field" : "struct-field");
      this.skipToDelimiter();
      if (this.kind === Token.colon) {
        this.skipToken();
        this.parseExpr();
      }
      return undefined;
    }
    const name = this.acceptFieldName(fieldsStart);
    const id = this.nextId();
    const at = this.expectColon("field-colon");
    const value = this.parseExpr();
    return { id, at, name, value, optional };
  }

  private parseNested(): Expr {
    const outer = this.open();
    const expr = this.parseExpr();
    this.close(Token.closeParen, "nested-end", outer);
    return expr;
  }

  private parseList(): Expr {
    const { start } = this;
    const id = this.nextId();
    const outer = this.open();
    const elements: Expr[] = [];
    const optionalIndices: number[] = [];
    this.parseItems(Token.closeBracket, "elements-end", () => {
      if (this.acceptQuestion(this.start)) optionalIndices.push(elements.length);
      elements.push(this.parseExpr());
    });
    this.close(Token.closeBracket, "elements-end", outer);
    return { kind: "list", id, start, end: this.lastEnd, at: start, elements, optionalIndices };
  }

  private parseMap(): Expr {
    const { start } = this;
    const id = this.nextId();
    const outer = this.open();
    const entries: MapEntry[] = [];
    this.parseItems(Token.closeBrace, "entries-end", () => entries.push(this.parseEntry()));
    this.close(Token.closeBrace, "entries-end", outer);
    return { kind: "map", id, start, end: this.lastEnd, at: start, entries };
  }

  private parseEntry(): MapEntry {
    const id = this.nextId();
    const optional = this.acceptQuestion(this.start);
    const key = this.parseExpr();
    const keyHeight = this.height;
    const at = this.expectColon("entry-colon");
    const value = this.parseExpr();
    this.height = Math.max(keyHeight, this.height);
    return { id, at, key, value, optional };
  }

  /** Parses a number with its sign in a position where no other operand can begin with a minus: `!-1`. */
  private parseSigned(): Expr {
    const { start } = this;
    this.advance();
    const literal = isSignable(this.kind) ? this.parseLiteral(start, true) : undefined;
    if (literal !== undefined) return literal;
    this.reportUnexpected("number");
    return startsOperand(this.kind) && this.kind !== Token.minus && this.kind !== Token.not
      ? this.parsePrimary()
      : this.unreadableNode();
  }

  private parseLiteral(start: number, isNegative: boolean): Expr | undefined {
    const constant = this.constantOf(isNegative);
    if (constant === undefined) return undefined;
    this.advance();
    this.height = 0;
    const id = this.nextId();
    if (!(constant instanceof LiteralFault)) {
      return { kind: "const", id, start, end: this.lastEnd, at: start, constant };
    }
    this.reportLiteral(constant, start);
    return this.unreadableNode();
  }

  /** Returns the value of the current token; undefined if it is not a literal. */
  private constantOf(isNegative: boolean): Constant | LiteralFault | undefined {
    switch (this.kind) {
      case Token.string:
        return stringConstant(this.tokenText);
      case Token.int:
        return intConstant(this.tokenText, isNegative);
      case Token.true:
        return { type: "bool", value: true };
      case Token.false:
        return { type: "bool", value: false };
      case Token.null:
        return { type: "null", value: null };
      case Token.uint:
        return uintConstant(this.tokenText);
      case Token.double:
        return doubleConstant(this.tokenText, isNegative);
      case Token.bytes:
        return bytesConstant(this.tokenText);
      default:
        return undefined;
    }
  }

  /** Reports a missing operand; skips one superfluous token if an operand follows it. */
  private parseMissing(): Expr {
    this.reportUnexpected("operand");
    const mayBelong = this.kind === Token.colon || isCloser(this.kind);
    if (mayBelong || !startsOperand(this.kindAt(this.index + 1))) return this.unreadableNode();
    this.skipToken();
    return this.parsePrimary();
  }
}

function relationName(kind: TokenKind): string | undefined {
  switch (kind) {
    case Token.equal:
      return "_==_";
    case Token.notEqual:
      return "_!=_";
    case Token.in:
      return "@in";
    case Token.less:
      return "_<_";
    case Token.lessEqual:
      return "_<=_";
    case Token.greater:
      return "_>_";
    case Token.greaterEqual:
      return "_>=_";
    default:
      return undefined;
  }
}

function calcName(kind: TokenKind): string | undefined {
  switch (kind) {
    case Token.plus:
      return "_+_";
    case Token.minus:
      return "_-_";
    case Token.star:
      return "_*_";
    case Token.slash:
      return "_/_";
    case Token.percent:
      return "_%_";
    default:
      return undefined;
  }
}

/** Whether a minus before the token can be its sign. */
function isSignable(kind: TokenKind): boolean {
  return kind === Token.int || kind === Token.double;
}
