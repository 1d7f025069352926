/**
 * Checks the pods and workloads of a run against the Pod Security Standards, if the labels of their namespace set a
 * level. As in kube-apiserver, the `enforce` level refuses only pods; pod templates only get warnings.
 *
 * @module
 */

import type { PodSpec } from "../api/types/core-v1.ts";
import type { ObjectMeta } from "../api/types/meta-v1.ts";
import { memberOf } from "../json/member.ts";
import { isPlainObject } from "../json/plain-object.ts";
import type { Catalog } from "../kind/catalog.ts";
import { type ClusterObject, labelsOf } from "../policy/admission-request.ts";
import { modes, type NamespacePolicy, policyOf } from "../policy/pod-security/namespace-policy.ts";
import { templatePaths } from "../policy/pod-security/pod-templates.ts";
import { describeViolations, formatLevel, type LevelVersion, violationsOf } from "../policy/pod-security/standards.ts";
import type { ProjectDocument } from "../rule/rule.ts";
import type { RuleFinding } from "../rule/run.ts";

const unlabelled: LevelVersion = { level: "privileged", version: "latest" };
const defaults: NamespacePolicy = { enforce: unlabelled, audit: unlabelled, warn: unlabelled };

/** Returns the policies of namespaces that set a level. Leaves out namespaces whose documents set different levels. */
export function podSecurityPolicies(objects: readonly ClusterObject[]): ReadonlyMap<string, NamespacePolicy> {
  const found = new Map<string, NamespacePolicy>();
  const unclear = new Set<string>();
  for (const { group, kind, name, object } of objects) {
    if (group !== "" || kind !== "Namespace") continue;
    const { policy } = policyOf(labelsOf(object), defaults);
    const known = found.get(name) ?? policy;
    if (JSON.stringify(known) !== JSON.stringify(policy)) unclear.add(name);
    found.set(name, policy);
  }
  const isStrict = (policy: NamespacePolicy) => modes.some((mode) => policy[mode].level !== "privileged");
  return new Map([...found].filter(([name, policy]) => !unclear.has(name) && isStrict(policy)));
}

/** Names of the kinds with pod templates. */
export const kindsWithTemplates: ReadonlySet<string> = new Set([
  "PodTemplate",
  "ReplicationController",
  "DaemonSet",
  "Deployment",
  "ReplicaSet",
  "StatefulSet",
  "Job",
  "CronJob",
]);

export interface PodSecurityInput {
  readonly catalog: Catalog;
  readonly target: string;
  /** The namespace of objects without one. */
  readonly namespace?: string | undefined;
}

interface Template {
  readonly metadata?: ObjectMeta;
  readonly spec?: PodSpec;
}

/** The most reasons in a message; the help text contains all of them. */
const maxReasons = 3;

/** Reports the violations of an object against the level of its namespace. */
export function podSecurityFindings(
  { group, kind, namespace, object }: ProjectDocument,
  policies: ReadonlyMap<string, NamespacePolicy>,
  { catalog, target, namespace: chosen }: PodSecurityInput,
): readonly RuleFinding[] {
  const policy = policies.get(namespace || chosen || "default");
  const plural = catalog.find(group, kind)?.resource?.plural;
  const isPod = group === "" && plural === "pods";
  const path = isPod ? [] : templatePaths.get(`${group}/${plural}`);
  if (!policy || !path) return [];
  const template = path.reduce<unknown>(
    (value, name) => (isPlainObject(value) ? memberOf(value, name) : undefined),
    object,
  );
  if (!isPlainObject(template)) return [];
  const { metadata, spec = {} } = template as Template;
  const pod = { annotations: metadata?.annotations ?? {}, spec };
  const found = (level: LevelVersion) => violationsOf(pod, level, Number(target.split(".")[1]));
  const finding = (severity: "error" | "warning", level: LevelVersion): RuleFinding[] => {
    const violations = found(level);
    if (violations.length === 0) return [];
    const reasons = violations.slice(0, maxReasons).map(({ reason }) => reason);
    const rest = violations.length > maxReasons ? `, and ${violations.length - maxReasons} more` : "";
    const message = `violates Pod Security "${formatLevel(level)}": ${reasons.join(", ")}${rest}`;
    const help = describeViolations(violations);
    return [{ rule: "policy/pod-security", severity, cause: "forbidden", path: [...path, "spec"], message, help }];
  };
  const refused = isPod ? finding("error", policy.enforce) : [];
  return refused.length > 0 ? refused : finding("warning", policy.warn);
}
