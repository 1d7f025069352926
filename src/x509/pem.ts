/**
 * PEM text to blocks, with the tolerance of Go's encoding/pem: what is no well-formed block is skipped.
 *
 * @module
 */

export interface PemBlock {
  /** `CERTIFICATE`, `RSA PRIVATE KEY`. */
  readonly type: string;
  readonly hasHeaders: boolean;
  readonly bytes: Uint8Array;
  /** Where its first line starts in the text, in UTF-16 units. */
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

/** Reads one block after the other; what it has looked through for one it does not look through for the next. */
class BlockReader {
  readonly #text: string;
  /** Lines of headers that were read last. */
  #headers = { start: 0, end: 0 };
  /** Of the last end line that was looked for; the length of the text without one. */
  #end = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** @param from - the start of a line; those that are asked for ascend */
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

  /** After the headers. */
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
/** As far as a body may go. */
const base64Part = /[A-Za-z0-9+/= \t\r\n]*/y;

/** A header line has at most this length. In UTF-16 units. */
const maxHeaderLength = 4096;

/** Padded standard base64; white space between is skipped. */
function decodeBase64(text: string): Uint8Array | undefined {
  const packed = text.replace(/[ \t\r\n]/g, "");
  if (packed.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(packed)) return undefined;
  return Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
}
