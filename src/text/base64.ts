/**
 * Base64 with its padding (RFC 4648, section 4), as Go reads it: line breaks may be anywhere.
 *
 * @module
 */

const padded = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export const isBase64 = (text: string): boolean => padded.test(withoutBreaks(text));

/** The bytes; undefined for text that is not base64. */
export function decodeBase64(text: string): Uint8Array | undefined {
  const digits = withoutBreaks(text);
  if (!padded.test(digits)) return undefined;
  const characters = atob(digits);
  const bytes = new Uint8Array(characters.length);
  for (let index = 0; index < bytes.length; index++) bytes[index] = characters.charCodeAt(index);
  return bytes;
}

/**
 * Where Go's decoder ends, in characters: at the first one that is not in the alphabet, where a group of four ends too early, or
 * behind the padding. Undefined for text that is base64.
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

/** From `start` on; the length of the text where only breaks follow. */
function nextDigit(text: string, start: number): number {
  const offset = text.slice(start).search(/[^\r\n]/);
  return offset < 0 ? text.length : start + offset;
}

/** Bytes that become characters at once: as many arguments as any engine takes. */
const chunkBytes = 8192;

export function encodeBase64(bytes: Uint8Array): string {
  let characters = "";
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    characters += String.fromCharCode(...bytes.subarray(start, start + chunkBytes));
  }
  return btoa(characters);
}

/** The one text that the bytes are written as, of text that is base64: without breaks, and no bits set that do not count. */
export function canonicalBase64(text: string): string {
  const digits = withoutBreaks(text);
  if (canonicalEnd.test(digits.slice(-base64Group))) return digits;
  const tail = decodeBase64(digits.slice(-base64Group));
  return tail ? digits.slice(0, -base64Group) + encodeBase64(tail) : digits;
}

/** Digits that are read together. */
const base64Group = 4;
/** Without padding all bits of the last digit count, otherwise those that do not are 0. */
const canonicalEnd = /^(?:|.*[^=]|..[AEIMQUYcgkosw048]=|.[AQgw]==)$/;

const withoutBreaks = (text: string): string => text.replace(/[\r\n]+/g, "");
