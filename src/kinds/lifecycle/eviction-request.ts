/**
 * lifecycle.k8s.io/v1alpha1 EvictionRequest: someone's wish that a pod leaves its node in good order.
 *
 * @module
 */
import type { EvictionRequest } from "../../api/types/lifecycle-v1alpha1.ts";
import { type Demand, required } from "../../rule/demand.ts";
import { rule } from "../../rule/rule.ts";
import { kind } from "../kind.ts";
import { statusAlone } from "../meta/stored-part.ts";
import { evictionRules, nameWithDomain } from "./eviction-rules.ts";

const reservedDomains = ["k8s.io", "kubernetes.io"];

/** `example.com/drainer`, of nobody's reserved domain. */
const requesterName: Demand<string> = (name, place) => {
  nameWithDomain(name, place);
  const bare = (name.split("/")[0] ?? "").trim().toLowerCase();
  if (reservedDomains.some((reserved) => bare === reserved || bare.endsWith(`.${reserved}`))) {
    place.invalid("must not be in a reserved domain, k8s.io or kubernetes.io", name);
  }
};

const requester = rule<EvictionRequest>(
  {
    id: "eviction-request/requester",
    severity: "error",
    summary: "a request says who asks, by a name with a domain, and what for; who asks is immutable",
  },
  ({ spec = {} }, place, { oldObject, subresource }) => {
    if (subresource === "status") return;
    const at = place.at("spec", "requester");
    const stored = oldObject?.spec;
    if (stored === undefined) required(spec.requester, at, requesterName);
    else if (stored.requester !== spec.requester) at.say("field is immutable", { atKey: true });
    if (!spec.intent) place.at("spec", "intent").required();
  },
);

export const evictionRequest = kind("lifecycle/v1alpha1.EvictionRequest", {
  rules: [requester, ...evictionRules<EvictionRequest>()],
  resource: statusAlone,
});
