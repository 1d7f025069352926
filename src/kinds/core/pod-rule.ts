/**
 * The contract of rules about pods. They know no path above the pod, so that every workload runs them on its template.
 *
 * @module
 */
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { Place } from "../../rule/place.ts";
import type { Rule, RuleContext, RuleInfo } from "../../rule/rule.ts";
import type { ObjectMeta } from "../meta/object-meta.ts";
import type { Container, EphemeralContainer } from "./container.ts";
import type { PodSpec } from "./pod-spec.ts";

/** What rules about pods know besides the spec. */
export interface PodScope {
  readonly context: RuleContext;
  readonly spec: PodSpec;
  /** Of the pod, or of the template. */
  readonly metadata: ObjectMeta;
  readonly metadataPlace: Place;
  /** A pod itself; some of what holds for pods is not asked of templates. */
  readonly isPod: boolean;
}

/** A rule about the spec at `place`. */
export interface PodRule extends RuleInfo {
  check(spec: PodSpec, place: Place, scope: PodScope): void;
}

/** What has metadata and the spec of a pod: a pod, or a template. */
interface PodLike {
  readonly metadata?: ObjectMeta;
  readonly spec?: PodSpec;
}

/** Rules of pods as rules of the objects that hold a pod or a template. */
export function onPod<T>(
  rules: readonly PodRule[],
  {
    at,
    isPod,
    of,
  }: { readonly at: FieldPath; readonly isPod: boolean; readonly of: (object: T) => PodLike | undefined },
): Rule<T>[] {
  return rules.map(({ check, ...info }) => ({
    ...info,
    check(object, context, report) {
      const { metadata = {}, spec = {} } = of(object) ?? {};
      const place = Place.root(report).along(at);
      check(spec, place.at("spec"), { context, spec, metadata, metadataPlace: place.at("metadata"), isPod });
    },
  }));
}

type ContainerField = "initContainers" | "containers" | "ephemeralContainers";

/** A container and where it stands. */
export interface PlacedContainer {
  readonly container: Container | EphemeralContainer;
  readonly place: Place;
  readonly list: ContainerField;
}

/** Every container of the pod, of all three lists. */
export function* containersOf(spec: PodSpec, place: Place): Generator<PlacedContainer> {
  for (const list of ["initContainers", "containers", "ephemeralContainers"] as const) {
    const containers = spec[list];
    if (!containers) continue;
    const listPlace = place.at(list);
    for (const [index, container] of containers.entries()) yield { container, place: listPlace.at(index), list };
  }
}

/** An init container that keeps running beside the others. */
export const isSidecar = ({ container, list }: PlacedContainer): boolean =>
  list === "initContainers" && container.restartPolicy === "Always";
