/**
 * resource.k8s.io/v1 ResourceClaim: devices that pods ask for by its name.
 *
 * @module
 */
import type { ResourceClaim } from "../../api/types/resource-v1.ts";
import { rule } from "../../rule/rule.ts";
import { kind } from "../kind.ts";
import { statusAlone } from "../meta/stored-part.ts";
import { claimRules } from "./claim-rules.ts";
import { claimColumns } from "./columns.ts";
import { defaultClaim } from "./device-claim.ts";
import { claimConversion } from "./v1beta1-conversion.ts";

const reserved = rule<ResourceClaim>(
  {
    id: "device-claim/reserved-for",
    severity: "error",
    summary: "`status.reservedFor` is set only while the claim is allocated",
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

export const resourceClaim = kind("resource/v1.ResourceClaim", {
  conversions: { v1beta1: claimConversion },
  rules: [...claimRules<ResourceClaim>(["spec"], ({ spec }) => spec), reserved],
  applyDefaults({ spec }) {
    if (spec) defaultClaim(spec);
  },
  resource: { columns: claimColumns, ...statusAlone },
});
