/**
 * The objects that every cluster has from its start: priority classes, flow schemas with their levels, the range of service
 * addresses, since when tokens in Secrets are tracked. Those that are there are left as they are.
 *
 * @module
 */
import { formatTime } from "../registry/object-meta.ts";
import type { ApiObject } from "../request/api-object.ts";
import { type EnsureOptions, ensureObject, type WantedObject } from "./ensure-object.ts";
import { autoUpdate, fieldManager, flowSchemas, priorityLevels } from "./flow-control.ts";

export interface ClusterObjectsOptions extends EnsureOptions {
  readonly groupDomain: string;
  /** Of the addresses of services. */
  readonly serviceRanges: readonly string[];
  readonly nowMs: () => number;
}

/** The name of the range that the server was started with. */
export const defaultRange = "kubernetes";

/** @throws {StatusError} when the store cannot be written */
export async function createClusterObjects(options: ClusterObjectsOptions): Promise<void> {
  // At once: the store makes writes that come together durable together.
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

/** By this kube-controller-manager knows how long a token in a Secret has not been used. */
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
