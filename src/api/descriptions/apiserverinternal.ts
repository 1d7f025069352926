/**
 * The purpose of the types and fields of `apiserverinternal`.
 *
 * @module
 */
export const apiserverinternal: Readonly<Record<string, string>> = {
  "apiserverinternal/v1alpha1.ServerStorageVersion.apiServerID": "Id of the API server.",
  "apiserverinternal/v1alpha1.ServerStorageVersion.decodableVersions":
    "Versions that this server can read from the storage.",
  "apiserverinternal/v1alpha1.ServerStorageVersion.encodingVersion": "Version in which this server stores objects.",
  "apiserverinternal/v1alpha1.ServerStorageVersion.servedVersions": "Versions that this server serves.",
  "apiserverinternal/v1alpha1.StorageVersion": "Which version API servers store a resource in.",
  "apiserverinternal/v1alpha1.StorageVersionStatus.commonEncodingVersion":
    "Version in which all API servers store objects; absent while they differ.",
  "apiserverinternal/v1alpha1.StorageVersionStatus.storageVersions": "One entry for each API server.",
};
