/**
 * The types of `apps/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as coreV1 from "./core-v1.ts";
import type * as metaV1 from "./meta-v1.ts";

/** An earlier state of a DaemonSet or StatefulSet; controllers write and read it. */
export interface ControllerRevision {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The state; never changes. */
  data?: unknown;
  /** Number of the state; the newest is the highest. */
  revision?: number | bigint;
}

/** Keeps one copy of a pod on every node, or on every node that matches. */
export interface DaemonSet {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The pods that should run, and where. */
  spec?: DaemonSetSpec;
  /** The observed state. */
  status?: DaemonSetStatus;
}

export interface DaemonSetCondition {
  /** Name of the condition. */
  type?: string;
  /** `True`, `False` or `Unknown`. */
  status?: string;
  /** When it last changed. */
  lastTransitionTime?: string;
  /** Why, in a word. */
  reason?: string;
  /** Why, for people. */
  message?: string;
}

export interface DaemonSetSpec {
  /** The pods that belong to it; must match the template's labels. Never changes. */
  selector?: metaV1.LabelSelector;
  /** The pod that runs on each node. */
  template?: coreV1.PodTemplateSpec;
  /** How pods are replaced when the template changes. */
  updateStrategy?: DaemonSetUpdateStrategy;
  /** Seconds a pod must be ready to count as available. */
  minReadySeconds?: number;
  /** How many old revisions are kept; default 10. */
  revisionHistoryLimit?: number;
}

export interface DaemonSetStatus {
  /** Nodes that run a pod and should. */
  currentNumberScheduled?: number;
  /** Nodes that run a pod and should not. */
  numberMisscheduled?: number;
  /** Nodes that should run a pod. */
  desiredNumberScheduled?: number;
  /** Nodes with a pod that is ready. */
  numberReady?: number;
  /** The generation that the status is about. */
  observedGeneration?: number | bigint;
  /** Nodes with a pod of the newest template. */
  updatedNumberScheduled?: number;
  /** Nodes with a pod that is available. */
  numberAvailable?: number;
  /** Nodes without one. */
  numberUnavailable?: number;
  /** How often a name of a revision was taken. */
  collisionCount?: number;
  /** The conditions of the set. */
  conditions?: DaemonSetCondition[];
}

export interface DaemonSetUpdateStrategy {
  /** Default `RollingUpdate`; `OnDelete` waits until a pod is deleted. */
  type?: DaemonSetUpdateStrategyType;
  /** How many at a time, for `RollingUpdate`. */
  rollingUpdate?: RollingUpdateDaemonSet;
}

export type DaemonSetUpdateStrategyType = "OnDelete" | "RollingUpdate";

/** Keeps equal pods running and replaces them step by step when their template changes. */
export interface Deployment {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  spec?: DeploymentSpec;
  status?: DeploymentStatus;
}

export interface DeploymentCondition {
  /** The aspect, in CamelCase. */
  type?: string;
  /** `True`, `False` or `Unknown`. */
  status?: string;
  lastUpdateTime?: string;
  /** When the status last changed. */
  lastTransitionTime?: string;
  /** Why, as an identifier. */
  reason?: string;
  /** Why, for people. */
  message?: string;
}

export interface DeploymentSpec {
  replicas?: number;
  selector?: metaV1.LabelSelector;
  template?: coreV1.PodTemplateSpec;
  strategy?: DeploymentStrategy;
  minReadySeconds?: number;
  revisionHistoryLimit?: number;
  paused?: boolean;
  progressDeadlineSeconds?: number;
}

export interface DeploymentStatus {
  /** The generation of the object that the status is about. */
  observedGeneration?: number | bigint;
  replicas?: number;
  updatedReplicas?: number;
  readyReplicas?: number;
  availableReplicas?: number;
  unavailableReplicas?: number;
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: DeploymentCondition[];
  collisionCount?: number;
  /** Since 1.33. */
  terminatingReplicas?: number;
}

export interface DeploymentStrategy {
  type?: DeploymentStrategyType;
  rollingUpdate?: RollingUpdateDeployment;
}

export type DeploymentStrategyType = "Recreate" | "RollingUpdate";

export type PersistentVolumeClaimRetentionPolicyType = "Delete" | "Retain";

export type PodManagementPolicyType = "OrderedReady" | "Parallel";

/** Keeps a number of equal pods running. */
export interface ReplicaSet {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  spec?: ReplicaSetSpec;
  status?: ReplicaSetStatus;
}

export interface ReplicaSetCondition {
  /** The aspect, in CamelCase. */
  type?: string;
  /** `True`, `False` or `Unknown`. */
  status?: string;
  /** When the status last changed. */
  lastTransitionTime?: string;
  /** Why, as an identifier. */
  reason?: string;
  /** Why, for people. */
  message?: string;
}

export interface ReplicaSetSpec {
  replicas?: number;
  minReadySeconds?: number;
  selector?: metaV1.LabelSelector;
  template?: coreV1.PodTemplateSpec;
}

export interface ReplicaSetStatus {
  replicas?: number;
  fullyLabeledReplicas?: number;
  readyReplicas?: number;
  availableReplicas?: number;
  /** The generation of the object that the status is about. */
  observedGeneration?: number | bigint;
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: ReplicaSetCondition[];
  /** Since 1.33. */
  terminatingReplicas?: number;
}

export interface RollingUpdateDaemonSet {
  /** Nodes without a running pod, a number or a percentage; default 1. */
  maxUnavailable?: number | string;
  /** Nodes with an extra pod, a number or a percentage; default 0. */
  maxSurge?: number | string;
}

export interface RollingUpdateDeployment {
  maxUnavailable?: number | string;
  maxSurge?: number | string;
}

export interface RollingUpdateStatefulSetStrategy {
  partition?: number;
  maxUnavailable?: number | string;
}

/** Pods with lasting names and storage of their own. */
export interface StatefulSet {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  spec?: StatefulSetSpec;
  status?: StatefulSetStatus;
}

export interface StatefulSetCondition {
  /** The aspect, in CamelCase. */
  type?: string;
  /** `True`, `False` or `Unknown`. */
  status?: string;
  /** When the status last changed. */
  lastTransitionTime?: string;
  /** Why, as an identifier. */
  reason?: string;
  /** Why, for people. */
  message?: string;
}

export interface StatefulSetOrdinals {
  start?: number;
}

export interface StatefulSetPersistentVolumeClaimRetentionPolicy {
  whenDeleted?: PersistentVolumeClaimRetentionPolicyType;
  whenScaled?: PersistentVolumeClaimRetentionPolicyType;
}

export interface StatefulSetSpec {
  replicas?: number;
  selector?: metaV1.LabelSelector;
  template?: coreV1.PodTemplateSpec;
  volumeClaimTemplates?: coreV1.PersistentVolumeClaim[];
  serviceName?: string;
  podManagementPolicy?: PodManagementPolicyType;
  updateStrategy?: StatefulSetUpdateStrategy;
  revisionHistoryLimit?: number;
  minReadySeconds?: number;
  persistentVolumeClaimRetentionPolicy?: StatefulSetPersistentVolumeClaimRetentionPolicy;
  ordinals?: StatefulSetOrdinals;
}

export interface StatefulSetStatus {
  /** The generation of the object that the status is about. */
  observedGeneration?: number | bigint;
  replicas?: number;
  readyReplicas?: number;
  currentReplicas?: number;
  updatedReplicas?: number;
  currentRevision?: string;
  updateRevision?: string;
  collisionCount?: number;
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: StatefulSetCondition[];
  availableReplicas?: number;
}

export interface StatefulSetUpdateStrategy {
  type?: StatefulSetUpdateStrategyType;
  rollingUpdate?: RollingUpdateStatefulSetStrategy;
}

export type StatefulSetUpdateStrategyType = "OnDelete" | "Recreate" | "RollingUpdate";
