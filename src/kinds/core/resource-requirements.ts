/**
 * Compute resources that a container or a pod asks for.
 *
 * @module
 */
import { list, quantityMap, type Static, struct, text } from "../../schema/fields.ts";

const resourceClaim = struct({
  name: text({ "x-proto": 1, "x-required": true, description: "The name of one of the pod's `resourceClaims`." }),
  request: text({ "x-proto": 2, "x-since": "1.31", description: "Only this request of the claim." }),
});

export const resourceRequirements = struct({
  limits: quantityMap({ "x-proto": 1, description: "The most that may be used." }),
  requests: quantityMap({ "x-proto": 2, description: "What is set aside; default the limits." }),
  claims: list(resourceClaim, {
    "x-proto": 3,
    "x-gate": "DynamicResourceAllocation",
    "x-list-type": "map",
    "x-list-map-keys": ["name"],
    description: "Claims of the pod that are used.",
  }),
});
export type ResourceRequirements = Static<typeof resourceRequirements>;
