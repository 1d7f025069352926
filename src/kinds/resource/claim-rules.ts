/**
 * The rules of what holds the specification of a claim for devices: a claim, or a template of claims.
 *
 * @module
 */
import type { ResourceClaimSpec } from "../../api/types/resource-v1.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { formatJson } from "../../json/format-json.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { declaredImmutable } from "../meta/object-meta-update-rules.ts";
import { checkDerivedAttributes } from "./derived-attributes.ts";
import { checkConfigurations, checkConstraints, checkRequests } from "./device-claim.ts";

/**
 * @param at - where the specification is
 * @param of - the specification of an object
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
          // Into the changed spec of a claim the API server does not look, into that of a template it does.
          const isClaim = at.length === 1;
          place
            .along(["spec"])
            .say("field is immutable", { atKey: true, ...(isClaim && { hides: ["spec"], ...declaredImmutable }) });
        }
      },
    ),
  ];
}

/** The API server compares parameters as texts: another order of keys is another value. */
const parametersText = (claim: ResourceClaimSpec | undefined): string =>
  formatJson((claim?.devices?.config ?? []).map(({ opaque }) => opaque?.parameters));
