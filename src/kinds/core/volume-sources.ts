/**
 * Where volumes come from, one shape for each source; projected volumes have a file of their own.
 *
 * @module
 */
import {
  field,
  flag,
  int32,
  int64,
  list,
  quantity,
  type Static,
  stringMap,
  struct,
  text,
} from "../../schema/fields.ts";
import { localObjectReference } from "./local-object-reference.ts";
import { persistentVolumeClaimTemplate } from "./persistent-volume-claim-spec.ts";
import { downwardAPIVolumeFile, keyToPath } from "./projected-volume.ts";

export const hostPathVolumeSource = struct({
  path: text({ "x-proto": 1, "x-required": true, description: "The path on the node; no `..`." }),
  type: text({
    "x-proto": 2,
    "x-pointer": true,
    enum: ["", "DirectoryOrCreate", "Directory", "FileOrCreate", "File", "Socket", "CharDevice", "BlockDevice"],
    description: "What must stand there; empty checks nothing.",
  }),
});

export const emptyDirVolumeSource = struct({
  medium: text({
    "x-proto": 1,
    description: "Empty for the node's disk, `Memory`, or `HugePages` with an optional size.",
  }),
  sizeLimit: quantity({ "x-proto": 2, "x-pointer": true, description: "The most it may hold." }),
  mode: int32({
    "x-proto": 3,
    "x-pointer": true,
    "x-since": "1.37",
    "x-gate": "EmptyDirVolumeMode",
    description: "Permissions of the directory.",
  }),
});

export const gcePersistentDiskVolumeSource = struct({
  pdName: text({ "x-proto": 1, "x-required": true, description: "Name of the disk." }),
  fsType: text({ "x-proto": 2, description: "File system." }),
  partition: int32({ "x-proto": 3, description: "Number of the partition; 0 is the whole disk." }),
  readOnly: flag({ "x-proto": 4, description: "Whether writing is refused." }),
});

export const awsElasticBlockStoreVolumeSource = struct({
  volumeID: text({ "x-proto": 1, "x-required": true, description: "Id of the disk." }),
  fsType: text({ "x-proto": 2, description: "File system." }),
  partition: int32({ "x-proto": 3, description: "Number of the partition; 0 is the whole disk." }),
  readOnly: flag({ "x-proto": 4, description: "Whether writing is refused." }),
});

export const gitRepoVolumeSource = struct({
  repository: text({ "x-proto": 1, "x-required": true, description: "URL of the repository." }),
  revision: text({ "x-proto": 2, description: "Commit to check out." }),
  directory: text({ "x-proto": 3, description: "Where to clone to; no `..`." }),
});

export const secretVolumeSource = struct({
  secretName: text({ "x-proto": 1, description: "Name of the Secret." }),
  items: list(keyToPath, { "x-proto": 2, "x-list-type": "atomic", description: "Only these keys, at these paths." }),
  defaultMode: int32({ "x-proto": 3, "x-pointer": true, description: "Permissions of the files; default 0644." }),
  optional: flag({ "x-proto": 4, "x-pointer": true, description: "Whether the Secret or its keys may be missing." }),
  defaultUser: int64({
    "x-proto": 5,
    "x-pointer": true,
    "x-since": "1.37",
    "x-gate": "AtomicWriteVolumeUserFields",
    description: "Owner of the files.",
  }),
});

export const nfsVolumeSource = struct({
  server: text({ "x-proto": 1, "x-required": true, description: "Host name or address." }),
  path: text({ "x-proto": 2, "x-required": true, description: "The exported path." }),
  readOnly: flag({ "x-proto": 3, description: "Whether writing is refused." }),
});

export const iscsiVolumeSource = struct({
  targetPortal: text({ "x-proto": 1, "x-required": true, description: "Address and port of the target." }),
  iqn: text({ "x-proto": 2, "x-required": true, description: "Name of the target." }),
  lun: int32({ "x-proto": 3, "x-required": true, description: "Number of the unit, 0 to 255." }),
  iscsiInterface: text({ "x-proto": 4, description: "Transport; default `default`." }),
  fsType: text({ "x-proto": 5, description: "File system." }),
  readOnly: flag({ "x-proto": 6, description: "Whether writing is refused." }),
  portals: list(text(), { "x-proto": 7, "x-list-type": "atomic", description: "Further portals." }),
  chapAuthDiscovery: flag({ "x-proto": 8, description: "Authenticate for discovery." }),
  chapAuthSession: flag({ "x-proto": 11, description: "Authenticate for the session." }),
  secretRef: field(localObjectReference, { "x-proto": 10, "x-pointer": true, description: "The CHAP secret." }),
  initiatorName: text({ "x-proto": 12, "x-pointer": true, description: "Name of the initiator." }),
});
export type IscsiVolumeSource = Static<typeof iscsiVolumeSource>;

export const glusterfsVolumeSource = struct({
  endpoints: text({ "x-proto": 1, "x-required": true, description: "Name of the endpoints." }),
  path: text({ "x-proto": 2, "x-required": true, description: "Path of the volume." }),
  readOnly: flag({ "x-proto": 3, description: "Whether writing is refused." }),
});

export const persistentVolumeClaimVolumeSource = struct({
  claimName: text({ "x-proto": 1, "x-required": true, description: "Name of the claim." }),
  readOnly: flag({ "x-proto": 2, description: "Whether writing is refused." }),
});

export const rbdVolumeSource = struct({
  monitors: list(text(), {
    "x-proto": 1,
    "x-required": true,
    "x-list-type": "atomic",
    description: "Addresses of the monitors.",
  }),
  image: text({ "x-proto": 2, "x-required": true, description: "Name of the image." }),
  fsType: text({ "x-proto": 3, description: "File system." }),
  pool: text({ "x-proto": 4, description: "Default `rbd`." }),
  user: text({ "x-proto": 5, description: "Default `admin`." }),
  keyring: text({ "x-proto": 6, description: "Default `/etc/ceph/keyring`." }),
  secretRef: field(localObjectReference, {
    "x-proto": 7,
    "x-pointer": true,
    description: "Secret that replaces the key ring.",
  }),
  readOnly: flag({ "x-proto": 8, description: "Whether writing is refused." }),
});

export const flexVolumeSource = struct({
  driver: text({ "x-proto": 1, "x-required": true, description: "Name of the driver." }),
  fsType: text({ "x-proto": 2, description: "File system." }),
  secretRef: field(localObjectReference, { "x-proto": 3, "x-pointer": true, description: "Secret for the driver." }),
  readOnly: flag({ "x-proto": 4, description: "Whether writing is refused." }),
  options: stringMap({ "x-proto": 5, description: "Options of the driver." }),
});
export type FlexVolumeSource = Static<typeof flexVolumeSource>;

export const cinderVolumeSource = struct({
  volumeID: text({ "x-proto": 1, "x-required": true, description: "Id of the disk." }),
  fsType: text({ "x-proto": 2, description: "File system." }),
  readOnly: flag({ "x-proto": 3, description: "Whether writing is refused." }),
  secretRef: field(localObjectReference, {
    "x-proto": 4,
    "x-pointer": true,
    description: "Secret with the cloud's parameters.",
  }),
});

export const cephFSVolumeSource = struct({
  monitors: list(text(), {
    "x-proto": 1,
    "x-required": true,
    "x-list-type": "atomic",
    description: "Addresses of the monitors.",
  }),
  path: text({ "x-proto": 2, description: "Root of the mount; default `/`." }),
  user: text({ "x-proto": 3, description: "Default `admin`." }),
  secretFile: text({ "x-proto": 4, description: "Default `/etc/ceph/user.secret`." }),
  secretRef: field(localObjectReference, {
    "x-proto": 5,
    "x-pointer": true,
    description: "Secret that replaces the file.",
  }),
  readOnly: flag({ "x-proto": 6, description: "Whether writing is refused." }),
});

export const flockerVolumeSource = struct({
  datasetName: text({ "x-proto": 1, description: "Name of the dataset." }),
  datasetUUID: text({ "x-proto": 2, description: "Id of the dataset." }),
});
export type FlockerVolumeSource = Static<typeof flockerVolumeSource>;

export const downwardAPIVolumeSource = struct({
  items: list(downwardAPIVolumeFile, { "x-proto": 1, "x-list-type": "atomic", description: "The files." }),
  defaultMode: int32({ "x-proto": 2, "x-pointer": true, description: "Permissions of the files; default 0644." }),
  defaultUser: int64({
    "x-proto": 3,
    "x-pointer": true,
    "x-since": "1.37",
    "x-gate": "AtomicWriteVolumeUserFields",
    description: "Owner of the files.",
  }),
});

export const fcVolumeSource = struct({
  targetWWNs: list(text(), { "x-proto": 1, "x-list-type": "atomic", description: "Worldwide names of targets." }),
  lun: int32({ "x-proto": 2, "x-pointer": true, description: "Number of the unit." }),
  fsType: text({ "x-proto": 3, description: "File system." }),
  readOnly: flag({ "x-proto": 4, description: "Whether writing is refused." }),
  wwids: list(text(), {
    "x-proto": 5,
    "x-list-type": "atomic",
    description: "Worldwide ids; instead of `targetWWNs` and `lun`.",
  }),
});
export type FcVolumeSource = Static<typeof fcVolumeSource>;

export const azureFileVolumeSource = struct({
  secretName: text({ "x-proto": 1, "x-required": true, description: "Secret with the account's name and key." }),
  shareName: text({ "x-proto": 2, "x-required": true, description: "Name of the share." }),
  readOnly: flag({ "x-proto": 3, description: "Whether writing is refused." }),
});

export const configMapVolumeSource = struct({
  name: text({ "x-proto": 1, "x-proto-inline": 1, description: "Name of the ConfigMap." }),
  items: list(keyToPath, { "x-proto": 2, "x-list-type": "atomic", description: "Only these keys, at these paths." }),
  defaultMode: int32({ "x-proto": 3, "x-pointer": true, description: "Permissions of the files; default 0644." }),
  optional: flag({ "x-proto": 4, "x-pointer": true, description: "Whether the map or its keys may be missing." }),
  defaultUser: int64({
    "x-proto": 5,
    "x-pointer": true,
    "x-since": "1.37",
    "x-gate": "AtomicWriteVolumeUserFields",
    description: "Owner of the files.",
  }),
});

export const vsphereVirtualDiskVolumeSource = struct({
  volumePath: text({ "x-proto": 1, "x-required": true, description: "Path of the disk." }),
  fsType: text({ "x-proto": 2, description: "File system." }),
  storagePolicyName: text({ "x-proto": 3, description: "Name of the storage profile." }),
  storagePolicyID: text({ "x-proto": 4, description: "Id of the storage profile." }),
});

export const quobyteVolumeSource = struct({
  registry: text({ "x-proto": 1, "x-required": true, description: "Host and port of the registries." }),
  volume: text({ "x-proto": 2, "x-required": true, description: "Name of the volume." }),
  readOnly: flag({ "x-proto": 3, description: "Whether writing is refused." }),
  user: text({ "x-proto": 4, description: "User to mount as." }),
  group: text({ "x-proto": 5, description: "Group to mount as." }),
  tenant: text({ "x-proto": 6, description: "Owner of the volume." }),
});
export type QuobyteVolumeSource = Static<typeof quobyteVolumeSource>;

export const azureDiskVolumeSource = struct({
  diskName: text({ "x-proto": 1, "x-required": true, description: "Name of the disk." }),
  diskURI: text({ "x-proto": 2, "x-required": true, description: "URI of the disk." }),
  cachingMode: text({
    "x-proto": 3,
    "x-pointer": true,
    enum: ["None", "ReadOnly", "ReadWrite"],
    description: "Default `ReadWrite`.",
  }),
  fsType: text({ "x-proto": 4, "x-pointer": true, description: "File system; default `ext4`." }),
  readOnly: flag({ "x-proto": 5, "x-pointer": true, description: "Whether writing is refused; default false." }),
  kind: text({
    "x-proto": 6,
    "x-pointer": true,
    enum: ["Shared", "Dedicated", "Managed"],
    description: "Default `Shared`.",
  }),
});
export type AzureDiskVolumeSource = Static<typeof azureDiskVolumeSource>;

export const photonPersistentDiskVolumeSource = struct({
  pdID: text({ "x-proto": 1, "x-required": true, description: "Id of the disk." }),
  fsType: text({ "x-proto": 2, description: "File system." }),
});

export const portworxVolumeSource = struct({
  volumeID: text({ "x-proto": 1, "x-required": true, description: "Id of the volume." }),
  fsType: text({ "x-proto": 2, description: "File system." }),
  readOnly: flag({ "x-proto": 3, description: "Whether writing is refused." }),
});

export const scaleIOVolumeSource = struct({
  gateway: text({ "x-proto": 1, "x-required": true, description: "Address of the gateway." }),
  system: text({ "x-proto": 2, "x-required": true, description: "Name of the storage system." }),
  secretRef: field(localObjectReference, {
    "x-proto": 3,
    "x-always": true,
    "x-pointer": true,
    description: "Secret with user and password.",
  }),
  sslEnabled: flag({ "x-proto": 4, description: "Whether to encrypt." }),
  protectionDomain: text({ "x-proto": 5, description: "Name of the domain." }),
  storagePool: text({ "x-proto": 6, description: "Name of the pool." }),
  storageMode: text({ "x-proto": 7, description: "Default `ThinProvisioned`." }),
  volumeName: text({ "x-proto": 8, description: "Name of the volume." }),
  fsType: text({ "x-proto": 9, description: "File system; default `xfs`." }),
  readOnly: flag({ "x-proto": 10, description: "Whether writing is refused." }),
});

export const storageOSVolumeSource = struct({
  volumeName: text({ "x-proto": 1, description: "Name of the volume." }),
  volumeNamespace: text({ "x-proto": 2, description: "Its namespace; default the pod's." }),
  fsType: text({ "x-proto": 3, description: "File system." }),
  readOnly: flag({ "x-proto": 4, description: "Whether writing is refused." }),
  secretRef: field(localObjectReference, { "x-proto": 5, "x-pointer": true, description: "Secret for the API." }),
});

export const csiVolumeSource = struct({
  driver: text({ "x-proto": 1, "x-required": true, description: "Name of the driver." }),
  readOnly: flag({ "x-proto": 2, "x-pointer": true, description: "Whether writing is refused." }),
  fsType: text({ "x-proto": 3, "x-pointer": true, description: "File system." }),
  volumeAttributes: stringMap({ "x-proto": 4, description: "Properties that the driver reads." }),
  nodePublishSecretRef: field(localObjectReference, {
    "x-proto": 5,
    "x-pointer": true,
    description: "Secret for the driver.",
  }),
});
export type CsiVolumeSource = Static<typeof csiVolumeSource>;

export const ephemeralVolumeSource = struct({
  volumeClaimTemplate: field(persistentVolumeClaimTemplate, {
    "x-proto": 1,
    "x-pointer": true,
    description: "The claim to make.",
  }),
});

export const imageVolumeSource = struct({
  reference: text({ "x-proto": 1, description: "The image." }),
  pullPolicy: text({
    "x-proto": 2,
    enum: ["Always", "IfNotPresent", "Never"],
    description: "Default `Always` for the tag `latest`, else `IfNotPresent`.",
  }),
});
