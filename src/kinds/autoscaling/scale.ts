/**
 * autoscaling/v1 Scale: the current and desired number of replicas, as a view of the workload itself.
 *
 * @module
 */
import type { Scale } from "../../api/types/autoscaling-v1.ts";
import type { LabelSelector } from "../../api/types/meta-v1.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import type { Column, ScaleView } from "../../kind/kind.ts";
import { ageColumn, column, nameColumn } from "../meta/columns.ts";
import { formatLabelSelector } from "../meta/label-selector.ts";

/** The fields of a workload from which a Scale is built. */
interface Scalable {
  readonly spec?: { readonly replicas?: number; readonly selector?: object };
  readonly status?: { readonly replicas?: number };
}

/** Converts workloads to Scales and back. */
export const workloadScale: ScaleView = { replicasPath: ["spec", "replicas"], scaleOf, withScale };

/** Table columns of Scales, the same for every workload. */
export const scaleColumns: readonly Column<object>[] = [
  { ...nameColumn, format: "" } as Column<object>,
  column<Scale>("Desired", "How many replicas there are to be.", ({ spec }) => spec?.replicas ?? 0, "integer"),
  column<Scale>("Available", "How many replicas there are.", ({ status }) => status?.replicas ?? 0, "integer"),
  ageColumn,
];

/** Returns the Scale of a workload, without metadata. */
function scaleOf(workload: object): { readonly spec: object; readonly status: object } {
  const { spec = {}, status = {} } = workload as Scalable;
  const { replicas = 0, selector = {} } = spec;
  return {
    spec: replicas === 0 ? {} : { replicas },
    status: { replicas: status.replicas ?? 0, selector: selectorText(selector) },
  };
}

/** Returns the workload with the number of replicas from a Scale. */
function withScale(workload: object, scale: object): object {
  const { spec } = workload as Scalable;
  return { ...workload, spec: { ...spec, replicas: (scale as Scalable).spec?.replicas ?? 0 } };
}

/** Formats the selector. A ReplicationController has a map of labels in its place. */
function selectorText(selector: object): string {
  const isSelector = Object.values(selector).some((value) => isPlainObject(value) || Array.isArray(value));
  return formatLabelSelector((isSelector ? selector : { matchLabels: selector }) as LabelSelector);
}
