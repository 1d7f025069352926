/**
 * The API group of admission policies and webhooks, and what all of its kinds have in common.
 *
 * @module
 */
import { domainPlaceholder } from "../../kind/kind.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { type HasMetadata, objectMetaRules, subdomainName } from "../meta/object-meta-rules.ts";

export const admissionGroup = `admissionregistration.${domainPlaceholder}`;

/** Names of this ending belong to configurations that the API server reads from files. */
const staticSuffix = ".static.k8s.io";

const staticName = rule<HasMetadata>(
  {
    id: "admission/static-name",
    severity: "error",
    summary: "the name does not have the suffix that is reserved for configurations read from files",
  },
  ({ metadata }, place, visit) => {
    const name = metadata?.name ?? "";
    if (!name.endsWith(staticSuffix) || visit.oldObject !== undefined) return;
    place
      .at("metadata", "name")
      .say(`must not end with "${staticSuffix}", which is reserved for configurations in files; got "${name}"`, {
        severity: visit.isEnabled("ManifestBasedAdmissionControlConfig") ? "error" : "warning",
        value: name,
      });
  },
);

/** What the API server refuses in the metadata of these kinds. */
export const admissionMetaRules: readonly Rule<HasMetadata>[] = [
  ...objectMetaRules({ scope: "Cluster", nameRule: subdomainName, finalizers: "any" }),
  staticName,
];
