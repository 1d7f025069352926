/**
 * lifecycle.k8s.io/v1alpha1 EvictionRequest: a request to move a pod off its node gracefully.
 *
 * @module
 */
import type { EvictionRequest } from "../../api/types/lifecycle-v1alpha1.ts";
import { required } from "../../rule/demand.ts";
import { rule } from "../../rule/rule.ts";
import { kind } from "../kind.ts";
import { foreignName } from "../meta/name-with-domain.ts";
import { statusOnlyStrategy } from "../meta/stored-part.ts";
import { evictionRules } from "./eviction-rules.ts";

const requester = rule<EvictionRequest>(
  {
    id: "eviction-request/requester",
    severity: "error",
    summary: "a request has an intent and a requester whose name includes a domain; the requester is immutable",
  },
  ({ spec = {} }, place, { oldObject, subresource }) => {
    if (subresource === "status") return;
    const at = place.at("spec", "requester");
    const stored = oldObject?.spec;
    if (stored === undefined) required(spec.requester, at, foreignName);
    else if (stored.requester !== spec.requester) {
      const also = spec.requester ? [] : [{ cause: "required", serverText: "" } as const];
      at.say("field is immutable", { atKey: true, also });
    }
    if (!spec.intent) place.at("spec", "intent").required();
  },
);

export const evictionRequest = kind("lifecycle/v1alpha1.EvictionRequest", {
  rules: [requester, ...evictionRules<EvictionRequest>()],
  resource: statusOnlyStrategy,
});
