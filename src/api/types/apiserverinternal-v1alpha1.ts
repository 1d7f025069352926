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
  type?: string;
  status?: string;
  observedGeneration?: number | bigint;
  lastTransitionTime?: string;
  reason?: string;
  message?: string;
}

export type StorageVersionSpec = Record<string, never>;

export interface StorageVersionStatus {
  storageVersions?: ServerStorageVersion[];
  commonEncodingVersion?: string;
  conditions?: StorageVersionCondition[];
}
