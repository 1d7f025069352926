/**
 * The types of `storagemigration`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const storagemigrationTypes = (): string => `
storagemigration/v1.StorageVersionMigration
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 StorageVersionMigrationSpec
status 3 StorageVersionMigrationStatus

storagemigration/v1.StorageVersionMigrationSpec
resource 1 meta/v1.GroupResource !

storagemigration/v1.StorageVersionMigrationStatus
conditions 1 []meta/v1.Condition list=map keys=type patch=merge merge=type
resourceVersion 2 string

storagemigration/v1alpha1.GroupVersionResource
group 1 string
version 2 string
resource 3 string

storagemigration/v1alpha1.MigrationCondition
type 1 string !
status 2 string !
lastUpdateTime 3 time
reason 4 string
message 5 string

storagemigration/v1alpha1.StorageVersionMigrationSpec
resource 1 GroupVersionResource !
continueToken 2 string

storagemigration/v1alpha1.StorageVersionMigrationStatus
conditions 1 []MigrationCondition list=map keys=type patch=merge merge=type
resourceVersion 2 string

storagemigration/v1alpha1 like storagemigration/v1
StorageVersionMigration

storagemigration/v1beta1 like storagemigration/v1
StorageVersionMigration StorageVersionMigrationSpec StorageVersionMigrationStatus
`;
