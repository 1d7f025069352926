/**
 * scheduling.k8s.io/v1 PriorityClass: a priority that pods can select by name.
 *
 * @module
 */
import type { PriorityClass } from "../../api/types/scheduling-v1.ts";
import { rule } from "../../rule/rule.ts";
import { kind } from "../kind.ts";
import { priorityClassColumns } from "./columns.ts";

const highestOfUsers = 1_000_000_000;
const systemPrefix = "system-";
/** The classes that kube-apiserver itself creates, with their values. */
const systemClasses: Readonly<Record<string, number>> = {
  "system-cluster-critical": 2_000_000_000,
  "system-node-critical": 2_000_001_000,
};

const value = rule<PriorityClass>(
  {
    id: "priority-class/value",
    severity: "error",
    summary: "a user's priority is at most 1000000000; names that begin with `system-` are reserved",
  },
  ({ metadata, value: priority = 0, globalDefault, preemptionPolicy: policy = "" }, place, { oldObject }) => {
    const stored = oldObject;
    if (stored) {
      if (priority !== (stored.value ?? 0)) {
        place.at("value").forbidden("field is immutable", { serverText: "may not be changed in an update." });
      }
      if (stored.preemptionPolicy !== undefined) {
        if (policy !== stored.preemptionPolicy) {
          const message = `field is immutable: must stay "${stored.preemptionPolicy}"`;
          // kube-apiserver does not validate the new value, even if it is not a policy.
          place.at("preemptionPolicy").invalid(message, policy, { hides: ["preemptionPolicy"] });
        }
        return;
      }
    }
    const name = metadata?.name ?? "";
    if (name.startsWith(systemPrefix)) {
      const isKnown = Object.hasOwn(systemClasses, name) && systemClasses[name] === priority && !globalDefault;
      if (!isKnown)
        place
          .at("metadata", "name")
          .say(`must not begin with "${systemPrefix}", which is reserved for built-in classes; got "${name}"`, {
            cause: "forbidden",
            serverText: `priority class names with '${systemPrefix}' prefix are reserved for system use only. error: ${systemFault(name, priority)}`,
          });
    } else if (priority > highestOfUsers) {
      const serverText = `maximum allowed value of a user defined priority is ${highestOfUsers}`;
      place.at("value").say(`must be at most ${highestOfUsers}; got ${priority}`, { cause: "forbidden", serverText });
    }
  },
);

/** Returns kube-apiserver's reason for rejecting a name with the prefix of system classes. */
function systemFault(name: string, priority: number): string {
  const wanted = Object.hasOwn(systemClasses, name) ? systemClasses[name] : undefined;
  if (wanted === undefined) return `${name} is not a known system priority class`;
  if (priority !== wanted) return `value of ${name} PriorityClass must be ${wanted}`;
  return `globalDefault of ${name} PriorityClass must be false`;
}

export const priorityClass = kind("scheduling/v1.PriorityClass", {
  resource: { columns: priorityClassColumns },
  rules: [value],
  applyDefaults(object) {
    object.preemptionPolicy ??= "PreemptLowerPriority";
  },
});
