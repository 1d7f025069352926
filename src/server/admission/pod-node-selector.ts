/**
 * PodNodeSelector: merges the node selector of the namespace's annotation or of the configuration into pods, and
 * rejects conflicts.
 *
 * @module
 */
import type { Namespace, Pod } from "../../api/types/core-v1.ts";
import type { PodNodeSelectorConfiguration } from "../../kinds/admission/pod-node-selector-configuration.ts";
import { validateLabelValue, validateQualifiedName } from "../../text/names.ts";
import type { AdmissionAttributes } from "../registry/parts.ts";
import { forbidden, notFound } from "../request/failures.ts";
import { StatusError } from "../request/status.ts";
import { type AdmissionPlugin, createdObject, lookUp, type PluginParts } from "./plugin.ts";

const annotation = "scheduler.alpha.kubernetes.io/node-selector";
const clusterDefault = "clusterDefaultNodeSelector";

type Labels = Readonly<Record<string, string>>;

export function podNodeSelector({ store, configurationOf }: PluginParts): AdmissionPlugin {
  const { podNodeSelectorPluginConfig: selectors = {} } =
    configurationOf<PodNodeSelectorConfiguration>("PodNodeSelector") ?? {};
  const configuredSelector = (key: string) => labelsOf(Object.hasOwn(selectors, key) ? (selectors[key] ?? "") : "");
  const namespaceSelectorOf = async ({ target: { namespace: name } }: AdmissionAttributes): Promise<Labels> => {
    const namespace = await lookUp<Namespace>(store("", "namespaces"), name);
    if (!namespace) throw notFound({ group: "", resource: "namespaces" }, name);
    const annotationText = namespace.metadata?.annotations?.[annotation];
    return annotationText === undefined ? configuredSelector(clusterDefault) : labelsOf(annotationText);
  };
  const assertNoConflict = (attempt: AdmissionAttributes, selector: Labels, wanted: Labels) => {
    const refuse = (why: string) => forbidden({ group: "", resource: "pods", name: attempt.target.name }, why);
    if (Object.entries(wanted).some(([key, value]) => Object.hasOwn(selector, key) && selector[key] !== value)) {
      throw refuse("pod node label selector conflicts with its namespace node label selector");
    }
    const allowed = configuredSelector(attempt.target.namespace);
    const isAllowed = ([key, value]: readonly [string, string]) =>
      Object.hasOwn(allowed, key) && allowed[key] === value;
    if (Object.keys(allowed).length > 0 && !Object.entries(selector).every(isAllowed)) {
      throw refuse("pod node label selector labels conflict with its namespace whitelist");
    }
  };
  return {
    async mutate(attempt) {
      const pod = createdObject<Pod>(attempt, "", "pods");
      if (!pod) return;
      const wanted = await namespaceSelectorOf(attempt);
      pod.spec ??= {};
      const { nodeSelector: own = {} } = pod.spec;
      assertNoConflict(attempt, { ...wanted, ...own }, wanted);
      if (Object.keys(wanted).length > 0) pod.spec.nodeSelector = { ...wanted, ...own };
    },
    async approve(attempt) {
      const pod = createdObject<Pod>(attempt, "", "pods");
      if (pod) assertNoConflict(attempt, pod.spec?.nodeSelector ?? {}, await namespaceSelectorOf(attempt));
    },
  };
}

/**
 * Parses a list of `key=value` pairs.
 *
 * @throws {StatusError} if the text is not a valid list
 */
function labelsOf(selector: string): Labels {
  if (selector === "") return {};
  const entries = selector.split(",").map((label): readonly [string, string] => {
    const [key = "", value, ...rest] = label.split("=").map((part) => part.trim());
    if (value === undefined || rest.length > 0) throw new StatusError(500, "", `invalid selector: ${label}`);
    const [fault] = [...validateQualifiedName(key), ...validateLabelValue(value)];
    if (fault !== undefined) throw new StatusError(500, "", `invalid selector: ${label}: ${fault}`);
    return [key, value];
  });
  return Object.fromEntries(entries);
}
