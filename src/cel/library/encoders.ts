/**
 * cel-go's encoders: base64 with the standard alphabet. Opt-in: no Kubernetes environment has it.
 *
 * @module
 */
import { declareFunction, type Library, overload } from "../types/declarations.ts";
import { bytesType, stringType } from "../types/types.ts";
import { CelError } from "../types/values.ts";

/** The functions `base64.encode` and `base64.decode`. */
export const encodersLibrary: Library = {
  name: "cel.lib.ext.encoders",
  functions: [
    declareFunction("base64.decode", overload("base64_decode_string", [stringType], bytesType, decodeBase64)),
    declareFunction("base64.encode", overload("base64_encode_bytes", [bytesType], stringType, encodeBase64)),
  ],
};

/** Decodes base64 with or without padding and with line breaks anywhere. Ignores the bits after the last whole byte. */
function decodeBase64(text: string): Uint8Array | CelError {
  const digits = withoutPadding(text.replaceAll(/[\r\n]/g, ""));
  // A single last digit has fewer bits than a byte.
  if (/[^A-Za-z0-9+/]/.test(digits) || digits.length % 4 === 1) return illegalAt(firstFault(text));
  return Uint8Array.from(atob(digits), (character) => character.charCodeAt(0));
}

/** Removes the padding; if its length is wrong, it stays and is an invalid digit. */
function withoutPadding(data: string): string {
  return data.length % 4 === 0 ? data.replace(/={1,2}$/, "") : data;
}

/** Returns the offset of the first invalid character, in UTF-8 bytes: all characters before it are ASCII. */
function firstFault(text: string): number {
  const offset = text.search(/[^A-Za-z0-9+/\r\n]/);
  return offset === -1 ? text.length - 1 : offset;
}

function illegalAt(offset: number): CelError {
  return new CelError(`illegal base64 data at input byte ${offset}`);
}

function encodeBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
