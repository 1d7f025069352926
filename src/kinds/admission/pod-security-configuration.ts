/**
 * PodSecurityConfiguration of pod-security.admission.config: the pod security standard of namespaces that do not set
 * one themselves, and who is exempt.
 *
 * @module
 */
import type { PodSecurityConfiguration, PodSecurityExemptions } from "../../api/types/pod-security-v1.ts";
import { reportRepeats } from "../../rule/repeated.ts";
import { rule } from "../../rule/rule.ts";
import { int64Of } from "../../text/int64.ts";
import { validateDns1123Label, validateDns1123Subdomain } from "../../text/names.ts";
import { kind } from "../kind.ts";

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

/** Validates the items of each list. */
const exemptionFaults: Readonly<Record<keyof PodSecurityExemptions, (item: string) => readonly string[]>> = {
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
    summary: "exemptions are unique",
  },
  ({ exemptions: given = {} }, place) => {
    for (const name of exemptionFields) {
      const placeOf = (index: number) => place.at("exemptions", name, index);
      const sound = (given[name] ?? []).map((item) => (exemptionFaults[name](item).length > 0 ? undefined : item));
      reportRepeats(sound, { item: "item", what: "name", placeOf });
    }
  },
);

export const podSecurityConfiguration = kind("pod-security/v1.PodSecurityConfiguration", {
  loader: { flag: "PodSecurity", emptyFile: "empty-object", unknownFields: "error", mayOmit: "nothing" },
  rules: [versionForm, exemptionForm, exemptionUnique],
  applyDefaults(config) {
    config.defaults ??= {};
    for (const mode of modes) {
      config.defaults[mode] ||= "privileged";
      config.defaults[`${mode}-version`] ||= "latest";
    }
  },
});

function isVersion(text: string): boolean {
  if (text === "latest") return true;
  const [, minor] = /^v1\.(0|[1-9][0-9]*)$/.exec(text) ?? [];
  // kube-apiserver parses the minor version as a signed 64-bit integer.
  return minor !== undefined && int64Of(minor) !== undefined;
}
