/**
 * batch/v1 Job: runs pods until enough of them have succeeded.
 *
 * @module
 */
import type { Job, JobSpec } from "../../api/types/batch-v1.ts";
import type { PodSpec } from "../../api/types/core-v1.ts";
import type { ObjectMeta } from "../../api/types/meta-v1.ts";
import { rule } from "../../rule/rule.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { quoteGo } from "../../text/go-quote.ts";
import { validateDns1123Label } from "../../text/names.ts";
import { unmatchedText } from "../apps/workload.ts";
import { copyTemplateLabels } from "../core/pod-defaults.ts";
import { podTemplateRules } from "../core/pod-rules.ts";
import { kind } from "../kind.ts";
import { labelSelectorFindings, matchesLabels } from "../meta/label-selector.ts";
import { hostLikeName } from "../meta/object-meta-rules.ts";
import { keepStored } from "../meta/stored-part.ts";
import { jobColumns } from "./columns.ts";
import { defaultJobSpec, defaultJobTemplate, jobSpecRules } from "./job-spec.ts";
import { jobStatus } from "./job-status.ts";

/** The labels that kube-apiserver gives the pods; those with the uid only if the object has one. */
const generatedLabels = ({ name = "", uid }: ObjectMeta) => ({
  "job-name": name,
  "batch.kubernetes.io/job-name": name,
  ...(uid ? { "controller-uid": uid, "batch.kubernetes.io/controller-uid": uid } : {}),
});

/** Validates the selector. Without `manualSelector`, kube-apiserver generates it. */
const selector = rule<Job>(
  { id: "job/selector", severity: "error", summary: "a manual selector matches the labels of the pod template" },
  ({ metadata, spec = {} }, place, { oldObject }) => {
    const isGenerated = !spec.manualSelector && oldObject === undefined;
    // kube-apiserver validates a selector that it did not generate after the rest of the spec.
    const after = isGenerated ? {} : { after: ["spec"] };
    const placed = place.changing((finding) => ({ ...finding, ...after }));
    const at = placed.at("spec", "selector");
    const { selector: own, manualSelector, template } = spec;
    if (!own) {
      const { path: field } = place.at("spec", "template", "metadata", "labels");
      const serverText = unmatchedText(template?.metadata?.labels);
      const also = [{ field, cause: "invalid" as const, serverText, ...after }];
      // For a stored job kube-apiserver does not generate the selector again.
      if (oldObject?.spec?.selector) at.required("`selector` must stay set", { serverText: "", also });
      else if (manualSelector) at.required("`selector` must be set with `manualSelector`", { also });
      return;
    }
    const faults = labelSelectorFindings(own);
    at.pass(faults);
    if (faults.length > 0) return;
    if (!manualSelector && oldObject === undefined) {
      const generated = generatedLabels(metadata ?? {});
      if (matchesLabels(own, generated)) return;
      const labels = place.at("spec", "template", "metadata", "labels");
      const isOwnLabel = matchesLabels(own, { ...generated, ...template?.metadata?.labels });
      at.say("must be absent without `manualSelector: true`: the API server sets it", {
        help: "leave `selector` out",
        also: isOwnLabel ? [] : [{ field: labels.path }],
      });
    } else if (!matchesLabels(own, template?.metadata?.labels ?? {})) {
      placed.at("spec", "template", "metadata", "labels").say("must match `spec.selector`", {
        see: at.note("the selector"),
        serverText: unmatchedText(template?.metadata?.labels),
      });
    }
  },
);

/** Validates the name with the highest index: the hostnames of an indexed job's pods are its name and their index. */
const nameAllowsIndexes = rule<Job>(
  { id: "job/name", severity: "error", summary: "the name of an indexed Job leaves room for the highest index" },
  ({ metadata, spec }, place) => {
    const { completionMode, completions = 0 } = spec ?? {};
    if (completionMode !== "Indexed" || completions <= 0 || !metadata?.name) return;
    const { name } = metadata;
    const host = `${name}-${completions - 1}`;
    const serverText = `${quoteGo(name)}: will not able to create pod with invalid DNS label: ${host}`;
    for (const fault of validateDns1123Label(host)) {
      place.at("metadata", "name").invalid(`with its index it ${fault}`, name, { serverText });
    }
  },
);

const fixedFields = [
  "completionMode",
  "podFailurePolicy",
  "backoffLimitPerIndex",
  "managedBy",
  "successPolicy",
] as const;

/** Which parts of the pod template an update may change. */
interface MutableParts {
  readonly placement: boolean;
  readonly resources: boolean;
}

/**
 * Decides what an update may change: while a job is suspended and none of its pods run, another controller may set
 * where and with which resources they run.
 */
function mutableParts({ spec, status = {} }: Job, isEnabled: (gate: string) => boolean): MutableParts {
  const isSuspended = spec?.suspend === true;
  const { active = 0, conditions = [], startTime } = status;
  const waits = conditions.some(({ type, status: state }) => type === "Suspended" && state === "True");
  const isIdle = isSuspended && (startTime === undefined || waits) && active === 0;
  return {
    placement: isEnabled("MutableSchedulingDirectivesForSuspendedJobs")
      ? isIdle
      : isSuspended && startTime === undefined,
    resources: isIdle && isEnabled("MutablePodResourcesForSuspendedJobs"),
  };
}

function withoutMutableParts({ template }: JobSpec, { placement, resources }: MutableParts): object {
  const { metadata, spec = {} } = template ?? {};
  const bare = (containers: PodSpec["containers"]) => containers?.map(({ resources: _, ...rest }) => rest);
  const held = resources
    ? { ...spec, containers: bare(spec.containers), initContainers: bare(spec.initContainers) }
    : spec;
  // If resources may change, kube-apiserver does not compare the metadata of the template.
  if (!placement) return resources ? { spec: held } : { metadata, spec: held };
  const { affinity, nodeSelector: _selector, tolerations: _tolerations, schedulingGates: _gates, ...rest } = held;
  const { labels: _labels, annotations: _annotations, ...named } = metadata ?? {};
  const { nodeAffinity: _node, ...others } = affinity ?? {};
  const kept = { ...rest, affinity: Object.keys(others).length > 0 ? others : undefined };
  return resources ? { spec: kept } : { metadata: named, spec: kept };
}

const fixed = rule<Job>(
  {
    id: "job/immutable",
    severity: "error",
    summary: "the pod template, selector, completion mode and policies of a Job are immutable",
  },
  ({ spec = {} }, place, { oldObject, isEnabled }) => {
    const stored = oldObject?.spec;
    if (!stored) return;
    const at = place.changing((finding) => ({ ...finding, after: ["spec"] })).at("spec");
    const isIndexed = spec.completionMode === "Indexed";
    const moves = spec.completions !== stored.completions;
    if (moves && (!isIndexed || (spec.completions !== undefined && spec.completions !== spec.parallelism))) {
      const must = isIndexed ? "must change together with `parallelism`" : "field is immutable";
      at.at("completions").say(must);
    }
    if (!semanticEqual(spec.selector, stored.selector)) at.at("selector").say("field is immutable");
    const open = mutableParts(oldObject, isEnabled);
    if (!semanticEqual(withoutMutableParts(spec, open), withoutMutableParts(stored, open))) {
      const must = open.placement ? "field is immutable, except the fields for scheduling" : "field is immutable";
      at.at("template").say(must, {
        atKey: true,
        field: open.resources ? at.at("template", "spec").path : at.at("template").path,
      });
    }
    for (const name of fixedFields) {
      if (!semanticEqual(spec[name], stored[name])) at.at(name).say("field is immutable");
    }
  },
);

export const job = kind("batch/v1.Job", {
  // In the jobs of a CronJob, kube-apiserver keeps these fields even if their gates are off.
  notes: { "spec.managedBy": { "x-gate": "JobManagedBy" }, "spec.successPolicy": { "x-gate": "JobSuccessPolicy" } },
  rules: [
    hostLikeName,
    selector,
    nameAllowsIndexes,
    ...jobSpecRules<Job>(["spec"], ({ spec }) => spec),
    ...podTemplateRules<Job>(
      ({ spec }) => spec?.template,
      (place) => place.at("spec", "template"),
    ),
    fixed,
    jobStatus,
  ],
  applyDefaults(object, context) {
    object.spec ??= {};
    copyTemplateLabels(object, object.spec.template);
    defaultJobSpec(object.spec);
    defaultJobTemplate(object.spec, context);
  },
  resource: {
    columns: jobColumns,
    selectableFields: ({ status }) => ({ "status.successful": String(status?.succeeded ?? 0) }),
    prepareForCreate(object) {
      delete object.status;
      if (!object.spec?.manualSelector) selectOwnPods(object);
    },
    prepareForSubresource(_subresource, object, oldObject) {
      keepStored("spec", object, oldObject);
      copyTemplateLabels(object, object.spec?.template);
    },
  },
});

/** Sets the labels and the selector of a job without its own selector, which selects its pods by the uid of the job. */
function selectOwnPods({ metadata = {}, spec = {} }: Job): void {
  const { name = "", uid = "" } = metadata;
  const own = { "batch.kubernetes.io/controller-uid": uid };
  const labels = { "controller-uid": uid, "job-name": name, "batch.kubernetes.io/job-name": name, ...own };
  const { template = {} } = spec;
  const all = { ...labels, ...template.metadata?.labels };
  // In Go both share one map, since defaulting assigns the labels of the template to the job.
  if (metadata.labels !== undefined && metadata.labels === template.metadata?.labels) metadata.labels = all;
  spec.template = { ...template, metadata: { ...template.metadata, labels: all } };
  spec.selector = { ...spec.selector, matchLabels: { ...own, ...spec.selector?.matchLabels } };
}
