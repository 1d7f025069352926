/**
 * Keys of an encryption provider: secrets, and names that are stored next to the encrypted data.
 *
 * @module
 */
import type { Key } from "../../api/types/apiserver-v1.ts";
import { findRepeats } from "../../rule/repeated.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { alternatives } from "../../text/alternatives.ts";
import { decodeBase64 } from "../../text/base64.ts";

/** Keys, and the allowed sizes of their secrets in bytes. */
export interface EncryptionKeys {
  readonly keys: readonly Key[];
  readonly sizes: readonly number[];
}

/** Key sizes of AES-128, AES-192 and AES-256, in bytes. */
export const aesKeySizes = [16, 24, 32];
/** The key size of secretbox, in bytes. */
export const secretboxKeySizes = [32];

const required = rule<EncryptionKeys>(
  {
    id: "encryption/key-required",
    severity: "error",
    cause: "required",
    summary: "a provider has at least one key, each with a name and a secret",
  },
  ({ keys }, place) => {
    if (keys.length === 0) place.at("keys").say("`keys` must have at least one item");
    for (const [index, item] of keys.entries()) {
      for (const field of ["name", "secret"] as const) {
        if (!item[field]) place.at("keys", index, field).say(`\`${field}\` must be set`);
      }
    }
  },
);

/** Reports nothing about the secret but its length. */
const secretForm = rule<EncryptionKeys>(
  {
    id: "encryption/key-secret",
    severity: "error",
    summary: "a secret is base64 of a key of the length that its provider needs",
  },
  ({ keys, sizes }, place) => {
    const wanted = alternatives(sizes);
    const help = `generate one with \`head -c ${sizes.at(-1)} /dev/urandom | base64\``;
    for (const [index, { secret = "" }] of keys.entries()) {
      if (secret === "") continue;
      const decoded = decodeBase64(secret);
      const at = place.at("keys", index, "secret");
      if (!decoded) at.say("must be base64 with its padding", { help });
      else if (!sizes.includes(decoded.length)) {
        at.say(`must decode to ${wanted} bytes; got ${decoded.length}`, { help });
      }
    }
  },
);

const nameUnique = rule<EncryptionKeys>(
  {
    id: "encryption/key-name-unique",
    severity: "warning",
    summary: "key names within a provider are unique: data is decrypted by key name",
  },
  ({ keys }, place) => {
    for (const { index, first, text: name } of findRepeats(keys.map((item) => item.name || undefined))) {
      place.at("keys", index, "name").say(`is never used to decrypt: key ${first} has the same name`, {
        help: "give each key a new name",
        see: place.at("keys", first, "name").note("the key that is used"),
        value: name,
      });
    }
  },
);

export const encryptionKeysRules: readonly Rule<EncryptionKeys>[] = [required, secretForm, nameUnique];
