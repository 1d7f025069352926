/**
 * Parses values in the distinguished encoding rules of ASN.1 (X.690), the format of certificates and certificate
 * requests: tags and their contents.
 *
 * @module
 */

export interface DerValue {
  /** Class, form and number in one byte; numbers above 30 are not supported. */
  readonly tag: number;
  /** The contents of the value. */
  readonly content: Uint8Array;
  /** The value with its tag and length. */
  readonly whole: Uint8Array;
}

export const derTag = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  objectIdentifier: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  /** The tag `[n]` around other values. */
  context: (number: number) => 0xa0 + number,
} as const;

/** Parses a value; undefined if the bytes are not exactly one value. */
export function readDer(bytes: Uint8Array): DerValue | undefined {
  const value = valueAt(bytes, 0);
  return value?.whole.length === bytes.length ? value : undefined;
}

/** Parses consecutive values; undefined if the bytes are anything else. */
export function readDerItems(bytes: Uint8Array): readonly DerValue[] | undefined {
  const items: DerValue[] = [];
  for (let at = 0; at < bytes.length; ) {
    const value = valueAt(bytes, at);
    if (!value) return undefined;
    items.push(value);
    at += value.whole.length;
  }
  return items;
}

/** If all of the lowest five bits are set, the number follows in further bytes. */
const longTag = 0x1f;
/** Most bytes of a length: no document has 2^24 bytes or more. */
const maxLengthBytes = 3;

function valueAt(bytes: Uint8Array, at: number): DerValue | undefined {
  const [tag = longTag, first = 0x80] = bytes.subarray(at, at + 2);
  if ((tag & longTag) === longTag) return undefined;
  const lengthBytes = first < 0x80 ? 0 : first - 0x80;
  const start = at + 2 + lengthBytes;
  const length = first < 0x80 ? first : readLength(bytes.subarray(at + 2, start), lengthBytes);
  if (length === undefined || start + length > bytes.length) return undefined;
  return { tag, content: bytes.subarray(start, start + length), whole: bytes.subarray(at, start + length) };
}

/** Reads a length; DER allows only the shortest form. */
function readLength(bytes: Uint8Array, count: number): number | undefined {
  if (count === 0 || count > maxLengthBytes || bytes.length < count || bytes[0] === 0) return undefined;
  const length = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
  return length < 0x80 ? undefined : length;
}

/** Returns an identifier such as `2.5.29.19`; undefined for bytes that are not an object identifier. */
export function readObjectIdentifier(content: Uint8Array): string | undefined {
  const numbers: number[] = [];
  let number = 0;
  for (const byte of content) {
    number = number * 128 + (byte & 0x7f);
    if (number > Number.MAX_SAFE_INTEGER / 128) return undefined;
    if (byte & 0x80) continue;
    numbers.push(number);
    number = 0;
  }
  const [first, ...rest] = numbers;
  if (first === undefined || (content.at(-1) ?? 0x80) & 0x80) return undefined;
  const root = Math.min(2, Math.floor(first / 40));
  return [root, first - root * 40, ...rest].join(".");
}

/** Returns the bytes of a bit string; undefined if its length is not whole bytes. */
export function readBitString({ tag, content }: DerValue): Uint8Array | undefined {
  return tag === derTag.bitString && content[0] === 0 ? content.subarray(1) : undefined;
}

/** Returns the object identifier of a value; empty for other values. */
export const identifierOf = (value: DerValue | undefined): string =>
  (value?.tag === derTag.objectIdentifier && readObjectIdentifier(value.content)) || "";

/** Returns the items of a sequence; empty for other values. */
export const sequenceItems = (value: DerValue | undefined): readonly DerValue[] =>
  (value?.tag === derTag.sequence && readDerItems(value.content)) || [];
