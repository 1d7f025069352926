/**
 * EncryptionConfiguration of apiserver.config: which resources kube-apiserver encrypts in etcd, how, and with which
 * keys.
 *
 * @module
 */
import type { EncryptionConfiguration, ProviderConfiguration } from "../../api/types/apiserver-v1.ts";
import type { Place } from "../../rule/place.ts";
import { findRepeats } from "../../rule/repeated.ts";
import { rule } from "../../rule/rule.ts";
import type { Visit } from "../../rule/visit.ts";
import { within } from "../../rule/within.ts";
import { kind } from "../kind.ts";
import { encryptedResourcesRules, maskedResources } from "./encrypted-resources.ts";
import { encryptionKeysRules } from "./encryption-keys.ts";
import { applyProviderDefaults, encryptionProviderRules, validatedKeys } from "./encryption-provider.ts";
import { kmsConfigurationRules } from "./kms-configuration.ts";

const required = rule<EncryptionConfiguration>(
  {
    id: "encryption/required",
    severity: "error",
    cause: "required",
    summary: "the configuration has at least one entry, each with resources and providers",
  },
  ({ resources = [] }, place) => {
    if (resources.length === 0) place.at("resources").say("`resources` must have at least one item");
    for (const [index, entry] of resources.entries()) {
      for (const field of ["resources", "providers"] as const) {
        if (entry[field]?.length) continue;
        place.at("resources", index, field).say(`\`${field}\` must have at least one item`);
      }
    }
  },
);

const maskedResource = rule<EncryptionConfiguration>(
  { id: "encryption/masked", severity: "error", summary: "no resource is listed after a wildcard that covers it" },
  ({ resources = [] }, place) => {
    for (const { entry, item, text: resource, by } of maskedResources(resources.map((each) => each.resources ?? []))) {
      place
        .at("resources", entry, "resources", item)
        .say(`is never reached: "${by.text}" before it covers "${resource}"`, {
          help: "list it in a separate entry before the wildcard",
          see: place.at("resources", by.entry, "resources", by.item).note("covers it"),
          value: resource,
        });
    }
  },
);

const plainFirst = rule<EncryptionConfiguration>(
  {
    id: "encryption/identity-first",
    severity: "warning",
    summary: "with `identity` first, new data is stored unencrypted",
  },
  (config, place) => {
    for (const [index, { providers: own = [] }] of (config.resources ?? []).entries()) {
      const [first, ...rest] = own;
      if (!first?.identity || rest.length === 0) continue;
      place
        .at("resources", index, "providers", 0)
        .at("identity")
        .say("stores new data in plain text: the first provider encrypts", {
          atKey: true,
          help: "list `identity` last to encrypt new data",
        });
    }
  },
);

const kmsNames = rule<EncryptionConfiguration>(
  {
    id: "encryption/kms-name-unique",
    severity: "error",
    cause: "duplicate",
    summary: "names of KMS v2 providers are unique",
  },
  (_config, place, visit) => {
    const named = visit.once(providers).filter(({ object }) => object.kms);
    const placeOf = (index: number) => (named[index]?.place ?? place).along(["kms", "name"]);
    for (const { index, first, text: name } of findRepeats(named.map(({ object }) => object.kms?.name ?? ""))) {
      if (named[index]?.object.kms?.apiVersion === "v1") continue;
      placeOf(index).say(`must be unique; "${name}" is the name of an earlier provider`, {
        see: placeOf(first).note("first named here"),
        value: name,
      });
    }
  },
);

export const encryptionConfiguration = kind("apiserver/v1.EncryptionConfiguration", {
  // An incorrect name from old documentation, which kube-apiserver still accepts.
  moreVersions: [{ name: "v1", group: "", kind: "EncryptionConfig" }],
  loader: {
    flag: "--encryption-provider-config",
    emptyFile: "error",
    unknownFields: "error",
    strictSince: "1.31",
    mayOmit: "nothing",
  },
  rules: [
    required,
    ...within(encryptedResourcesRules, ({ resources = [] }: EncryptionConfiguration, place, visit) =>
      resources.map(({ resources: own = [] }, index) => visit.part(own, place.at("resources", index, "resources"))),
    ),
    ...within(encryptionProviderRules, providers),
    ...within(within(encryptionKeysRules, validatedKeys), providers),
    ...within(
      within(kmsConfigurationRules, ({ kms }: ProviderConfiguration, place, visit) =>
        visit.maybe(kms, place.at("kms")),
      ),
      providers,
    ),
    kmsNames,
    maskedResource,
    plainFirst,
  ],
  applyDefaults({ resources = [] }) {
    for (const { providers: own = [] } of resources) own.forEach(applyProviderDefaults);
  },
});

function providers(
  { resources = [] }: EncryptionConfiguration,
  place: Place<EncryptionConfiguration>,
  visit: Visit<EncryptionConfiguration>,
) {
  return resources.flatMap(({ providers: own }, index) => visit.each(own, place.at("resources", index, "providers")));
}
