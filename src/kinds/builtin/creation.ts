/**
 * Objects that count how often what they ask for changed, and those that keep whatever generation they were created with.
 *
 * @module
 */
import type { ServedKind } from "../../api/served-kinds.ts";
import type { Resource } from "../../kind/kind.ts";
import { startGeneration } from "../meta/generation.ts";
import type { HasMetadata } from "../meta/object-meta-rules.ts";

const countedResources: ReadonlySet<string> = new Set([
  "cronjobs",
  "customresourcedefinitions",
  "daemonsets",
  "deployments",
  "deviceclasses",
  "devicetaintrules",
  "endpointslices",
  "evictionrequests",
  "evictions",
  "flowschemas",
  "horizontalpodautoscalers",
  "ingressclasses",
  "ingresses",
  "jobs",
  "mutatingadmissionpolicies",
  "mutatingadmissionpolicybindings",
  "mutatingwebhookconfigurations",
  "networkpolicies",
  "poddisruptionbudgets",
  "pods",
  "podtemplates",
  "priorityclasses",
  "prioritylevelconfigurations",
  "replicasets",
  "replicationcontrollers",
  "resourceslices",
  "statefulsets",
  "validatingadmissionpolicies",
  "validatingadmissionpolicybindings",
  "validatingwebhookconfigurations",
]);

/** Releases since when a resource counts, where earlier ones did not. */
const countedSince: ReadonlyMap<string, string> = new Map([
  ["horizontalpodautoscalers", "1.37"],
  ["pods", "1.33"],
]);

type Strategy<T> = Pick<Resource<T>, "prepareForCreate" | "countsInGeneration">;

/** The strategy for new objects, which begin to count as well; for objects that do not count, that they do not. */
export function counting<T extends HasMetadata>(
  { plural }: ServedKind,
  { prepareForCreate }: Strategy<T>,
): Strategy<T> {
  if (!countedResources.has(plural)) return { countsInGeneration: "nothing" };
  const since = countedSince.get(plural);
  return {
    prepareForCreate(object, context) {
      prepareForCreate?.(object, context);
      if (since === undefined || context.reaches(since)) startGeneration(object);
    },
  };
}
