/**
 * Demands of the API server on the annotations that once were fields of pods, and still mean something.
 *
 * @module
 */
import type { AppArmorProfile, PodSpec, SeccompProfile } from "../../api/types/core-v1.ts";
import { memberOf } from "../../json/member.ts";
import { tryParseBounded } from "../../json/parse-bounded.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import type { Place } from "../../rule/place.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import type { Visit } from "../../rule/visit.ts";
import { descending } from "./path-checks.ts";
import { containersOf, podOf } from "./pod-rule.ts";
import { checkTolerations } from "./scheduling-rules.ts";

export const appArmorPrefix = "container.apparmor.security.beta.kubernetes.io/";
export const seccompPod = "seccomp.security.alpha.kubernetes.io/pod";
export const seccompPrefix = "container.seccomp.security.alpha.kubernetes.io/";

const annotations = rule<PodSpec>(
  { id: "pod/annotations", severity: "error", summary: "annotations that mirror fields hold valid values" },
  (_spec, _place, visit) => {
    const { metadata, metadataPlace } = podOf(visit);
    const { annotations: texts } = metadata;
    if (!texts) return;
    const at = metadataPlace.at("annotations");
    for (const key in texts) checkAnnotation(key, texts[key] ?? "", at.at(key), visit);
  },
);

function checkAnnotation(key: string, value: string, place: Place<string>, visit: Visit<PodSpec>): void {
  if (key === "kubernetes.io/config.mirror" && !visit.object.nodeName) {
    place.say("must not be set without `spec.nodeName`", { cause: "invalid", atKey: true });
  } else if (key === "scheduler.alpha.kubernetes.io/tolerations" && value !== "") readTolerations(value, place, visit);
  else if (key === "controller.kubernetes.io/pod-deletion-cost" && !isInt32(value)) {
    place.invalid("must be a 32-bit integer", value);
  } else if (key === seccompPod || key.startsWith(seccompPrefix)) checkSeccomp(value, place);
  else if (key.startsWith(appArmorPrefix)) {
    const name = key.slice(appArmorPrefix.length);
    if (!visit.once(containersOf).some(({ container }) => container.name === name)) {
      place.invalid("must name a container of the pod", name, { atKey: true });
    }
    if (value !== "" && value !== "runtime/default" && value !== "unconfined" && !value.startsWith("localhost/")) {
      place.invalid("must be runtime/default, unconfined or localhost/<profile>", value);
    }
  }
}

const isInt32 = (value: string): boolean =>
  value === "0" || (/^-?[1-9][0-9]{0,9}$/.test(value) && Number(value) === (Number(value) | 0));

function readTolerations(value: string, place: Place<string>, scope: Visit<PodSpec>): void {
  const list = tryParseBounded(value);
  if (!Array.isArray(list) || !list.every(isPlainObject))
    place.say("must be tolerations in JSON", { cause: "invalid" });
  else checkTolerations(list, place.along([]), scope);
}

function checkSeccomp(value: string, place: Place<string>): void {
  if (value === "runtime/default" || value === "docker/default" || value === "unconfined") return;
  if (value.startsWith("localhost/")) descending(value.slice("localhost/".length), place);
  else place.invalid("must be runtime/default, unconfined or localhost/<profile>", value);
}

/** Which annotations mean the same as a type of a profile's field. */
const seccompWords: ReadonlyMap<string, readonly string[]> = new Map([
  ["Unconfined", ["unconfined"]],
  ["RuntimeDefault", ["runtime/default", "docker/default"]],
]);
const appArmorWords: ReadonlyMap<string, readonly string[]> = new Map([
  ["Unconfined", ["unconfined"]],
  ["RuntimeDefault", ["runtime/default"]],
]);

const isAboutProfile = (key: string): boolean =>
  key === seccompPod || key.startsWith(seccompPrefix) || key.startsWith(appArmorPrefix);

const annotationsAgree = rule<PodSpec>(
  {
    id: "pod/annotations-agree",
    severity: "error",
    cause: "forbidden",
    summary: "the AppArmor and seccomp annotations agree with their fields",
  },
  (spec, place, visit) => {
    const { metadata } = podOf(visit);
    const { annotations: texts } = metadata;
    if (!texts || !Object.keys(texts).some(isAboutProfile)) return;
    const own = spec.securityContext;
    const at = place.at("securityContext");
    agree(texts[seccompPod], own?.seccompProfile, at.at("seccompProfile"), seccompWords);
    visit.once(containersOf).forEach(({ container, place: containerPlace }) => {
      const context = container.securityContext;
      const inContext = containerPlace.at("securityContext");
      agree(
        memberOf(texts, seccompPrefix + container.name),
        context?.seccompProfile,
        inContext.at("seccompProfile"),
        seccompWords,
      );
      if (spec.os?.name === "windows") return;
      const profile = context?.appArmorProfile ?? own?.appArmorProfile;
      agree(memberOf(texts, appArmorPrefix + container.name), profile, inContext.at("appArmorProfile"), appArmorWords);
    });
  },
);

function agree(
  annotation: string | undefined,
  profile: SeccompProfile | AppArmorProfile | undefined,
  place: Place,
  words: ReadonlyMap<string, readonly string[]>,
): void {
  if (annotation === undefined || !profile) return;
  const { type = "", localhostProfile } = profile;
  const got = `got ${JSON.stringify(annotation)}`;
  if (type === "Localhost") {
    if (!annotation.startsWith("localhost/"))
      place.at("type").say(`must match the annotation; ${got}`, { cause: "forbidden" });
    else if (annotation.slice("localhost/".length) !== localhostProfile) {
      place.at("localhostProfile").say(`must match the annotation; ${got}`, { cause: "forbidden" });
    }
  } else if (words.get(type)?.includes(annotation) === false) {
    place.at("type").say(`must match the annotation; ${got}`, { cause: "forbidden" });
  }
}

export const podAnnotationRules: readonly Rule<PodSpec>[] = [annotations, annotationsAgree];
