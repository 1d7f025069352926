/**
 * EncryptionConfiguration of apiserver.config: which resources are encrypted in the store, how, and with which keys.
 *
 * @module
 */
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import type { Kind } from "../../kind/kind.ts";
import { repeated } from "../../rule/repeated.ts";
import type { Rule } from "../../rule/rule.ts";
import { eachItem, type Part, within } from "../../rule/within.ts";
import { list, type Static, struct, text } from "../../schema/fields.ts";
import { encryptedResourcesRules, maskedResources } from "./encrypted-resources.ts";
import { encryptionKeysRules } from "./encryption-keys.ts";
import {
  applyProviderDefaults,
  type EncryptionProvider,
  encryptionProvider,
  encryptionProviderRules,
  validatedKeys,
  validatedKms,
} from "./encryption-provider.ts";
import { kmsConfigurationRules } from "./kms-configuration.ts";

const resourceConfiguration = struct({
  resources: list(text(), {
    description: "Resources as RESOURCE or RESOURCE.GROUP; *.GROUP, *. (the core group) and *.* are wildcards.",
    "x-required": true,
  }),
  providers: list(encryptionProvider, {
    description: "The first one writes; all are tried in order to read.",
    "x-required": true,
  }),
});

const schema = struct(
  {
    apiVersion: text({ "x-required": true }),
    kind: text({ "x-required": true }),
    resources: list(resourceConfiguration, {
      description: "Groups of resources with their providers; the first one that names a resource counts.",
      "x-required": true,
    }),
  },
  { $id: "EncryptionConfiguration" },
);

export type EncryptionConfiguration = Static<typeof schema>;
type EncryptionRule = Rule<EncryptionConfiguration>;

const required: EncryptionRule = {
  id: "encryption/required",
  severity: "error",
  cause: "required",
  summary: "there is at least one entry, and each has resources and providers",
  check({ resources = [] }, _context, report) {
    if (resources.length === 0) report({ path: ["resources"], message: "`resources` must have at least one item" });
    for (const [index, entry] of resources.entries()) {
      for (const field of ["resources", "providers"] as const) {
        if (entry[field]?.length) continue;
        report({ path: ["resources", index, field], message: `\`${field}\` must have at least one item` });
      }
    }
  },
};

const masked: EncryptionRule = {
  id: "encryption/masked",
  severity: "error",
  summary: "no resource is listed after a wildcard that covers it",
  check({ resources = [] }, _context, report) {
    for (const { entry, item, text: resource, by } of maskedResources(resources.map((each) => each.resources ?? []))) {
      report({
        path: ["resources", entry, "resources", item],
        message: `is never reached: "${by.text}" before it covers "${resource}"`,
        help: "list it before the wildcard, in an entry of its own",
        see: { path: ["resources", by.entry, "resources", by.item], message: "covers it" },
        value: resource,
      });
    }
  },
};

const plainFirst: EncryptionRule = {
  id: "encryption/identity-first",
  severity: "warning",
  summary: "with `identity` first, resources are written in plain text",
  check(config, _context, report) {
    for (const { path, value } of eachItem(["resources"], config.resources)) {
      const [first, ...rest] = value.providers ?? [];
      if (!first?.identity || rest.length === 0) continue;
      report({
        path: [...path, "providers", 0, "identity"],
        atKey: true,
        message: "writes in plain text: the first provider is the one that writes",
        help: "list `identity` last, once what is stored needs encryption",
      });
    }
  },
};

const kmsNames: EncryptionRule = {
  id: "encryption/kms-name-unique",
  severity: "error",
  cause: "duplicate",
  summary: "the name of a KMS v2 provider is that of no provider before it",
  check(config, _context, report) {
    const named = providers(config).flatMap(({ path, value }) => (value.kms ? [{ path, kms: value.kms }] : []));
    const pathOf = (index: number): FieldPath => [...(named[index]?.path ?? []), "kms", "name"];
    for (const { index, first, text: name } of repeated(named.map(({ kms }) => kms.name ?? ""))) {
      if (named[index]?.kms.apiVersion === "v1") continue;
      report({
        path: pathOf(index),
        message: `must be unique; "${name}" is the name of an earlier provider`,
        see: { path: pathOf(first), message: "first named here" },
        value: name,
      });
    }
  },
};

export const encryptionConfiguration: Kind<EncryptionConfiguration> = {
  kind: "EncryptionConfiguration",
  group: "apiserver.config.<domain>",
  versions: [
    { name: "v1", schema },
    // A name that documentation once gave by mistake; it is still read.
    { name: "v1", group: "", kind: "EncryptionConfig", schema },
  ],
  description: "Which resources the API server encrypts before it stores them, how, and with which keys.",
  loader: { flag: "--encryption-provider-config", emptyFile: "error", unknownFields: "error", mayOmit: "nothing" },
  rules: [
    required,
    ...within(encryptedResourcesRules, (config: EncryptionConfiguration) =>
      eachItem(["resources"], config.resources).map(({ path, value }) => ({
        path: [...path, "resources"],
        value: value.resources ?? [],
      })),
    ),
    ...within(encryptionProviderRules, providers),
    ...within(encryptionKeysRules, (config: EncryptionConfiguration) =>
      providers(config).flatMap(({ path, value }) => validatedKeys(value, path)),
    ),
    ...within(kmsConfigurationRules, (config: EncryptionConfiguration) =>
      providers(config).flatMap(({ path, value }) => validatedKms(value, path)),
    ),
    kmsNames,
    masked,
    plainFirst,
  ],
  applyDefaults(config) {
    for (const { value } of providers(config)) applyProviderDefaults(value);
  },
};

function providers({ resources }: EncryptionConfiguration): Part<EncryptionProvider>[] {
  return eachItem(["resources"], resources).flatMap(({ path, value }) =>
    eachItem([...path, "providers"], value.providers),
  );
}
