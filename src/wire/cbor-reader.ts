/**
 * Reads CBOR (RFC 8949) like kube-apiserver, to the corresponding JSON value: byte strings and times become strings,
 * and byte strings with a base64 tag become base64 text. So code that reads the value need not know the format.
 *
 * @module
 */
import { type Token, Tokenizer, Type } from "cborg";
import { setMember } from "../json/member.ts";
import { encodeBase64 } from "../text/base64.ts";
import { formatTimestamp, parseTimestamp } from "../text/timestamp.ts";

export interface CborLimits {
  /** Deepest nesting of arrays, maps and tags. */
  readonly maxDepth: number;
  /** Most values, counting each array, map, item and member. */
  readonly maxValues: number;
}

/** The bytes contain more values than the limit. */
export class TooManyValues extends Error {}

/**
 * @throws {TooManyValues}
 * @throws {Error} for invalid CBOR, or CBOR without a corresponding JSON value
 */
export function readCbor(bytes: Uint8Array, limits: CborLimits): unknown {
  return new CborReader(bytes, limits).read();
}

const tokenOptions = {
  allowBigInt: true,
  allowNaN: false,
  allowInfinity: false,
  allowUndefined: false,
  retainStringBytes: true,
} as const;

/** First bytes of strings in chunks, which the library cannot read. */
const chunkedBytes = 0x5f;
const chunkedText = 0x7f;
const textMajor = 3;
const majorShift = 5;

/** Converts bytes to text: as UTF-8, or by the enclosing tag. */
type BytesToText = (bytes: Uint8Array) => string;

/** Replaces invalid UTF-8 by U+FFFD, as for JSON. */
const lenientText = new TextDecoder("utf-8", { ignoreBOM: true });
const strictText = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });
const utf8: BytesToText = (bytes) => lenientText.decode(bytes);

const bytesToTextByTag: ReadonlyMap<number, BytesToText> = new Map([
  [21, (bytes) => Buffer.from(bytes).toString("base64url")],
  [22, encodeBase64],
  [23, (bytes) => Buffer.from(bytes).toString("hex")],
]);
const timeTextTag = 0;
const timeNumberTag = 1;
const bignumTags: readonly number[] = [2, 3];

const minInt64 = -(2n ** 63n);
const maxInt64 = 2n ** 63n - 1n;
const nanosPerSecond = 1_000_000_000;

/** The end of an array, a map or a string of indefinite length. */
const breakMark = Symbol("break");

class CborReader {
  private readonly bytes: Uint8Array;
  private readonly limits: CborLimits;
  /** Reads tokens from the offset `start` on. */
  private tokens: Tokenizer;
  private start = 0;
  private values = 0;

  constructor(bytes: Uint8Array, limits: CborLimits) {
    this.bytes = bytes;
    this.limits = limits;
    this.tokens = new Tokenizer(bytes, tokenOptions);
  }

  read(): unknown {
    const value = this.item(0, utf8);
    const rest = this.bytes.length - this.at;
    if (rest > 0) throw new Error(`${rest} bytes of extraneous data starting at index ${this.at}`);
    return value;
  }

  private get at(): number {
    return this.start + this.tokens.pos();
  }

  private next(): Token {
    if (this.tokens.done()) throw new Error("unexpected end of data");
    return this.tokens.next();
  }

  private item(depth: number, toText: BytesToText): unknown {
    const value = this.value(depth, toText);
    if (value === breakMark) throw new Error('unexpected "break" code');
    return value;
  }

  private value(depth: number, toText: BytesToText): unknown {
    if (depth > this.limits.maxDepth) throw new Error(`must have at most ${this.limits.maxDepth} levels of nesting`);
    if (++this.values > this.limits.maxValues)
      throw new TooManyValues(`must have at most ${this.limits.maxValues} values`);
    const head = this.bytes[this.at];
    if (head === chunkedBytes) return toText(Buffer.concat(this.chunks(Type.bytes).map((token) => token.value)));
    if (head === chunkedText) return this.chunks(Type.string).map(textOf).join("");
    const token = this.next();
    switch (token.type) {
      case Type.bytes:
        return toText(token.value);
      case Type.string:
        return textOf(token);
      case Type.uint:
      case Type.negint:
        return requireInt64(token.value);
      case Type.array:
        return this.array(token.value, depth + 1, toText);
      case Type.map:
        return this.map(token.value, depth + 1, toText);
      case Type.tag:
        return this.tagged(token.value, depth + 1, toText);
      case Type.break:
        return breakMark;
      default:
        return token.value;
    }
  }

  private chunks(type: Token["type"]): readonly Token[] {
    this.start = this.at + 1;
    this.tokens = new Tokenizer(this.bytes.subarray(this.start), tokenOptions);
    const chunks: Token[] = [];
    for (let token = this.next(); token.type !== Type.break; token = this.next()) {
      if (token.type !== type) throw new Error(`a chunk of a string must be of its type, ${type.name}`);
      chunks.push(token);
    }
    return chunks;
  }

  /** @param count - `Infinity` for an indefinite length */
  private array(count: number, depth: number, toText: BytesToText): readonly unknown[] {
    const items: unknown[] = [];
    while (items.length < count) {
      const item = count === Infinity ? this.value(depth, toText) : this.item(depth, toText);
      if (item === breakMark) break;
      items.push(item);
    }
    return items;
  }

  private map(count: number, depth: number, toText: BytesToText): object {
    const object: Record<string, unknown> = {};
    for (let index = 0; index < count; index++) {
      const key = count === Infinity ? this.value(depth, toText) : this.item(depth, toText);
      if (key === breakMark) break;
      if (typeof key !== "string") throw new Error("keys of maps must be strings");
      if (Object.hasOwn(object, key)) {
        throw new Error(`found duplicate map key ${JSON.stringify(key)} at map element index ${index}`);
      }
      setMember(object, key, this.item(depth, toText));
    }
    return object;
  }

  private tagged(tag: number, depth: number, toText: BytesToText): unknown {
    if (bignumTags.includes(tag)) throw new Error("integers must fit 64 bits; got a bignum");
    if (tag === timeTextTag && (this.bytes[this.at] ?? 0) >> majorShift !== textMajor) {
      throw new Error("tag number 0 must be followed by text string");
    }
    const content = this.item(depth, bytesToTextByTag.get(tag) ?? toText);
    if (tag === timeTextTag) return timeOfText(content);
    return tag === timeNumberTag ? timeOfNumber(content) : content;
  }
}

/** @throws {Error} for text that is not UTF-8 */
function textOf({ byteValue }: Token): string {
  return strictText.decode(byteValue);
}

/** @throws {Error} for a number outside of signed 64 bits */
function requireInt64(value: number | bigint): number | bigint {
  if (typeof value === "bigint" && (value < minInt64 || value > maxInt64)) {
    throw new Error(`integers must fit 64 bits; got ${value}`);
  }
  return value;
}

function timeOfText(content: unknown): unknown {
  if (typeof content === "string" && parseTimestamp(content)) return content;
  throw new Error("tag number 0 must be followed by a time as in RFC 3339");
}

/** @param content - seconds since the epoch */
function timeOfNumber(content: unknown): string {
  if (typeof content !== "number") throw new Error("tag number 1 must be followed by a number");
  const seconds = Math.floor(content);
  const text = formatTimestamp({ seconds, nanos: Math.trunc((content - seconds) * nanosPerSecond), offsetSeconds: 0 });
  if (parseTimestamp(text)) return text;
  throw new Error("tag number 1 must be followed by a time of the years 0 to 9999");
}
