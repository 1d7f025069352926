/**
 * The kinds of tokens, the list of tokens, and tests on token kinds.
 *
 * @module
 */

/** Token kinds. They are small integers because the parser compares them all the time. */
export const Token = {
  eof: 0,
  identifier: 1,
  /** A field name in backquotes. */
  quotedIdentifier: 2,
  int: 3,
  uint: 4,
  double: 5,
  string: 6,
  bytes: 7,
  true: 8,
  false: 9,
  null: 10,
  in: 11,
  equal: 12,
  notEqual: 13,
  less: 14,
  lessEqual: 15,
  greater: 16,
  greaterEqual: 17,
  and: 18,
  or: 19,
  plus: 20,
  minus: 21,
  star: 22,
  slash: 23,
  percent: 24,
  not: 25,
  question: 26,
  colon: 27,
  dot: 28,
  comma: 29,
  openParen: 30,
  closeParen: 31,
  openBracket: 32,
  closeBracket: 33,
  openBrace: 34,
  closeBrace: 35,
  /** A faulty literal or name that the lexer has reported; it may represent any operand. */
  invalid: 36,
} as const;

export type TokenKind = (typeof Token)[keyof typeof Token];

/** The tokens of a text as parallel arrays; the last token is always `eof`, at the end of the text. */
export interface TokenList {
  readonly kinds: readonly TokenKind[];
  /** UTF-16 offsets into the text. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** Whether the text has an opening brace; without one, it cannot contain struct literals. */
  readonly hasBrace: boolean;
}

/** Whether an operand can begin with the token. */
export function startsOperand(kind: TokenKind): boolean {
  switch (kind) {
    case Token.identifier:
    case Token.int:
    case Token.uint:
    case Token.double:
    case Token.string:
    case Token.bytes:
    case Token.true:
    case Token.false:
    case Token.null:
    case Token.minus:
    case Token.not:
    case Token.dot:
    case Token.openParen:
    case Token.openBracket:
    case Token.openBrace:
    case Token.invalid:
      return true;
    default:
      return false;
  }
}

export function isOpener(kind: TokenKind): boolean {
  return kind === Token.openParen || kind === Token.openBracket || kind === Token.openBrace;
}

export function isCloser(kind: TokenKind): boolean {
  return kind === Token.closeParen || kind === Token.closeBracket || kind === Token.closeBrace;
}
