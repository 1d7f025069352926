/**
 * Transforms values between the registry's form and the stored form. The API server's prefixes of stored values
 * identify the encryption provider.
 *
 * @module
 */

/** A value in the registry's form. */
export interface DecryptedValue {
  readonly data: Uint8Array;
  /** Whether a new write would store it differently, since another provider or key is now the first. */
  readonly isStale: boolean;
}

export interface Transformer {
  /**
   * Decrypts a value.
   *
   * @param place - the storage key, to which encryption binds the value
   * @throws {Error} if it cannot be decrypted
   */
  read(value: Uint8Array, place: Uint8Array): DecryptedValue | Promise<DecryptedValue>;
  /** Encrypts a value. @throws {Error} if it cannot be encrypted */
  write(data: Uint8Array, place: Uint8Array): Uint8Array;
}

/** A transformer for values with a prefix, which it neither reads nor writes itself. */
export interface PrefixedTransformer {
  readonly prefix: string;
  readonly transformer: Transformer;
}

const encoder = new TextEncoder();

/**
 * Returns a transformer that writes with the first one, and reads with the one whose prefix the value has.
 *
 * @param noMatchMessage - the error message if no prefix matches
 */
export function createTransformer(
  all: readonly [PrefixedTransformer, ...PrefixedTransformer[]],
  noMatchMessage: string,
): Transformer {
  const known = all.map(({ prefix, transformer }) => ({ prefix: encoder.encode(prefix), transformer }));
  const [first] = known;
  return {
    async read(value, place) {
      const faults: string[] = [];
      for (const each of known) {
        const { prefix, transformer } = each;
        if (!startsWith(value, prefix)) continue;
        try {
          const { data, isStale } = await transformer.read(value.subarray(prefix.length), place);
          return { data, isStale: isStale || each !== first };
        } catch (error) {
          // All values match an empty prefix, so that its error says nothing about the value.
          if (prefix.length > 0) faults.push(error instanceof Error ? error.message : String(error));
        }
      }
      const distinct = [...new Set(faults)];
      throw new Error(distinct.length > 1 ? `[${distinct.join(", ")}]` : (distinct[0] ?? noMatchMessage));
    },
    write(data, place) {
      if (!first) throw new Error(noMatchMessage);
      return Buffer.concat([first.prefix, first.transformer.write(data, place)]);
    },
  };
}

function startsWith(value: Uint8Array, prefix: Uint8Array): boolean {
  return value.length >= prefix.length && prefix.every((byte, index) => value[index] === byte);
}

const encrypted = encoder.encode("k8s:enc:");

/** Leaves values unchanged, but rejects encrypted ones. */
export const identity: Transformer = {
  read(value) {
    if (startsWith(value, encrypted)) throw new Error("identity transformer tried to read encrypted data");
    return { data: value, isStale: false };
  },
  write: (data) => data,
};
