/**
 * The purpose of the types and fields of `storagemigration`.
 *
 * @module
 */
export const storagemigration: Readonly<Record<string, string>> = {
  "storagemigration/v1.StorageVersionMigration": "Asks for stored objects to be written in the newest version.",
};
