/**
 * Helpers for the settings of scheduler plugins. Each is a separate kind inside of the scheduler configuration, where
 * its `apiVersion` and `kind` may be omitted.
 *
 * @module
 */
import type { UtilizationShapePoint } from "../../api/types/kubescheduler-v1.ts";
import type { Loader } from "../../kind/kind.ts";
import { type Demand, inRange } from "../../rule/demand.ts";

export const argsLoader: Loader = {
  flag: "--config",
  emptyFile: "empty-object",
  unknownFields: "error",
  mayOmit: "both",
};

const percentage = inRange(0, 100);
const score = inRange(0, 10);

/** Validates the points of a curve: their utilizations must increase. */
export const checkShape: Demand<readonly UtilizationShapePoint[] | undefined> = (points = [], place) => {
  if (points.length === 0) place.required("must have at least one point");
  for (const [index, point] of points.entries()) {
    const at = place.at(index);
    const utilization = point.utilization ?? 0;
    percentage(utilization, at.at("utilization"));
    score(point.score ?? 0, at.at("score"));
    const before = points[index - 1];
    if (before && (before.utilization ?? 0) >= utilization) {
      at.at("utilization").invalid(
        `must be above the value of the previous point (${before.utilization ?? 0})`,
        utilization,
      );
    }
  }
};

/** Plugins with settings, and the release that introduced the settings. */
export const configurablePlugins: Readonly<Record<string, string>> = {
  DefaultPreemption: "1.22",
  InterPodAffinity: "1.22",
  NodeAffinity: "1.22",
  NodeResourcesBalancedAllocation: "1.22",
  NodeResourcesFit: "1.22",
  PodTopologySpread: "1.22",
  VolumeBinding: "1.22",
  DynamicResources: "1.34",
};
