/**
 * Converts literal tokens to values: numbers within 64 bits, strings and bytes without quotes and escapes.
 *
 * @module
 */
import type { Constant } from "./ast.ts";

/** Why a well-formed token does not have a value. */
export class LiteralFault {
  readonly message: string;
  readonly help: string | undefined;
  constructor(message: string, help?: string) {
    this.message = message;
    this.help = help;
  }
}

const minInt = -(2n ** 63n);
const maxInt = 2n ** 63n - 1n;
const maxUint = 2n ** 64n - 1n;
/** How many decimal digits a JavaScript number always represents exactly. */
const safeDigits = 15;

/** Returns the value of an int token; `text` has no sign. */
export function intConstant(text: string, isNegative: boolean): Constant | LiteralFault {
  if (text.length <= safeDigits) {
    const small = Number(text);
    return { type: "int", value: BigInt(isNegative ? -small : small) };
  }
  const value = isNegative ? -BigInt(text) : BigInt(text);
  if (value < minInt || value > maxInt) return new LiteralFault("the number does not fit an int", intHelp(value));
  return { type: "int", value };
}

function intHelp(value: bigint): string {
  if (value > 0n && value <= maxUint) return `int ends at ${maxInt}; write ${value}u for a uint`;
  return `int goes from ${minInt} to ${maxInt}`;
}

/** Returns the value of a uint token, which ends with `u`. */
export function uintConstant(text: string): Constant | LiteralFault {
  const value = BigInt(text.slice(0, -1));
  if (value > maxUint) return new LiteralFault("the number does not fit a uint", `uint ends at ${maxUint}`);
  return { type: "uint", value };
}

/** Returns the value of a double token; `text` has no sign. */
export function doubleConstant(text: string, isNegative: boolean): Constant | LiteralFault {
  const value = Number(text);
  if (value === Number.POSITIVE_INFINITY) return new LiteralFault("the number does not fit a double");
  return { type: "double", value: isNegative ? -value : value };
}

/** Returns the value of a string token. */
export function stringConstant(token: string): Constant | LiteralFault {
  const { body, isRaw } = unquote(token);
  if (isRaw || !body.includes("\\")) return { type: "string", value: body };
  const value = unescapeString(body);
  return value instanceof LiteralFault ? value : { type: "string", value };
}

/** Returns the value of a bytes token, which begins with `b`. */
export function bytesConstant(token: string): Constant | LiteralFault {
  const { body, isRaw } = unquote(token.slice(1));
  if (isRaw || !body.includes("\\")) return { type: "bytes", value: new TextEncoder().encode(body) };
  const value = unescapeBytes(body);
  return value instanceof LiteralFault ? value : { type: "bytes", value };
}

/** Returns the text between the quotes, with every line break as a line feed. */
function unquote(token: string): { body: string; isRaw: boolean } {
  const isRaw = token[0] === "r" || token[0] === "R";
  const open = isRaw ? 1 : 0;
  const isTriple = token.length >= open + 6 && token[open + 1] === token[open] && token[open + 2] === token[open];
  const quotes = isTriple ? 3 : 1;
  const body = token.slice(open + quotes, token.length - quotes);
  return { body: body.includes("\r") ? body.replace(/\r\n?/g, "\n") : body, isRaw };
}

const simpleEscapes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: "\x07",
    b: "\b",
    f: "\f",
    n: "\n",
    r: "\r",
    t: "\t",
    v: "\v",
    "\\": "\\",
    "'": "'",
    '"': '"',
    "`": "`",
    "?": "?",
  }),
);

/** An escape sequence that the lexer accepted: its value, and its length including the backslash. */
interface Escape {
  readonly letter: string;
  readonly code: number;
  readonly length: number;
}

function readEscape(body: string, at: number): Escape {
  const letter = body[at + 1] ?? "";
  const simple = simpleEscapes.get(letter);
  if (simple !== undefined) return { letter, code: simple.charCodeAt(0), length: 2 };
  const hexLength = letter === "u" ? 4 : letter === "U" ? 8 : letter === "x" || letter === "X" ? 2 : 0;
  if (hexLength > 0) {
    const code = Number.parseInt(body.slice(at + 2, at + 2 + hexLength), 16);
    return { letter, code, length: 2 + hexLength };
  }
  return { letter, code: Number.parseInt(body.slice(at + 1, at + 4), 8), length: 4 };
}

function unescapeString(body: string): string | LiteralFault {
  let result = "";
  let from = 0;
  for (let at = body.indexOf("\\"); at !== -1; at = body.indexOf("\\", from)) {
    const { code, length } = readEscape(body, at);
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) {
      const written = body.slice(at, at + length);
      return new LiteralFault(`${written} is not a Unicode character`, surrogateHelp(code));
    }
    result += body.slice(from, at) + String.fromCodePoint(code);
    from = at + length;
  }
  return result + body.slice(from);
}

function surrogateHelp(code: number): string | undefined {
  if (code > 0x10ffff) return "code points end at \\U0010FFFF";
  return "half of a surrogate pair is not a character; write the whole character as \\U and eight digits";
}

function unescapeBytes(body: string): Uint8Array | LiteralFault {
  const encoder = new TextEncoder();
  const bytes: number[] = [];
  let from = 0;
  for (let at = body.indexOf("\\"); at !== -1; at = body.indexOf("\\", from)) {
    const { letter, code, length } = readEscape(body, at);
    if (letter === "u" || letter === "U") {
      return new LiteralFault(
        `\\${letter} cannot be used in bytes`,
        "write the bytes of the character as \\x and two digits",
      );
    }
    for (const byte of encoder.encode(body.slice(from, at))) bytes.push(byte);
    bytes.push(code);
    from = at + length;
  }
  for (const byte of encoder.encode(body.slice(from))) bytes.push(byte);
  return Uint8Array.from(bytes);
}
