/**
 * The types of `apiserverinternal/v1alpha1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as metaV1 from "./meta-v1.ts";

export interface ServerStorageVersion {
  /** Id of the API server. */
  apiServerID?: string;
  /** Version in which this server stores objects. */
  encodingVersion?: string;
  /** Versions that this server can read from the storage. */
  decodableVersions?: string[];
  /** Versions that this server serves. */
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
  /** The desired state. */
  spec?: StorageVersionSpec;
  /** The observed state. */
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
  lastTransitionTime?: string | null;
  /** Why, as an identifier. */
  reason?: string;
  /** Why, for people. */
  message?: string;
}

export type StorageVersionSpec = Record<string, never>;

export interface StorageVersionStatus {
  /** One entry for each API server. */
  storageVersions?: ServerStorageVersion[];
  /** Version in which all API servers store objects; absent while they differ. */
  commonEncodingVersion?: string;
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: StorageVersionCondition[];
}
