/**
 * PEM text to blocks, with the tolerance of Go's encoding/pem: what is no well-formed block is passed over.
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
  begin.lastIndex = 0;
  for (let match = begin.exec(text); match; match = begin.exec(text)) {
    const type = match[1] ?? "";
    const block = readBlock(text, begin.lastIndex, type);
    if (block) {
      blocks.push({ ...block.block, start: match.index + (match[0].startsWith("\n") ? 1 : 0) });
      begin.lastIndex = block.end;
    } else {
      begin.lastIndex = match.index + 1;
    }
  }
  return blocks;
}

function readBlock(
  text: string,
  from: number,
  type: string,
): { block: Omit<PemBlock, "start">; end: number } | undefined {
  let body = from;
  let hasHeaders = false;
  for (let line = header.exec(text.slice(body, body + maxHeaderLength)); line; ) {
    hasHeaders = true;
    body += line[0].length;
    line = header.exec(text.slice(body, body + maxHeaderLength));
  }
  const trailer = `-----END ${type}-----`;
  const end = text.startsWith("-----END ", body) ? body : text.indexOf("\n-----END ", body) + 1;
  if (end === 0 || !text.startsWith(trailer, end)) return undefined;
  const lineEnd = text.indexOf("\n", end);
  if (text.slice(end + trailer.length, lineEnd < 0 ? text.length : lineEnd).trim() !== "") return undefined;
  const bytes = decodeBase64(text.slice(body, end));
  return bytes && { block: { type, hasHeaders, bytes }, end: end - 1 };
}

/** A header line longer than this is none. In UTF-16 units. */
const maxHeaderLength = 4096;

/** Padded standard base64; white space between is passed over. */
function decodeBase64(text: string): Uint8Array | undefined {
  const packed = text.replace(/[ \t\r\n]/g, "");
  if (packed.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(packed)) return undefined;
  return Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
}
