/**
 * A volume of a pod.
 *
 * @module
 */
import { field, inline, type Static, struct, text } from "../../schema/fields.ts";
import { projectedVolumeSource } from "./projected-volume.ts";
import {
  awsElasticBlockStoreVolumeSource,
  azureDiskVolumeSource,
  azureFileVolumeSource,
  cephFSVolumeSource,
  cinderVolumeSource,
  configMapVolumeSource,
  csiVolumeSource,
  downwardAPIVolumeSource,
  emptyDirVolumeSource,
  ephemeralVolumeSource,
  fcVolumeSource,
  flexVolumeSource,
  flockerVolumeSource,
  gcePersistentDiskVolumeSource,
  gitRepoVolumeSource,
  glusterfsVolumeSource,
  hostPathVolumeSource,
  imageVolumeSource,
  iscsiVolumeSource,
  nfsVolumeSource,
  persistentVolumeClaimVolumeSource,
  photonPersistentDiskVolumeSource,
  portworxVolumeSource,
  quobyteVolumeSource,
  rbdVolumeSource,
  scaleIOVolumeSource,
  secretVolumeSource,
  storageOSVolumeSource,
  vsphereVirtualDiskVolumeSource,
} from "./volume-sources.ts";

const volumeSource = struct({
  hostPath: field(hostPathVolumeSource, {
    "x-proto": 1,
    "x-pointer": true,
    description: "A file or directory of the node.",
  }),
  emptyDir: field(emptyDirVolumeSource, {
    "x-proto": 2,
    "x-pointer": true,
    description: "A directory that lives as long as the pod.",
  }),
  gcePersistentDisk: field(gcePersistentDiskVolumeSource, {
    "x-proto": 3,
    "x-pointer": true,
    description: "A Google disk; served by its CSI driver.",
  }),
  awsElasticBlockStore: field(awsElasticBlockStoreVolumeSource, {
    "x-proto": 4,
    "x-pointer": true,
    description: "An AWS disk; served by its CSI driver.",
  }),
  gitRepo: field(gitRepoVolumeSource, {
    "x-proto": 5,
    "x-pointer": true,
    description: "A clone of a repository; no longer served by default.",
  }),
  secret: field(secretVolumeSource, { "x-proto": 6, "x-pointer": true, description: "Files from a Secret." }),
  nfs: field(nfsVolumeSource, { "x-proto": 7, "x-pointer": true, description: "An NFS export." }),
  iscsi: field(iscsiVolumeSource, { "x-proto": 8, "x-pointer": true, description: "An iSCSI disk." }),
  glusterfs: field(glusterfsVolumeSource, {
    "x-proto": 9,
    "x-pointer": true,
    description: "A Gluster volume; no longer served.",
  }),
  persistentVolumeClaim: field(persistentVolumeClaimVolumeSource, {
    "x-proto": 10,
    "x-pointer": true,
    description: "A claim in the pod's namespace.",
  }),
  rbd: field(rbdVolumeSource, {
    "x-proto": 11,
    "x-pointer": true,
    description: "A Ceph block device; no longer served.",
  }),
  flexVolume: field(flexVolumeSource, { "x-proto": 12, "x-pointer": true, description: "A volume of an exec driver." }),
  cinder: field(cinderVolumeSource, {
    "x-proto": 13,
    "x-pointer": true,
    description: "An OpenStack disk; served by its CSI driver.",
  }),
  cephfs: field(cephFSVolumeSource, {
    "x-proto": 14,
    "x-pointer": true,
    description: "A Ceph file system; no longer served.",
  }),
  flocker: field(flockerVolumeSource, {
    "x-proto": 15,
    "x-pointer": true,
    description: "A Flocker volume; no longer served.",
  }),
  downwardAPI: field(downwardAPIVolumeSource, {
    "x-proto": 16,
    "x-pointer": true,
    description: "Files about the pod itself.",
  }),
  fc: field(fcVolumeSource, { "x-proto": 17, "x-pointer": true, description: "A Fibre Channel disk." }),
  azureFile: field(azureFileVolumeSource, {
    "x-proto": 18,
    "x-pointer": true,
    description: "An Azure share; served by its CSI driver.",
  }),
  configMap: field(configMapVolumeSource, { "x-proto": 19, "x-pointer": true, description: "Files from a ConfigMap." }),
  vsphereVolume: field(vsphereVirtualDiskVolumeSource, {
    "x-proto": 20,
    "x-pointer": true,
    description: "A vSphere disk; served by its CSI driver.",
  }),
  quobyte: field(quobyteVolumeSource, {
    "x-proto": 21,
    "x-pointer": true,
    description: "A Quobyte volume; no longer served.",
  }),
  azureDisk: field(azureDiskVolumeSource, {
    "x-proto": 22,
    "x-pointer": true,
    description: "An Azure disk; served by its CSI driver.",
  }),
  photonPersistentDisk: field(photonPersistentDiskVolumeSource, {
    "x-proto": 23,
    "x-pointer": true,
    description: "A Photon disk; no longer served.",
  }),
  projected: field(projectedVolumeSource, {
    "x-proto": 26,
    "x-pointer": true,
    description: "Several sources in one directory.",
  }),
  portworxVolume: field(portworxVolumeSource, {
    "x-proto": 24,
    "x-pointer": true,
    description: "A Portworx volume; served by its CSI driver.",
  }),
  scaleIO: field(scaleIOVolumeSource, {
    "x-proto": 25,
    "x-pointer": true,
    description: "A ScaleIO volume; no longer served.",
  }),
  storageos: field(storageOSVolumeSource, {
    "x-proto": 27,
    "x-pointer": true,
    description: "A StorageOS volume; no longer served.",
  }),
  csi: field(csiVolumeSource, {
    "x-proto": 28,
    "x-pointer": true,
    description: "A volume that a CSI driver makes for the pod.",
  }),
  ephemeral: field(ephemeralVolumeSource, {
    "x-proto": 29,
    "x-pointer": true,
    description: "A claim made for the pod and deleted with it.",
  }),
  image: field(imageVolumeSource, {
    "x-proto": 30,
    "x-pointer": true,
    "x-since": "1.31",
    description: "The files of an OCI image.",
  }),
});
export type VolumeSource = Static<typeof volumeSource>;

export const volume = struct({
  name: text({ "x-proto": 1, "x-required": true, description: "Unique in the pod; a DNS label." }),
  ...inline(volumeSource, 2),
});
export type Volume = Static<typeof volume>;
