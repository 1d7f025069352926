/**
 * resource.k8s.io/v1 ResourceClaim: devices that pods ask for by its name.
 *
 * @module
 */

import { domainPlaceholder, type Kind } from "../../kind/kind.ts";
import { kindFromTable } from "../builtin/table-kind.ts";
import type { ObjectMeta } from "../meta/object-meta.ts";
import { statusAlone } from "../meta/stored-part.ts";
import { claimRules } from "./claim-rules.ts";
import { defaultClaim, type ResourceClaimSpec } from "./device-claim.ts";

interface ResourceClaim {
  metadata?: ObjectMeta;
  spec?: ResourceClaimSpec;
}

export const resourceClaim: Kind<ResourceClaim> = kindFromTable<ResourceClaim>(
  `resource.${domainPlaceholder}`,
  "ResourceClaim",
  {
    rules: claimRules<ResourceClaim>(["spec"], ({ spec }) => spec),
    applyDefaults({ spec }) {
      if (spec) defaultClaim(spec);
    },
    resource: statusAlone,
  },
);
