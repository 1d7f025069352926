/**
 * The spec of a job, in a Job and in the template of a CronJob: its pods, how many must succeed, and which failures
 * count.
 *
 * @module
 */
import type {
  JobSpec,
  PodFailurePolicyOnExitCodesRequirement,
  PodFailurePolicyOnPodConditionsPattern,
  PodFailurePolicyRule,
  SuccessPolicyRule,
} from "../../api/types/batch-v1.ts";
import { formatJson } from "../../json/format-json.ts";
import type { RuleContext } from "../../rule/context.ts";
import { atMostBytes, type Demand, domainPrefixedPath, each, noMoreThan, required, text } from "../../rule/demand.ts";
import { atMost } from "../../rule/list-demands.ts";
import type { Place } from "../../rule/place.ts";
import { unique } from "../../rule/repeated.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { quoteGo } from "../../text/go-quote.ts";
import { validateQualifiedName } from "../../text/names.ts";
import { defaultPodSpec } from "../core/pod-defaults.ts";
import { checkScheduling } from "./job-scheduling.ts";

const limits = {
  indexedParallelism: 100_000,
  failedIndexes: 100_000,
  /** With more completions than this, the two limits below apply. */
  manyCompletions: 100_000,
  parallelismOfMany: 10_000,
  failedIndexesOfMany: 10_000,
  rules: 20,
  podConditions: 20,
  exitCodes: 255,
  managedByBytes: 63,
  indexesBytes: 64 * 1024,
};

const nonNegativeCounts = [
  "parallelism",
  "completions",
  "activeDeadlineSeconds",
  "backoffLimit",
  "ttlSecondsAfterFinished",
  "backoffLimitPerIndex",
  "maxFailedIndexes",
] as const;

/** Validates one aspect of a job spec. @param stored - the job spec before an update */
type SpecDemand = (spec: JobSpec, place: Place<JobSpec>, stored?: JobSpec) => void;

const counts: SpecDemand = (spec, place) => {
  for (const name of nonNegativeCounts) {
    const value = spec[name] ?? 0;
    if (value < 0) place.at(name).invalid("must be 0 or above", value);
  }
  const { managedBy } = spec;
  if (managedBy === undefined) return;
  required(managedBy, place.at("managedBy"), domainPrefixedPath);
  atMostBytes(limits.managedByBytes)(managedBy, place.at("managedBy"));
};

const isIndexed = ({ completionMode }: JobSpec): boolean => completionMode === "Indexed";

const indexes: SpecDemand = (spec, place) => {
  const { completions, parallelism = 0, maxFailedIndexes, backoffLimitPerIndex } = spec;
  if (maxFailedIndexes !== undefined && backoffLimitPerIndex === undefined) {
    const after = place.at("maxFailedIndexes").path;
    const message = "`backoffLimitPerIndex` must be set together with `maxFailedIndexes`";
    place.at("backoffLimitPerIndex").required(message, { after });
  }
  if (!isIndexed(spec)) {
    // An unknown mode may be a misspelled "Indexed".
    if ((spec.completionMode ?? "NonIndexed") !== "NonIndexed") return;
    for (const name of ["backoffLimitPerIndex", "maxFailedIndexes"] as const) {
      const value = spec[name];
      if (value !== undefined) place.at(name).invalid('must be absent unless `completionMode` is "Indexed"', value);
    }
    return;
  }
  if (completions === undefined) place.at("completions").required("`completions` must be set for an indexed job");
  const { indexedParallelism: most } = limits;
  noMoreThan(most, `${most} when completion mode is Indexed`)(parallelism, place.at("parallelism"));
  if (maxFailedIndexes !== undefined) {
    const at = place.at("maxFailedIndexes");
    if (completions !== undefined) noMoreThan(completions, "completions")(maxFailedIndexes, at);
    noMoreThan(limits.failedIndexes)(maxFailedIndexes, at);
  }
  if ((completions ?? 0) <= limits.manyCompletions) return;
  if (backoffLimitPerIndex === undefined) {
    adviseOnManyIndexes(parallelism, place);
    return;
  }
  const when = `when completions are above ${limits.manyCompletions} and used with backoff limit per index`;
  if (maxFailedIndexes === undefined) {
    place.at("maxFailedIndexes").required(`must be set with more than ${limits.manyCompletions} completions`);
  } else {
    const { failedIndexesOfMany: mostFailed } = limits;
    noMoreThan(mostFailed, `${mostFailed} ${when}`)(maxFailedIndexes, place.at("maxFailedIndexes"));
  }
  const { parallelismOfMany } = limits;
  noMoreThan(parallelismOfMany, `${parallelismOfMany} ${when}`)(parallelism, place.at("parallelism"));
};

function adviseOnManyIndexes(parallelism: number, place: Place<JobSpec>): void {
  if (parallelism <= limits.parallelismOfMany) return;
  const must = `should be at most ${limits.parallelismOfMany} with more than ${limits.manyCompletions} completions`;
  place.at("parallelism").invalid(must, parallelism, {
    severity: "warning",
    help: "with more, Kubernetes may lose track of completed indexes when many fail",
    field: place.path,
    serverWarning:
      "{field}: In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail",
  });
}

function exitCodes(
  { containerName, operator, values: codes }: PodFailurePolicyOnExitCodesRequirement,
  place: Place<PodFailurePolicyOnExitCodesRequirement>,
  { template }: JobSpec,
): void {
  if (!operator) place.at("operator").required();
  const { containers, initContainers = [] } = template?.spec ?? {};
  const isKnown = [...(containers ?? []), ...initContainers].some(({ name }) => name === containerName);
  if (containerName !== undefined && !isKnown) {
    place.at("containerName").invalid("must be the name of a container of the template", containerName);
  }
  const at = place.at("values");
  const values = codes ?? [];
  if (values.length === 0) at.say("must have at least one value");
  atMost(limits.exitCodes, values, at);
  if (operator === "In" && values.includes(0)) at.at(values.indexOf(0)).invalid('must not be 0 with "In"', 0);
  unique(values, at, {
    textOf: String,
    placeOf: (item) => item,
    message: (code) => `must be unique; got ${code} again`,
  });
  if (values.some((value, index) => value < (values[index - 1] ?? value))) {
    const serverText = `${formatJson(values)}: must be ordered`;
    at.invalid("must be in ascending order", values.join(", "), { serverText });
  }
}

const conditionType = text(validateQualifiedName);
const conditionStatus: Demand<string> = (status, place) => {
  if (!conditionStates.includes(status)) place.unsupported(conditionStates, status);
};

const podCondition: Demand<PodFailurePolicyOnPodConditionsPattern> = ({ type = "", status }, place) => {
  conditionType(type, place.at("type"));
  required(status, place.at("status"), conditionStatus);
};
const conditionStates = ["False", "True", "Unknown"];

function failureRule(rule: PodFailurePolicyRule, place: Place<PodFailurePolicyRule>, spec: JobSpec): void {
  const { action, onExitCodes, onPodConditions = [] } = rule;
  if (!action) place.at("action").required();
  else if (action === "FailIndex" && spec.backoffLimitPerIndex === undefined) {
    place.at("action").invalid("must not be FailIndex without `backoffLimitPerIndex`", action);
  }
  if (onExitCodes) exitCodes(onExitCodes, place.at("onExitCodes"), spec);
  atMost(limits.podConditions, onPodConditions, place.at("onPodConditions"));
  each(onPodConditions, place.at("onPodConditions"), podCondition);
  if ((onExitCodes !== undefined) === onPodConditions.length > 0) {
    const words = onExitCodes
      ? "specifying both OnExitCodes and OnPodConditions is not supported"
      : "specifying one of OnExitCodes and OnPodConditions is required";
    place.say("must have either `onExitCodes` or `onPodConditions`", { serverText: words });
  }
}

const failurePolicy: SpecDemand = (spec, place) => {
  const rules = spec.podFailurePolicy?.rules ?? [];
  const at = place.at("podFailurePolicy", "rules");
  atMost(limits.rules, rules, at);
  each(rules, at, (item, own) => failureRule(item, own, spec));
};

interface IndexesFault {
  readonly demand: string;
  /** kube-apiserver's message. */
  readonly words: string;
}

/** Parses a whole number like Go; undefined for other text. */
const indexOf = (text: string): number | undefined => (/^\+?\d+$/.test(text) ? Number(text) : undefined);

/** Returns the first and the last index of a part of a list, such as `3` or `3-5`, or its fault. */
function intervalOf(part: string, completions: number): readonly [from: number, to: number] | IndexesFault {
  const limits = part.split("-");
  if (limits.length > 2) {
    const rule = "violates the requirement that an index interval can have at most two parts separated by '-'";
    return { demand: numbersAndRanges, words: `the fragment ${quoteGo(part)} ${rule}` };
  }
  for (const text of limits) {
    const index = indexOf(text);
    if (index === undefined) {
      return { demand: numbersAndRanges, words: `cannot convert string to integer for index: ${quoteGo(text)}` };
    }
    if (index >= completions) {
      return { demand: `must be below ${completions}, the completions`, words: `too large index: ${quoteGo(text)}` };
    }
  }
  const [from = 0, to = from] = limits.map(Number);
  return limits.length === 2 && from >= to ? unorderedFault(from, to) : [from, to];
}

const numbersAndRanges = "must be whole numbers and ranges such as 3-5";

const unorderedFault = (before: number, now: number): IndexesFault => ({
  demand: "must be in ascending order",
  words: `non-increasing order, previous: ${before}, current: ${now}`,
});

/** Returns the number of indexes in a list such as `0-2,5`, or its fault. */
function countIndexes(list: string, completions: number): number | IndexesFault {
  if (list === "") return 0;
  let total = 0;
  let last = -1;
  for (const part of list.split(",")) {
    const interval = intervalOf(part, completions);
    if ("demand" in interval) return interval;
    const [from, to] = interval;
    if (from <= last) return unorderedFault(last, from);
    total += to - from + 1;
    last = to;
  }
  return total;
}

function successRule(
  { succeededIndexes, succeededCount }: SuccessPolicyRule,
  place: Place<SuccessPolicyRule>,
  { completions = 0 }: JobSpec,
): void {
  if (succeededIndexes === undefined && succeededCount === undefined) {
    place.required("must have `succeededCount` or `succeededIndexes`");
  }
  const total = succeededIndexes === undefined ? completions : countIndexes(succeededIndexes, completions);
  if ((succeededIndexes ?? "").length > limits.indexesBytes) {
    place.at("succeededIndexes").say(`must have at most ${limits.indexesBytes} bytes`, { cause: "too-long" });
  }
  if (typeof total === "object") {
    const { demand, words } = total;
    const serverText = `${quoteGo(succeededIndexes ?? "")}: error parsing succeededIndexes: ${words}`;
    place.at("succeededIndexes").invalid(demand, succeededIndexes ?? "", { serverText });
  }
  const counted = typeof total === "object" ? 0 : total;
  const named = succeededIndexes === undefined ? undefined : counted;
  if (succeededCount !== undefined) checkSucceeded(succeededCount, place.at("succeededCount"), { completions, named });
}

/** @param bounds - the completions, and the number of indexes in the rule */
function checkSucceeded(
  count: number,
  place: Place<number>,
  { completions, named }: { readonly completions: number; readonly named: number | undefined },
): void {
  const most = Math.min(named ?? completions, completions);
  if (count >= 0 && count <= most) return;
  const ofCompletions = `must be less than or equal to ${completions} (the number of specified completions)`;
  const ofIndexes = `must be less than or equal to ${named} (the number of indexes in the specified succeededIndexes field)`;
  const words = [
    ...(count < 0 ? ["must be greater than or equal to 0"] : []),
    ...(count > completions ? [ofCompletions] : []),
    ...(named !== undefined && count > named ? [ofIndexes] : []),
  ].map((demand) => `${count}: ${demand}`);
  place.invalid(`must be from 0 to ${most}`, count, {
    serverText: words[0] ?? "",
    also: words.slice(1).map((serverText) => ({ serverText })),
  });
}

const successPolicy: SpecDemand = (spec, place) => {
  if (!spec.successPolicy) return;
  const at = place.at("successPolicy");
  if (!isIndexed(spec)) {
    at.say('must be absent unless `completionMode` is "Indexed"', { atKey: true });
    return;
  }
  const rules = spec.successPolicy.rules ?? [];
  if (rules.length === 0) at.at("rules").required("must have at least one rule");
  atMost(limits.rules, rules, at.at("rules"));
  if (spec.completions !== undefined) each(rules, at.at("rules"), (item, own) => successRule(item, own, spec));
};

const podRestartPolicy: SpecDemand = (spec, place) => {
  const at = place.at("template", "spec", "restartPolicy");
  const { restartPolicy = "" } = spec.template?.spec ?? {};
  if (restartPolicy === "Always" || restartPolicy === "") {
    at.required(
      '`restartPolicy` must be "OnFailure" or "Never": with the default "Always", the Job would never finish',
      { serverText: 'valid values: "OnFailure", "Never"' },
    );
  } else if (spec.podFailurePolicy && restartPolicy === "OnFailure") {
    at.invalid('must be "Never" with `podFailurePolicy`', restartPolicy);
  }
  const { podReplacementPolicy } = spec;
  if (spec.podFailurePolicy && podReplacementPolicy !== undefined && podReplacementPolicy !== "Failed") {
    place.at("podReplacementPolicy").unsupported(["Failed"], podReplacementPolicy);
  }
};

const specRules: readonly { readonly id: string; readonly summary: string; readonly demand: SpecDemand }[] = [
  {
    id: "job/counts",
    summary: "counts of a Job are not negative, and `managedBy` is a domain-prefixed path",
    demand: counts,
  },
  {
    id: "job/indexes",
    summary: "an indexed Job has `completions`, and its limits are within bounds",
    demand: indexes,
  },
  { id: "job/pod-failure-policy", summary: "rules of `podFailurePolicy` are well-formed", demand: failurePolicy },
  {
    id: "job/success-policy",
    summary: "rules of `successPolicy` name indexes that the Job has",
    demand: successPolicy,
  },
  {
    id: "job/scheduling",
    summary: "a Job schedules its pods with the policy basic, or as a gang of at most `parallelism` pods",
    demand: checkScheduling,
  },
  {
    id: "job/pods-end",
    summary: "the pod template has `restartPolicy: Never` or `OnFailure`",
    demand: podRestartPolicy,
  },
];

/** Returns the rules for the job spec at `path`. */
export function jobSpecRules<T>(path: readonly string[], of: (object: T) => JobSpec | undefined): readonly Rule<T>[] {
  return specRules.map(({ demand, ...info }) =>
    rule<T>({ ...info, severity: "error" }, (object, place, { oldObject }) =>
      demand(of(object) ?? {}, place.along(path), oldObject && of(oldObject)),
    ),
  );
}

const maxInt32 = 2 ** 31 - 1;

/**
 * Sets the defaults of a Job's spec. The template of a CronJob gets them only when the controller creates a Job from
 * it.
 */
export function defaultJobSpec(spec: JobSpec): void {
  if (spec.parallelism === undefined) spec.completions ??= 1;
  spec.parallelism ??= 1;
  spec.backoffLimit ??= spec.backoffLimitPerIndex === undefined ? 6 : maxInt32;
  spec.completionMode ??= "NonIndexed";
  spec.suspend ??= false;
  spec.podReplacementPolicy ??= spec.podFailurePolicy ? "Failed" : "TerminatingOrFailed";
  spec.manualSelector ??= false;
}

/** Sets the defaults that every job spec has, including that of a CronJob's template. */
export function defaultJobTemplate(spec: JobSpec, context: RuleContext): void {
  for (const { onPodConditions = [] } of spec.podFailurePolicy?.rules ?? []) {
    for (const condition of onPodConditions) condition.status ||= "True";
  }
  spec.template ??= {};
  spec.template.spec ??= {};
  defaultPodSpec(spec.template.spec, context);
}
