/**
 * Table columns of autoscalers.
 *
 * @module
 */
import type {
  HorizontalPodAutoscaler,
  MetricSpec,
  MetricStatus,
  MetricTarget,
  MetricValueStatus,
  ResourceMetricSource,
  ResourceMetricStatus,
} from "../../api/types/autoscaling-v2.ts";
import type { Column } from "../../kind/kind.ts";
import { ageColumn, column, nameColumn, noneCell, unknownCell, unsetCell } from "../meta/columns.ts";

type SourceField = Exclude<keyof MetricSpec, "type">;

const fieldByType: ReadonlyMap<string, SourceField> = new Map([
  ["External", "external"],
  ["Pods", "pods"],
  ["Object", "object"],
  ["Resource", "resource"],
  ["ContainerResource", "containerResource"],
]);

const maxShown = 2;

function metricText(metric: MetricSpec, measured: MetricStatus | undefined): string {
  const field = fieldByType.get(metric.type ?? "");
  if (field === undefined) return "<unknown type>";
  const { name, target = {} }: ResourceMetricSource = metric[field] ?? {};
  const { current }: ResourceMetricStatus = measured?.[field] ?? {};
  if (field === "resource" || field === "containerResource") return `${name}: ${resourceText(target, current)}`;
  if (field === "pods") return `${current?.averageValue ?? unknownCell}/${target.averageValue}`;
  if (target.averageValue !== undefined) return `${current?.averageValue ?? unknownCell}/${target.averageValue} (avg)`;
  return `${current?.value ?? unknownCell}/${target.value}`;
}

function resourceText(target: MetricTarget, current: MetricValueStatus | undefined): string {
  if (target.averageValue !== undefined) return `${current?.averageValue ?? unknownCell}/${target.averageValue}`;
  const percent = (value: number | undefined, otherwise: string) => (value === undefined ? otherwise : `${value}%`);
  return `${percent(current?.averageUtilization, unknownCell)}/${percent(target.averageUtilization, "<auto>")}`;
}

function targetsCell({ spec, status }: HorizontalPodAutoscaler): string {
  const { metrics = [] } = spec ?? {};
  if (metrics.length === 0) return noneCell;
  const texts = metrics.map((metric, index) => metricText(metric, status?.currentMetrics?.[index]));
  const text = texts.slice(0, maxShown).join(", ");
  return texts.length > maxShown ? `${text} + ${texts.length - maxShown} more...` : text;
}

export const autoscalerColumns: readonly Column<object>[] = [
  nameColumn,
  column<HorizontalPodAutoscaler>("Reference", "The scale target.", ({ spec }) => {
    const { kind = "", name = "" } = spec?.scaleTargetRef ?? {};
    return `${kind}/${name}`;
  }),
  column<HorizontalPodAutoscaler>("Targets", "Current and target values of the metrics.", targetsCell),
  column<HorizontalPodAutoscaler>("MinPods", "The fewest pods.", ({ spec }) => String(spec?.minReplicas ?? unsetCell)),
  column<HorizontalPodAutoscaler>("MaxPods", "The most pods.", ({ spec }) => spec?.maxReplicas ?? 0),
  column<HorizontalPodAutoscaler>("Replicas", "Pods that there are.", ({ status }) => status?.currentReplicas ?? 0),
  ageColumn,
];
