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
  lastTransitionTime?: string | null;
  /** Why, in a word. */
  reason?: string;
  /** Why, for people. */
  message?: string;
}

export interface DaemonSetSpec {
  /** The pods that belong to it; must match the template's labels. Never changes. */
  selector?: metaV1.LabelSelector | null;
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
  /** The desired state. */
  spec?: DeploymentSpec;
  /** The observed state. */
  status?: DeploymentStatus;
}

export interface DeploymentCondition {
  /** The aspect, in CamelCase. */
  type?: string;
  /** `True`, `False` or `Unknown`. */
  status?: string;
  /** When it was last written. */
  lastUpdateTime?: string | null;
  /** When the status last changed. */
  lastTransitionTime?: string | null;
  /** Why, as an identifier. */
  reason?: string;
  /** Why, for people. */
  message?: string;
}

export interface DeploymentSpec {
  /** How many pods should run; default 1. */
  replicas?: number;
  /** The pods that belong to it; must match the template's labels. Immutable. */
  selector?: metaV1.LabelSelector | null;
  /** The pods that it creates. */
  template?: coreV1.PodTemplateSpec;
  /** How old pods are replaced by new ones. */
  strategy?: DeploymentStrategy;
  /** Seconds that a pod must be ready to count as available; default 0. */
  minReadySeconds?: number;
  /** How many old ReplicaSets are kept for a rollback; default 10. */
  revisionHistoryLimit?: number;
  /** Whether changes of the template wait. */
  paused?: boolean;
  /** Seconds without progress after which a rollout counts as failed; default 600. */
  progressDeadlineSeconds?: number;
}

export interface DeploymentStatus {
  /** The generation of the object that the status is about. */
  observedGeneration?: number | bigint;
  /** Pods that exist and are not terminating. */
  replicas?: number;
  /** Pods of the newest template. */
  updatedReplicas?: number;
  /** Pods that are ready. */
  readyReplicas?: number;
  /** Pods that have been ready for `minReadySeconds`. */
  availableReplicas?: number;
  /** Pods that are still missing for the rollout to be complete. */
  unavailableReplicas?: number;
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: DeploymentCondition[];
  /** How often the name of a new ReplicaSet was taken. */
  collisionCount?: number;
  /** Pods that are terminating. Since 1.33. */
  terminatingReplicas?: number;
}

export interface DeploymentStrategy {
  /** `RollingUpdate` or `Recreate`; default `RollingUpdate`. */
  type?: DeploymentStrategyType;
  /** How many pods may be missing or surplus in a rolling update. */
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
  /** The desired state. */
  spec?: ReplicaSetSpec;
  /** The observed state. */
  status?: ReplicaSetStatus;
}

export interface ReplicaSetCondition {
  /** The aspect, in CamelCase. */
  type?: string;
  /** `True`, `False` or `Unknown`. */
  status?: string;
  /** When the status last changed. */
  lastTransitionTime?: string | null;
  /** Why, as an identifier. */
  reason?: string;
  /** Why, for people. */
  message?: string;
}

export interface ReplicaSetSpec {
  /** How many pods should run; default 1. */
  replicas?: number;
  /** Seconds that a pod must be ready to count as available; default 0. */
  minReadySeconds?: number;
  /** The pods that belong to it; must match the template's labels. Immutable. */
  selector?: metaV1.LabelSelector | null;
  /** The pods that it creates. */
  template?: coreV1.PodTemplateSpec;
}

export interface ReplicaSetStatus {
  /** Pods that exist and are not terminating. */
  replicas?: number;
  /** Pods that have all labels of the template. */
  fullyLabeledReplicas?: number;
  /** Pods that are ready. */
  readyReplicas?: number;
  /** Pods that have been ready for `minReadySeconds`. */
  availableReplicas?: number;
  /** The generation of the object that the status is about. */
  observedGeneration?: number | bigint;
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: ReplicaSetCondition[];
  /** Pods that are terminating. Since 1.33. */
  terminatingReplicas?: number;
}

export interface RollingUpdateDaemonSet {
  /** Nodes without a running pod, a number or a percentage; default 1. */
  maxUnavailable?: number | string;
  /** Nodes with an extra pod, a number or a percentage; default 0. */
  maxSurge?: number | string;
}

export interface RollingUpdateDeployment {
  /** How many pods may be missing during an update, a number or a share; default 25%. */
  maxUnavailable?: number | string;
  /** How many pods may run above `replicas` during an update, a number or a share; default 25%. */
  maxSurge?: number | string;
}

export interface RollingUpdateStatefulSetStrategy {
  /** Pods with a lower ordinal keep the old template; default 0. */
  partition?: number;
  /** How many pods may be missing during an update, a number or a share; default 1. */
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
  /** The desired state. */
  spec?: StatefulSetSpec;
  /** The observed state. */
  status?: StatefulSetStatus;
}

export interface StatefulSetCondition {
  /** The aspect, in CamelCase. */
  type?: string;
  /** `True`, `False` or `Unknown`. */
  status?: string;
  /** When the status last changed. */
  lastTransitionTime?: string | null;
  /** Why, as an identifier. */
  reason?: string;
  /** Why, for people. */
  message?: string;
}

export interface StatefulSetOrdinals {
  /** Ordinal of the first pod; default 0. */
  start?: number;
}

export interface StatefulSetPersistentVolumeClaimRetentionPolicy {
  /** `Retain` or `Delete` the claims when the set is deleted; default `Retain`. */
  whenDeleted?: PersistentVolumeClaimRetentionPolicyType;
  /** `Retain` or `Delete` the claims of pods that a smaller `replicas` removes; default `Retain`. */
  whenScaled?: PersistentVolumeClaimRetentionPolicyType;
}

export interface StatefulSetSpec {
  /** How many pods should run; default 1. */
  replicas?: number;
  /** The pods that belong to it; must match the template's labels. Immutable. */
  selector?: metaV1.LabelSelector | null;
  /** The pods that it creates; each is named after the set and its ordinal. */
  template?: coreV1.PodTemplateSpec;
  /** Claims that each pod gets, one of each. */
  volumeClaimTemplates?: coreV1.PersistentVolumeClaim[];
  /** The headless service that gives the pods their DNS names. Immutable. */
  serviceName?: string;
  /** `OrderedReady` or `Parallel` creation and deletion of pods; default `OrderedReady`. Immutable. */
  podManagementPolicy?: PodManagementPolicyType;
  /** How pods are replaced when the template changes. */
  updateStrategy?: StatefulSetUpdateStrategy;
  /** How many old revisions are kept; default 10. */
  revisionHistoryLimit?: number;
  /** Seconds that a pod must be ready to count as available; default 0. */
  minReadySeconds?: number;
  /** Fate of the claims of the templates when their pods go. */
  persistentVolumeClaimRetentionPolicy?: StatefulSetPersistentVolumeClaimRetentionPolicy;
  /** Numbers that the pods have in their names. */
  ordinals?: StatefulSetOrdinals;
}

export interface StatefulSetStatus {
  /** The generation of the object that the status is about. */
  observedGeneration?: number | bigint;
  /** Pods that exist. */
  replicas?: number;
  /** Pods that are ready. */
  readyReplicas?: number;
  /** Pods of `currentRevision`. */
  currentReplicas?: number;
  /** Pods of `updateRevision`. */
  updatedReplicas?: number;
  /** Revision of the pods that are not updated yet. */
  currentRevision?: string;
  /** Revision of the newest template. */
  updateRevision?: string;
  /** How often the name of a revision was taken. */
  collisionCount?: number;
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: StatefulSetCondition[];
  /** Pods that have been ready for `minReadySeconds`. */
  availableReplicas?: number;
}

export interface StatefulSetUpdateStrategy {
  /** `RollingUpdate` or `OnDelete`; default `RollingUpdate`. */
  type?: StatefulSetUpdateStrategyType;
  /** Which pods a rolling update replaces, and how many at a time. */
  rollingUpdate?: RollingUpdateStatefulSetStrategy;
}

export type StatefulSetUpdateStrategyType = "OnDelete" | "Recreate" | "RollingUpdate";
