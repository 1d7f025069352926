/**
 * resource.k8s.io/v1 ResourceClaimTemplate: claims for devices, one for each pod.
 *
 * @module
 */
import { domainPlaceholder, type Kind } from "../../kind/kind.ts";
import { asRule } from "../../rule/check.ts";
import { kindFromTable } from "../builtin/table-kind.ts";
import { templateMetadata } from "../core/claim-checks.ts";
import type { ObjectMeta } from "../meta/object-meta.ts";
import { claimRules } from "./claim-rules.ts";
import { defaultClaim, type ResourceClaimSpec } from "./device-claim.ts";

interface ResourceClaimTemplate {
  metadata?: ObjectMeta;
  spec?: { metadata?: ObjectMeta; spec?: ResourceClaimSpec };
}

const metadata = asRule<ResourceClaimTemplate>(
  {
    id: "device-claim/template-metadata",
    severity: "error",
    summary: "a template of claims has labels and annotations for them, no more",
  },
  ({ spec }, place, context) => templateMetadata(spec?.metadata, place.along(["spec", "metadata"]), context),
);

export const resourceClaimTemplate: Kind<ResourceClaimTemplate> = kindFromTable<ResourceClaimTemplate>(
  `resource.${domainPlaceholder}`,
  "ResourceClaimTemplate",
  {
    rules: [metadata, ...claimRules<ResourceClaimTemplate>(["spec", "spec"], ({ spec }) => spec?.spec)],
    applyDefaults({ spec }) {
      if (spec?.spec) defaultClaim(spec.spec);
    },
  },
);
