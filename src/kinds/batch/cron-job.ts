/**
 * batch/v1 CronJob: starts jobs on a schedule.
 *
 * @module
 */
import type { CronJob } from "../../api/types/batch-v1.ts";
import { formatJson } from "../../json/format-json.ts";
import { showGoValue } from "../../json/go-value.ts";
import { rule } from "../../rule/rule.ts";
import { type CronFields, type CronRange, parseCronSchedule } from "../../text/cron-schedule.ts";
import { zoneOffset } from "../../text/time-zone.ts";
import { podTemplateRules } from "../core/pod-rules.ts";
import { kind } from "../kind.ts";
import { hostLikeName } from "../meta/object-meta-rules.ts";
import { cronJobColumns } from "./columns.ts";
import { defaultJobTemplate, jobSpecRules } from "./job-spec.ts";

/** The maximum length of a name: the name of a job has eleven more characters. */
const maxNameLength = 52;

const name = rule<CronJob>(
  {
    id: "cron-job/name",
    severity: "error",
    summary: "the name of a CronJob has at most 52 characters, which leaves room for the suffix of its jobs",
  },
  ({ metadata }, place, { oldObject }) => {
    const text = metadata?.name ?? "";
    if (oldObject === undefined && text.length > maxNameLength) {
      place.at("metadata", "name").invalid(`must have at most ${maxNameLength} characters`, text);
    }
  },
);

/** The time zone that a schedule may begin with. */
const zonePrefix = /^(?:CRON_)?TZ=\S* */;

const schedule = rule<CronJob>(
  { id: "cron-job/schedule", severity: "error", summary: "a schedule has five fields, or is a macro such as @daily" },
  ({ spec = {} }, place, { oldObject }) => {
    const at = place.at("spec", "schedule");
    const { schedule: text = "", timeZone } = spec;
    if (text === "") {
      at.required(undefined, { after: ["spec", "successfulJobsHistoryLimit"] });
      return;
    }
    const { faults, readerError } = parseCronSchedule(text.replace(zonePrefix, ""));
    // kube-apiserver's parser stops at the first fault.
    const serverText = `${formatJson(text)}: ${readerError}`;
    for (const fault of faults) at.invalid(fault, text, { field: at.path, serverText });
    if (!text.includes("TZ")) return;
    const hadZone = oldObject?.spec?.schedule?.includes("TZ") === true;
    if (!hadZone) at.invalid("must not name a time zone", text, { help: "write the zone in `timeZone`" });
    else if (timeZone !== undefined) at.invalid("must not contain a time zone when `timeZone` is set", text);
  },
);

/** Returns kube-apiserver's error about an invalid time zone. */
function zoneFault(zone: string): string | undefined {
  if (zone === "") return "timeZone must be nil or non-empty string";
  if (zone.toLowerCase() === "local") {
    return "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones";
  }
  const isKnown = !zone.includes(":") && zoneOffset(zone, 0) !== undefined;
  return isKnown ? undefined : `unknown time zone ${zone}`;
}

const timeZone = rule<CronJob>(
  { id: "cron-job/time-zone", severity: "error", summary: "`timeZone` is a name from the IANA database" },
  ({ spec }, place, { oldObject }) => {
    const zone = spec?.timeZone;
    if (zone === undefined || zone === oldObject?.spec?.timeZone) return;
    const words = zoneFault(zone);
    if (words === undefined) return;
    const extra = { serverText: `${showGoValue(zone)}: ${words}` };
    place.at("spec", "timeZone").invalid("must be the name of a time zone, such as Europe/Berlin", zone, extra);
  },
);

const counted = ["startingDeadlineSeconds", "successfulJobsHistoryLimit", "failedJobsHistoryLimit"] as const;

const counts = rule<CronJob>(
  { id: "cron-job/counts", severity: "error", summary: "deadlines and history limits of a CronJob are not negative" },
  ({ spec = {} }, place) => {
    for (const field of counted) {
      const value = spec[field] ?? 0;
      if (value < 0) place.at("spec", field).invalid("must be 0 or above", value);
    }
  },
);

const noSelector = rule<CronJob>(
  {
    id: "cron-job/selector",
    severity: "error",
    summary: "the job template has no selector: the API server generates one for each Job",
  },
  ({ spec }, place) => {
    const at = place.at("spec", "jobTemplate", "spec");
    const { selector, manualSelector } = spec?.jobTemplate?.spec ?? {};
    if (selector) at.at("selector").say("must be absent: the API server sets it", { atKey: true });
    if (manualSelector) {
      const serverText = 'true: supported values: "nil", "false"';
      at.at("manualSelector").say("must be absent or false; got true", { cause: "unsupported", serverText });
    }
  },
);

const neverFires = rule<CronJob>(
  { id: "cron-job/never-fires", severity: "warning", summary: "a schedule matches at least one date" },
  ({ spec }, place) => {
    const text = spec?.schedule ?? "";
    const { schedule: parsed } = parseCronSchedule(text.replace(zonePrefix, ""));
    if (!parsed || !("fields" in parsed) || hasDay(parsed.fields)) return;
    place.at("spec", "schedule").invalid("must match a date", text, {
      help: "use a day that exists in one of the months",
    });
  },
);

/** The number of days of each month in a leap year. */
const daysOfMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Whether a schedule matches any day. If neither the day of month nor the day of week is a star, one of them suffices,
 * and every week has each day.
 */
function hasDay(fields: CronFields): boolean {
  if (!fields["day of week"].some(({ isAny }) => isAny) && !fields["day of month"].some(({ isAny }) => isAny))
    return true;
  const firstDay = Math.min(...fields["day of month"].map(({ start }) => start));
  return daysOfMonths.some(
    (days, index) => firstDay <= days && fields.month.some((range) => isInRange(range, index + 1)),
  );
}

const isInRange = ({ start, end, step }: CronRange, value: number): boolean =>
  value >= start && value <= end && (value - start) % step === 0;

export const cronJob = kind("batch/v1.CronJob", {
  resource: { columns: cronJobColumns },
  rules: [
    hostLikeName,
    name,
    schedule,
    timeZone,
    counts,
    noSelector,
    neverFires,
    ...jobSpecRules<CronJob>(["spec", "jobTemplate", "spec"], ({ spec }) => spec?.jobTemplate?.spec),
    ...podTemplateRules<CronJob>(
      ({ spec }) => spec?.jobTemplate?.spec?.template,
      (place) => place.at("spec", "jobTemplate", "spec", "template"),
    ),
  ],
  applyDefaults(object, context) {
    object.spec ??= {};
    const { spec } = object;
    spec.concurrencyPolicy ||= "Allow";
    spec.suspend ??= false;
    spec.successfulJobsHistoryLimit ??= 3;
    spec.failedJobsHistoryLimit ??= 1;
    spec.jobTemplate ??= {};
    spec.jobTemplate.spec ??= {};
    defaultJobTemplate(spec.jobTemplate.spec, context);
  },
});
