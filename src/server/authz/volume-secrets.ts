/**
 * Finds the secrets of a persistent volume that a kubelet must read.
 *
 * @module
 */
import type { PersistentVolume } from "../../api/types/core-v1.ts";

export interface NamespacedName {
  readonly namespace: string;
  readonly name: string;
}

export function volumeSecrets({ spec = {} }: PersistentVolume): readonly NamespacedName[] {
  const { azureFile, cephfs, cinder, flexVolume, rbd, scaleIO, iscsi, storageos, csi } = spec;
  const claimNamespace = spec.claimRef?.namespace ?? "";
  // Volumes from old releases specify no namespace: the secret is in the namespace of the claim.
  const inClaim = [cephfs, flexVolume, rbd, scaleIO, iscsi].map((source) => {
    const { namespace, name } = source?.secretRef ?? {};
    return { namespace: namespace || claimNamespace, name };
  });
  const { nodePublishSecretRef, nodeStageSecretRef, nodeExpandSecretRef } = csi ?? {};
  const named = [
    { namespace: azureFile?.secretNamespace || claimNamespace, name: azureFile?.secretName },
    ...inClaim,
    ...[cinder?.secretRef, storageos?.secretRef, nodePublishSecretRef, nodeStageSecretRef, nodeExpandSecretRef],
  ];
  return named.flatMap(({ namespace = "", name = "" } = {}) => (name === "" ? [] : [{ namespace, name }]));
}
