/**
 * The types of `lifecycle/v1alpha1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as metaV1 from "./meta-v1.ts";

/** An eviction that is under way. */
export interface Eviction {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  spec?: EvictionSpec;
  status?: EvictionStatus;
}

export interface EvictionPodReference {
  name?: string;
  uid?: string;
}

/** Asks for a pod to be evicted in good order. */
export interface EvictionRequest {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  spec?: EvictionRequestSpec;
  status?: EvictionRequestStatus;
}

export type EvictionRequestIntent = "Eviction" | "Withdrawn";

export interface EvictionRequestPodReference {
  name?: string;
  uid?: string;
}

export interface EvictionRequestSpec {
  target?: EvictionRequestTarget;
  requester?: string;
  intent?: EvictionRequestIntent;
}

export interface EvictionRequestStatus {
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: metaV1.Condition[];
  /** The generation of the object that the status is about. */
  observedGeneration?: number | bigint;
}

export interface EvictionRequestTarget {
  pod?: EvictionRequestPodReference;
}

export interface EvictionSpec {
  target?: EvictionTarget;
}

export interface EvictionStatus {
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: metaV1.Condition[];
  /** The generation of the object that the status is about. */
  observedGeneration?: number | bigint;
  requesters?: Requester[];
  targetResponders?: TargetResponder[];
  responders?: ResponderStatus[];
}

export interface EvictionTarget {
  pod?: EvictionPodReference;
}

export interface Requester {
  name?: string;
  intent?: string;
}

export interface ResponderStatus {
  name?: string;
  startTime?: string;
  heartbeatTime?: string;
  expectedCompletionTime?: string;
  completionTime?: string;
  message?: string;
}

export interface TargetResponder {
  name?: string;
  priority?: number;
  state?: string;
}
