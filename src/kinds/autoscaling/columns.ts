/**
 * Columns of autoscalers.
 *
 * @module
 */
import type { Column } from "../../kind/kind.ts";
import { ageColumn, column, nameColumn, noneCell, unknownCell, unsetCell } from "../meta/columns.ts";

interface Amount {
  readonly value?: string;
  readonly averageValue?: string;
  readonly averageUtilization?: number;
}

interface Source {
  readonly name?: string;
  readonly target?: Amount;
  readonly current?: Amount;
}

type SourceField = "external" | "pods" | "object" | "resource" | "containerResource";
type Metric = { readonly type?: string } & Partial<Record<SourceField, Source>>;

interface Autoscaler {
  readonly spec?: {
    readonly scaleTargetRef?: { readonly kind?: string; readonly name?: string };
    readonly minReplicas?: number;
    readonly maxReplicas?: number;
    readonly metrics?: readonly Metric[];
  };
  readonly status?: { readonly currentReplicas?: number; readonly currentMetrics?: readonly Metric[] | null };
}

const fieldByType: ReadonlyMap<string, SourceField> = new Map([
  ["External", "external"],
  ["Pods", "pods"],
  ["Object", "object"],
  ["Resource", "resource"],
  ["ContainerResource", "containerResource"],
]);

const maxShown = 2;

function metricText(metric: Metric, measured: Metric | undefined): string {
  const field = fieldByType.get(metric.type ?? "");
  if (field === undefined) return "<unknown type>";
  const { name, target = {} } = metric[field] ?? {};
  const { current } = measured?.[field] ?? {};
  if (field === "resource" || field === "containerResource") return `${name}: ${resourceText(target, current)}`;
  if (field === "pods") return `${current?.averageValue ?? unknownCell}/${target.averageValue}`;
  if (target.averageValue !== undefined) return `${current?.averageValue ?? unknownCell}/${target.averageValue} (avg)`;
  return `${current?.value ?? unknownCell}/${target.value}`;
}

function resourceText(target: Amount, current: Amount | undefined): string {
  if (target.averageValue !== undefined) return `${current?.averageValue ?? unknownCell}/${target.averageValue}`;
  const percent = (value: number | undefined, otherwise: string) => (value === undefined ? otherwise : `${value}%`);
  return `${percent(current?.averageUtilization, unknownCell)}/${percent(target.averageUtilization, "<auto>")}`;
}

function targetsCell({ spec, status }: Autoscaler): string {
  const { metrics = [] } = spec ?? {};
  if (metrics.length === 0) return noneCell;
  const texts = metrics.map((metric, index) => metricText(metric, status?.currentMetrics?.[index]));
  const text = texts.slice(0, maxShown).join(", ");
  return texts.length > maxShown ? `${text} + ${texts.length - maxShown} more...` : text;
}

export const autoscalerColumns: readonly Column<object>[] = [
  nameColumn,
  column<Autoscaler>("Reference", "What it scales.", ({ spec }) => {
    const { kind = "", name = "" } = spec?.scaleTargetRef ?? {};
    return `${kind}/${name}`;
  }),
  column<Autoscaler>("Targets", "What it measures, and what it wants.", targetsCell),
  column<Autoscaler>("MinPods", "The fewest pods.", ({ spec }) => String(spec?.minReplicas ?? unsetCell)),
  column<Autoscaler>("MaxPods", "The most pods.", ({ spec }) => spec?.maxReplicas ?? 0),
  column<Autoscaler>("Replicas", "Pods that there are.", ({ status }) => status?.currentReplicas ?? 0),
  ageColumn,
];
