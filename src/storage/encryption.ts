/**
 * Determines the encryption of each resource from the entries of an EncryptionConfiguration.
 *
 * @module
 */
import { type CipherName, cipherOf } from "./ciphers.ts";
import type { KmsProvider } from "./kms-provider.ts";
import { createTransformer, identity, type PrefixedTransformer, type Transformer } from "./transformer.ts";

export interface EncryptionKey {
  /** Stored together with the values that the key encrypts. */
  readonly name: string;
  readonly secret: Uint8Array;
}

export type EncryptionProvider =
  | { readonly cipher: CipherName; readonly keys: readonly [EncryptionKey, ...EncryptionKey[]] }
  | { readonly cipher: "kms"; readonly kms: KmsProvider }
  | { readonly cipher: "identity" };

/** The providers for some resources. The first one encrypts new values. */
export interface EncryptionEntry {
  /** `secrets`, `deployments.apps`, `*.apps`, `*.` for the core group, `*.*`. */
  readonly resources: readonly string[];
  readonly providers: readonly [EncryptionProvider, ...EncryptionProvider[]];
}

/** Returns the transformer for a resource. */
export type Encryption = (resource: StoredResource) => Transformer;

/** A resource and its group, which is empty for the core group. */
export interface StoredResource {
  readonly group: string;
  readonly resource: string;
}

/** Returns the encryption. A resource in several entries gets the providers of all of them. */
export function encryptionOf(entries: readonly EncryptionEntry[]): Encryption {
  const providersByName = new Map<string, PrefixedTransformer[]>();
  for (const { resources, providers } of entries) {
    const made = providers.map(prefixedOf);
    for (const text of resources) {
      const name = text.includes(".") ? text : `${text}.`;
      providersByName.set(name, [...(providersByName.get(name) ?? []), ...made]);
    }
  }
  const transformers = new Map(
    [...providersByName].flatMap(([name, [first, ...rest]]) =>
      first ? [[name, createTransformer([first, ...rest], "no matching prefix found")] as const] : [],
    ),
  );
  return ({ group, resource }) => {
    const names = [`${resource}.${group}`, `*.${group}`, "*.*"];
    return names.map((name) => transformers.get(name)).find((found) => found !== undefined) ?? identity;
  };
}

function prefixedOf(provider: EncryptionProvider): PrefixedTransformer {
  if (provider.cipher === "identity") return { prefix: "", transformer: identity };
  if (provider.cipher === "kms") {
    const { name, transformer } = provider.kms;
    return { prefix: `k8s:enc:kms:v2:${name}:`, transformer };
  }
  const { cipher, keys } = provider;
  const [first, ...rest] = keys;
  const keyed = ({ name, secret }: EncryptionKey): PrefixedTransformer => ({
    prefix: `${name}:`,
    transformer: cipherOf(cipher, secret),
  });
  const noMatchMessage = `no matching key was found for the provided ${cipher === "secretbox" ? "Secretbox" : "AES"} transformer`;
  const transformer = createTransformer([keyed(first), ...rest.map(keyed)], noMatchMessage);
  return { prefix: `k8s:enc:${cipher}:v1:`, transformer };
}
