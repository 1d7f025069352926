/**
 * PodSecurity: enforces the Pod Security Standard of a namespace on its pods, and warns the writer of a workload whose
 * pods would violate it.
 *
 * @module
 */
import type { Pod, PodSpec } from "../../api/types/core-v1.ts";
import type { ObjectMeta } from "../../api/types/meta-v1.ts";
import type { PodSecurityConfiguration } from "../../api/types/pod-security-v1.ts";
import { memberOf } from "../../json/member.ts";
import { labelsOf } from "../../policy/admission-request.ts";
import {
  compareLevels,
  levelLabel,
  modes,
  type NamespacePolicy,
  parseLevel,
  parseVersion,
  policyOf,
  versionLabel,
} from "../../policy/pod-security/namespace-policy.ts";
import { templatePaths } from "../../policy/pod-security/pod-templates.ts";
import {
  describeViolations,
  formatLevel,
  type LevelVersion,
  violationsOf,
} from "../../policy/pod-security/standards.ts";
import type { AdmissionAttributes } from "../registry/parts.ts";
import { internalError, invalid } from "../request/failures.ts";
import { isTurnOver, nextTurn } from "../request/turns.ts";
import { type AdmissionPlugin, isForResource, lookUp, type PluginParts, refused } from "./plugin.ts";

/**
 * Limits for the check of existing pods when the labels of a namespace change: the number of pods, and the time that
 * the client waits. Same values as in kube-apiserver.
 */
const maxCheckedPods = 3000;
const maxCheckMs = 1000;

const annotationPrefix = "pod-security.kubernetes.io/";

interface Template {
  readonly metadata?: ObjectMeta;
  readonly spec?: PodSpec;
}

/** Subresources of pods whose writes cannot affect the security policy. */
const ignoredSubresources: ReadonlySet<string> = new Set(["binding", "eviction", "status"]);

export function podSecurity(parts: PluginParts): AdmissionPlugin {
  const plugin = new PodSecurity(parts);
  return {
    async approve(attempt) {
      if (attempt.operation === "DELETE") return;
      if (isForResource(attempt, "", "namespaces")) await plugin.reviewNamespace(attempt);
      else if (isForResource(attempt, "", "pods")) await plugin.reviewPod(attempt);
      else await plugin.reviewWorkload(attempt);
    },
  };
}

class PodSecurity {
  private readonly parts: PluginParts;
  private readonly defaults: NamespacePolicy;
  private readonly exemptions: NonNullable<PodSecurityConfiguration["exemptions"]>;
  /** The minor number of the target release. */
  private readonly newest: number;

  constructor(parts: PluginParts) {
    this.parts = parts;
    const { defaults = {}, exemptions = {} } = parts.configurationOf<PodSecurityConfiguration>("PodSecurity") ?? {};
    const modeOf = (mode: (typeof modes)[number]): LevelVersion => ({
      level: parseLevel(defaults[mode] ?? "") ?? "privileged",
      version: parseVersion(defaults[`${mode}-version`] ?? "") ?? "latest",
    });
    this.defaults = { enforce: modeOf("enforce"), audit: modeOf("audit"), warn: modeOf("warn") };
    this.exemptions = exemptions;
    this.newest = Number(parts.target.split(".")[1]);
  }

  async reviewNamespace(attempt: AdmissionAttributes): Promise<void> {
    const { object, oldObject, subresource, operation } = attempt;
    if (!object || subresource !== "") return;
    const { policy, faults } = policyOf(labelsOf(object), this.defaults);
    const before = oldObject && policyOf(labelsOf(oldObject), this.defaults);
    const isNew = JSON.stringify(faults) !== JSON.stringify(before?.faults ?? []);
    if (faults.length > 0 && isNew) throw invalidLabels(attempt, faults);
    if (operation === "UPDATE" && (!before || !isTighter(policy.enforce, before.policy.enforce))) return;
    const { name } = attempt.target;
    if (this.exemptions.namespaces?.includes(name)) warnOfExemption(attempt, policy, this.defaults);
    else if (operation === "UPDATE") {
      for (const text of await this.warningsOf(name, policy.enforce)) attempt.warn(text);
    }
  }

  async reviewPod(attempt: AdmissionAttributes): Promise<void> {
    const { object, oldObject, subresource } = attempt;
    if (!object || ignoredSubresources.has(subresource) || this.isExempt(attempt)) return;
    const pod = object as Pod;
    const { policy } = policyOf(labelsOf(await this.namespaceOf(attempt)), this.defaults);
    if (modes.every((mode) => policy[mode].level === "privileged")) {
      attempt.annotate?.(`${annotationPrefix}enforce-policy`, formatLevel({ level: "privileged", version: "latest" }));
      return;
    }
    if (oldObject && !isSignificant(pod.spec ?? {}, (oldObject as Pod).spec ?? {})) return;
    this.evaluate(attempt, pod, policy, true);
  }

  async reviewWorkload(attempt: AdmissionAttributes): Promise<void> {
    const { object, resource, subresource } = attempt;
    const path = templatePaths.get(`${resource.definition.group}/${resource.resource}`);
    if (!path || !object || subresource !== "" || this.isExempt(attempt)) return;
    const { policy } = policyOf(labelsOf(await this.namespaceOf(attempt)), this.defaults);
    if (policy.warn.level === "privileged" && policy.audit.level === "privileged") return;
    const template = path.reduce<unknown>(
      (value, name) => memberOf(value as Readonly<Record<string, unknown>> | undefined, name),
      object,
    );
    if (template) this.evaluate(attempt, template as Template, policy, false);
  }

  private evaluate(
    attempt: AdmissionAttributes,
    { metadata, spec = {} }: Template,
    policy: NamespacePolicy,
    enforces: boolean,
  ): void {
    if (this.exemptions.runtimeClasses?.includes(spec.runtimeClassName ?? "")) {
      annotateAudit(attempt, "exempt", "runtimeClass");
      return;
    }
    const pod = { annotations: metadata?.annotations ?? {}, spec };
    const violationOf = (mode: LevelVersion) => describeViolations(violationsOf(pod, mode, this.newest));
    const { enforce, audit, warn } = policy;
    const violationMessage = (verb: string, mode: LevelVersion, violation: string) =>
      `${verb} PodSecurity ${JSON.stringify(formatLevel(mode))}: ${violation}`;
    const audited = violationOf(audit);
    if (audited !== "") annotateAudit(attempt, "audit-violations", violationMessage("would violate", audit, audited));
    if (enforces) {
      annotateAudit(attempt, "enforce-policy", formatLevel(enforce));
      const violation = violationOf(enforce);
      if (violation !== "") throw refused(attempt, violationMessage("violates", enforce, violation));
    }
    const warned = violationOf(warn);
    if (warned !== "") attempt.warn(violationMessage("would violate", warn, warned));
  }

  private isExempt(attempt: AdmissionAttributes): boolean {
    const { usernames = [], namespaces = [] } = this.exemptions;
    const isOfNamespace = namespaces.includes(attempt.target.namespace);
    const isExempt = isOfNamespace || usernames.includes(attempt.user.username);
    if (isExempt) annotateAudit(attempt, "exempt", isOfNamespace ? "namespace" : "user");
    return isExempt;
  }

  private async namespaceOf({ target }: AdmissionAttributes): Promise<object> {
    const found = await lookUp<object>(this.parts.store("", "namespaces"), target.namespace);
    if (!found) throw internalError(`failed to lookup namespace ${JSON.stringify(target.namespace)}`);
    return found;
  }

  /** Returns warnings about existing pods that violate the new enforced standard of their namespace. */
  private async warningsOf(namespace: string, enforce: LevelVersion): Promise<readonly string[]> {
    const pods = this.podsOf(namespace);
    const endMs = this.parts.nowMs() + maxCheckMs;
    const podNamesByReason = new Map<string, string[]>();
    let checked = 0;
    for (const { metadata, spec = {} } of pods.slice(0, maxCheckedPods)) {
      if (isTurnOver()) await nextTurn();
      if (this.parts.nowMs() > endMs) break;
      checked++;
      const violations = violationsOf({ annotations: metadata?.annotations ?? {}, spec }, enforce, this.newest);
      const reason = violations.map((violation) => violation.reason).join(", ");
      if (reason === "") continue;
      const names = podNamesByReason.get(reason);
      if (names) names.push(metadata?.name ?? "");
      else podNamesByReason.set(reason, [metadata?.name ?? ""]);
    }
    const level = JSON.stringify(formatLevel(enforce));
    return [
      ...(checked < pods.length
        ? [`new PodSecurity enforce level only checked against the first ${checked} of ${pods.length} existing pods`]
        : []),
      ...(podNamesByReason.size > 0
        ? [`existing pods in namespace ${JSON.stringify(namespace)} violate the new PodSecurity enforce level ${level}`]
        : []),
      ...[...podNamesByReason].map(([reason, names]) => `${firstOf(names)}: ${reason}`).sort(),
    ];
  }

  /**
   * Returns the pods to check, with the first pod of each controller before the others, since pods of one controller
   * are alike.
   */
  private podsOf(namespace: string): readonly Pod[] {
    const seen = new Set<string>();
    const further: Pod[] = [];
    const first = ((this.parts.store("", "pods")?.cached(namespace) ?? []) as readonly Pod[]).filter((pod) => {
      if (this.exemptions.runtimeClasses?.includes(pod.spec?.runtimeClassName ?? "")) return false;
      const owner = pod.metadata?.ownerReferences?.find(({ controller }) => controller)?.uid;
      if (owner === undefined || !seen.has(owner)) {
        if (owner !== undefined) seen.add(owner);
        return true;
      }
      further.push(pod);
      return false;
    });
    return [...first, ...further];
  }
}

const annotateAudit = (attempt: AdmissionAttributes, key: string, value: string): void =>
  attempt.annotate?.(annotationPrefix + key, value);

function firstOf(names: readonly string[]): string {
  const [name = ""] = [...names].sort();
  const others = names.length - 1;
  return others === 0 ? name : `${name} (and ${others} other pod${others === 1 ? "" : "s"})`;
}

function invalidLabels({ resource, target }: AdmissionAttributes, faults: ReturnType<typeof policyOf>["faults"]) {
  const causes = faults.map(({ label, value, message }) => ({
    reason: "FieldValueInvalid",
    message: `Invalid value: ${JSON.stringify(value)}: ${message}`,
    field: `metadata.labels[${label}]`,
  }));
  return invalid({ ...resource, name: target.name }, causes);
}

/** Whether the new level may reject pods that the old one allowed. */
function isTighter(next: LevelVersion, before: LevelVersion): boolean {
  if (next.level === "privileged") return false;
  return next.version !== before.version || compareLevels(next.level, before.level) > 0;
}

function warnOfExemption(attempt: AdmissionAttributes, policy: NamespacePolicy, defaults: NamespacePolicy): void {
  const same = (a: LevelVersion, b: LevelVersion) =>
    a.level === b.level && (a.version === b.version || a.level === "privileged");
  if (modes.every((mode) => policy[mode].level === "privileged")) return;
  if (modes.every((mode) => same(policy[mode], defaults[mode]))) return;
  const labels = labelsOf(attempt.object);
  const labelledModes = modes.filter((mode) =>
    [levelLabel(mode), versionLabel(mode)].some((label) => Object.hasOwn(labels, label)),
  );
  const ignored = labelledModes.filter((mode) => policy[mode].level !== "privileged");
  const list = ignored.map((mode) => `${mode}=${formatLevel(policy[mode])}`).join(", ");
  const name = JSON.stringify(attempt.target.name);
  attempt.warn(`namespace ${name} is exempt from Pod Security, and the policy (${list}) will be ignored`);
}

type Containers = readonly { readonly name?: string; readonly image?: string }[] | null | undefined;

/** Whether an update changes images, or adds or removes containers. */
function isSignificant(spec: PodSpec, old: PodSpec): boolean {
  const haveImagesChanged = (now: Containers, before: Containers) =>
    (now?.length ?? 0) !== (before?.length ?? 0) || now?.some(({ image }, index) => image !== before?.[index]?.image);
  return (
    haveImagesChanged(spec.containers, old.containers) ||
    haveImagesChanged(spec.initContainers, old.initContainers) ||
    (spec.ephemeralContainers ?? []).some(
      ({ name, image }) => old.ephemeralContainers?.find((each) => each.name === name)?.image !== image,
    )
  );
}
