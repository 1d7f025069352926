/**
 * Decides whether a DaemonSet's pods should run on a node, and whether existing ones may stay, by node selector,
 * required node affinity and taints. The controller ignores resources, PreferNoSchedule and conditions of the node.
 * Source: `nodeShouldRunDaemonPod` of Kubernetes 1.37.
 *
 * @module
 */
import type { Node, NodeSelectorTerm, PodSpec, Taint, Toleration } from "../api/types/core-v1.ts";
import { meets } from "../text/label-selector.ts";

/** Whether a node is eligible for the pods of a DaemonSet. */
export interface NodeFit {
  readonly shouldRun: boolean;
  /** Whether existing pods stay. */
  readonly mayContinue: boolean;
  /** Why no pod should run, such as `its taint dedicated=gpu:NoSchedule is not tolerated`. */
  readonly reason?: string;
}

/** Tolerations that the controller adds to every pod of a DaemonSet. */
const commonTolerations: readonly Toleration[] = [
  ...["not-ready", "unreachable"].map((name) => tolerationOf(name, "NoExecute")),
  ...["disk-pressure", "memory-pressure", "pid-pressure", "unschedulable"].map((name) =>
    tolerationOf(name, "NoSchedule"),
  ),
];

function tolerationOf(name: string, effect: "NoExecute" | "NoSchedule"): Toleration {
  return { key: `node.kubernetes.io/${name}`, operator: "Exists", effect };
}

/** @param spec - of the pod template, with defaults */
export function nodeFit(node: Node, spec: PodSpec): NodeFit {
  const name = node.metadata?.name ?? "";
  if (spec.nodeName && spec.nodeName !== name) return excludedFit(`the template names node ${spec.nodeName}`);
  const labels = node.metadata?.labels ?? {};
  for (const [key, value] of Object.entries(spec.nodeSelector ?? {})) {
    if (!Object.hasOwn(labels, key) || labels[key] !== value) return excludedFit(`it lacks the label ${key}=${value}`);
  }
  const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  if (required && !(required.nodeSelectorTerms ?? []).some((term) => matchesTerm(term, name, labels))) {
    return excludedFit("its labels do not meet the required node affinity");
  }
  const network = spec.hostNetwork ? [tolerationOf("network-unavailable", "NoSchedule")] : [];
  const tolerations = [...(spec.tolerations ?? []), ...commonTolerations, ...network];
  const untoleratedTaints = (node.spec?.taints ?? []).filter(
    (taint) => taint.effect !== "PreferNoSchedule" && !tolerations.some((toleration) => tolerates(toleration, taint)),
  );
  const [first] = untoleratedTaints;
  if (!first) return { shouldRun: true, mayContinue: true };
  const text = `${first.key}${first.value ? `=${first.value}` : ""}:${first.effect}`;
  return {
    shouldRun: false,
    mayContinue: untoleratedTaints.every(({ effect }) => effect !== "NoExecute"),
    reason: `its taint ${text} is not tolerated`,
  };
}

const excludedFit = (reason: string): NodeFit => ({ shouldRun: false, mayContinue: false, reason });

function tolerates({ key = "", operator = "Equal", value = "", effect }: Toleration, taint: Taint): boolean {
  if (effect && effect !== taint.effect) return false;
  if (key !== "" && key !== taint.key) return false;
  if (operator === "Exists") return true;
  return key !== "" && operator === "Equal" && value === (taint.value ?? "");
}

type Labels = Readonly<Record<string, string>>;

/** A term without requirements matches no node. */
function matchesTerm(
  { matchExpressions = [], matchFields = [] }: NodeSelectorTerm,
  name: string,
  labels: Labels,
): boolean {
  if (matchExpressions.length === 0 && matchFields.length === 0) return false;
  return (
    matchExpressions.every((each) => meets(each, labels)) &&
    matchFields.every((each) => each.key === "metadata.name" && meets(each, { "metadata.name": name }))
  );
}
