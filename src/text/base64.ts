/**
 * Base64 with padding (RFC 4648, section 4), as Go decodes it: line breaks are allowed anywhere.
 *
 * @module
 */

const padded = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export const isBase64 = (text: string): boolean => padded.test(withoutBreaks(text));

/** Returns the bytes; undefined if the text is not base64. */
export function decodeBase64(text: string): Uint8Array | undefined {
  const digits = withoutBreaks(text);
  if (!padded.test(digits)) return undefined;
  const characters = atob(digits);
  const bytes = new Uint8Array(characters.length);
  for (let index = 0; index < bytes.length; index++) bytes[index] = characters.charCodeAt(index);
  return bytes;
}

/**
 * Returns the position, in characters, at which Go's decoder reports an error: the first character outside the
 * alphabet, an incomplete group of four, or text after the padding. Undefined if the text is base64.
 */
export function base64FaultAt(text: string): number | undefined {
  const at = text.search(/[^A-Za-z0-9+/\r\n]/);
  const inGroup = withoutBreaks(at < 0 ? text : text.slice(0, at)).length % base64Group;
  if (at < 0) return inGroup === 0 ? undefined : text.length - inGroup;
  if (text[at] !== "=" || inGroup < 2) return at;
  const next = nextDigit(text, at + 1);
  if (inGroup === 2 && next === text.length) return next;
  if (inGroup === 2 && text[next] !== "=") return next - 1;
  const end = inGroup === 2 ? nextDigit(text, next + 1) : next;
  return end < text.length ? end : undefined;
}

/**
 * Returns the position of the next character that is not a line break; the length of the text if no such character
 * follows.
 */
function nextDigit(text: string, start: number): number {
  const offset = text.slice(start).search(/[^\r\n]/);
  return offset < 0 ? text.length : start + offset;
}

/** Bytes to convert at once: each becomes an argument, and engines limit their number. */
const chunkBytes = 8192;

export function encodeBase64(bytes: Uint8Array): string {
  let characters = "";
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    characters += String.fromCharCode(...bytes.subarray(start, start + chunkBytes));
  }
  return btoa(characters);
}

/** Returns the canonical form of a base64 text: without line breaks, and with unused bits set to 0. */
export function canonicalBase64(text: string): string {
  const digits = withoutBreaks(text);
  if (canonicalEnd.test(digits.slice(-base64Group))) return digits;
  const tail = decodeBase64(digits.slice(-base64Group));
  return tail ? digits.slice(0, -base64Group) + encodeBase64(tail) : digits;
}

/** The number of digits that encode three bytes. */
const base64Group = 4;
/** Matches a last group whose unused bits are 0. Without padding, all bits are used. */
const canonicalEnd = /^(?:|.*[^=]|..[AEIMQUYcgkosw048]=|.[AQgw]==)$/;

const withoutBreaks = (text: string): string => text.replace(/[\r\n]+/g, "");
