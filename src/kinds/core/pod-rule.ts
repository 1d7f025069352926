/**
 * The common part of rules about pods. They are rules of a `PodSpec` and know no path above it, so that every
 * workload runs them
 * on its template.
 *
 * @module
 */
import type { Container, EphemeralContainer, Pod, PodSpec } from "../../api/types/core-v1.ts";
import type { Place } from "../../rule/place.ts";
import type { Rule } from "../../rule/rule.ts";
import type { Visit } from "../../rule/visit.ts";
import { within } from "../../rule/within.ts";

/** An object with metadata and the spec of a pod: a pod, or a template. */
export type PodLike = Pick<Pod, "metadata" | "spec">;

/** The annotation that the kubelet writes on the copy of a pod from a file. */
export const mirrorAnnotation = "kubernetes.io/config.mirror";

/** The rules of a spec as rules of the pod or template that has it. */
export const ofPodSpec = (rules: readonly Rule<PodSpec>[]): readonly Rule<PodLike>[] => within(rules, podSpecs);

const podSpecs = ({ spec = {} }: PodLike, place: Place<PodLike>, visit: Visit<PodLike>) => [
  visit.part(spec, place.at("spec")),
];

/** The object with the spec that is visited. */
export function podOf({ parent }: Visit<PodSpec>) {
  const { object, place } = parent as Visit<PodLike>;
  const { metadata = {} } = object;
  return { metadata, metadataPlace: place.at("metadata"), isPod: place.isRoot };
}

type ContainerField = "initContainers" | "containers" | "ephemeralContainers";

/** A container and where it is. */
export interface PlacedContainer {
  readonly container: Container | EphemeralContainer;
  readonly place: Place<Container | EphemeralContainer>;
  readonly list: ContainerField;
}

const containerFields: readonly ContainerField[] = ["initContainers", "containers", "ephemeralContainers"];

/** Every container of the pod, of all three lists: `visit.once(containersOf)`. */
export function containersOf(spec: PodSpec, place: Place<PodSpec>): readonly PlacedContainer[] {
  const found: PlacedContainer[] = [];
  for (const list of containerFields) {
    const listPlace = place.at(list);
    spec[list]?.forEach((container: PlacedContainer["container"], index) => {
      found.push({ container, place: listPlace.at(index), list });
    });
  }
  return found;
}

/** An init container that keeps running with the others. */
export const isSidecar = ({ container, list }: PlacedContainer): boolean =>
  list === "initContainers" && container.restartPolicy === "Always";
