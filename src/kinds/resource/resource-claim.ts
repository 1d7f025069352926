/**
 * resource.k8s.io/v1 ResourceClaim: devices that pods ask for by its name.
 *
 * @module
 */

import type { ObjectMeta } from "../../api/types/meta-v1.ts";
import { domainPlaceholder, type Kind } from "../../kind/kind.ts";
import { rule } from "../../rule/rule.ts";
import { kindFromTable } from "../builtin/table-kind.ts";
import { statusAlone } from "../meta/stored-part.ts";
import { claimRules } from "./claim-rules.ts";
import { claimColumns } from "./columns.ts";
import { defaultClaim, type ResourceClaimSpec } from "./device-claim.ts";
import { claimConversion } from "./v1beta1-conversion.ts";

interface ResourceClaim {
  metadata?: ObjectMeta;
  spec?: ResourceClaimSpec;
  status?: { allocation?: object; reservedFor?: { resource?: string; name?: string; uid?: string }[] };
}

const reserved = rule<ResourceClaim>(
  {
    id: "device-claim/reserved-for",
    severity: "error",
    summary: "a claim is reserved for objects once it is allocated",
  },
  ({ status = {} }, place, { subresource }) => {
    if (subresource !== "status") return;
    const { reservedFor = [], allocation } = status;
    const at = place.at("status", "reservedFor");
    if (reservedFor.length > 0 && !allocation) at.forbidden("must be absent without `allocation`");
    for (const [index, consumer] of reservedFor.entries()) {
      for (const name of ["resource", "name", "uid"] as const) if (!consumer[name]) at.at(index, name).required();
      if (reservedFor.findIndex(({ uid }) => uid === consumer.uid) < index) {
        at.at(index, "uid").say("must be unique", { cause: "duplicate" });
      }
    }
  },
);

export const resourceClaim: Kind<ResourceClaim> = kindFromTable<ResourceClaim>(
  `resource.${domainPlaceholder}`,
  "ResourceClaim",
  {
    conversions: { v1beta1: claimConversion },
    rules: [...claimRules<ResourceClaim>(["spec"], ({ spec }) => spec), reserved],
    applyDefaults({ spec }) {
      if (spec) defaultClaim(spec);
    },
    resource: { columns: claimColumns, ...statusAlone },
  },
);
