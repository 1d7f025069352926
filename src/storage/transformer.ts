/**
 * Values as they lie in the store and as the registry knows them: providers that encrypt, told apart by the prefixes that the API server
 * writes before the values.
 *
 * @module
 */

/** A value that was read. */
export interface Plain {
  readonly data: Uint8Array;
  /** Whether writing it again would change it: another provider or another key is the first now. */
  readonly isStale: boolean;
}

export interface Transformer {
  /**
   * @param place - the key of the value in the store, which encryption binds the value to
   * @throws {Error} when it cannot be read
   */
  read(value: Uint8Array, place: Uint8Array): Plain | Promise<Plain>;
  /** @throws {Error} when it cannot be written */
  write(data: Uint8Array, place: Uint8Array): Uint8Array;
}

/** A transformer of the values that begin with a text, which it neither reads nor writes itself. */
export interface Prefixed {
  readonly prefix: string;
  readonly transformer: Transformer;
}

const encoder = new TextEncoder();

/** The first writes; the one that has the prefix of a value reads it. */
export function firstWrites(all: readonly [Prefixed, ...Prefixed[]], nobody: string): Transformer {
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
          // Every value begins with an empty prefix, so this fault says nothing about the value.
          if (prefix.length > 0) faults.push(error instanceof Error ? error.message : String(error));
        }
      }
      const distinct = [...new Set(faults)];
      throw new Error(distinct.length > 1 ? `[${distinct.join(", ")}]` : (distinct[0] ?? nobody));
    },
    write(data, place) {
      if (!first) throw new Error(nobody);
      return Buffer.concat([first.prefix, first.transformer.write(data, place)]);
    },
  };
}

function startsWith(value: Uint8Array, prefix: Uint8Array): boolean {
  return value.length >= prefix.length && prefix.every((byte, index) => value[index] === byte);
}

const encrypted = encoder.encode("k8s:enc:");

/** Values as they are, but for those that are encrypted. */
export const identity: Transformer = {
  read(value) {
    if (startsWith(value, encrypted)) throw new Error("identity transformer tried to read encrypted data");
    return { data: value, isStale: false };
  },
  write: (data) => data,
};
