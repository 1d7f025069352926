/**
 * coordination.k8s.io/v1 Lease: who holds a role, and until when.
 *
 * @module
 */
import type { Lease } from "../../api/types/coordination-v1.ts";
import { notNegative, positive } from "../../rule/demand.ts";
import type { Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";
import { validateQualifiedName } from "../../text/names.ts";
import { kind } from "../kind.ts";
import { ageColumn, nameColumn } from "../meta/columns.ts";

const times = rule<Lease>(
  {
    id: "lease/counts",
    severity: "error",
    summary: "`leaseDurationSeconds` is above 0, and `leaseTransitions` is not negative",
  },
  ({ spec = {} }, place) => {
    const { leaseDurationSeconds: seconds, leaseTransitions } = spec;
    if (seconds !== undefined) positive(seconds, place.at("spec", "leaseDurationSeconds"));
    notNegative(leaseTransitions, place.at("spec", "leaseTransitions"));
  },
);

export const ownStrategy = "OldestEmulationVersion";

/**
 * Validates the name of a strategy: one of Kubernetes, or a name with a domain. kube-apiserver's errors name the field
 * twice.
 */
export function checkStrategy(name: string, place: Place<string>): void {
  const named = { field: [...place.path, "strategy"] };
  if (name.includes("/")) for (const fault of validateQualifiedName(name)) place.invalid(fault, name, named);
  else if (name !== ownStrategy) place.unsupported([ownStrategy], name, named);
}

/** If the feature gate is off, kube-apiserver drops `strategy` and `preferredHolder`. */
const strategy = rule<Lease>(
  {
    id: "lease/strategy",
    severity: "error",
    summary: "`strategy` is known or has a domain prefix; `preferredHolder` needs a strategy",
  },
  ({ spec = {} }, place, visit) => {
    if (!visit.isEnabled("CoordinatedLeaderElection")) return;
    const { strategy: name, preferredHolder } = spec;
    const at = place.at("spec");
    if (name !== undefined) checkStrategy(name, at.at("strategy"));
    if (preferredHolder && !name)
      at.at("preferredHolder").forbidden("must be absent without a `strategy`", {
        serverText: "may only be specified if `strategy` is defined",
      });
  },
);

export const lease = kind("coordination/v1.Lease", {
  rules: [times, strategy],
  resource: {
    columns: [
      nameColumn,
      {
        name: "Holder",
        type: "string",
        description: "Who holds it.",
        value: ({ spec }) => spec?.holderIdentity ?? "",
      },
      ageColumn,
    ],
    createOnUpdate: true,
    needsResourceVersion: true,
  },
});
