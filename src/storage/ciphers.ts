/**
 * Encryption with the keys of an EncryptionConfiguration, in the API server's formats: `aescbc` (IV, then the padded
 * ciphertext), `aesgcm` (nonce, ciphertext, tag; bound to the storage key) and `secretbox` (nonce, tag, ciphertext).
 *
 * @module
 */
import { type CipherGCMTypes, createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { xsalsa20poly1305 } from "@noble/ciphers/salsa.js";
import type { Transformer } from "./transformer.ts";

export type CipherName = "aescbc" | "aesgcm" | "secretbox";

/** Returns the transformer of a cipher. @param key - 16, 24 or 32 bytes; 32 for `secretbox` */
export const cipherOf = (name: CipherName, key: Uint8Array): Transformer => ciphers[name](key);

const ciphers: Readonly<Record<CipherName, (key: Uint8Array) => Transformer>> = { aescbc, aesgcm, secretbox };

const bitsPerByte = 8;
const blockBytes = 16;
const nonceBytes = 12;
const tagBytes = 16;
const longNonceBytes = 24;

const tooShort = "the stored data was shorter than the required size";

function aescbc(key: Uint8Array): Transformer {
  const algorithm = `aes-${key.length * bitsPerByte}-cbc`;
  return {
    read(value) {
      if (value.length < blockBytes) throw new Error(tooShort);
      if (value.length % blockBytes !== 0) throw new Error("the stored data is not a multiple of the block size");
      const decipher = createDecipheriv(algorithm, key, value.subarray(0, blockBytes));
      const begun = decipher.update(value.subarray(blockBytes));
      return {
        data: Buffer.concat([begun, orThrow(() => decipher.final(), "invalid padding on input")]),
        isStale: false,
      };
    },
    write(data) {
      const initializationVector = randomBytes(blockBytes);
      const cipher = createCipheriv(algorithm, key, initializationVector);
      return Buffer.concat([initializationVector, cipher.update(data), cipher.final()]);
    },
  };
}

const gcmByKeyBytes: ReadonlyMap<number, CipherGCMTypes> = new Map([
  [16, "aes-128-gcm"],
  [24, "aes-192-gcm"],
  [32, "aes-256-gcm"],
]);

function aesgcm(key: Uint8Array): Transformer {
  const algorithm = gcmByKeyBytes.get(key.length);
  if (!algorithm) throw new Error(`a key of AES must have 16, 24 or 32 bytes; got ${key.length}`);
  return {
    read(value, place) {
      if (value.length < nonceBytes + tagBytes) throw new Error(tooShort);
      const decipher = createDecipheriv(algorithm, key, value.subarray(0, nonceBytes), { authTagLength: tagBytes });
      decipher.setAAD(place);
      decipher.setAuthTag(value.subarray(value.length - tagBytes));
      const begun = decipher.update(value.subarray(nonceBytes, value.length - tagBytes));
      const end = orThrow(() => decipher.final(), "cipher: message authentication failed");
      return { data: Buffer.concat([begun, end]), isStale: false };
    },
    write(data, place) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
      cipher.setAAD(place);
      return Buffer.concat([nonce, cipher.update(data), cipher.final(), cipher.getAuthTag()]);
    },
  };
}

function secretbox(key: Uint8Array): Transformer {
  return {
    read(value) {
      if (value.length < longNonceBytes + tagBytes) throw new Error(tooShort);
      const box = xsalsa20poly1305(key, value.subarray(0, longNonceBytes));
      // The API server's message for a value that another key encrypted.
      const fault = "output array was not large enough for encryption";
      return { data: orThrow(() => box.decrypt(value.subarray(longNonceBytes)), fault), isStale: false };
    },
    write(data) {
      const nonce = randomBytes(longNonceBytes);
      return Buffer.concat([nonce, xsalsa20poly1305(key, nonce).encrypt(data)]);
    },
  };
}

function orThrow<T>(act: () => T, fault: string): T {
  try {
    return act();
  } catch {
    throw new Error(fault);
  }
}
