/**
 * Helpers for rules about pods. The rules apply to a `PodSpec` without knowing the path above it, so that every
 * workload can apply them to its template.
 *
 * @module
 */
import type { Container, EphemeralContainer, Pod, PodSpec } from "../../api/types/core-v1.ts";
import type { Place } from "../../rule/place.ts";
import type { Rule } from "../../rule/rule.ts";
import type { Visit } from "../../rule/visit.ts";
import { within } from "../../rule/within.ts";

/** An object with metadata and a pod spec: a pod or a template. */
export type PodLike = Pick<Pod, "metadata" | "spec">;

/** The annotation of mirror pods, by which the kubelet represents static pods. */
export const mirrorAnnotation = "kubernetes.io/config.mirror";

/** Converts rules about a pod spec to rules about the pod or template that contains it. */
export const applyToPodSpecs = (rules: readonly Rule<PodSpec>[]): readonly Rule<PodLike>[] => within(rules, podSpecs);

const podSpecs = ({ spec = {} }: PodLike, place: Place<PodLike>, visit: Visit<PodLike>) => [
  visit.part(spec, place.at("spec")),
];

/** Returns the metadata of the pod or template that contains the visited spec. */
export function podOf({ parent }: Visit<PodSpec>) {
  const { object, place } = parent as Visit<PodLike>;
  const { metadata = {} } = object;
  return { metadata, metadataPlace: place.at("metadata"), isPod: place.isRoot };
}

type ContainerField = "initContainers" | "containers" | "ephemeralContainers";

/** A container, its place, and its list. */
export interface PlacedContainer {
  readonly container: Container | EphemeralContainer;
  readonly place: Place<Container | EphemeralContainer>;
  readonly list: ContainerField;
}

const containerFields: readonly ContainerField[] = ["initContainers", "containers", "ephemeralContainers"];

/** Returns the containers of all three lists; rules call it by `visit.once(containersOf)`. */
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

/** Whether a container is a sidecar: an init container that keeps running next to the regular containers. */
export const isSidecar = ({ container, list }: PlacedContainer): boolean =>
  list === "initContainers" && container.restartPolicy === "Always";
