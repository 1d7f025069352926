/**
 * apps/v1 StatefulSet: pods with stable names and separate storage.
 *
 * @module
 */
import type { StatefulSet } from "../../api/types/apps-v1.ts";
import type { PodTemplateSpec } from "../../api/types/core-v1.ts";
import type { Found } from "../../kind/kind.ts";
import type { RuleContext } from "../../rule/context.ts";
import type { Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { intOrPercentValue } from "../../text/int-or-percent.ts";
import { validateDns1123Label } from "../../text/names.ts";
import { adviseOnClaim, claimSpec, wholeBytesInfo } from "../core/claim-checks.ts";
import { defaultClaimSpec, defaultClaimStatus } from "../core/claim-defaults.ts";
import { defaultPodSpec } from "../core/pod-defaults.ts";
import { podTemplateRules } from "../core/pod-rules.ts";
import { kind } from "../kind.ts";
import { checkShare, podCounts, workloadRules } from "./workload.ts";
import { statefulSetColumns } from "./workload-columns.ts";

type Spec = NonNullable<StatefulSet["spec"]>;
type UpdateStrategy = NonNullable<Spec["updateStrategy"]>;

/**
 * Returns the template as the controller uses it for pods: it sets the names itself, and adds a volume for each claim
 * template.
 */
function podTemplate({ template = {}, volumeClaimTemplates = [] }: Spec): PodTemplateSpec {
  const { subdomain: _subdomain, hostname: _hostname, volumes = [], ...spec } = template.spec ?? {};
  const claims = volumeClaimTemplates.flatMap(({ metadata }) => metadata?.name || []);
  const claimVolume = (name: string) => ({ name, persistentVolumeClaim: { claimName: name } });
  const kept = volumes.map((volume) => (claims.includes(volume.name ?? "") ? claimVolume(volume.name ?? "") : volume));
  const added = [...new Set(claims)].filter((name) => !volumes.some((volume) => volume.name === name)).map(claimVolume);
  return { ...template, spec: { ...spec, volumes: [...kept, ...added] } };
}

const updateStrategy = rule<StatefulSet>(
  {
    id: "stateful-set/update-strategy",
    severity: "error",
    summary: "an update strategy is valid, and OnDelete has no `rollingUpdate`",
  },
  ({ spec }, place, visit) => {
    const { type, rollingUpdate: rolling } = spec?.updateStrategy ?? {};
    const at = place.at("spec", "updateStrategy", "rollingUpdate");
    if (type === "Recreate" && visit.reaches("1.37") && !visit.isEnabled("StatefulSetRecreateStrategy")) {
      place
        .at("spec", "updateStrategy", "type")
        .say('"Recreate" is off by default; the feature gate StatefulSetRecreateStrategy turns it on', {
          field: place.at("spec", "updateStrategy").path,
        });
      return;
    }
    if (!rolling) return;
    if (type === "OnDelete" || type === "Recreate") {
      at.say('`rollingUpdate` must be absent unless `type` is "RollingUpdate"', { atKey: true });
    }
    if (type !== "RollingUpdate") return;
    const { partition = 0, maxUnavailable } = rolling;
    if (partition < 0) at.at("partition").invalid("must be 0 or above", partition);
    checkShare(maxUnavailable, at.at("maxUnavailable"));
    if (maxUnavailable !== undefined && intOrPercentValue(maxUnavailable) === 0) {
      at.at("maxUnavailable").invalid("must be above 0", maxUnavailable);
    }
  },
);

const names = rule<StatefulSet>(
  {
    id: "stateful-set/names",
    severity: "error",
    summary: "`serviceName` is a DNS label, and ordinals start at 0 or above",
  },
  ({ spec = {} }, place, { oldObject }) => {
    const { serviceName, ordinals } = spec;
    if (serviceName && oldObject === undefined) {
      for (const fault of validateDns1123Label(serviceName))
        place.at("spec", "serviceName").invalid(fault, serviceName);
    }
    const start = ordinals?.start ?? 0;
    if (start < 0) place.at("spec", "ordinals", "start").invalid("must be 0 or above", start);
  },
);

const claims = rule<StatefulSet>(
  {
    id: "stateful-set/claims",
    severity: "error",
    summary: "volume claim templates are valid claims",
  },
  ({ spec }, place, visit) => {
    // kube-apiserver builds one volume for all claims with the same name, so only the first unnamed claim gets the
    // second error.
    const unnamed = spec?.volumeClaimTemplates?.findIndex(({ metadata }) => !metadata?.name);
    spec?.volumeClaimTemplates?.forEach((claim, index) => {
      const at = place.at("spec", "volumeClaimTemplates", index);
      checkVolumeName(claim.metadata?.name ?? "", at.at("metadata", "name"), index === unnamed);
      if (visit.oldObject === undefined) claimSpec(claim.spec ?? {}, at.at("spec"));
    });
  },
);

/**
 * Reports a missing name. Other faults of names are reported as faults of the pods' volumes, which errors of
 * kube-apiserver name.
 */
function checkVolumeName(name: string, place: Place, isFirst: boolean): void {
  if (name !== "") return;
  const volume = ["spec", "template", "spec", "volumes", 0];
  const claimName = { field: [...volume, "persistentVolumeClaim", "claimName"], serverText: "" };
  place.required("`name` must be set: it names the volume", {
    field: [...volume, "name"],
    serverText: "",
    also: isFirst ? [claimName] : [],
  });
}

const fixedFields = ["volumeClaimTemplates", "serviceName", "podManagementPolicy"] as const;

const fixed = rule<StatefulSet>(
  {
    id: "stateful-set/immutable",
    severity: "error",
    summary: "volume claim templates, `serviceName` and `podManagementPolicy` are immutable",
  },
  ({ spec = {} }, place, { oldObject }) => {
    const stored = oldObject?.spec;
    if (!stored) return;
    for (const name of fixedFields) {
      if (semanticEqual(spec[name], stored[name])) continue;
      place.at("spec", name).say("field is immutable", { atKey: true, after: ["spec"] });
    }
  },
);

const wholeBytes = rule<StatefulSet>(wholeBytesInfo, ({ spec }, place, { isUpdate }) => {
  const list = place.at("spec", "volumeClaimTemplates");
  spec?.volumeClaimTemplates?.forEach((claim, index) => {
    // The paths in kube-apiserver's warnings lack the name of the field, or spell it `Spec` for updates.
    const upstream = [...list.path, index, ...(isUpdate ? ["Spec"] : [])];
    if (claim.spec) adviseOnClaim(claim.spec, list.at(index, "spec"), upstream);
  });
});

const historyLimit = rule<StatefulSet>(
  {
    id: "stateful-set/history-limit",
    severity: "warning",
    summary: "`revisionHistoryLimit` is not negative: a negative one keeps every revision",
  },
  ({ spec: { revisionHistoryLimit: limit = 0 } = {} }, place) => {
    if (limit >= 0) return;
    place.at("spec", "revisionHistoryLimit").invalid("should be 0 or above", limit, {
      serverWarning: "{field}: a negative value retains all historical revisions; a value >= 0 is recommended",
    });
  },
);

const defaultUpdate = "RollingUpdate";

/**
 * Returns the update strategy with defaults. They apply if there is no type, or if `rollingUpdate` is set and the type
 * does not contradict it.
 */
function defaultStrategy({ type, rollingUpdate }: UpdateStrategy = {}, { isEnabled }: RuleContext): UpdateStrategy {
  const held = rollingUpdate ?? (type ? undefined : {});
  if (!held || (type && type !== defaultUpdate))
    return { ...(type ? { type } : {}), ...(held ? { rollingUpdate: held } : {}) };
  held.partition ??= 0;
  if (isEnabled("MaxUnavailableStatefulSet")) held.maxUnavailable ??= 1;
  return { type: defaultUpdate, rollingUpdate: held };
}

const templates: ReadonlySet<unknown> = new Set(["template", "volumeClaimTemplates"]);

/**
 * Returns the release since which kube-apiserver rejects a finding; undefined if all do. Older releases validate the
 * service name and the templates only when the controller creates pods and claims from them.
 */
function refusesSince({ rule: id, path }: Found): string | undefined {
  if (id === names.id && path[1] === "serviceName") return "1.33";
  const isOfSpec = path[1] === "volumeClaimTemplates" || path[2] === "spec";
  const isLate = id.startsWith("pod/") || id === claims.id || id === "schema/enum";
  return templates.has(path[1]) && isOfSpec && isLate ? "1.34" : undefined;
}

export const statefulSet = kind("apps/v1.StatefulSet", {
  resource: { columns: statefulSetColumns },
  refusesSince,
  rules: [
    ...workloadRules,
    ...podTemplateRules<StatefulSet>(
      ({ spec }) => podTemplate(spec ?? {}),
      (place) => place.at("spec", "template"),
    ),
    updateStrategy,
    names,
    claims,
    wholeBytes,
    historyLimit,
    fixed,
    podCounts<StatefulSet>(["readyReplicas", "currentReplicas", "updatedReplicas"], true),
  ],
  applyDefaults(object, context) {
    object.spec ??= {};
    const { spec } = object;
    spec.replicas ??= 1;
    spec.podManagementPolicy ||= "OrderedReady";
    spec.updateStrategy = defaultStrategy(spec.updateStrategy, context);
    spec.revisionHistoryLimit ??= 10;
    const retention = spec.persistentVolumeClaimRetentionPolicy;
    spec.persistentVolumeClaimRetentionPolicy = {
      whenDeleted: retention?.whenDeleted || "Retain",
      whenScaled: retention?.whenScaled || "Retain",
    };
    for (const claim of spec.volumeClaimTemplates ?? []) {
      // kube-apiserver sets these fields, even if the client sends other values.
      Object.assign(claim, { apiVersion: "v1", kind: "PersistentVolumeClaim" });
      claim.spec ??= {};
      defaultClaimSpec(claim.spec);
      defaultClaimStatus(claim);
    }
    spec.template ??= {};
    spec.template.spec ??= {};
    defaultPodSpec(spec.template.spec, context);
  },
});
