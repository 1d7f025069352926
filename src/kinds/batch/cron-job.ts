/**
 * batch/v1 CronJob: starts jobs by the clock.
 *
 * @module
 */
import type { CronJob } from "../../api/types/batch-v1.ts";
import { parseCronSchedule } from "../../lexical/cron-schedule.ts";
import { zoneOffset } from "../../lexical/time-zone.ts";
import { rule } from "../../rule/rule.ts";
import { podTemplateRules } from "../core/pod-rules.ts";
import { kind } from "../kind.ts";
import { defaultJobTemplate, jobSpecRules } from "./job-spec.ts";

/** Jobs are called by the name and eleven more characters. */
const maxNameLength = 52;

const name = rule<CronJob>(
  { id: "cron-job/name", severity: "error", summary: "the name of a CronJob leaves room for the time of its jobs" },
  ({ metadata }, place, { oldObject }) => {
    const text = metadata?.name ?? "";
    if (oldObject === undefined && text.length > maxNameLength) {
      place.at("metadata", "name").invalid(`must have at most ${maxNameLength} characters`, text);
    }
  },
);

const schedule = rule<CronJob>(
  { id: "cron-job/schedule", severity: "error", summary: "a schedule has five fields, or a word such as @daily" },
  ({ spec = {} }, place, { oldObject }) => {
    const at = place.at("spec", "schedule");
    const { schedule: text = "", timeZone } = spec;
    if (text === "") {
      at.required();
      return;
    }
    const plain = text.replace(/^(?:CRON_)?TZ=\S* */, "");
    for (const fault of parseCronSchedule(plain).faults) at.invalid(fault, text);
    if (!text.includes("TZ")) return;
    const hadZone = oldObject?.spec?.schedule?.includes("TZ") === true;
    if (!hadZone) at.invalid("must not name a time zone", text, { help: "write the zone in `timeZone`" });
    else if (timeZone !== undefined) at.invalid("must not name a time zone beside `timeZone`", text);
  },
);

const timeZone = rule<CronJob>(
  { id: "cron-job/time-zone", severity: "error", summary: "a time zone is a name of the IANA database" },
  ({ spec }, place, { oldObject }) => {
    const zone = spec?.timeZone;
    if (zone === undefined || zone === oldObject?.spec?.timeZone) return;
    const isNamed =
      zone !== "" && zone.toLowerCase() !== "local" && !zone.includes(":") && zoneOffset(zone, 0) !== undefined;
    if (!isNamed) {
      place.at("spec", "timeZone").invalid("must be the name of a time zone, such as Europe/Berlin", zone);
    }
  },
);

const counted = ["startingDeadlineSeconds", "successfulJobsHistoryLimit", "failedJobsHistoryLimit"] as const;

const counts = rule<CronJob>(
  { id: "cron-job/counts", severity: "error", summary: "times and limits of a CronJob are not negative" },
  ({ spec = {} }, place) => {
    for (const field of counted) {
      const value = spec[field] ?? 0;
      if (value < 0) place.at("spec", field).invalid("must be 0 or above", value);
    }
  },
);

const noSelector = rule<CronJob>(
  { id: "cron-job/selector", severity: "error", summary: "the jobs of a CronJob get their selectors from the server" },
  ({ spec }, place) => {
    const at = place.at("spec", "jobTemplate", "spec");
    const { selector, manualSelector } = spec?.jobTemplate?.spec ?? {};
    if (selector) at.at("selector").say("must be left to the server", { atKey: true });
    if (manualSelector) at.at("manualSelector").say("must be absent or false; got true", { cause: "unsupported" });
  },
);

export const cronJob = kind("batch/v1.CronJob", {
  rules: [
    name,
    schedule,
    timeZone,
    counts,
    noSelector,
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
