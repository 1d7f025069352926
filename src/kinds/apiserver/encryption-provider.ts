/**
 * A provider of an EncryptionConfiguration: exactly one way to encrypt.
 *
 * @module
 */

import type { ProviderConfiguration } from "../../api/types/apiserver-v1.ts";
import type { Place } from "../../rule/place.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import type { Visit } from "../../rule/visit.ts";
import { aesKeySizes, type EncryptionKeys, secretboxKeySizes } from "./encryption-keys.ts";

const providerNames = ["kms", "aesgcm", "aescbc", "secretbox", "identity"] as const;

const exactlyOneType = rule<ProviderConfiguration>(
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
      const help = "for no encryption write `identity: {}`, with the braces";
      place.say(`must have one of ${names}; none is set`, { help });
    } else {
      const found = given.map((name) => `\`${name}\``).join(" and ");
      place.say(`must have only one of ${names}; got ${found}`, { help: "write one list item for each" });
    }
  },
);

export const encryptionProviderRules: readonly Rule<ProviderConfiguration>[] = [exactlyOneType];

export function applyProviderDefaults({ kms }: ProviderConfiguration): void {
  if (!kms) return;
  kms.timeout ??= "3s";
  kms.apiVersion ||= "v1";
  if (kms.apiVersion === "v1") kms.cachesize ??= 1000;
}

/** Returns the keys that kube-apiserver validates: those of the first method if a provider has several. */
export function validatedKeys(
  provider: ProviderConfiguration,
  place: Place<ProviderConfiguration>,
  visit: Visit<ProviderConfiguration>,
): readonly Visit<EncryptionKeys>[] {
  const name = (["aesgcm", "aescbc", "secretbox"] as const).find((each) => provider[each]);
  if (provider.kms || name === undefined) return [];
  const sizes = name === "secretbox" ? secretboxKeySizes : aesKeySizes;
  return [visit.part({ keys: provider[name]?.keys ?? [], sizes }, place.at(name).along<EncryptionKeys>([]))];
}
