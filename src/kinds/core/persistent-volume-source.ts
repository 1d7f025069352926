/**
 * Where a volume of the cluster is: one of the sources that such volumes may have.
 *
 * @module
 */
import type { PersistentVolumeSpec, SecretReference } from "../../api/types/core-v1.ts";
import { type Checks, fields, required, setFields, text } from "../../rule/check.ts";
import type { Place } from "../../rule/place.ts";
import { validateDns1123Label, validateDns1123Subdomain } from "../../text/names.ts";
import { noBacksteps } from "./path-checks.ts";
import { driverName, forbidSurplus, type SourceScope, sharedSources } from "./volume-source-checks.ts";

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

const name = required<string>();
const label = text(validateDns1123Label);
const subdomain = text(validateDns1123Subdomain);
const secret = fields<SecretReference>({ name: required(subdomain), namespace: required(label) });
const namedSecret = { name, namespace: name };

/** In the order in which the API server looks for them: another one in addition to the first is one too many. */
const sources: Checks<PersistentVolumeSource, SourceScope> = {
  hostPath: sharedSources.hostPath,
  gcePersistentDisk: sharedSources.gcePersistentDisk,
  awsElasticBlockStore: sharedSources.awsElasticBlockStore,
  glusterfs: {
    ...sharedSources.glusterfs,
    endpointsNamespace: (value, place) => {
      if (value !== undefined) label(value, place);
    },
  },
  flocker: sharedSources.flocker,
  nfs: sharedSources.nfs,
  rbd: sharedSources.rbd,
  quobyte: sharedSources.quobyte,
  cephfs: sharedSources.cephfs,
  iscsi: (source, place, scope) => {
    sharedSources.iscsi(source, place, scope);
    if (source?.secretRef) name(source.secretRef.name, place.at("secretRef").at("name"), scope);
  },
  cinder: { volumeID: sharedSources.cinder.volumeID, secretRef: namedSecret },
  fc: sharedSources.fc,
  flexVolume: sharedSources.flexVolume,
  azureFile: {
    ...sharedSources.azureFile,
    secretNamespace: (value, place) => {
      if (value === "") place.required("must not be empty");
    },
  },
  vsphereVolume: sharedSources.vsphereVolume,
  photonPersistentDisk: sharedSources.photonPersistentDisk,
  portworxVolume: sharedSources.portworxVolume,
  azureDisk: sharedSources.azureDisk,
  scaleIO: sharedSources.scaleIO,
  local: { path: required(noBacksteps) },
  storageos: { ...sharedSources.storageos, secretRef: namedSecret },
  csi: {
    driver: required(driverName),
    volumeHandle: name,
    controllerPublishSecretRef: secret,
    controllerExpandSecretRef: secret,
    nodePublishSecretRef: secret,
    nodeExpandSecretRef: secret,
  },
};

export const sourceNames = Object.keys(sources) as (keyof PersistentVolumeSource)[];
const checkSources = fields<PersistentVolumeSource, SourceScope>(sources);

/**
 * A volume has one source, which says where it is.
 *
 * @param place - of the object that has the source among its fields
 * @returns the one that counts, if there is any
 */
export function checkSource(
  spec: PersistentVolumeSource,
  place: Place<PersistentVolumeSource>,
  scope: SourceScope,
): keyof PersistentVolumeSource | undefined {
  const [first, ...others] = setFields(spec, sourceNames);
  if (first === undefined) {
    place.required("must have a source, such as `csi`, `nfs` or `local`");
    return undefined;
  }
  for (const other of others.filter((each) => each !== "flexVolume")) forbidSurplus(other, first, place);
  const { flexVolume } = spec;
  checkSources({ [first]: spec[first], ...(flexVolume && { flexVolume }) }, place, scope);
  return first;
}
