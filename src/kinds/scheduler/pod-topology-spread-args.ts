/**
 * PodTopologySpreadArgs: how pods without their own topology spread constraints are spread.
 *
 * @module
 */

import type { TopologySpreadConstraint } from "../../api/types/core-v1.ts";
import type { PodTopologySpreadArgs } from "../../api/types/kubescheduler-v1.ts";
import { type Demand, each, positive, required, text } from "../../rule/demand.ts";
import { findRepeats } from "../../rule/repeated.ts";
import { rule } from "../../rule/rule.ts";
import { validateQualifiedName } from "../../text/names.ts";
import { kind } from "../kind.ts";
import { argsLoader } from "./plugin-args.ts";

const types = ["System", "List"];

const topologyKey = text(validateQualifiedName);

const constraint: Demand<TopologySpreadConstraint> = (found, place) => {
  positive(found.maxSkew ?? 0, place.at("maxSkew"));
  required(found.topologyKey, place.at("topologyKey"), topologyKey);
  required(found.whenUnsatisfiable, place.at("whenUnsatisfiable"));
  if (found.labelSelector)
    place.at("labelSelector").forbidden("must be absent: the scheduler computes it for each pod");
};

const constraints = rule<PodTopologySpreadArgs>(
  {
    id: "scheduler/spread-constraints",
    severity: "error",
    summary: "default spread constraints have a skew and a key but no selector, and need `defaultingType: List`",
  },
  ({ defaultingType: type = "", defaultConstraints = [] }, place) => {
    const at = place.at("defaultingType");
    if (!types.includes(type)) at.unsupported(types, type);
    else if (type === "System" && defaultConstraints.length > 0) {
      at.invalid('must be "List" with `defaultConstraints`', type);
    }
    const list = place.at("defaultConstraints");
    each(defaultConstraints, list, constraint);
    const pairs = defaultConstraints.map((item) => `${item.topologyKey ?? ""}, ${item.whenUnsatisfiable ?? ""}`);
    for (const { index, text: pair } of findRepeats(pairs)) {
      const message = `must be unique in \`topologyKey\` and \`whenUnsatisfiable\`; {${pair}} is listed already`;
      list.at(index).say(message, { cause: "duplicate" });
    }
  },
);

export const podTopologySpreadArgs = kind("kubescheduler/v1.PodTopologySpreadArgs", {
  loader: argsLoader,
  // kube-scheduler does not validate these policies here.
  notes: {
    "defaultConstraints[].nodeAffinityPolicy": { enum: null },
    "defaultConstraints[].nodeTaintsPolicy": { enum: null },
  },
  rules: [constraints],
  applyDefaults(args) {
    args.defaultingType ||= "System";
  },
});
