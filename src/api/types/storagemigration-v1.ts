/**
 * The types of `storagemigration/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as metaV1 from "./meta-v1.ts";

/** Asks for stored objects to be written in the newest version. */
export interface StorageVersionMigration {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The desired state. */
  spec?: StorageVersionMigrationSpec;
  /** The observed state. */
  status?: StorageVersionMigrationStatus;
}

export interface StorageVersionMigrationSpec {
  /** The resource whose objects are written again. Immutable. */
  resource?: metaV1.GroupResource;
}

export interface StorageVersionMigrationStatus {
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: metaV1.Condition[];
  /** Version of the collection at the start; the migration ends once it is passed. */
  resourceVersion?: string;
}
