/**
 * The types of `apiserverinternal`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const apiserverinternalTypes = (): string => `
apiserverinternal/v1alpha1.ServerStorageVersion
apiServerID 1 string ?
encodingVersion 2 string ?
decodableVersions 3 []string ? list=set
servedVersions 4 []string list=set

apiserverinternal/v1alpha1.StorageVersion
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta ?
spec 2 StorageVersionSpec +
status 3 StorageVersionStatus +

apiserverinternal/v1alpha1.StorageVersionCondition
type 1 string !
status 2 string !
observedGeneration 3 int64
lastTransitionTime 4 time
reason 5 string !
message 6 string ?

apiserverinternal/v1alpha1.StorageVersionSpec

apiserverinternal/v1alpha1.StorageVersionStatus
storageVersions 1 []ServerStorageVersion list=map keys=apiServerID
commonEncodingVersion 2 string *
conditions 3 []StorageVersionCondition list=map keys=type
`;
