/**
 * The purpose of the types and fields of `storagemigration`.
 *
 * @module
 */
export const storagemigration: Readonly<Record<string, string>> = {
  "storagemigration/v1.StorageVersionMigration": "Asks for stored objects to be written in the newest version.",
  "storagemigration/v1beta1.StorageVersionMigrationSpec.resource":
    "The resource whose objects are written again. Immutable.",
  "storagemigration/v1beta1.StorageVersionMigrationStatus.resourceVersion":
    "Version of the collection at the start; the migration ends once it is passed.",
};
