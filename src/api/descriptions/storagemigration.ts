/**
 * What the types and fields of `storagemigration` are for.
 *
 * @module
 */
export const storagemigration: Readonly<Record<string, string>> = {
  "storagemigration/v1.StorageVersionMigration": "Asks for stored objects to be written in the newest version.",
};
