/**
 * The types of `apiserverinternal/v1alpha1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as metaV1 from "./meta-v1.ts";

export interface ServerStorageVersion {
  apiServerID?: string;
  encodingVersion?: string;
  decodableVersions?: string[];
  servedVersions?: string[];
}

/** Which version API servers store a resource in. */
export interface StorageVersion {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  spec?: StorageVersionSpec;
  status?: StorageVersionStatus;
}

export interface StorageVersionCondition {
  /** The aspect, in CamelCase. */
  type?: string;
  /** `True`, `False` or `Unknown`. */
  status?: string;
  /** The generation of the object that it was found for. */
  observedGeneration?: number | bigint;
  /** When the status last changed. */
  lastTransitionTime?: string;
  /** Why, as an identifier. */
  reason?: string;
  /** Why, for people. */
  message?: string;
}

export type StorageVersionSpec = Record<string, never>;

export interface StorageVersionStatus {
  storageVersions?: ServerStorageVersion[];
  commonEncodingVersion?: string;
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: StorageVersionCondition[];
}
