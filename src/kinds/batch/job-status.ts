/**
 * Validates the status that the controller of a Job writes: consistent counters, and a final state that stays. Uses the
 * order and the messages of `validateJobStatus` in Kubernetes, which controllers of other projects rely on.
 *
 * @module
 */
import type { Job, JobSpec, JobStatus } from "../../api/types/batch-v1.ts";
import { formatGoJson, showGoValue } from "../../json/go-value.ts";
import type { Extra, Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";
import { findOverlap, indexesFault } from "./job-indexes.ts";

type ConditionTest = (type: string) => boolean;

const conditionTestOf =
  ({ conditions = [] }: JobStatus): ConditionTest =>
  (wanted) =>
    conditions.some(({ type, status }) => type === wanted && status === "True");

/** The old and new status of an update, and which fields differ. */
interface StatusUpdate {
  readonly spec: JobSpec;
  readonly status: JobStatus;
  readonly before: JobStatus;
  readonly hasCondition: ConditionTest;
  readonly hadCondition: ConditionTest;
  readonly isFinished: boolean;
  /** Whether any of the conditions is true in only one of the two. */
  isConditionChanged(...types: readonly string[]): boolean;
  isChanged(...names: readonly (keyof JobStatus)[]): boolean;
  reportField(name: keyof JobStatus, words: string, extra?: Extra): void;
}

export const jobStatus = rule<Job>(
  {
    id: "job/status",
    severity: "error",
    summary: "counts of finished pods do not decrease, the status fits the spec, and a finished Job stays finished",
  },
  ({ spec = {}, status = {} }, place, { oldObject, subresource }) => {
    if (subresource !== "status") return;
    const at = place.at("status");
    const update = updateOf(spec, status, oldObject?.status ?? {}, at);
    checkCounts(status, at);
    checkUncountedPods(status, at);
    checkConditionPairs(update);
    checkTimes(update);
    checkFinished(update);
    checkIndexes(update);
    checkRest(update);
    checkTransition(update);
  },
);

/** Keeps the faults in the order of the checks, regardless of their fields. */
const inCheckOrder: Extra = { after: ["status"] };

function updateOf(spec: JobSpec, status: JobStatus, before: JobStatus, place: Place<JobStatus>): StatusUpdate {
  const [hasCondition, hadCondition] = [conditionTestOf(status), conditionTestOf(before)];
  const isChanged = (name: keyof JobStatus) =>
    JSON.stringify(status[name] ?? null) !== JSON.stringify(before[name] ?? null);
  return {
    spec,
    status,
    before,
    hasCondition,
    hadCondition,
    isFinished: isFinished(hasCondition),
    isConditionChanged: (...types) => types.some((type) => hasCondition(type) !== hadCondition(type)),
    isChanged: (...names) => names.some(isChanged),
    reportField(name, words, extra = {}) {
      const value = status[name];
      const text = typeof value === "object" || value === undefined ? "" : `${showGoValue(value)}: `;
      place.at(name).say(words, { cause: "invalid", serverText: `${text}${words}`, ...inCheckOrder, ...extra });
    },
  };
}

const isFinished = (hasCondition: ConditionTest): boolean => hasCondition("Complete") || hasCondition("Failed");

const counts = ["active", "succeeded", "failed", "ready", "terminating"] as const;

function checkCounts(status: JobStatus, place: Place<JobStatus>): void {
  for (const name of counts) {
    const count = status[name] ?? 0;
    if (count < 0) place.at(name).invalid("must be 0 or above", count, inCheckOrder);
  }
}

function checkUncountedPods({ uncountedTerminatedPods: pods = {} }: JobStatus, place: Place<JobStatus>): void {
  const list = place.at("uncountedTerminatedPods");
  const seen = new Set<string>();
  for (const name of ["succeeded", "failed"] as const) {
    for (const [index, uid] of (pods[name] ?? []).entries()) {
      const at = list.at(name, index);
      if (uid === "") at.say("must not be empty", { cause: "invalid", value: uid, ...inCheckOrder });
      else if (seen.has(uid))
        at.say("must be unique", { cause: "duplicate", value: uid, serverText: showGoValue(uid), ...inCheckOrder });
      seen.add(uid);
    }
  }
}

const required = (words: string): Extra => ({ cause: "required", serverText: words });

function checkConditionPairs({ hasCondition, isConditionChanged, reportField }: StatusUpdate): void {
  for (const other of ["Failed", "FailureTarget"])
    if (isConditionChanged("Complete", other) && hasCondition("Complete") && hasCondition(other))
      reportField("conditions", `cannot set Complete=True and ${other}=true conditions`);
}

function checkTimes({ status, hasCondition, isConditionChanged, isChanged, reportField }: StatusUpdate): void {
  const { startTime, completionTime } = status;
  const shown = (words: string): Extra => ({ serverText: `${showGoValue(completionTime)}: ${words}` });
  if (isConditionChanged("Complete") || isChanged("completionTime")) {
    const early = "cannot set completionTime when there is no Complete=True condition";
    if (completionTime && !hasCondition("Complete")) reportField("completionTime", early, shown(early));
    const missing = "completionTime is required for Complete jobs";
    if (!completionTime && hasCondition("Complete")) reportField("completionTime", missing, required(missing));
  }
  const isBefore = startTime && completionTime && Date.parse(completionTime) < Date.parse(startTime);
  const words = "must be equal to or after `startTime`";
  if (isBefore && isChanged("startTime", "completionTime")) reportField("completionTime", words, shown(words));
}

function checkFinished(update: StatusUpdate): void {
  const { spec, status, hasCondition, isConditionChanged, isChanged, reportField } = update;
  if (
    (isConditionChanged("Failed") || isChanged("failedIndexes")) &&
    hasCondition("Failed") &&
    !hasCondition("FailureTarget")
  )
    reportField("conditions", "cannot set Failed=True condition without the FailureTarget=true condition");
  if (
    isConditionChanged("Complete", "SuccessCriteriaMet") &&
    hasCondition("Complete") &&
    !hasCondition("SuccessCriteriaMet")
  )
    reportField("conditions", "cannot set Complete=True condition without the SuccessCriteriaMet=true condition");
  if (!update.isFinished) return;
  const isEnded = !isFinished(update.hadCondition);
  if ((isEnded || isChanged("active")) && (status.active ?? 0) > 0)
    reportField("active", "active>0 is invalid for finished job");
  const isEmpty = spec.suspend === true && spec.completions === 0;
  const missing = "startTime is required for finished job";
  if ((isEnded || isChanged("startTime")) && !isEmpty && !status.startTime)
    reportField("startTime", missing, required(missing));
  const { uncountedTerminatedPods: pods } = status;
  if (
    pods &&
    (isEnded || isChanged("uncountedTerminatedPods")) &&
    [pods.failed ?? [], pods.succeeded ?? []].flat().length > 0
  ) {
    const words = "must be empty for finished job";
    // The names of the fields in Go.
    const shown = formatGoJson(
      new Map(Object.entries({ Succeeded: pods.succeeded ?? null, Failed: pods.failed ?? null })),
    );
    reportField("uncountedTerminatedPods", words, { serverText: `${shown}: ${words}` });
  }
}

function checkIndexes({ spec, status, isChanged, reportField }: StatusUpdate): void {
  const { completions, backoffLimitPerIndex } = spec;
  const { completedIndexes = "", failedIndexes } = status;
  const faultOf = (text: string) => (completions == null ? undefined : indexesFault(text, completions));
  const [ofCompleted, ofFailed] = [faultOf(completedIndexes), faultOf(failedIndexes ?? "")];
  if (isChanged("completedIndexes") && ofCompleted !== undefined)
    reportField("completedIndexes", `error parsing completedIndexes: ${ofCompleted}`);
  if (isChanged("failedIndexes") && backoffLimitPerIndex != null && ofFailed !== undefined)
    reportField("failedIndexes", `error parsing failedIndexes: ${ofFailed}`);
  if (isChanged("completedIndexes") && completedIndexes !== "" && spec.completionMode !== "Indexed")
    reportField("completedIndexes", "cannot set non-empty completedIndexes when non-indexed completion mode");
  if (isChanged("failedIndexes") && backoffLimitPerIndex == null && failedIndexes != null)
    reportField("failedIndexes", "cannot set non-null failedIndexes when backoffLimitPerIndex is null");
  if (!isChanged("completedIndexes", "failedIndexes") || completions == null || failedIndexes == null) return;
  const overlap = findOverlap(completedIndexes, failedIndexes, completions);
  if (overlap !== undefined)
    reportField("failedIndexes", `failedIndexes and completedIndexes overlap at index: ${overlap}`);
}

function checkRest(update: StatusUpdate): void {
  const { spec, status, hasCondition, isChanged, reportField } = update;
  const { ready, active = 0, terminating } = status;
  const isEnded = update.isFinished && !isFinished(update.hadCondition);
  if (update.isFinished && (isEnded || isChanged("terminating")) && (terminating ?? 0) > 0)
    reportField("terminating", "terminating>0 is invalid for finished job");
  const isCounted = isChanged("ready") || active !== (update.before.active ?? 0);
  if (isCounted && ready != null && ready > active) reportField("ready", "cannot set more ready pods than active");
  for (const other of ["Failed", "FailureTarget"])
    if (hasCondition("SuccessCriteriaMet") && hasCondition(other))
      reportField("conditions", `cannot set SuccessCriteriaMet=True and ${other}=true conditions`);
  if (spec.successPolicy && !hasCondition("SuccessCriteriaMet") && hasCondition("Complete"))
    reportField("conditions", "cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True");
}

function checkTransition({ spec, status, before, hasCondition, hadCondition, reportField }: StatusUpdate): void {
  for (const type of ["Failed", "Complete", "FailureTarget"])
    if (hadCondition(type) && !hasCondition(type))
      reportField("conditions", `cannot disable the terminal ${type}=True condition`);
  // An Indexed Job whose completions equal its parallelism may be scaled down.
  const isElastic = spec.completionMode === "Indexed" && (spec.completions ?? null) === (spec.parallelism ?? null);
  for (const name of isElastic ? (["failed"] as const) : (["failed", "succeeded"] as const)) {
    if ((status[name] ?? 0) < (before[name] ?? 0))
      reportField(name, `cannot decrease the ${name} counter`, shownCount(status, name));
  }
  const { startTime, completionTime } = status;
  if (completionTime && before.completionTime && completionTime !== before.completionTime)
    reportField("completionTime", "field is immutable");
  const isResuming =
    hadCondition("Suspended") &&
    status.conditions?.some(({ type, status: is }) => type === "Suspended" && is === "False");
  // A zero time is null, which differs from an absent value.
  if (before.startTime !== undefined && startTime !== before.startTime && !spec.suspend && !isResuming) {
    const words = "field is immutable for unsuspended job once set";
    reportField("startTime", words, { serverText: `${showGoValue(startTime ?? null)}: ${words}` });
  }
  if (hadCondition("SuccessCriteriaMet") && !hasCondition("SuccessCriteriaMet"))
    reportField("conditions", "cannot disable the SuccessCriteriaMet=True condition");
  if (hadCondition("Complete") && !hadCondition("SuccessCriteriaMet") && hasCondition("SuccessCriteriaMet"))
    reportField("conditions", "cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions");
}

const shownCount = (status: JobStatus, name: "failed" | "succeeded"): Extra => ({
  serverText: `${status[name] ?? 0}: cannot decrease the ${name} counter`,
});
