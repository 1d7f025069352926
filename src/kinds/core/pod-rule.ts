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

/** Where a kind has its pod. */
interface PodPlacement<T> {
  readonly at: FieldPath;
  readonly isPod: boolean;
  readonly of: (object: T) => PodLike | undefined;
}

/** Rules of pods as rules of the objects that hold a pod or a template. */
export function onPod<T>(rules: readonly PodRule[], placement: PodPlacement<T>): Rule<T>[] {
  // Rules run one after the other on the same object, with the same report.
  let visit: PodVisit<T> | undefined;
  return rules.map(({ check, ...info }) => ({
    ...info,
    check(object, context, report) {
      if (visit?.report !== report || visit.object !== object) visit = visitPod(object, context, report, placement);
      check(visit.spec, visit.place, visit.scope);
    },
  }));
}

type Report = Parameters<Rule["check"]>[2];

/** What rules about the pod of an object are given. */
interface PodVisit<T> {
  readonly object: T;
  readonly report: Report;
  readonly spec: PodSpec;
  readonly place: Place;
  readonly scope: PodScope;
}

function visitPod<T>(object: T, context: RuleContext, report: Report, { at, isPod, of }: PodPlacement<T>): PodVisit<T> {
  const { metadata = {}, spec = {} } = of(object) ?? {};
  const root = Place.root(report).along(at);
  const scope = { context, spec, metadata, metadataPlace: root.at("metadata"), isPod };
  return { object, report, spec, place: root.at("spec"), scope };
}

type ContainerField = "initContainers" | "containers" | "ephemeralContainers";

/** A container and where it stands. */
export interface PlacedContainer {
  readonly container: Container | EphemeralContainer;
  readonly place: Place;
  readonly list: ContainerField;
}

const containerFields: readonly ContainerField[] = ["initContainers", "containers", "ephemeralContainers"];

/** Every container of the pod, of all three lists. */
export function containersOf(spec: PodSpec, place: Place): readonly PlacedContainer[] {
  if (lastContainers?.spec === spec && lastContainers.place === place) return lastContainers.found;
  const found: PlacedContainer[] = [];
  containerFields.forEach((list) => {
    const listPlace = place.at(list);
    spec[list]?.forEach((container: PlacedContainer["container"], index) => {
      found.push({ container, place: listPlace.at(index), list });
    });
  });
  lastContainers = { spec, place, found };
  return found;
}

/** Most rules of a pod ask for them, one after the other. */
let lastContainers:
  | { readonly spec: PodSpec; readonly place: Place; readonly found: readonly PlacedContainer[] }
  | undefined;

/** An init container that keeps running beside the others. */
export const isSidecar = ({ container, list }: PlacedContainer): boolean =>
  list === "initContainers" && container.restartPolicy === "Always";
