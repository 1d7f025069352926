/**
 * resource.k8s.io/v1 ResourceClaimTemplate: claims for devices, one for each pod.
 *
 * @module
 */
import type { ObjectMeta } from "../../api/types/meta-v1.ts";
import { domainPlaceholder, type Kind } from "../../kind/kind.ts";
import { rule } from "../../rule/rule.ts";
import { kindFromTable } from "../builtin/table-kind.ts";
import { templateMetadata } from "../core/claim-checks.ts";
import { ageColumn, nameColumn } from "../meta/columns.ts";
import { claimRules } from "./claim-rules.ts";
import { defaultClaim, type ResourceClaimSpec } from "./device-claim.ts";
import { claimTemplateConversion } from "./v1beta1-conversion.ts";

interface ResourceClaimTemplate {
  metadata?: ObjectMeta;
  spec?: { metadata?: ObjectMeta; spec?: ResourceClaimSpec };
}

const metadata = rule<ResourceClaimTemplate>(
  {
    id: "device-claim/template-metadata",
    severity: "error",
    summary: "a template of claims has labels and annotations for them, no more",
  },
  ({ spec }, place, visit) => templateMetadata(spec?.metadata, place.at("spec", "metadata"), visit),
);

export const resourceClaimTemplate: Kind<ResourceClaimTemplate> = kindFromTable<ResourceClaimTemplate>(
  `resource.${domainPlaceholder}`,
  "ResourceClaimTemplate",
  {
    conversions: { v1beta1: claimTemplateConversion },
    resource: { columns: [nameColumn, ageColumn] },
    rules: [metadata, ...claimRules<ResourceClaimTemplate>(["spec", "spec"], ({ spec }) => spec?.spec)],
    applyDefaults({ spec }) {
      if (spec?.spec) defaultClaim(spec.spec);
    },
  },
);
