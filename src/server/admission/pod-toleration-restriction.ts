/**
 * PodTolerationRestriction: adds the default tolerations of the namespace or of the configuration to pods, and rejects
 * tolerations that are not on its whitelist.
 *
 * @module
 */

import type { Namespace, Pod, Toleration } from "../../api/types/core-v1.ts";
import type { Configuration } from "../../api/types/podtolerationrestriction-v1alpha1.ts";
import { memberOf } from "../../json/member.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { qosClassOf } from "../../kinds/core/pod-qos.ts";
import { covers, mergeTolerations } from "../../kinds/core/tolerations.ts";
import { parseJson } from "../../wire/parse-json.ts";
import { notFound } from "../request/failures.ts";
import { StatusError } from "../request/status.ts";
import { type AdmissionPlugin, createdObject, lookUp, type PluginParts, writtenObject } from "./plugin.ts";

const defaultsAnnotation = "scheduler.alpha.kubernetes.io/defaultTolerations";
const allowedAnnotation = "scheduler.alpha.kubernetes.io/tolerationsWhitelist";
/** Maximum nesting depth of the JSON in an annotation. */
const maxDepth = 10;

const memoryPressure: Toleration = {
  key: "node.kubernetes.io/memory-pressure",
  operator: "Exists",
  effect: "NoSchedule",
};

export function podTolerationRestriction({ store, contextFor, configurationOf }: PluginParts): AdmissionPlugin {
  const configuration = configurationOf<Configuration>("PodTolerationRestriction") ?? {};
  /** Returns the tolerations in an annotation of a namespace; undefined if the annotation is absent. */
  const tolerationsInAnnotation = async (
    name: string,
    annotation: string,
  ): Promise<readonly Toleration[] | undefined> => {
    const namespace = await lookUp<Namespace>(store("", "namespaces"), name);
    if (!namespace) throw notFound({ group: "", resource: "namespaces" }, name);
    const text = memberOf(namespace.metadata?.annotations ?? {}, annotation);
    return text === undefined ? undefined : tolerationsIn(String(text), annotation);
  };
  return {
    async mutate(attempt) {
      const pod = writtenObject<Pod>(attempt, "", "pods");
      if (!pod) return;
      pod.spec ??= {};
      const { namespace } = attempt.target;
      const isNew = createdObject(attempt, "", "pods") !== undefined;
      const isBestEffort = qosClassOf(pod.spec, contextFor("v1")) === "BestEffort";
      const more = [
        ...(isNew
          ? ((await tolerationsInAnnotation(namespace, defaultsAnnotation)) ?? configuration.default ?? [])
          : []),
        ...(isBestEffort ? [] : [memoryPressure]),
      ];
      if (more.length > 0) pod.spec.tolerations = mergeTolerations([...(pod.spec.tolerations ?? []), ...more]);
    },
    async approve(attempt) {
      const { tolerations = [] } = writtenObject<Pod>(attempt, "", "pods")?.spec ?? {};
      if (tolerations.length === 0) return;
      const ofNamespace = await tolerationsInAnnotation(attempt.target.namespace, allowedAnnotation);
      const allowed = ofNamespace ?? configuration.whitelist ?? [];
      if (allowed.length === 0 || tolerations.every((each) => allowed.some((wide) => covers(wide, each)))) return;
      const scope = ofNamespace ? "namespace" : "cluster";
      const why = `pod tolerations (possibly merged with namespace default tolerations) conflict with its ${scope} whitelist`;
      throw new StatusError(500, "", why);
    },
  };
}

/**
 * Parses the list of tolerations in an annotation.
 *
 * @throws {StatusError} if the text is not a list of tolerations
 */
function tolerationsIn(text: string, annotation: string): readonly Toleration[] {
  if (text === "") return [];
  const fault = (why: string) => new StatusError(500, "", `annotation ${annotation}: ${why}`);
  try {
    const value = parseJson(text, maxDepth);
    if (Array.isArray(value) && value.every(isPlainObject)) return value as readonly Toleration[];
  } catch (error) {
    throw fault(error instanceof Error ? error.message : String(error));
  }
  throw fault("must be a list of tolerations");
}
