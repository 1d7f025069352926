/**
 * coordination.k8s.io/v1 Lease: who holds a role, and until when.
 *
 * @module
 */
import type { ObjectMeta } from "../../api/types/meta-v1.ts";
import { domainPlaceholder, type Kind } from "../../kind/kind.ts";
import { validateQualifiedName } from "../../lexical/names.ts";
import { notNegative, positive } from "../../rule/check.ts";
import { rule } from "../../rule/rule.ts";
import { kindFromTable } from "../builtin/table-kind.ts";
import { ageColumn, nameColumn } from "../meta/columns.ts";

interface Lease {
  metadata?: ObjectMeta;
  spec?: {
    holderIdentity?: string;
    leaseDurationSeconds?: number;
    leaseTransitions?: number;
    strategy?: string;
    preferredHolder?: string;
  };
}

const times = rule<Lease>(
  {
    id: "lease/counts",
    severity: "error",
    summary: "a lease lasts a time, and has changed hands no negative number of times",
  },
  ({ spec = {} }, place) => {
    const { leaseDurationSeconds: seconds, leaseTransitions } = spec;
    if (seconds !== undefined) positive(seconds, place.at("spec", "leaseDurationSeconds"));
    notNegative(leaseTransitions, place.at("spec", "leaseTransitions"));
  },
);

const ownStrategy = "OldestEmulationVersion";

/** Without the gate the server drops both fields. */
const strategy = rule<Lease>(
  {
    id: "lease/strategy",
    severity: "error",
    summary: "a lease's strategy is known or has a domain, and a preferred holder needs one",
  },
  ({ spec = {} }, place, visit) => {
    if (!visit.isEnabled("CoordinatedLeaderElection")) return;
    const { strategy: name, preferredHolder } = spec;
    const at = place.at("spec");
    if (name?.includes("/")) {
      for (const fault of validateQualifiedName(name)) at.at("strategy").invalid(fault, name);
    } else if (name !== undefined && name !== ownStrategy) {
      at.at("strategy").unsupported([ownStrategy], name);
    }
    if (preferredHolder && !name) at.at("preferredHolder").forbidden("must be absent without a `strategy`");
  },
);

export const lease: Kind<Lease> = kindFromTable<Lease>(`coordination.${domainPlaceholder}`, "Lease", {
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
