/**
 * Decodes bytes to text: UTF-16 if there is a byte order mark for it, otherwise UTF-8. The text does not include the
 * byte order mark.
 *
 * @module
 */
import type { SourceIssue } from "./source-file.ts";

export interface DecodedText {
  readonly text: string;
  readonly hasByteOrderMark: boolean;
  readonly issues: readonly SourceIssue[];
}

/** The most encoding faults that are reported. */
const maxEncodingIssues = 20;

const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

/** Decodes the input. Invalid sequences become U+FFFD, each with an issue. */
export function decodeText(input: string | Uint8Array): DecodedText {
  if (typeof input === "string") {
    const hasByteOrderMark = input.startsWith("\ufeff");
    return { text: hasByteOrderMark ? input.slice(1) : input, hasByteOrderMark, issues: [] };
  }
  if (input[0] === 0xff && input[1] === 0xfe) return decodeUtf16(input, "utf-16le");
  if (input[0] === 0xfe && input[1] === 0xff) return decodeUtf16(swapBytes(input), "utf-16be");
  const hasByteOrderMark = input[0] === 0xef && input[1] === 0xbb && input[2] === 0xbf;
  try {
    return { text: strictUtf8.decode(input), hasByteOrderMark, issues: [] };
  } catch {
    return decodeInvalid(hasByteOrderMark ? input.subarray(3) : input, hasByteOrderMark);
  }
}

/** Swaps bytes so that the little-endian decoder, which every platform has, can read big-endian text. */
function swapBytes(input: Uint8Array): Uint8Array {
  const swapped = new Uint8Array(input.length - (input.length % 2));
  for (let at = 0; at < swapped.length; at += 2) {
    swapped[at] = input[at + 1] ?? 0;
    swapped[at + 1] = input[at] ?? 0;
  }
  return swapped;
}

function decodeUtf16(input: Uint8Array, name: string): DecodedText {
  const text = new TextDecoder("utf-16le").decode(input);
  const issues: SourceIssue[] = [];
  for (const match of text.matchAll(/\ufffd/g)) {
    if (issues.length === maxEncodingIssues) break;
    issues.push(encodingIssue(`text must be valid ${name.toUpperCase()}`, match.index));
  }
  return { text, hasByteOrderMark: true, issues };
}

function decodeInvalid(input: Uint8Array, hasByteOrderMark: boolean): DecodedText {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(input);
  const issues: SourceIssue[] = [];
  // A replacement character in the result is a fault unless the input contains its bytes.
  let at = 0;
  let byte = 0;
  while (at < text.length && issues.length < maxEncodingIssues) {
    const code = text.codePointAt(at) ?? 0;
    if (code === 0xfffd && !isReplacementAt(input, byte)) {
      issues.push(
        encodingIssue("text must be valid UTF-8", at, `byte ${byte} is 0x${(input[byte] ?? 0).toString(16)}`),
      );
      byte += invalidLength(input, byte);
    } else byte += utf8Length(code);
    at += code > 0xffff ? 2 : 1;
  }
  return { text, hasByteOrderMark, issues };
}

function encodingIssue(message: string, offset: number, detail?: string): SourceIssue {
  return {
    rule: "source/encoding",
    message: detail === undefined ? message : `${message}; ${detail}`,
    document: 0,
    start: offset,
    end: offset + 1,
  };
}

function isReplacementAt(input: Uint8Array, byte: number): boolean {
  return input[byte] === 0xef && input[byte + 1] === 0xbf && input[byte + 2] === 0xbd;
}

function utf8Length(code: number): number {
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

/** Returns how many bytes one replacement character represents: the longest prefix of a possibly valid sequence. */
function invalidLength(input: Uint8Array, byte: number): number {
  const lead = input[byte] ?? 0;
  const length =
    lead >= 0xf0 && lead <= 0xf4 ? 4 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xc2 && lead < 0xe0 ? 2 : 1;
  const [low, high] = secondByteRange(lead);
  for (let index = 1; index < length; index++) {
    const next = input[byte + index] ?? 0;
    const isInRange = index === 1 ? next >= low && next <= high : next >= 0x80 && next <= 0xbf;
    if (!isInRange) return index;
  }
  return length;
}

function secondByteRange(lead: number): readonly [number, number] {
  if (lead === 0xe0) return [0xa0, 0xbf];
  if (lead === 0xed) return [0x80, 0x9f];
  if (lead === 0xf0) return [0x90, 0xbf];
  if (lead === 0xf4) return [0x80, 0x8f];
  return [0x80, 0xbf];
}
