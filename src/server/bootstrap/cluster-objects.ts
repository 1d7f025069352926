/**
 * Creates the objects that every cluster starts with: priority classes, flow schemas and priority levels, the range of
 * service addresses, and the date since when tokens in Secrets are tracked. Existing objects are not changed.
 *
 * @module
 */
import { formatTime } from "../registry/object-meta.ts";
import type { ApiObject } from "../request/api-object.ts";
import { type EnsureOptions, ensureObject, type WantedObject } from "./ensure-object.ts";
import { autoUpdate, fieldManager, flowSchemas, priorityLevels } from "./flow-control.ts";

export interface ClusterObjectsOptions extends EnsureOptions {
  readonly groupDomain: string;
  /** CIDRs of the service addresses. */
  readonly serviceRanges: readonly string[];
  readonly nowMs: () => number;
}

/** Name of the ServiceCIDR with the ranges of the server's options. */
export const defaultRange = "kubernetes";

/**
 * Creates the missing objects.
 *
 * @throws {StatusError} if the store cannot be written
 */
export async function createClusterObjects(options: ClusterObjectsOptions): Promise<void> {
  // In parallel, since the store syncs concurrent writes together.
  await Promise.all(clusterObjects(options).map((item) => ensureObject(options, item)));
}

function clusterObjects({ groupDomain, serviceRanges, nowMs }: ClusterObjectsOptions): readonly WantedObject[] {
  const now = formatTime(nowMs());
  const flowControl = `flowcontrol.apiserver.${groupDomain}`;
  const annotations = { [autoUpdate]: "true" };
  const ready = {
    type: "Ready",
    status: "True",
    lastTransitionTime: now,
    reason: "",
    message: "Kubernetes default Service CIDR is ready",
  };
  return [
    ...priorityClasses.map((object) => ({ group: `scheduling.${groupDomain}`, resource: "priorityclasses", object })),
    ...priorityLevels.map(({ name, spec }) => ({
      group: flowControl,
      resource: "prioritylevelconfigurations",
      fieldManager,
      object: { metadata: { name, annotations }, spec },
    })),
    ...flowSchemas.map(({ name, spec }) => ({
      group: flowControl,
      resource: "flowschemas",
      fieldManager,
      object: { metadata: { name, annotations }, spec },
    })),
    {
      group: `networking.${groupDomain}`,
      resource: "servicecidrs",
      object: { metadata: { name: defaultRange }, spec: { cidrs: [...serviceRanges] } },
      status: { conditions: [ready] },
    },
    { group: "", resource: "configmaps", object: { ...trackingOfTokens, data: { since: now.slice(0, dateLength) } } },
  ];
}

/** From its date, kube-controller-manager determines for how long a token in a Secret has not been used. */
const trackingOfTokens = {
  metadata: { namespace: "kube-system", name: "kube-apiserver-legacy-service-account-token-tracking" },
};
const dateLength = "2026-11-22".length;

const priorityClasses: readonly ApiObject[] = [
  priorityClass("system-node-critical", 2_000_001_000, "Pods that their node needs to work."),
  priorityClass("system-cluster-critical", 2_000_000_000, "Pods that the cluster needs, on any node."),
];

function priorityClass(name: string, value: number, description: string): ApiObject {
  return { metadata: { name }, value, description, preemptionPolicy: "PreemptLowerPriority" };
}
