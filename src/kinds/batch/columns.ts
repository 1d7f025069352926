/**
 * Table columns of jobs and cron jobs.
 *
 * @module
 */
import type { CronJob, Job } from "../../api/types/batch-v1.ts";
import type { Column } from "../../kind/kind.ts";
import { containerColumns } from "../core/container-columns.ts";
import {
  ageCell,
  ageColumn,
  column,
  durationCell,
  nameColumn,
  noneCell,
  unsetCell,
  wideColumn,
} from "../meta/columns.ts";
import { formatLabelSelector } from "../meta/label-selector.ts";

/** The conditions that the status column shows, by precedence. A pending deletion comes between the two lists. */
const finishedConditions = ["Complete", "Failed"];
const otherConditions = ["Suspended", "FailureTarget", "SuccessCriteriaMet"];

function statusCell({ metadata, status }: Job): string {
  const has = (type: string) => status?.conditions?.some((item) => item.type === type && item.status === "True");
  return (
    finishedConditions.find(has) ??
    (metadata?.deletionTimestamp ? "Terminating" : (otherConditions.find(has) ?? "Running"))
  );
}

function completionsCell({ spec = {}, status = {} }: Job): string {
  const { completions, parallelism = 0 } = spec;
  const { succeeded = 0 } = status;
  if (completions !== undefined) return `${succeeded}/${completions}`;
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}

export const jobColumns: readonly Column<object>[] = [
  nameColumn,
  column<Job>("Status", "The status of the job.", statusCell),
  column<Job>("Completions", "Succeeded pods and desired completions.", completionsCell),
  column<Job>("Duration", "Duration of the job.", ({ status = {} }, nowMs) =>
    durationCell(status.startTime, status.completionTime, nowMs),
  ),
  ageColumn,
  ...containerColumns<Job>(({ spec }) => spec?.template?.spec?.containers, 1),
  wideColumn(column<Job>("Selector", "The pods that belong to it.", ({ spec }) => formatLabelSelector(spec?.selector))),
];

export const cronJobColumns: readonly Column<object>[] = [
  nameColumn,
  column<CronJob>("Schedule", "When jobs start.", ({ spec }) => spec?.schedule ?? ""),
  column<CronJob>("Timezone", "The time zone of the schedule.", ({ spec }) => spec?.timeZone ?? noneCell),
  column<CronJob>("Suspend", "Whether the schedule is suspended.", (object) => suspendCell(object), "boolean"),
  column<CronJob>("Active", "Jobs that run.", ({ status }) => status?.active?.length ?? 0, "integer"),
  column<CronJob>("Last Schedule", "Time since a job was started.", ({ status }, nowMs) =>
    status?.lastScheduleTime ? ageCell(status.lastScheduleTime, nowMs) : noneCell,
  ),
  ageColumn,
  ...containerColumns<CronJob>(({ spec }) => spec?.jobTemplate?.spec?.template?.spec?.containers, 1),
  wideColumn(
    column<CronJob>("Selector", "The pods of the jobs.", ({ spec }) =>
      formatLabelSelector(spec?.jobTemplate?.spec?.selector),
    ),
  ),
];

const suspendCell = ({ spec }: CronJob): string =>
  spec?.suspend === undefined ? unsetCell : spec.suspend ? "True" : "False";
