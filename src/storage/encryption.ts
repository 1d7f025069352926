/**
 * Which resources are encrypted, how, and with which keys.
 *
 * @module
 */
import { type CipherName, cipherOf } from "./ciphers.ts";
import type { KmsProvider } from "./kms-provider.ts";
import { firstWrites, identity, type Prefixed, type Transformer } from "./transformer.ts";

export interface EncryptionKey {
  /** Stored with the values that it encrypts. */
  readonly name: string;
  readonly secret: Uint8Array;
}

export type EncryptionProvider =
  | { readonly cipher: CipherName; readonly keys: readonly [EncryptionKey, ...EncryptionKey[]] }
  | { readonly cipher: "kms"; readonly kms: KmsProvider }
  | { readonly cipher: "identity" };

/** The providers of some resources, the one that writes first. */
export interface EncryptionEntry {
  /** `secrets`, `deployments.apps`, `*.apps`, `*.` for the core group, `*.*`. */
  readonly resources: readonly string[];
  readonly providers: readonly [EncryptionProvider, ...EncryptionProvider[]];
}

/** Finds the transformer of a resource. */
export type Encryption = (resource: StoredResource) => Transformer;

/** A resource by its group, empty for the core group. */
export interface StoredResource {
  readonly group: string;
  readonly resource: string;
}

/** A resource in several entries has the providers of all of them. */
export function encryptionOf(entries: readonly EncryptionEntry[]): Encryption {
  const providersByName = new Map<string, Prefixed[]>();
  for (const { resources, providers } of entries) {
    const made = providers.map(prefixedOf);
    for (const text of resources) {
      const name = text.includes(".") ? text : `${text}.`;
      providersByName.set(name, [...(providersByName.get(name) ?? []), ...made]);
    }
  }
  const transformers = new Map(
    [...providersByName].flatMap(([name, [first, ...rest]]) =>
      first ? [[name, firstWrites([first, ...rest], "no matching prefix found")] as const] : [],
    ),
  );
  return ({ group, resource }) => {
    const names = [`${resource}.${group}`, `*.${group}`, "*.*"];
    return names.map((name) => transformers.get(name)).find((found) => found !== undefined) ?? identity;
  };
}

function prefixedOf(provider: EncryptionProvider): Prefixed {
  if (provider.cipher === "identity") return { prefix: "", transformer: identity };
  if (provider.cipher === "kms") {
    const { name, transformer } = provider.kms;
    return { prefix: `k8s:enc:kms:v2:${name}:`, transformer };
  }
  const { cipher, keys } = provider;
  const [first, ...rest] = keys;
  const keyed = ({ name, secret }: EncryptionKey): Prefixed => ({
    prefix: `${name}:`,
    transformer: cipherOf(cipher, secret),
  });
  const nobody = `no matching key was found for the provided ${cipher === "secretbox" ? "Secretbox" : "AES"} transformer`;
  const transformer = firstWrites([keyed(first), ...rest.map(keyed)], nobody);
  return { prefix: `k8s:enc:${cipher}:v1:`, transformer };
}
