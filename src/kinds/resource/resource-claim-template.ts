/**
 * resource.k8s.io/v1 ResourceClaimTemplate: the template of a claim that is created for each pod.
 *
 * @module
 */
import type { ResourceClaimTemplate } from "../../api/types/resource-v1.ts";
import { whenSet } from "../../rule/demand.ts";
import { rule } from "../../rule/rule.ts";
import { templateMetadata } from "../core/claim-checks.ts";
import { kind } from "../kind.ts";
import { ageColumn, nameColumn } from "../meta/columns.ts";
import { claimRules } from "./claim-rules.ts";
import { defaultClaim } from "./device-claim.ts";
import { claimTemplateConversion } from "./v1beta1-conversion.ts";

const metadata = rule<ResourceClaimTemplate>(
  {
    id: "device-claim/template-metadata",
    severity: "error",
    summary: "a claim template's metadata has only labels and annotations",
  },
  ({ spec }, place) => whenSet(spec?.metadata, place.at("spec", "metadata"), templateMetadata),
);

export const resourceClaimTemplate = kind("resource/v1.ResourceClaimTemplate", {
  conversions: { v1beta1: claimTemplateConversion },
  resource: { columns: [nameColumn, ageColumn], rawFields: ["spec"] },
  rules: [metadata, ...claimRules<ResourceClaimTemplate>(["spec", "spec"], ({ spec }) => spec?.spec)],
  applyDefaults({ spec }) {
    if (spec?.spec) defaultClaim(spec.spec);
  },
});
