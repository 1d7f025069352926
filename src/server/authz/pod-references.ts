/**
 * Finds the objects in its namespace that a pod refers to, which the kubelet of its node must read.
 *
 * @module
 */
import type { Container, Pod, Volume } from "../../api/types/core-v1.ts";

/** A reference to an object in the namespace of the pod. */
export interface Reference {
  readonly resource: "secrets" | "configmaps" | "persistentvolumeclaims" | "resourceclaims" | "serviceaccounts";
  readonly name: string;
}

export function podReferences(pod: Pod): readonly Reference[] {
  const { spec } = pod;
  if (!spec) return [];
  const { volumes = [], serviceAccountName } = spec;
  const containers = [...(spec.initContainers ?? []), ...(spec.containers ?? []), ...(spec.ephemeralContainers ?? [])];
  const pullSecrets = (spec.imagePullSecrets ?? []).map(({ name }) => name);
  return [
    ...references("serviceaccounts", [serviceAccountName]),
    ...references("secrets", [...pullSecrets, ...containers.flatMap(containerSecrets), ...volumes.flatMap(secretsOf)]),
    ...references("configmaps", [...containers.flatMap(containerConfigMaps), ...volumes.flatMap(configMapsOf)]),
    ...references(
      "persistentvolumeclaims",
      volumes.map((volume) => claimOf(pod, volume)),
    ),
    ...references("resourceclaims", resourceClaims(pod)),
  ];
}

type Name = string | undefined;

const references = (resource: Reference["resource"], names: readonly Name[]): readonly Reference[] =>
  names.flatMap((name) => (name ? [{ resource, name }] : []));

const containerSecrets = ({ env = [], envFrom = [] }: Partial<Container>): readonly Name[] => [
  ...envFrom.map(({ secretRef }) => secretRef?.name),
  ...env.map(({ valueFrom }) => valueFrom?.secretKeyRef?.name),
];

const containerConfigMaps = ({ env = [], envFrom = [] }: Partial<Container>): readonly Name[] => [
  ...envFrom.map(({ configMapRef }) => configMapRef?.name),
  ...env.map(({ valueFrom }) => valueFrom?.configMapKeyRef?.name),
];

function secretsOf(volume: Volume): readonly Name[] {
  const { azureFile, secret, csi, projected } = volume;
  const { cephfs, cinder, flexVolume, rbd, scaleIO, iscsi, storageos } = volume;
  const withReference = [cephfs, cinder, flexVolume, rbd, scaleIO, iscsi, storageos];
  return [
    azureFile?.secretName,
    secret?.secretName,
    csi?.nodePublishSecretRef?.name,
    ...withReference.map((source) => source?.secretRef?.name),
    ...(projected?.sources ?? []).map((source) => source.secret?.name),
  ];
}

const configMapsOf = ({ configMap, projected }: Volume): readonly Name[] => [
  configMap?.name,
  ...(projected?.sources ?? []).map((source) => source.configMap?.name),
];

/** Returns the name of the claim of a volume. An ephemeral volume has a claim named after the pod and the volume. */
function claimOf({ metadata }: Pod, { name, persistentVolumeClaim, ephemeral }: Volume): Name {
  return persistentVolumeClaim?.claimName ?? (ephemeral && `${metadata?.name}-${name}`);
}

function resourceClaims({ spec, status }: Pod): readonly Name[] {
  const made = status?.resourceClaimStatuses ?? [];
  return [
    ...(spec?.resourceClaims ?? []).map(
      ({ name, resourceClaimName }) => resourceClaimName ?? made.find((each) => each.name === name)?.resourceClaimName,
    ),
    status?.extendedResourceClaimStatus?.resourceClaimName,
  ];
}
