/**
 * Demands of the API server on the status that the controller of a Job writes: numbers that agree, and an end that
 * stays.
 *
 * @module
 */
import type { Job, JobSpec, JobStatus } from "../../api/types/batch-v1.ts";
import { formatJson } from "../../json/format-json.ts";
import type { Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";

const holds = ({ conditions = [] }: JobStatus, wanted: string): boolean =>
  conditions.some(({ type, status }) => type === wanted && status === "True");

const isFinished = (status: JobStatus): boolean => holds(status, "Complete") || holds(status, "Failed");

export const jobStatus = rule<Job>(
  {
    id: "job/status",
    severity: "error",
    summary: "status counts do not go down, fit the spec, and a finished Job stays finished",
  },
  ({ spec = {}, status = {} }, place, { oldObject, subresource }) => {
    if (subresource !== "status") return;
    const { status: before = {} }: Job = oldObject ?? {};
    const at = place.at("status");
    checkCounts(status, before, at);
    checkUncounted(status, at);
    checkIndexes(spec, status, before, at);
    checkTimes(spec, status, before, at);
    checkEnd(status, before, at.at("conditions"));
  },
);

const counts = ["active", "succeeded", "failed", "ready", "terminating"] as const;

function checkCounts(status: JobStatus, before: JobStatus, place: Place): void {
  for (const name of counts) {
    const count = status[name] ?? 0;
    if (count < 0) place.at(name).invalid("must be 0 or above", count);
  }
  for (const name of ["failed", "succeeded"] as const) {
    const [count, stored] = [status[name] ?? 0, before[name] ?? 0];
    if (count < stored) place.at(name).invalid(`must be ${stored} or above`, count);
  }
  const { ready = 0, active = 0 } = status;
  const isCounted = ready !== (before.ready ?? 0) || active !== (before.active ?? 0);
  if (isCounted && ready > active) {
    const serverText = `${ready}: cannot set more ready pods than active`;
    place.at("ready").invalid(`must not be above \`active\`, ${active}`, ready, { serverText });
  }
  if (!isFinished(status)) return;
  for (const name of ["active", "terminating"] as const) {
    const count = status[name] ?? 0;
    if (count > 0 && !(isFinished(before) && count === before[name]))
      place.at(name).invalid("must be 0 when the Job is finished", count);
  }
}

function checkUncounted({ uncountedTerminatedPods: pods = {} }: JobStatus, place: Place<JobStatus>): void {
  const list = place.at("uncountedTerminatedPods");
  const seen = new Set<string>();
  for (const name of ["succeeded", "failed"] as const) {
    for (const [index, uid] of (pods[name] ?? []).entries()) {
      const at = list.at(name, index);
      if (uid === "") at.say("must not be empty");
      else if (seen.has(uid)) at.say(`must be unique; got ${uid} again`, { cause: "duplicate" });
      seen.add(uid);
    }
  }
}

/** Single indexes and ranges, ascending: `0,2-4`. */
function areIndexes(text: string, completions: number): boolean {
  let next = 0;
  return text.split(",").every((part) => {
    const [, first = "", last = first] = /^(\d+)(?:-(\d+))?$/.exec(part) ?? [];
    const isAscending = first !== "" && Number(first) >= next && Number(last) >= Number(first);
    next = Number(last) + 1;
    return isAscending && Number(last) < completions;
  });
}

function checkIndexes(spec: JobSpec, status: JobStatus, before: JobStatus, place: Place): void {
  const { completedIndexes = "", failedIndexes } = status;
  const { completions, completionMode, backoffLimitPerIndex } = spec;
  const isSound = (text: string) => completions === undefined || text === "" || areIndexes(text, completions);
  if (completedIndexes !== (before.completedIndexes ?? "")) {
    const at = place.at("completedIndexes");
    if (completionMode !== "Indexed" && completedIndexes !== "") at.invalid("must be empty", completedIndexes);
    else if (!isSound(completedIndexes)) at.invalid("must be indexes such as 0,2-4", completedIndexes);
  }
  if (failedIndexes === undefined || failedIndexes === before.failedIndexes) return;
  const at = place.at("failedIndexes");
  if (backoffLimitPerIndex === undefined) at.invalid("must be absent without `backoffLimitPerIndex`", failedIndexes);
  else if (!isSound(failedIndexes)) at.invalid("must be indexes such as 0,2-4", failedIndexes);
}

function checkTimes({ suspend }: JobSpec, status: JobStatus, before: JobStatus, place: Place): void {
  const { startTime, completionTime } = status;
  const isComplete = holds(status, "Complete");
  // The zero time is null, and no absent value.
  if (before.startTime !== undefined && startTime !== before.startTime && !suspend) {
    const must = "field is immutable for unsuspended job once set";
    place.at("startTime").say("must stay", { serverText: `${formatJson(startTime ?? null)}: ${must}` });
  }
  const at = place.at("completionTime");
  if (completionTime !== before.completionTime || isComplete !== holds(before, "Complete")) {
    if (completionTime && !isComplete) at.invalid("must be absent until the job is complete", completionTime);
    if (!completionTime && isComplete) at.required();
  }
  if (completionTime && before.completionTime && completionTime !== before.completionTime) at.say("must stay");
  if (startTime && completionTime && Date.parse(completionTime) < Date.parse(startTime)) {
    at.invalid("must not be before `startTime`", completionTime);
  }
  if (!startTime && isFinished(status) && !isFinished(before)) place.at("startTime").required();
}

const terminal = ["Failed", "Complete", "FailureTarget", "SuccessCriteriaMet"];

function checkEnd(status: JobStatus, before: JobStatus, place: Place): void {
  const lost = terminal.find((type) => holds(before, type) && !holds(status, type));
  if (lost !== undefined) place.say(`must keep ${lost}: a finished Job stays finished`);
  const [failed, complete, target, met] = terminal.map((type) => holds(status, type));
  const isChanged = (type: string) => holds(before, type) !== holds(status, type);
  if (failed && !target && isChanged("Failed")) place.say("must have FailureTarget together with Failed");
  if (complete && !met && isChanged("Complete")) place.say("must have SuccessCriteriaMet together with Complete");
  if ((met || complete) && (failed || target)) place.say("must be a success or a failure, not both");
}
