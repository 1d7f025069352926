/**
 * The messages for unexpected tokens: which token it is, which tokens were expected, and a hint at the author's likely
 * mistake.
 *
 * @module
 */
import { isCloser, Token, type TokenKind } from "./token.ts";

/** The tokens that the parser would accept at the position of the fault. */
export type Expectation =
  | "operand"
  | "number"
  | "name"
  | "field"
  | "optional-field"
  | "struct-field"
  | "field-colon"
  | "entry-colon"
  | "conditional-colon"
  | "nested-end"
  | "index-end"
  | "arguments-end"
  | "elements-end"
  | "entries-end"
  | "end";

/** The unexpected token and the tokens around it. */
export interface Surroundings {
  readonly kind: TokenKind;
  readonly text: string;
  readonly next: TokenKind;
  readonly previous: TokenKind | undefined;
  readonly previousText: string;
  /** The innermost open bracket, and the token before it. */
  readonly opener: string | undefined;
  readonly beforeOpener: string;
}

export function syntaxMessage(expectation: Expectation, around: Surroundings): { message: string; help?: string } {
  if (around.kind === Token.eof && around.previous === undefined) return { message: "the expression is empty" };
  const message = `unexpected ${tokenName(around)}; expected ${expected[expectation]}`;
  const help = afterOperand.has(expectation) ? helpAfter(around) : helpBefore(expectation, around);
  return help === undefined ? { message } : { message, help };
}

const expected: Readonly<Record<Expectation, string>> = {
  operand: "an expression",
  number: "a number after this minus",
  name: "a name after the dot",
  field: "a field or function name after the dot",
  "optional-field": "a field name after the question mark",
  "struct-field": "a field name or '}'",
  "field-colon": "':' after the field name",
  "entry-colon": "an operator or ':' after the key",
  "conditional-colon": "an operator or ':' with the value for the other case",
  "nested-end": "an operator or ')'",
  "index-end": "an operator or ']'",
  "arguments-end": "an operator, ',' or ')'",
  "elements-end": "an operator, ',' or ']'",
  "entries-end": "an operator, ',' or '}'",
  end: "an operator or the end of the expression",
};

/** Expectations that apply after a complete operand. */
const afterOperand: ReadonlySet<Expectation> = new Set<Expectation>([
  "entry-colon",
  "conditional-colon",
  "nested-end",
  "index-end",
  "arguments-end",
  "elements-end",
  "entries-end",
  "end",
]);

/** How many UTF-16 units of a token a message shows. */
const maxShownLength = 40;

function tokenName({ kind, text }: Surroundings): string {
  if (kind === Token.eof) return "end of the expression";
  const shown = text.length > maxShownLength ? `${text.slice(0, maxShownLength)}...` : text;
  if (kind === Token.string) return `string ${shown}`;
  if (kind === Token.bytes) return `bytes ${shown}`;
  return `'${shown}'`;
}

/** Operators of other languages that are words, with help. */
const operatorWords: ReadonlyMap<string, string> = new Map([
  ["and", "use '&&'"],
  ["or", "use '||'"],
  ["is", "use '=='"],
  ["eq", "use '=='"],
  ["ne", "use '!='"],
  ["mod", "use '%'"],
  ["then", "write condition ? value : otherwise"],
  ["if", "write condition ? value : otherwise"],
]);

/** Words of other languages that precede an operand, with help. */
const prefixWords: ReadonlyMap<string, string> = new Map([
  ["not", "use '!'"],
  ["if", "write condition ? value : otherwise"],
  ["return", "an expression is its own result; leave 'return' out"],
]);

function helpAfter(around: Surroundings): string | undefined {
  const { kind, text, next, previous, previousText } = around;
  if (kind === Token.eof || isCloser(kind)) return bracketHelp(around);
  if (kind === Token.identifier) {
    if (text === "not" && next === Token.in) return "write !(value in list)";
    const word = operatorWords.get(text.toLowerCase());
    if (word !== undefined) return word;
  }
  if (previous === Token.identifier) {
    const word = prefixWords.get(previousText);
    if (word !== undefined) return word;
  }
  if (kind === Token.string && previous === Token.string) return "use '+' to join strings";
  if (kind === Token.openBrace && previous === Token.closeParen) return "braces can only follow a type name";
  if (kind === Token.quotedIdentifier) return quotedNameHelp;
  return undefined;
}

const quotedNameHelp = "back quotes only hold field names, after a dot";

/** Returns help that names the innermost open bracket, or says that no bracket is open. */
function bracketHelp({ kind, text, opener, beforeOpener }: Surroundings): string | undefined {
  if (opener !== undefined) {
    const place = /\w$/.test(beforeOpener) ? ` after ${beforeOpener}` : "";
    return `the '${opener}'${place} is not closed`;
  }
  return kind === Token.eof ? undefined : `no bracket is open that '${text}' could close`;
}

function helpBefore(expectation: Expectation, { kind, text, previous }: Surroundings): string | undefined {
  if (expectation === "number") return "negate a whole expression in parentheses: !(-x)";
  if (kind === Token.in || kind === Token.true || kind === Token.false || kind === Token.null) {
    if (expectation === "field") return `'${text}' is a keyword: write the field as \`${text}\` or ['${text}']`;
    if (expectation === "name") return `'${text}' is a keyword and cannot be a name`;
  }
  if (expectation === "field" && (kind === Token.string || kind === Token.int)) return `use [${text}]`;
  if (kind === Token.quotedIdentifier) return quotedNameHelp;
  if (previous === Token.comma && kind === Token.closeParen) return "remove the last comma";
  if (previous === Token.less && kind === Token.greater) return "use '!='";
  if (isDoubled(kind, previous)) return `remove one '${text}'`;
  return undefined;
}

function isDoubled(kind: TokenKind, previous: TokenKind | undefined): boolean {
  return kind === previous && kind >= Token.in && kind <= Token.percent;
}

const reservedWords: ReadonlySet<string> = new Set([
  "as",
  "break",
  "const",
  "continue",
  "else",
  "for",
  "function",
  "if",
  "import",
  "let",
  "loop",
  "package",
  "namespace",
  "return",
  "var",
  "void",
  "while",
]);

/** Whether CEL reserves the word. A reserved word can be a field, but not a variable or function. */
export function isReserved(word: string): boolean {
  return word.length >= 2 && word.length <= 9 && reservedWords.has(word);
}

/** Returns what to write in place of a reserved word; undefined if there is no simple replacement. */
export function reservedWordHelp(word: string): string | undefined {
  if (word === "if" || word === "else") return "write condition ? value : otherwise";
  if (word === "for" || word === "while" || word === "loop") return "use a macro: list.all(x, ...), list.map(x, ...)";
  if (word === "return") return "an expression is its own result; leave 'return' out";
  return undefined;
}
