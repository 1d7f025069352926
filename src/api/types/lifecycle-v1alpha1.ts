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
  /** The desired state. */
  spec?: EvictionSpec;
  /** The observed state. */
  status?: EvictionStatus;
}

export interface EvictionPodReference {
  /** Name of the pod. */
  name?: string;
  /** UID of the pod. */
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
  /** The desired state. */
  spec?: EvictionRequestSpec;
  /** The observed state. */
  status?: EvictionRequestStatus;
}

export type EvictionRequestIntent = "Eviction" | "Withdrawn";

export interface EvictionRequestPodReference {
  /** Name of the pod. */
  name?: string;
  /** UID of the pod. */
  uid?: string;
}

export interface EvictionRequestSpec {
  /** The pod to evict. */
  target?: EvictionRequestTarget;
  /** Who asks for the eviction. */
  requester?: string;
  /** Whether the eviction is wanted or no longer wanted. */
  intent?: EvictionRequestIntent;
}

export interface EvictionRequestStatus {
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: metaV1.Condition[];
  /** The generation of the object that the status is about. */
  observedGeneration?: number | bigint;
}

export interface EvictionRequestTarget {
  /** The pod. */
  pod?: EvictionRequestPodReference;
}

export interface EvictionSpec {
  /** The pod to evict. */
  target?: EvictionTarget;
}

export interface EvictionStatus {
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: metaV1.Condition[];
  /** The generation of the object that the status is about. */
  observedGeneration?: number | bigint;
  /** Parties that ask for the eviction. */
  requesters?: Requester[];
  /** Parties that carry out the eviction, by priority. */
  targetResponders?: TargetResponder[];
  /** Progress of each responder. */
  responders?: ResponderStatus[];
}

export interface EvictionTarget {
  /** The pod. */
  pod?: EvictionPodReference;
}

export interface Requester {
  /** Name of the requester. */
  name?: string;
  /** Whether the eviction is wanted or no longer wanted. */
  intent?: string;
}

export interface ResponderStatus {
  /** Name of the responder. */
  name?: string;
  /** When the responder began. */
  startTime?: string | null;
  /** When the responder last reported progress. */
  heartbeatTime?: string | null;
  /** When the responder expects to be done. */
  expectedCompletionTime?: string | null;
  /** When the responder was done. */
  completionTime?: string | null;
  /** Progress, for people. */
  message?: string;
}

export interface TargetResponder {
  /** Name of the responder. */
  name?: string;
  /** Order of the responders; the highest goes first. */
  priority?: number | null;
  /** State of the responder. */
  state?: string;
}
