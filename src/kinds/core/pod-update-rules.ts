/**
 * Faults in an update of a pod that kube-apiserver rejects: most fields of a pod are immutable.
 *
 * @module
 */
import type { Pod, PodSpec } from "../../api/types/core-v1.ts";
import { memberOf } from "../../json/member.ts";
import type { Place } from "../../rule/place.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { appArmorPrefix } from "./pod-annotation-rules.ts";
import { podResize } from "./pod-resize-rules.ts";
import { mirrorAnnotation } from "./pod-rule.ts";
import { podStatusRule } from "./pod-status-rules.ts";

/** Returns the containers without their images, which may change. Other rules validate the images. */
const withoutImages = (containers: PodSpec["containers"]) =>
  (containers ?? []).map(({ image: _image, ...rest }) => rest);

/** Fields that the checks below handle separately. */
const separatelyCheckedFields: ReadonlySet<string> = new Set([
  "activeDeadlineSeconds",
  "tolerations",
  "schedulingGates",
]);
/**
 * Checks the scheduling constraints of a pod with scheduling gates: an update may add some, but must keep the existing
 * ones.
 */
function checkGatedPlacement(now: PodSpec, stored: PodSpec, place: Place<PodSpec>): void {
  const hasLost = Object.entries(stored.nodeSelector ?? {}).some(
    ([key, value]) => memberOf(now.nodeSelector, key) !== value,
  );
  if (hasLost) place.at("nodeSelector").say("must keep its labels: more may only be added", { cause: "invalid" });
  const at = place.at("affinity");
  for (const name of ["podAffinity", "podAntiAffinity"] as const) {
    if (!semanticEqual(now.affinity?.[name], stored.affinity?.[name])) {
      at.at(name).say("field is immutable", { cause: "forbidden", field: place.path });
    }
  }
  const terms = requiredTerms(stored);
  const now_ = requiredTerms(now);
  if (terms.length === 0) return;
  const lost = terms.findIndex((term, index) => !keepsRequirements(now_[index] ?? {}, term));
  const isOfOtherLength = terms.length !== now_.length;
  if (!isOfOtherLength && lost < 0) return;
  const list = at.at("nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution", "nodeSelectorTerms");
  at.at("nodeAffinity").say("must keep its terms: they may only be narrowed", {
    cause: "invalid",
    field: isOfOtherLength ? list.path : list.at(lost).path,
  });
}

type NodeTerm = NonNullable<ReturnType<typeof requiredTerms>>[number];

const requiredTerms = ({ affinity }: PodSpec) =>
  affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];

/** Whether a term keeps all requirements of the stored one. New requirements may only be appended. */
const keepsRequirements = (now: NodeTerm, stored: NodeTerm): boolean =>
  (["matchExpressions", "matchFields"] as const).every((name) => {
    const before = stored[name] ?? [];
    return before.length === 0
      ? stored.matchExpressions?.length || stored.matchFields?.length || (now[name] ?? []).length === 0
      : semanticEqual((now[name] ?? []).slice(0, before.length), before);
  });

function changedFields(now: PodSpec, stored: PodSpec): string[] {
  const isGated = (stored.schedulingGates ?? []).length > 0;
  const names = [...new Set([...Object.keys(stored), ...Object.keys(now)])] as (keyof PodSpec)[];
  return names.filter((name) => {
    if (separatelyCheckedFields.has(name) || (isGated && (name === "nodeSelector" || name === "affinity")))
      return false;
    if (name === "containers" || name === "initContainers") {
      return !semanticEqual(withoutImages(now[name]), withoutImages(stored[name]));
    }
    return !semanticEqual(now[name], stored[name]) && !isGracePeriodCorrected(name, now, stored);
  });
}

/** Returns the spec as kube-apiserver compares it: with the stored values of the fields that may change. */
function withStoredMutableFields(now: PodSpec, stored: PodSpec): object {
  const isGated = (stored.schedulingGates ?? []).length > 0;
  const { nodeSelector } = isGated ? stored : now;
  const affinity = isGated ? withStoredNodes(now.affinity, stored.affinity) : now.affinity;
  const { activeDeadlineSeconds, schedulingGates, tolerations, terminationGracePeriodSeconds } = stored;
  const grace = isGracePeriodCorrected("terminationGracePeriodSeconds", now, stored)
    ? { terminationGracePeriodSeconds }
    : {};
  return {
    ...now,
    ...grace,
    nodeSelector,
    affinity,
    activeDeadlineSeconds,
    schedulingGates,
    tolerations,
    containers: withImagesOf(stored.containers, now.containers),
    initContainers: withImagesOf(stored.initContainers, now.initContainers),
  };
}

const withImagesOf = (stored: PodSpec["containers"], now: PodSpec["containers"]) =>
  now?.map((container, index) => ({ ...container, image: stored?.[index]?.image }));

function withStoredNodes(now: PodSpec["affinity"], stored: PodSpec["affinity"]) {
  const { nodeAffinity: _, ...others } = now ?? {};
  if (stored?.nodeAffinity) return { ...others, nodeAffinity: stored.nodeAffinity };
  return stored || Object.keys(others).length > 0 ? others : undefined;
}

/** Whether the update corrects a negative grace period, which older releases accept, to 1. */
const isGracePeriodCorrected = (name: string, now: PodSpec, stored: PodSpec): boolean =>
  name === "terminationGracePeriodSeconds" &&
  Number(stored.terminationGracePeriodSeconds) < 0 &&
  now.terminationGracePeriodSeconds === 1;

const maxDeadlineSeconds = 2 ** 31 - 1;

/** @returns whether kube-apiserver validates the rest of the pod */
function checkDeadline(now: PodSpec, stored: PodSpec, place: Place): boolean {
  const before = stored.activeDeadlineSeconds;
  const after = now.activeDeadlineSeconds;
  if (after === undefined) {
    if (before !== undefined) place.say("must not be removed", { cause: "invalid" });
    return true;
  }
  if (after < 0 || after > maxDeadlineSeconds) {
    const serverText = `${after}: must be between 0 and ${maxDeadlineSeconds}, inclusive`;
    place.invalid(`must be from 0 to ${maxDeadlineSeconds}`, after, { serverText });
    return false;
  }
  if (before === undefined || after <= before) return true;
  place.invalid(`must be at most ${before}, as before`, after);
  return false;
}

function checkTolerations(now: PodSpec, stored: PodSpec, place: Place): void {
  const kept = new Set(now.tolerations?.map(textWithoutTime));
  const lost = stored.tolerations?.find((toleration) => !kept.has(textWithoutTime(toleration)));
  if (lost)
    place.say(`must keep the toleration of ${JSON.stringify(lost.key ?? "")}: more may only be added`, {
      cause: "forbidden",
    });
}

/** Returns the same text for tolerations that differ only in their time. */
const textWithoutTime = ({ key, operator, value, effect }: NonNullable<PodSpec["tolerations"]>[number]): string =>
  JSON.stringify([key, operator, value, effect]);

function checkGates(now: PodSpec, stored: PodSpec, place: Place): void {
  const known = new Set(stored.schedulingGates?.map(({ name = "" }) => name));
  // If several gates have the same name, kube-apiserver names the last one.
  const last = new Map(now.schedulingGates?.map(({ name = "" }, index) => [name, index]));
  for (const [name, index] of last) {
    if (known.has(name)) continue;
    place.at(index).say(`must not be added to a pod; got ${JSON.stringify(name)}`, {
      cause: "forbidden",
      field: place.at(index, "name").path,
      serverText: `only deletion is allowed, but found new scheduling gate '${name}'`,
    });
  }
}

/** Reports ephemeral containers that an update removes or changes. */
function checkEphemeral(now: PodSpec, stored: PodSpec, place: Place): void {
  const { ephemeralContainers = [] } = now;
  for (const container of stored.ephemeralContainers ?? []) {
    const index = ephemeralContainers.findIndex(({ name }) => name === container.name);
    const shown = JSON.stringify(container.name ?? "");
    if (index < 0)
      place.say(`must keep the ephemeral container ${shown}: more may only be added`, {
        cause: "forbidden",
        serverText: `existing ephemeral containers ${shown} may not be removed\n`,
      });
    else if (!semanticEqual(ephemeralContainers[index], container)) {
      place.at(index).say(`the ephemeral container ${shown} is immutable`, {
        cause: "forbidden",
        field: place.path,
        serverText: `existing ephemeral containers ${shown} may not be changed`,
        differs: { from: container, to: ephemeralContainers[index], type: "core/v1.EphemeralContainer" },
      });
    }
  }
}

/** The fields that may change, as kube-apiserver's error lists them. */
const changeableText =
  "pod updates may not change fields other than " +
  "`spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`," +
  "`spec.tolerations` (only additions to existing tolerations)," +
  "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)";

const fixed = rule<Pod>(
  {
    id: "pod/immutable",
    severity: "error",
    cause: "forbidden",
    summary: "only images, tolerations, scheduling gates and `activeDeadlineSeconds` of a pod can change",
  },
  ({ spec = {} }, place, { oldObject, subresource }) => {
    const stored = oldObject?.spec;
    if (!stored) return;
    const at = place.changing((finding) => ({ ...finding, after: ["spec"] })).at("spec");
    if (subresource === "ephemeralcontainers") checkEphemeral(spec, stored, at.at("ephemeralContainers"));
    if (subresource !== undefined) return;
    const list = (["containers", "initContainers"] as const).find(
      (each) => (spec[each] ?? []).length !== (stored[each] ?? []).length,
    );
    if (list) return at.at(list).forbidden(`\`${list}\` must stay as they are: containers may not be added or removed`);
    if (!checkDeadline(spec, stored, at.at("activeDeadlineSeconds"))) return;
    for (const name of changedFields(spec, stored)) {
      const differs = { from: stored, to: withStoredMutableFields(spec, stored), type: "core/v1.PodSpec" };
      const said = { cause: "forbidden", atKey: true, field: ["spec"], serverText: changeableText, differs } as const;
      at.along([name]).say("field is immutable", said);
    }
    checkTolerations(spec, stored, at.at("tolerations"));
    checkGates(spec, stored, at.at("schedulingGates"));
    if ((stored.schedulingGates ?? []).length > 0) checkGatedPlacement(spec, stored, at);
  },
);

const fixedAnnotations = rule<Pod>(
  {
    id: "pod/immutable-annotations",
    severity: "error",
    cause: "forbidden",
    summary: "the AppArmor annotations and the mirror annotation of a pod are immutable",
  },
  ({ metadata }, place, { oldObject }) => {
    if (!oldObject) return;
    const [now = {}, stored = {}] = [metadata?.annotations, oldObject.metadata?.annotations];
    for (const key of new Set([...Object.keys(stored), ...Object.keys(now)])) {
      const what = fixedAnnotation(key);
      const [value, before] = [memberOf(now, key), memberOf(stored, key)];
      if (what === undefined || value === before) continue;
      const change = before === undefined ? "add" : "remove or update";
      const serverText = `may not ${change} ${what}`;
      const at = place.at("metadata", "annotations");
      const said = { field: ["metadata", `annotations[${key}]`], serverText };
      if (value === undefined) at.say(`must keep ${key}`, said);
      else at.at(key).say(`${key} is immutable`, { atKey: true, ...said });
    }
  },
);

/** Returns kube-apiserver's name of an annotation that cannot change; undefined for others. */
function fixedAnnotation(key: string): string | undefined {
  if (key.startsWith(appArmorPrefix)) return "AppArmor annotations";
  return key === mirrorAnnotation ? "mirror pod annotation" : undefined;
}

export const podUpdateRules: readonly Rule<Pod>[] = [fixed, fixedAnnotations, podResize, podStatusRule];
