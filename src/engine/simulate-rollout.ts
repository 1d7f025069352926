/**
 * Simulates a rollout of a DaemonSet, given objects as in manifests or from the API.
 *
 * @module
 */
import type { DaemonSet } from "../api/types/apps-v1.ts";
import type { Node, Pod } from "../api/types/core-v1.ts";
import { formatPath } from "../diagnostic/path.ts";
import { asJson } from "../json/as-json.ts";
import { OptionError } from "../json/option-error.ts";
import { assertOptions, assertOptionType, instance, listOf, type OptionType, text } from "../json/option-shape.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { detectKind } from "../kind/detect.ts";
import { selects } from "../kinds/meta/label-selector.ts";
import { nodeFit } from "../rollout/node-fit.ts";
import { planRollout, type RolloutPlan } from "../rollout/plan.ts";
import type { DaemonPod, RolloutState } from "../rollout/sync.ts";
import { briefMessage } from "./brief-message.ts";
import { type Settings, settle } from "./options.ts";
import { validate } from "./validate.ts";
import type { VetOptions } from "./vet-options.ts";

/** The objects of a rollout, as `kubectl get -o json` prints them or a client returns them. */
export interface RolloutInput {
  /** The DaemonSet after the update. */
  readonly daemonSet: object;
  readonly nodes: readonly object[];
  /** The running pods; default: each node that should have a pod has an old, available one. */
  readonly pods?: readonly object[];
  /**
   * The `controller-revision-hash` of pods that already have the new template; default: pods are identified by
   * `pod-template-generation`.
   */
  readonly revision?: string;
  /** Milliseconds from the creation of a pod until it is ready; default 10,000. */
  readonly readyAfterMs?: number;
  /** Milliseconds from the deletion of a pod until it is gone; default 5,000. */
  readonly goneAfterMs?: number;
  /**
   * Milliseconds since 1970; default: the earliest time at which all ready pods have been ready for `minReadySeconds`.
   */
  readonly nowMs?: number;
}

const defaultReadyMs = 10_000;
const defaultGoneMs = 5_000;

/**
 * Simulates the DaemonSet controller and the kubelets of the nodes, step by step.
 *
 * @param options - the release, which determines the fields and their defaults
 * @throws {OptionError} for an object that kube-apiserver would refuse, or of another kind
 */
export function simulateRollout(
  input: RolloutInput,
  options: Pick<VetOptions, "target" | "featureGates"> = {},
): RolloutPlan {
  assertOptions(input, shapeByName);
  assertOptionType("nodes", input.nodes, inputShapes.nodes);
  return rolloutPlan(input, settle(options));
}

const milliseconds: OptionType = {
  expected: "milliseconds, a number from 0 on",
  accepts: (value) => Number.isFinite(value) && Number(value) >= 0,
};
const inputShapes: Readonly<Record<keyof RolloutInput, OptionType>> = {
  daemonSet: instance,
  nodes: listOf(instance),
  pods: listOf(instance),
  revision: text,
  readyAfterMs: milliseconds,
  goneAfterMs: milliseconds,
  nowMs: milliseconds,
};
const shapeByName: ReadonlyMap<string, OptionType> = new Map(Object.entries(inputShapes));

/** @throws {OptionError} as `simulateRollout` */
export function rolloutPlan(input: RolloutInput, settings: Settings): RolloutPlan {
  const list = (objects: readonly object[], kind: string, name: string) =>
    objects.map((object, index) => read(object, kind, `${name}[${index}]`, settings));
  const daemonSet = read(input.daemonSet, "DaemonSet", "daemonSet", settings) as DaemonSet;
  const nodes = list(input.nodes, "Node", "nodes") as Node[];
  const pods = input.pods && (list(input.pods, "Pod", "pods") as Pod[]);
  const start = rolloutStart({ daemonSet, nodes, pods, revision: input.revision, nowMs: input.nowMs });
  return planRollout(start, {
    startMs: input.readyAfterMs ?? defaultReadyMs,
    stopMs: input.goneAfterMs ?? defaultGoneMs,
  });
}

/** @throws {OptionError} */
function read(given: unknown, kind: string, name: string, settings: Settings): unknown {
  const value = asJson(given);
  const detection = isPlainObject(value) ? detectKind(value, settings.catalog) : undefined;
  if (!detection || !("kind" in detection) || detection.kind.kind !== kind || detection.list !== "none") {
    throw new OptionError(`${name} must be a ${kind} with \`apiVersion\` and \`kind\``);
  }
  const { version } = detection;
  const subject = { kind: detection.kind, version, context: settings.contextFor(version.name) };
  const { object, findings } = validate(value, subject);
  const fault = findings.find(({ severity }) => severity === "error");
  if (fault) throw new OptionError(`${[name, formatPath(fault.path)].join(": ")}: ${briefMessage(fault)}`);
  return object;
}

/** Decoded objects, with defaults. */
interface DecodedInput {
  readonly daemonSet: DaemonSet;
  readonly nodes: readonly Node[];
  readonly pods?: readonly Pod[] | undefined;
  readonly revision?: string | undefined;
  readonly nowMs?: number | undefined;
}

/** Returns the state when the new template is written. */
export function rolloutStart({ daemonSet, nodes, pods, revision, nowMs }: DecodedInput): RolloutState {
  const known = pods ? podsOf(daemonSet, pods, revision) : oldPods(daemonSet, nodes);
  const minReadyMs = Number(daemonSet.spec?.minReadySeconds ?? 0) * 1000;
  const latest = known.reduce((most, pod) => Math.max(most, pod.createdMs, pod.readySinceMs ?? 0), 0);
  return { daemonSet, nodes, pods: known, nowMs: nowMs ?? latest + minReadyMs };
}

/**
 * Returns the usual pods before a rollout: an old pod, available for a long time, on each node that should have one.
 */
function oldPods({ spec }: DaemonSet, nodes: readonly Node[]): readonly DaemonPod[] {
  return nodes
    .filter((node) => nodeFit(node, spec?.template?.spec ?? {}).shouldRun)
    .map((node) => {
      const name = node.metadata?.name ?? "";
      return { ...availablePod, name: `old-${name}`, node: name };
    });
}

const availablePod = {
  isScheduled: true,
  isNew: false,
  phase: "Running",
  createdMs: 0,
  readySinceMs: 0,
  isTerminating: false,
} as const;

/** Returns the pods of the DaemonSet, without pods of another controller. */
function podsOf(
  { metadata, spec = {} }: DaemonSet,
  pods: readonly Pod[],
  revision: string | undefined,
): readonly DaemonPod[] {
  const { name = "", namespace = "" } = metadata ?? {};
  const generation = metadata?.annotations?.["deprecated.daemonset.template.generation"];
  return pods
    .filter((pod) => namespace === "" || pod.metadata?.namespace === namespace)
    .filter((pod) => isOwn(pod, name) && selects(spec.selector ?? {}, pod.metadata?.labels ?? {}))
    .flatMap((pod) => {
      const node = nodeOf(pod);
      if (node === undefined) return [];
      const labels = pod.metadata?.labels ?? {};
      const isNew =
        (revision !== undefined && labels["controller-revision-hash"] === revision) ||
        (revision === undefined && generation !== undefined && labels["pod-template-generation"] === generation);
      const ready = pod.status?.conditions?.find(({ type, status }) => type === "Ready" && status === "True");
      return [
        {
          name: pod.metadata?.name ?? "",
          node,
          isScheduled: pod.spec?.nodeName !== undefined,
          isNew,
          phase: phases.find((phase) => phase === pod.status?.phase) ?? "Pending",
          createdMs: timeMs(pod.metadata?.creationTimestamp),
          ...(ready ? { readySinceMs: timeMs(ready.lastTransitionTime) } : {}),
          isTerminating: Boolean(pod.metadata?.deletionTimestamp),
        } satisfies DaemonPod,
      ];
    });
}

const phases = ["Pending", "Running", "Succeeded", "Failed", "Unknown"] as const;

function isOwn({ metadata }: Pod, name: string): boolean {
  const controller = metadata?.ownerReferences?.find((reference) => reference.controller);
  return controller === undefined || (controller.kind === "DaemonSet" && controller.name === name);
}

/** Returns the node on which a pod runs, or for which the controller created it. */
function nodeOf({ spec }: Pod): string | undefined {
  if (spec?.nodeName) return spec.nodeName;
  const required = spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  const fields = required?.nodeSelectorTerms?.flatMap(({ matchFields = [] }) => matchFields) ?? [];
  return fields.find(({ key, operator }) => key === "metadata.name" && operator === "In")?.values?.[0];
}

const timeMs = (time: string | null | undefined): number => Date.parse(time ?? "") || 0;
