/**
 * Produces the error messages of Go's `json.Unmarshal` for text that is not JSON.
 *
 * @module
 */
import { quoteGo } from "../text/go-quote.ts";

const space = /[ \t\r\n]*/y;
const literals: ReadonlyMap<string, string> = new Map([
  ["t", "true"],
  ["f", "false"],
  ["n", "null"],
]);

/** Matches error contexts within a literal, a number or an escape. */
const unspacedContext = /escape|numeric|^in literal/;

/** Stops the reader; the message is that of Go. */
class Fault extends Error {}

/** Returns Go's error for a text; undefined for valid JSON, and for text with more nesting than the stack allows. */
export function goJsonFault(text: string): string | undefined {
  try {
    new Reader(text).readAll();
  } catch (error) {
    if (error instanceof Fault) return error.message;
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}

class Reader {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  readAll(): void {
    this.value();
    if (this.peek() !== "") this.fail("after top-level value");
  }

  private get next(): string {
    return this.text.charAt(this.at);
  }

  /** Skips spaces and returns the next character without consuming it. */
  private peek(): string {
    space.lastIndex = this.at;
    space.test(this.text);
    this.at = space.lastIndex;
    return this.next;
  }

  private fail(context: string): never {
    const { text, at } = this;
    if (at >= text.length) {
      // At the end of the text, Go feeds its scanner a space, which is invalid in these contexts.
      const words = unspacedContext.test(context) ? `invalid character ' ' ${context}` : "unexpected end of JSON input";
      throw new Fault(words);
    }
    // Go reads bytes, and reports each as a character.
    const [byte = 0] = new TextEncoder().encode(String.fromCodePoint(text.codePointAt(at) ?? 0));
    const quoted = byte === 0x27 ? "\\'" : byte === 0x22 ? '"' : quoteGo(String.fromCharCode(byte)).slice(1, -1);
    throw new Fault(`invalid character '${quoted}' ${context}`);
  }

  private value(): void {
    const first = this.peek();
    const literal = literals.get(first);
    if (first === "{") this.object();
    else if (first === "[") this.list();
    else if (first === '"') this.string();
    else if (literal !== undefined) this.literal(literal);
    else if (/[-0-9]/.test(first)) this.number();
    else this.fail("looking for beginning of value");
  }

  private object(): void {
    this.at++;
    if (this.peek() === "}") {
      this.at++;
      return;
    }
    for (;;) {
      if (this.peek() !== '"') this.fail("looking for beginning of object key string");
      this.string();
      if (this.peek() !== ":") this.fail("after object key");
      this.at++;
      this.value();
      if (this.consumeBracketOrComma("}", "after object key:value pair")) return;
    }
  }

  private list(): void {
    this.at++;
    if (this.peek() === "]") {
      this.at++;
      return;
    }
    do this.value();
    while (!this.consumeBracketOrComma("]", "after array element"));
  }

  /** Consumes the closing bracket or a comma. Returns whether it was the bracket. */
  private consumeBracketOrComma(bracket: string, context: string): boolean {
    const found = this.peek();
    if (found !== bracket && found !== ",") this.fail(context);
    this.at++;
    return found === bracket;
  }

  private string(): void {
    for (this.at++; this.next !== '"'; this.at++) {
      if (this.next < " ") this.fail("in string literal");
      if (this.next === "\\") this.escape();
    }
    this.at++;
  }

  private escape(): void {
    this.at++;
    if (this.next === "u") {
      for (let digit = 0; digit < 4; digit++) {
        this.at++;
        if (!/[0-9a-fA-F]/.test(this.next)) this.fail("in \\u hexadecimal character escape");
      }
    } else if (!/["\\/bfnrt]/.test(this.next)) this.fail("in string escape code");
  }

  private literal(word: string): void {
    for (let index = 0; index < word.length; index++, this.at++) {
      if (this.next !== word[index]) this.fail(`in literal ${word} (expecting '${word[index]}')`);
    }
  }

  private number(): void {
    if (this.next === "-") this.at++;
    if (this.next === "0") this.at++;
    else this.digits("in numeric literal");
    if (this.next === ".") {
      this.at++;
      this.digits("after decimal point in numeric literal");
    }
    if (!/[eE]/.test(this.next)) return;
    this.at++;
    if (/[-+]/.test(this.next)) this.at++;
    this.digits("in exponent of numeric literal");
  }

  /** Consumes at least one digit. */
  private digits(context: string): void {
    if (!/[0-9]/.test(this.next)) this.fail(context);
    while (/[0-9]/.test(this.next)) this.at++;
  }
}
