/**
 * The rules about the spec of a device claim, in a ResourceClaim or a ResourceClaimTemplate.
 *
 * @module
 */
import type { ResourceClaimSpec } from "../../api/types/resource-v1.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { formatJson } from "../../json/format-json.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { declaredImmutableError } from "../meta/object-meta-update-rules.ts";
import { checkDerivedAttributes } from "./derived-attributes.ts";
import { checkConfigurations, checkConstraints, checkRequests } from "./device-claim.ts";

/**
 * Returns the rules about the claim spec in an object.
 *
 * @param at - the path of the claim spec
 * @param of - returns the claim spec of an object
 */
export function claimRules<T extends { spec?: unknown }>(
  at: FieldPath,
  of: (object: T) => ResourceClaimSpec | undefined,
): readonly Rule<T>[] {
  return [
    rule<T>(
      {
        id: "device-claim/requests",
        severity: "error",
        summary: "a request names a device class and how many devices it needs",
      },
      (object, place, visit) => checkRequests(of(object) ?? {}, place.along(at), visit),
    ),
    rule<T>(
      {
        id: "device-claim/constraints",
        severity: "error",
        summary: "a constraint names requests of the claim and a fully qualified attribute",
      },
      (object, place, visit) => checkConstraints(of(object) ?? {}, place.along(at), visit),
    ),
    rule<T>(
      {
        id: "device-claim/derived-attributes",
        severity: "error",
        summary: "a derived attribute has a name with a domain, an expression, and a constraint that compares it",
      },
      (object, place, visit) => checkDerivedAttributes(of(object) ?? {}, place.along(at), visit),
    ),
    rule<T>(
      {
        id: "device-claim/config",
        severity: "error",
        summary: "a device configuration has a driver and an object as its parameters",
      },
      (object, place) => checkConfigurations(of(object) ?? {}, place.along(at)),
    ),
    rule<T>(
      { id: "device-claim/immutable", severity: "error", summary: "the spec of a ResourceClaim is immutable" },
      (object, place, { oldObject }) => {
        if (oldObject === undefined) return;
        const isSame = semanticEqual(oldObject.spec, object.spec);
        if (!isSame || parametersText(of(oldObject as T)) !== parametersText(of(object))) {
          // kube-apiserver does not validate the changed spec of a claim, but it does validate that of a template.
          const isClaim = at.length === 1;
          place
            .along(["spec"])
            .say("field is immutable", { atKey: true, ...(isClaim && { hides: ["spec"], ...declaredImmutableError }) });
        }
      },
    ),
  ];
}

/**
 * Formats the parameters of a claim. kube-apiserver compares them as JSON texts, so a different key order is a change.
 */
const parametersText = (claim: ResourceClaimSpec | undefined): string =>
  formatJson((claim?.devices?.config ?? []).map(({ opaque }) => opaque?.parameters));
