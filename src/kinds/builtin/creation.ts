/**
 * `metadata.generation` of new objects: which resources count changes of their spec, and which keep the generation that
 * the client sent.
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

/** The first release in which a resource counts; resources that always did are absent. */
const generationSince: ReadonlyMap<string, string> = new Map([
  ["horizontalpodautoscalers", "1.37"],
  ["pods", "1.33"],
]);

type Strategy<T> = Pick<Resource<T>, "prepareForCreate" | "countsInGeneration">;

/**
 * Extends the strategy for new objects so that they begin with generation 1; for resources that do not count, turns
 * counting off.
 */
export function counting<T extends HasMetadata>(
  { plural }: ServedKind,
  { prepareForCreate }: Strategy<T>,
): Strategy<T> {
  if (!countedResources.has(plural)) return { countsInGeneration: "nothing" };
  const since = generationSince.get(plural);
  return {
    prepareForCreate(object, context) {
      prepareForCreate?.(object, context);
      if (since === undefined || context.reaches(since)) startGeneration(object);
    },
  };
}
