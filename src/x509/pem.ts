/**
 * Parses PEM text to blocks, as leniently as Go's encoding/pem: skips everything that is not a well-formed block.
 *
 * @module
 */

export interface PemBlock {
  /** Such as `CERTIFICATE` or `RSA PRIVATE KEY`. */
  readonly type: string;
  readonly hasHeaders: boolean;
  readonly bytes: Uint8Array;
  /** Offset of its first line in the text, in UTF-16 units. */
  readonly start: number;
}

const begin = /(?:^|\n)-----BEGIN ([^\n]*?)-----[ \t\r]*\n/g;
const header = /^[^\n:]+:[^\n]*\n/;

export function pemBlocks(text: string): PemBlock[] {
  const blocks: PemBlock[] = [];
  const reader = new BlockReader(text);
  begin.lastIndex = 0;
  for (let match = begin.exec(text); match; match = begin.exec(text)) {
    const block = reader.read(begin.lastIndex, match[1] ?? "");
    if (block) {
      blocks.push({ ...block.block, start: match.index + (match[0].startsWith("\n") ? 1 : 0) });
      begin.lastIndex = block.end;
    } else {
      begin.lastIndex = match.index + 1;
    }
  }
  return blocks;
}

/**
 * Reads one block after the other. Remembers the results of searches, so that text is not searched again for the next
 * block.
 */
class BlockReader {
  readonly #text: string;
  /** The range of the header lines that were read last. */
  #headers = { start: 0, end: 0 };
  /** Offset of the end line that was found last; the length of the text if there is no further one. */
  #end = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** @param from - the start of a line; calls must have ascending values */
  read(from: number, type: string): { block: Omit<PemBlock, "start">; end: number } | undefined {
    const text = this.#text;
    const body = this.#bodyAfter(from);
    const trailer = `-----END ${type}-----`;
    const end = this.#endAfter(body);
    if (!text.startsWith(trailer, end)) return undefined;
    base64Part.lastIndex = body;
    if (!base64Part.test(text) || base64Part.lastIndex < end) return undefined;
    const lineEnd = text.indexOf("\n", end);
    if (text.slice(end + trailer.length, lineEnd < 0 ? text.length : lineEnd).trim() !== "") return undefined;
    const bytes = decodeBase64(text.slice(body, end));
    return bytes && { block: { type, hasHeaders: body > from, bytes }, end: end - 1 };
  }

  /** Returns the offset after the headers. */
  #bodyAfter(from: number): number {
    if (from > this.#headers.start && from < this.#headers.end) return this.#headers.end;
    let end = from;
    for (let line = this.#headerAt(end); line; line = this.#headerAt(end)) end += line[0].length;
    this.#headers = { start: from, end };
    return end;
  }

  #headerAt(at: number): RegExpExecArray | null {
    return header.exec(this.#text.slice(at, at + maxHeaderLength));
  }

  #endAfter(body: number): number {
    if (this.#text.startsWith(endLine, body)) return body;
    if (this.#end <= body) {
      const found = this.#text.indexOf(`\n${endLine}`, body);
      this.#end = found < 0 ? this.#text.length : found + 1;
    }
    return this.#end;
  }
}

const endLine = "-----END ";
/** Matches the characters that a body may contain. */
const base64Part = /[A-Za-z0-9+/= \t\r\n]*/y;

/** Longest header line, in UTF-16 units. */
const maxHeaderLength = 4096;

/** Decodes padded standard base64; skips white space. */
function decodeBase64(text: string): Uint8Array | undefined {
  const packed = text.replace(/[ \t\r\n]/g, "");
  if (packed.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(packed)) return undefined;
  return Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
}
