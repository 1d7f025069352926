/**
 * Volumes made of keys and facts: files from Secrets, ConfigMaps, tokens and the pod itself.
 *
 * @module
 */
import { field, flag, int32, int64, list, type Static, stringMap, struct, text } from "../../schema/fields.ts";
import { labelSelector } from "../meta/label-selector.ts";
import { objectFieldSelector, resourceFieldSelector } from "./env.ts";

const clusterTrustBundleProjection = struct({
  name: text({ "x-proto": 1, "x-pointer": true, description: "One bundle by name." }),
  signerName: text({ "x-proto": 2, "x-pointer": true, description: "All bundles of a signer." }),
  labelSelector: field(labelSelector, {
    "x-proto": 3,
    "x-pointer": true,
    description: "Only these bundles of the signer; absent matches none.",
  }),
  optional: flag({ "x-proto": 5, "x-pointer": true, description: "Whether bundles may be missing." }),
  path: text({ "x-proto": 4, "x-required": true, description: "File of the certificates." }),
  user: int64({
    "x-proto": 6,
    "x-pointer": true,
    "x-since": "1.37",
    "x-gate": "AtomicWriteVolumeUserFields",
    description: "Owner of the file.",
  }),
});
export type ClusterTrustBundleProjection = Static<typeof clusterTrustBundleProjection>;

export const downwardAPIVolumeFile = struct({
  path: text({ "x-proto": 1, "x-required": true, description: "The file, relative to the volume." }),
  fieldRef: field(objectFieldSelector, { "x-proto": 2, "x-pointer": true, description: "A field of the pod." }),
  resourceFieldRef: field(resourceFieldSelector, {
    "x-proto": 3,
    "x-pointer": true,
    description: "A request or limit of a container.",
  }),
  mode: int32({ "x-proto": 4, "x-pointer": true, description: "Permissions of the file." }),
  user: int64({
    "x-proto": 5,
    "x-pointer": true,
    "x-since": "1.37",
    "x-gate": "AtomicWriteVolumeUserFields",
    description: "Owner of the file.",
  }),
});
export type DownwardAPIVolumeFile = Static<typeof downwardAPIVolumeFile>;

const downwardAPIProjection = struct({
  items: list(downwardAPIVolumeFile, { "x-proto": 1, "x-list-type": "atomic", description: "The files." }),
});

export const keyToPath = struct({
  key: text({ "x-proto": 1, "x-required": true, description: "The key." }),
  path: text({ "x-proto": 2, "x-required": true, description: "Its file, relative to the volume." }),
  mode: int32({ "x-proto": 3, "x-pointer": true, description: "Permissions of the file." }),
  user: int64({
    "x-proto": 4,
    "x-pointer": true,
    "x-since": "1.37",
    "x-gate": "AtomicWriteVolumeUserFields",
    description: "Owner of the file.",
  }),
});
export type KeyToPath = Static<typeof keyToPath>;

const secretProjection = struct({
  name: text({ "x-proto": 1, "x-proto-inline": 1, description: "Name of the Secret." }),
  items: list(keyToPath, { "x-proto": 2, "x-list-type": "atomic", description: "Only these keys, at these paths." }),
  optional: flag({ "x-proto": 4, "x-pointer": true, description: "Whether the Secret or its keys may be missing." }),
});

const serviceAccountTokenProjection = struct({
  audience: text({ "x-proto": 1, description: "Who the token is for; default the API server." }),
  expirationSeconds: int64({ "x-proto": 2, "x-pointer": true, description: "At least 600; default 3600." }),
  path: text({ "x-proto": 3, "x-required": true, description: "File of the token." }),
  user: int64({
    "x-proto": 4,
    "x-pointer": true,
    "x-since": "1.37",
    "x-gate": "AtomicWriteVolumeUserFields",
    description: "Owner of the file.",
  }),
});
export type ServiceAccountTokenProjection = Static<typeof serviceAccountTokenProjection>;

const podCertificateProjection = struct({
  signerName: text({ "x-proto": 1, description: "Who signs." }),
  keyType: text({
    "x-proto": 2,
    description: "`RSA3072`, `RSA4096`, `ECDSAP256`, `ECDSAP384`, `ECDSAP521` or `ED25519`.",
  }),
  maxExpirationSeconds: int32({
    "x-proto": 3,
    "x-pointer": true,
    description: "How long the certificate may live; default 86400.",
  }),
  credentialBundlePath: text({ "x-proto": 4, description: "File of key and chain together." }),
  keyPath: text({ "x-proto": 5, description: "File of the key." }),
  certificateChainPath: text({ "x-proto": 6, description: "File of the chain." }),
  userAnnotations: stringMap({ "x-proto": 7, "x-since": "1.35", description: "What the signer is told." }),
  user: int64({
    "x-proto": 8,
    "x-pointer": true,
    "x-since": "1.37",
    "x-gate": "AtomicWriteVolumeUserFields",
    description: "Owner of the files.",
  }),
});
export type PodCertificateProjection = Static<typeof podCertificateProjection>;

const configMapProjection = struct({
  name: text({ "x-proto": 1, "x-proto-inline": 1, description: "Name of the ConfigMap." }),
  items: list(keyToPath, { "x-proto": 2, "x-list-type": "atomic", description: "Only these keys, at these paths." }),
  optional: flag({ "x-proto": 4, "x-pointer": true, description: "Whether the map or its keys may be missing." }),
});

const volumeProjection = struct({
  secret: field(secretProjection, { "x-proto": 1, "x-pointer": true, description: "Files from a Secret." }),
  downwardAPI: field(downwardAPIProjection, {
    "x-proto": 2,
    "x-pointer": true,
    description: "Files about the pod itself.",
  }),
  configMap: field(configMapProjection, { "x-proto": 3, "x-pointer": true, description: "Files from a ConfigMap." }),
  serviceAccountToken: field(serviceAccountTokenProjection, {
    "x-proto": 4,
    "x-pointer": true,
    description: "A token of the pod's service account.",
  }),
  clusterTrustBundle: field(clusterTrustBundleProjection, {
    "x-proto": 5,
    "x-pointer": true,
    "x-gate": "ClusterTrustBundleProjection",
    description: "Certificates that are trusted in the cluster.",
  }),
  podCertificate: field(podCertificateProjection, {
    "x-proto": 6,
    "x-pointer": true,
    "x-since": "1.34",
    "x-gate": "PodCertificateRequest",
    description: "A key and a certificate for the pod.",
  }),
});
export type VolumeProjection = Static<typeof volumeProjection>;

export const projectedVolumeSource = struct({
  sources: list(volumeProjection, {
    "x-proto": 1,
    "x-always": true,
    "x-list-type": "atomic",
    description: "What is put together; none may stand on another's path.",
  }),
  defaultMode: int32({ "x-proto": 2, "x-pointer": true, description: "Permissions of the files; default 0644." }),
  defaultUser: int64({
    "x-proto": 3,
    "x-pointer": true,
    "x-since": "1.37",
    "x-gate": "AtomicWriteVolumeUserFields",
    description: "Owner of the files.",
  }),
});
export type ProjectedVolumeSource = Static<typeof projectedVolumeSource>;
