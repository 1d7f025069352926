/**
 * apps/v1 Deployment: equal pods, replaced step by step when their template changes.
 *
 * @module
 */
import type { Deployment } from "../../api/types/apps-v1.ts";
import { rule } from "../../rule/rule.ts";
import { intOrPercentValue } from "../../text/int-or-percent.ts";
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
      at.forbidden('`rollingUpdate` must be absent while `type` is "Recreate"');
      return;
    }
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
    place
      .at("spec", "progressDeadlineSeconds")
      .invalid(`must be above \`minReadySeconds\`, ${minReadySeconds}`, deadline);
  },
);

export const deployment = kind("apps/v1.Deployment", {
  resource: {
    resetFields: { "": ["status"], status: ["spec", "metadata.labels"] },
    columns: deploymentColumns,
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
    podCounts<Deployment>(["updatedReplicas"], true),
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
