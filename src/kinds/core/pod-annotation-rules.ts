/**
 * Rules of kube-apiserver about pod annotations that it still evaluates, most of which became fields.
 *
 * @module
 */
import type { AppArmorProfile, PodSpec, SeccompProfile, Toleration } from "../../api/types/core-v1.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { memberOf } from "../../json/member.ts";
import type { Finding } from "../../rule/finding.ts";
import type { Place } from "../../rule/place.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import type { Visit } from "../../rule/visit.ts";
import { quoteGo } from "../../text/go-quote.ts";
import { utf8Length } from "../../text/utf8.ts";
import { type FieldTypes, readJsonList } from "./json-list.ts";
import { relativePath } from "./path-checks.ts";
import { containersOf, mirrorAnnotation, podOf } from "./pod-rule.ts";
import { checkTolerations } from "./scheduling-rules.ts";
import { maxProfileBytes } from "./security-context-rules.ts";

export const appArmorPrefix = "container.apparmor.security.beta.kubernetes.io/";
export const seccompPod = "seccomp.security.alpha.kubernetes.io/pod";
export const seccompPrefix = "container.seccomp.security.alpha.kubernetes.io/";

const annotations = rule<PodSpec>(
  { id: "pod/annotations", severity: "error", summary: "annotations that Kubernetes reads have valid values" },
  (_spec, _place, visit) => {
    const { metadata, metadataPlace } = podOf(visit);
    const { annotations: texts } = metadata;
    if (!texts) return;
    const list = metadataPlace
      .changing((finding) => ({ ...finding, field: upstreamField(finding, metadataPlace, visit) }))
      .at("annotations");
    for (const key in texts) checkAnnotation(key, texts[key] ?? "", list.at(key), visit);
  },
);

/** Whether errors of kube-apiserver show the key of an annotation as a step of the path; other keys are in brackets. */
const isPathStep = (key: string): boolean => isSeccomp(key) || key === tolerationsKey;
const isSeccomp = (key: string): boolean => key === seccompPod || key.startsWith(seccompPrefix);

/** Returns the path of a finding in kube-apiserver's errors, which omit `metadata` for templates. */
function upstreamField({ path }: Finding, { path: metadata }: Place, visit: Visit<PodSpec>): FieldPath {
  const above = podOf(visit).isPod ? metadata : metadata.slice(0, -1);
  const [, key, ...inside] = path.slice(metadata.length).map(String);
  if (key === undefined || (key === tolerationsKey && inside.length === 0)) return [...above, "annotations"];
  const name = isPathStep(key) ? `annotations.${key}` : `annotations[${key}]`;
  return [...above, name, ...path.slice(metadata.length + 2)];
}

const tolerationsKey = "scheduler.alpha.kubernetes.io/tolerations";

function checkAnnotation(key: string, value: string, place: Place<string>, visit: Visit<PodSpec>): void {
  if (key === mirrorAnnotation && !visit.object.nodeName) {
    const serverText = `${quoteGo(value)}: must set spec.nodeName if mirror pod annotation is set`;
    place.say("must not be set without `spec.nodeName`", { cause: "invalid", atKey: true, serverText });
  } else if (key === tolerationsKey && value !== "") readTolerations(value, place, visit);
  else if (key === "controller.kubernetes.io/pod-deletion-cost" && !isInt32(value)) {
    place.invalid("must be a 32-bit integer", value, { serverText: `${quoteGo(value)}: must be a 32bit integer` });
  } else if (isSeccomp(key)) checkSeccomp(value, place);
  else if (key.startsWith(appArmorPrefix)) {
    const name = key.slice(appArmorPrefix.length);
    if (!visit.once(containersOf).some(({ container }) => container.name === name)) {
      const serverText = `${quoteGo(name)}: container not found`;
      place.invalid("must name a container of the pod", name, { atKey: true, serverText });
    }
    if (value !== "" && value !== "runtime/default" && value !== "unconfined" && !value.startsWith("localhost/")) {
      const shown = quoteGo(value);
      const serverText = `${shown}: invalid AppArmor profile name: ${shown}`;
      place.invalid("must be runtime/default, unconfined or localhost/<profile>", value, { serverText });
    }
  }
}

const isInt32 = (value: string): boolean =>
  value === "0" || (/^-?[1-9][0-9]{0,9}$/.test(value) && Number(value) === (Number(value) | 0));

function readTolerations(value: string, place: Place<string>, scope: Visit<PodSpec>): void {
  const list = readJsonList(value, tolerationFields);
  if (list) checkTolerations(list, place.along([]), scope);
  else place.say("must be tolerations in JSON", { cause: "invalid" });
}

const tolerationFields: FieldTypes<Toleration> = {
  key: "string",
  operator: "string",
  value: "string",
  effect: "string",
  tolerationSeconds: "integer",
};

function checkSeccomp(value: string, place: Place<string>): void {
  if (value === "runtime/default" || value === "docker/default" || value === "unconfined") return;
  if (value.startsWith("localhost/")) relativePath(value.slice("localhost/".length), place);
  else {
    const serverText = `${quoteGo(value)}: must be a valid seccomp profile`;
    place.invalid("must be runtime/default, unconfined or localhost/<profile>", value, { serverText });
  }
}

/** Converts an AppArmor annotation to the field; undefined if the field cannot express it. */
export function appArmorFieldOf(annotation: string): AppArmorProfile | undefined {
  if (annotation === "unconfined") return { type: "Unconfined" };
  if (annotation === "runtime/default") return { type: "RuntimeDefault" };
  const localhostProfile = annotation.startsWith("localhost/") ? annotation.slice("localhost/".length) : "";
  const isSound = localhostProfile.trim() === localhostProfile && utf8Length(localhostProfile) <= maxProfileBytes;
  return localhostProfile !== "" && isSound ? { type: "Localhost", localhostProfile } : undefined;
}

/** The values of the annotation that correspond to each type of the seccomp profile. */
const seccompAnnotationsByType: ReadonlyMap<string, readonly string[]> = new Map([
  ["Unconfined", ["unconfined"]],
  ["RuntimeDefault", ["runtime/default", "docker/default"]],
]);
const appArmorAnnotationsByType: ReadonlyMap<string, readonly string[]> = new Map([
  ["Unconfined", ["unconfined"]],
  ["RuntimeDefault", ["runtime/default"]],
]);

const isProfileAnnotation = (key: string): boolean =>
  key === seccompPod || key.startsWith(seccompPrefix) || key.startsWith(appArmorPrefix);

const annotationsAgree = rule<PodSpec>(
  {
    id: "pod/annotations-agree",
    severity: "error",
    cause: "forbidden",
    summary: "the AppArmor and seccomp annotations agree with their fields",
  },
  (spec, place, visit) => {
    const { metadata, isPod } = podOf(visit);
    const { annotations: texts } = metadata;
    if (!texts || (isPod && visit.isUpdate) || !Object.keys(texts).some(isProfileAnnotation)) return;
    const own = spec.securityContext;
    const at = place.at("securityContext");
    checkAgreement(texts[seccompPod], own?.seccompProfile, at.at("seccompProfile"), seccompAnnotationsByType);
    visit.once(containersOf).forEach(({ container, place: containerPlace }) => {
      const context = container.securityContext;
      const inContext = containerPlace.at("securityContext");
      checkAgreement(
        memberOf(texts, seccompPrefix + container.name),
        context?.seccompProfile,
        inContext.at("seccompProfile"),
        seccompAnnotationsByType,
      );
      if (spec.os?.name === "windows") return;
      const profile = context?.appArmorProfile ?? own?.appArmorProfile;
      checkAgreement(
        memberOf(texts, appArmorPrefix + container.name),
        profile,
        inContext.at("appArmorProfile"),
        appArmorAnnotationsByType,
      );
    });
  },
);

function checkAgreement(
  annotation: string | undefined,
  profile: SeccompProfile | AppArmorProfile | undefined,
  place: Place,
  words: ReadonlyMap<string, readonly string[]>,
): void {
  if (annotation === undefined || !profile) return;
  const { type = "", localhostProfile } = profile;
  const technology = words === seccompAnnotationsByType ? "seccomp" : "apparmor";
  const differs = (field: "type" | "localhostProfile") => {
    const serverText = `${technology} ${field === "type" ? "type" : "profile"} in annotation and field must match`;
    place.at(field).say(`must match the annotation; got ${JSON.stringify(annotation)}`, {
      cause: "forbidden",
      serverText,
    });
  };
  if (type === "Localhost") {
    if (!annotation.startsWith("localhost/")) differs("type");
    else if (annotation.slice("localhost/".length) !== localhostProfile) differs("localhostProfile");
  } else if (words.get(type)?.includes(annotation) === false) differs("type");
}

export const podAnnotationRules: readonly Rule<PodSpec>[] = [annotations, annotationsAgree];
