/**
 * A provider of an EncryptionConfiguration: exactly one way to encrypt.
 *
 * @module
 */

import type { Place } from "../../rule/place.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import type { Visit } from "../../rule/visit.ts";
import { field, type Static, struct } from "../../schema/fields.ts";
import { aesKeySizes, type EncryptionKeys, encryptionKeys, secretboxKeySizes } from "./encryption-keys.ts";
import { kmsConfiguration } from "./kms-configuration.ts";

export const encryptionProvider = struct({
  aesgcm: field(encryptionKeys, {
    description: "AES in Galois/counter mode; needs keys that are rotated often.",
    "x-pointer": true,
  }),
  aescbc: field(encryptionKeys, { description: "AES in CBC mode with PKCS#7 padding.", "x-pointer": true }),
  secretbox: field(encryptionKeys, { description: "XSalsa20 and Poly1305.", "x-pointer": true }),
  identity: struct({}, { description: "No encryption.", "x-pointer": true }),
  kms: field(kmsConfiguration, { description: "Envelope encryption by a plugin.", "x-pointer": true }),
});

export type EncryptionProvider = Static<typeof encryptionProvider>;

const providerNames = ["kms", "aesgcm", "aescbc", "secretbox", "identity"] as const;

const oneWay = rule<EncryptionProvider>(
  {
    id: "encryption/provider",
    severity: "error",
    summary: "a provider is exactly one of kms, aesgcm, aescbc, secretbox and identity",
  },
  (provider, place) => {
    const given = providerNames.filter((name) => provider[name]);
    if (given.length === 1) return;
    const names = providerNames.map((name) => `\`${name}\``).join(", ");
    if (given.length === 0) {
      const help = "no encryption is written `identity: {}`, with the braces";
      place.say(`must have one of ${names}; it has none`, { help });
    } else {
      const found = given.map((name) => `\`${name}\``).join(" and ");
      place.say(`must have one of ${names}; it has ${found}`, { help: "make a list item of each" });
    }
  },
);

export const encryptionProviderRules: readonly Rule<EncryptionProvider>[] = [oneWay];

export function applyProviderDefaults({ kms }: EncryptionProvider): void {
  if (!kms) return;
  kms.timeout ??= "3s";
  kms.apiVersion ||= "v1";
  if (kms.apiVersion === "v1") kms.cachesize ??= 1000;
}

/** The keys that the API server looks at: of several ways in one provider it takes the first. */
export function validatedKeys(
  provider: EncryptionProvider,
  place: Place<EncryptionProvider>,
  visit: Visit<EncryptionProvider>,
): readonly Visit<EncryptionKeys>[] {
  const name = (["aesgcm", "aescbc", "secretbox"] as const).find((each) => provider[each]);
  if (provider.kms || name === undefined) return [];
  const sizes = name === "secretbox" ? secretboxKeySizes : aesKeySizes;
  return [visit.part({ keys: provider[name]?.keys ?? [], sizes }, place.at(name).along<EncryptionKeys>([]))];
}
