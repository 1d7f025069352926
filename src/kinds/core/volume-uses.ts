/**
 * Finds where the containers of a pod use its volumes.
 *
 * @module
 */
import type { PodSpec, Volume } from "../../api/types/core-v1.ts";
import type { AlsoNamed } from "../../rule/finding.ts";
import type { Place } from "../../rule/place.ts";
import type { Visit } from "../../rule/visit.ts";
import { containersOf } from "./pod-rule.ts";

/**
 * Extends findings about an invalid volume: kube-apiserver then does not find the volume and reports an error for each
 * container that uses it.
 */
export const volumePlace = ({ name = "" }: Volume, place: Place<Volume>, visit: Visit<PodSpec>): Place<Volume> =>
  place.changing((finding) => ({ ...finding, also: visit.once(usesByName).get(name) ?? [] }));

/** Returns the places where containers name the volumes that they use, by volume name. */
function usesByName(_spec: PodSpec, _place: Place<PodSpec>, visit: Visit<PodSpec>): ReadonlyMap<string, AlsoNamed[]> {
  const uses = new Map<string, AlsoNamed[]>();
  for (const { container, place } of visit.once(containersOf)) {
    for (const list of ["volumeMounts", "volumeDevices"] as const) {
      container[list]?.forEach(({ name = "" }, index) => {
        const named = uses.get(name) ?? [];
        uses.set(name, named);
        const field = place.at(list, index, "name").path;
        named.push({ field, cause: "not-found", serverText: JSON.stringify(name) });
      });
    }
  }
  return uses;
}
