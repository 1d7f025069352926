/**
 * Objects of the tables that count how often what they ask for changed.
 *
 * @module
 */
import type { ServedKind } from "../../api/served-kinds.ts";
import type { Resource } from "../../kind/kind.ts";
import { startGeneration } from "../meta/generation.ts";
import type { HasMetadata } from "../meta/object-meta-rules.ts";

const countedResources: ReadonlySet<string> = new Set([
  "cronjobs",
  "deployments",
  "deviceclasses",
  "devicetaintrules",
  "endpointslices",
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

type Strategy<T> = Pick<Resource<T>, "prepareForCreate">;

/** The strategy for new objects, which begin to count besides. */
export function counting<T extends HasMetadata>(
  { plural }: ServedKind,
  { prepareForCreate }: Strategy<T>,
): Strategy<T> {
  if (!countedResources.has(plural)) return {};
  return {
    prepareForCreate(object, context) {
      prepareForCreate?.(object, context);
      startGeneration(object);
    },
  };
}
