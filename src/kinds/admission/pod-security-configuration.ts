/**
 * PodSecurityConfiguration of pod-security.admission.config: which pod security standard namespaces have that say
 * nothing of it, and who is exempt.
 *
 * @module
 */
import type { Kind } from "../../kind/kind.ts";
import { validateDns1123Label, validateDns1123Subdomain } from "../../lexical/names.ts";
import { reportRepeats } from "../../rule/repeated.ts";
import { rule } from "../../rule/rule.ts";
import { field, list, type Static, struct, text } from "../../schema/fields.ts";

const level = (description: string) => text({ description, enum: ["privileged", "baseline", "restricted"] });
const version = (description: string) => text({ description });

const defaults = struct({
  enforce: level("Pods beyond this level are refused; privileged when absent."),
  "enforce-version": version("Release whose definition of the level counts, latest or v1.x; latest when absent."),
  audit: level("Pods beyond this level are noted in the audit log; privileged when absent."),
  "audit-version": version("As enforce-version, for audit."),
  warn: level("Who creates pods beyond this level is warned; privileged when absent."),
  "warn-version": version("As enforce-version, for warn."),
});

const exemptions = struct({
  usernames: list(text(), { description: "Users whose requests are not looked at." }),
  namespaces: list(text(), { description: "Namespaces whose pods are not looked at." }),
  runtimeClasses: list(text(), { description: "Pods with these runtime classes are not looked at." }),
});

const schema = struct(
  {
    apiVersion: text({ "x-required": true }),
    kind: text({ "x-required": true }),
    defaults: field(defaults, { description: "For namespaces without labels of their own." }),
    exemptions: field(exemptions, { description: "Requests that are let through unseen." }),
  },
  { $id: "PodSecurityConfiguration" },
);

export type PodSecurityConfiguration = Static<typeof schema>;

const modes = ["enforce", "warn", "audit"] as const;

const versionForm = rule<PodSecurityConfiguration>(
  {
    id: "pod-security/version",
    severity: "error",
    summary: "a version of the pod security standards is latest or v1.x",
  },
  ({ defaults: given = {} }, place) => {
    for (const mode of modes) {
      const text = given[`${mode}-version`] ?? "latest";
      if (isVersion(text)) continue;
      const [, minor] = /^v?1\.0*(\d+)/.exec(text) ?? [];
      place.at("defaults", `${mode}-version`).say(`must be "latest" or "v1.x"; got "${text}"`, {
        ...(minor === undefined ? {} : { help: `write \`v1.${minor}\`` }),
        value: text,
      });
    }
  },
);

/** What an item of each list must be. */
const exemptionFaults: Readonly<Record<keyof Static<typeof exemptions>, (item: string) => readonly string[]>> = {
  usernames: (name) => (name === "" ? ["must not be empty"] : []),
  namespaces: validateDns1123Label,
  runtimeClasses: validateDns1123Subdomain,
};
const exemptionFields = ["usernames", "namespaces", "runtimeClasses"] as const;

const exemptionForm = rule<PodSecurityConfiguration>(
  {
    id: "pod-security/exemption",
    severity: "error",
    summary: "exemptions name users, namespaces and runtime classes, without wildcards",
  },
  ({ exemptions: given = {} }, place) => {
    for (const name of exemptionFields) {
      for (const [index, item] of (given[name] ?? []).entries()) {
        for (const message of exemptionFaults[name](item)) {
          place.at("exemptions", name, index).say(`${message}; got "${item}"`, { value: item });
        }
      }
    }
  },
);

const exemptionUnique = rule<PodSecurityConfiguration>(
  {
    id: "pod-security/exemption-unique",
    severity: "error",
    cause: "duplicate",
    summary: "an exemption is listed once",
  },
  ({ exemptions: given = {} }, place) => {
    for (const name of exemptionFields) {
      const placeOf = (index: number) => place.at("exemptions", name, index);
      const sound = (given[name] ?? []).map((item) => (exemptionFaults[name](item).length > 0 ? undefined : item));
      reportRepeats(sound, { item: "item", what: "name", placeOf });
    }
  },
);

export const podSecurityConfiguration: Kind<PodSecurityConfiguration> = {
  kind: "PodSecurityConfiguration",
  group: "pod-security.admission.config.<domain>",
  versions: [
    { name: "v1", schema },
    { name: "v1beta1", schema },
    { name: "v1alpha1", schema },
  ],
  description: "Which pod security standards hold in namespaces that say nothing of them, and who is exempt.",
  loader: { flag: "PodSecurity", emptyFile: "empty-object", unknownFields: "error", mayOmit: "nothing" },
  rules: [versionForm, exemptionForm, exemptionUnique],
  applyDefaults(config) {
    config.defaults ??= {};
    for (const mode of modes) {
      config.defaults[mode] ||= "privileged";
      config.defaults[`${mode}-version`] ||= "latest";
    }
  },
};

/** The largest minor version that the component can hold: a signed integer of 64 bits. */
const maxMinor = (1n << 63n) - 1n;

function isVersion(text: string): boolean {
  if (text === "latest") return true;
  const [, minor] = /^v1\.(0|[1-9][0-9]*)$/.exec(text) ?? [];
  return minor !== undefined && BigInt(minor) <= maxMinor;
}
