/**
 * Validates the source of a PersistentVolume: the storage that it represents.
 *
 * @module
 */
import type { PersistentVolumeSpec, SecretReference } from "../../api/types/core-v1.ts";
import { type Demand, required, setFields, text, unlessEmpty, whenSet } from "../../rule/demand.ts";
import type { Place } from "../../rule/place.ts";
import { validateDns1123Label, validateDns1123Subdomain } from "../../text/names.ts";
import { noBacksteps } from "./path-checks.ts";
import { checkSourceIn, driverName, forbidSurplus, type SourceDemands, sharedSources } from "./volume-source-checks.ts";

export type PersistentVolumeSource = Omit<
  PersistentVolumeSpec,
  | "accessModes"
  | "capacity"
  | "claimRef"
  | "mountOptions"
  | "nodeAffinity"
  | "persistentVolumeReclaimPolicy"
  | "storageClassName"
  | "volumeAttributesClassName"
  | "volumeMode"
>;

const label = text(validateDns1123Label);
const subdomain = text(validateDns1123Subdomain);
function secret(value: SecretReference, place: Place<SecretReference>): void {
  required(value.name, place.at("name"), subdomain);
  required(value.namespace, place.at("namespace"), label);
}

/** Validates a secret reference whose name and namespace need only be present. */
const namedSecret: Demand<SecretReference> = ({ name, namespace }, place) => {
  required(name, place.at("name"));
  required(namespace, place.at("namespace"));
};

/** In kube-apiserver's order: it reports every further source after the first one as superfluous. */
const sources: SourceDemands<PersistentVolumeSource> = {
  hostPath: sharedSources.hostPath,
  gcePersistentDisk: sharedSources.gcePersistentDisk,
  awsElasticBlockStore: sharedSources.awsElasticBlockStore,
  glusterfs: (source, place) => {
    sharedSources.glusterfs(source, place);
    whenSet(source.endpointsNamespace, place.at("endpointsNamespace"), label);
  },
  flocker: sharedSources.flocker,
  nfs: sharedSources.nfs,
  rbd: sharedSources.rbd,
  quobyte: sharedSources.quobyte,
  cephfs: sharedSources.cephfs,
  iscsi: (source, place, volumeName) => {
    sharedSources.iscsi(source, place, volumeName);
    if (source.secretRef) required(source.secretRef.name, place.at("secretRef", "name"));
  },
  cinder: (source, place) => {
    required(source.volumeID, place.at("volumeID"));
    whenSet(source.secretRef, place.at("secretRef"), namedSecret);
  },
  fc: sharedSources.fc,
  flexVolume: sharedSources.flexVolume,
  azureFile: (source, place) => {
    sharedSources.azureFile(source, place);
    if (source.secretNamespace === "") place.at("secretNamespace").required("must not be empty");
  },
  vsphereVolume: sharedSources.vsphereVolume,
  photonPersistentDisk: sharedSources.photonPersistentDisk,
  portworxVolume: sharedSources.portworxVolume,
  azureDisk: sharedSources.azureDisk,
  scaleIO: sharedSources.scaleIO,
  local: ({ path }, place) => required(path, place.at("path"), noBacksteps),
  storageos: (source, place) => {
    required(source.volumeName, place.at("volumeName"), label);
    unlessEmpty(source.volumeNamespace, place.at("volumeNamespace"), label);
    whenSet(source.secretRef, place.at("secretRef"), namedSecret);
  },
  csi: (source, place) => {
    required(source.driver, place.at("driver"), driverName);
    required(source.volumeHandle, place.at("volumeHandle"));
    for (const name of csiSecrets) whenSet(source[name], place.at(name), secret);
  },
};

const csiSecrets = [
  "controllerPublishSecretRef",
  "controllerExpandSecretRef",
  "nodePublishSecretRef",
  "nodeExpandSecretRef",
] as const;

export const sourceNames = Object.keys(sources) as (keyof PersistentVolumeSource)[];

/**
 * Requires exactly one source, and validates it.
 *
 * @param place - the place of the object that has the sources as fields
 * @returns the name of the first source; undefined if there is no source
 */
export function checkSource(
  spec: PersistentVolumeSource,
  place: Place<PersistentVolumeSource>,
  volumeName: string,
): keyof PersistentVolumeSource | undefined {
  const [first, ...others] = setFields(spec, sourceNames);
  if (first === undefined) {
    place.required("must have a source, such as `csi`, `nfs` or `local`");
    return undefined;
  }
  for (const other of others.filter((each) => each !== "flexVolume")) forbidSurplus(other, first, place);
  const checked = { volume: spec, volumeName, demands: sources };
  checkSourceIn(first, checked, place);
  if (first !== "flexVolume") checkSourceIn("flexVolume", checked, place);
  return first;
}
