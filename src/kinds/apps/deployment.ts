/**
 * apps/v1 Deployment: identical pods, replaced gradually when their template changes.
 *
 * @module
 */
import type { Deployment } from "../../api/types/apps-v1.ts";
import type { Finding } from "../../rule/finding.ts";
import { rule } from "../../rule/rule.ts";
import { intOrPercentValue } from "../../text/int-or-percent.ts";
import { parseInt64 } from "../../text/int64.ts";
import { defaultPodSpec } from "../core/pod-defaults.ts";
import { podTemplateRules } from "../core/pod-rules.ts";
import { kind } from "../kind.ts";
import { hostLikeName } from "../meta/object-meta-rules.ts";
import { keepStored } from "../meta/stored-part.ts";
import { checkShare, checkSurge, limitedWorkloadRules, podCounts } from "./workload.ts";
import { deploymentColumns } from "./workload-columns.ts";

const strategy = rule<Deployment>(
  {
    id: "deployment/strategy",
    severity: "error",
    summary: "a rolling update has `maxSurge` or `maxUnavailable` above 0; Recreate has no `rollingUpdate`",
  },
  ({ spec }, place) => {
    const { type, rollingUpdate: rolling } = spec?.strategy ?? {};
    if (!rolling) return;
    const at = place.at("spec", "strategy", "rollingUpdate");
    if (type === "Recreate") {
      at.forbidden('`rollingUpdate` must be absent while `type` is "Recreate"', {
        serverText: "may not be specified when strategy `type` is 'Recreate'",
      });
      return;
    }
    // The schema reports an unknown type.
    if (type !== "RollingUpdate") return;
    const { maxUnavailable = 0, maxSurge = 0 } = rolling;
    checkShare(maxUnavailable, at.at("maxUnavailable"));
    checkSurge(maxSurge, at.at("maxSurge"));
    if (intOrPercentValue(maxUnavailable) === 0 && intOrPercentValue(maxSurge) === 0) {
      at.at("maxUnavailable").invalid("must be above 0 while `maxSurge` is 0", maxUnavailable, {
        help: "omit both for the default of 25% each",
      });
    }
  },
);

const progressDeadline = rule<Deployment>(
  {
    id: "deployment/progress-deadline",
    severity: "error",
    summary: "`progressDeadlineSeconds` is above `minReadySeconds`",
  },
  ({ spec = {} }, place) => {
    const { progressDeadlineSeconds: deadline, minReadySeconds = 0 } = spec;
    if (deadline === undefined || deadline > Math.max(minReadySeconds, -1)) return;
    const also = deadline < 0 ? [{ serverText: `${deadline}: must be greater than or equal to 0` }] : [];
    place
      .at("spec", "progressDeadlineSeconds")
      .invalid(`must be above \`minReadySeconds\`, ${minReadySeconds}`, deadline, { also });
  },
);

/**
 * The annotation with the revision to roll back to. It was a field before apps/v1, and still is one in kube-apiserver's
 * internal type.
 */
const rollbackTo = "deprecated.deployment.rollback.to";

function rollbackFindings({ metadata }: Deployment): Finding[] {
  const value = metadata?.annotations?.[rollbackTo] ?? "";
  const revision = value === "" ? 0n : parseInt64(value);
  if (typeof revision === "bigint") return [];
  const path = ["metadata", "annotations", rollbackTo];
  const serverText = `failed to parse annotation[${rollbackTo}]=${value} as int64: ${revision}`;
  return [
    { path, message: `must be a 64-bit integer; got ${JSON.stringify(value)}`, cause: "decode", value, serverText },
  ];
}

const rollbackRevision = rule<Deployment>(
  {
    id: "deployment/rollback-to",
    severity: "error",
    summary: "the annotation `deprecated.deployment.rollback.to` is an integer",
  },
  (object, place) => {
    place.pass(rollbackFindings(object));
    const value = object.metadata?.annotations?.[rollbackTo] ?? "";
    const revision = parseInt64(value);
    if (typeof revision === "string" || revision >= 0) return;
    place.at("metadata", "annotations", rollbackTo).say(`must be 0 or above; got ${JSON.stringify(value)}`, {
      field: ["spec", "rollback", "version"],
      serverText: `${revision}: must be greater than or equal to 0`,
    });
  },
);

/** Rewrites the annotation as kube-apiserver stores it, and drops an empty one. */
function writeRollback({ metadata }: Deployment): void {
  const { [rollbackTo]: value, ...others } = metadata?.annotations ?? {};
  if (!metadata || value === undefined) return;
  const revision = parseInt64(value);
  if (value !== "" && typeof revision === "string") return;
  metadata.annotations = value === "" ? others : { ...others, [rollbackTo]: String(revision) };
}

export const deployment = kind("apps/v1.Deployment", {
  resource: {
    resetFields: { "": ["status"], status: ["spec", "metadata.labels"] },
    columns: deploymentColumns,
    fieldAnnotations: [rollbackTo],
    readFreeFields: (object) => ({ unfit: rollbackFindings(object), unknown: [] }),
    moveWritten: writeRollback,
    prepareForSubresource(_subresource, object, oldObject) {
      keepStored("spec", object, oldObject);
      object.metadata ??= {};
      keepStored("labels", object.metadata, oldObject.metadata ?? {});
    },
  },
  rules: [
    hostLikeName,
    ...limitedWorkloadRules,
    ...podTemplateRules<Deployment>(
      ({ spec }) => spec?.template,
      (place) => place.at("spec", "template"),
    ),
    strategy,
    progressDeadline,
    rollbackRevision,
    podCounts<Deployment>(["updatedReplicas", "readyReplicas"], true),
  ],
  applyDefaults(object, context) {
    object.spec ??= {};
    const { spec } = object;
    spec.replicas ??= 1;
    spec.strategy ??= {};
    spec.strategy.type ||= "RollingUpdate";
    if (spec.strategy.type === "RollingUpdate") {
      spec.strategy.rollingUpdate = { maxUnavailable: "25%", maxSurge: "25%", ...spec.strategy.rollingUpdate };
    }
    spec.revisionHistoryLimit ??= 10;
    spec.progressDeadlineSeconds ??= 600;
    spec.template ??= {};
    spec.template.spec ??= {};
    defaultPodSpec(spec.template.spec, context);
  },
});
