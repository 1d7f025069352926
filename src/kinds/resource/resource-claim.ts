/**
 * resource.k8s.io/v1 ResourceClaim: a request for devices, which pods reference by name.
 *
 * @module
 */
import type { ResourceClaim } from "../../api/types/resource-v1.ts";
import { kind } from "../kind.ts";
import { statusOnlyStrategy } from "../meta/stored-part.ts";
import { claimRules } from "./claim-rules.ts";
import { claimStatusRules } from "./claim-status.ts";
import { claimColumns } from "./columns.ts";
import { defaultClaim, defaultTolerations } from "./device-claim.ts";
import { claimConversion } from "./v1beta1-conversion.ts";

export const resourceClaim = kind("resource/v1.ResourceClaim", {
  conversions: { v1beta1: claimConversion },
  rules: [...claimRules<ResourceClaim>(["spec"], ({ spec }) => spec), ...claimStatusRules],
  applyDefaults({ spec, status }) {
    if (spec) defaultClaim(spec);
    for (const { tolerations } of status?.allocation?.devices?.results ?? []) defaultTolerations(tolerations);
  },
  // The configurations contain parameters of any JSON type.
  resource: { columns: claimColumns, rawFields: ["spec"], ...statusOnlyStrategy },
});
