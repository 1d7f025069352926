/**
 * Base64 with its padding (RFC 4648, section 4), as Go reads it: line breaks may stand anywhere.
 *
 * @module
 */

const padded = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export const isBase64 = (text: string): boolean => padded.test(withoutBreaks(text));

/** The bytes; undefined for text that is not base64. */
export function decodeBase64(text: string): Uint8Array | undefined {
  const digits = withoutBreaks(text);
  if (!padded.test(digits)) return undefined;
  return Uint8Array.from(atob(digits), (character) => character.charCodeAt(0));
}

export const encodeBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

const withoutBreaks = (text: string): string => text.replace(/[\r\n]+/g, "");
