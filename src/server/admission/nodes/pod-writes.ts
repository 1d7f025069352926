/**
 * Checks of kubelet writes to pods: status updates of pods on the node, evictions, and mirror pods.
 *
 * @module
 */
import type { Pod, PodSpec, Volume } from "../../../api/types/core-v1.ts";
import { semanticEqual } from "../../../schema/semantic-equal.ts";
import {
  type Fault,
  findNode,
  findPod,
  type KubeletWrite,
  mirrorAnnotation,
  quote,
  unexpectedOperation,
} from "./node-write.ts";

export function podFault(kubeletWrite: KubeletWrite): Fault | Promise<Fault> {
  const { attempt, node, parts } = kubeletWrite;
  const { operation, subresource, oldObject, target } = attempt;
  const isOwn = (pod: Pod | undefined) => pod?.spec?.nodeName === node;
  if (subresource === "status") return statusFault(kubeletWrite);
  if (subresource === "eviction") {
    const why = `node ${node} can only evict pods with spec.nodeName set to itself`;
    return findPod(parts, target.namespace, target.name).then((pod) => (isOwn(pod) ? undefined : why));
  }
  if (subresource !== "") {
    return `unexpected pod subresource ${quote(subresource)}, only 'status' and 'eviction' are allowed`;
  }
  if (operation === "CREATE") return mirrorFault(kubeletWrite);
  if (operation === "UPDATE") {
    return `${unexpectedOperation(attempt)}, node ${quote(node)} can only create and delete mirror pods`;
  }
  return isOwn(oldObject) ? undefined : `node ${quote(node)} can only delete pods with spec.nodeName set to itself`;
}

function statusFault({ attempt, node }: KubeletWrite): Fault {
  const [pod, old] = [attempt.object, attempt.oldObject] as readonly (Pod | undefined)[];
  const name = quote(node);
  if (attempt.operation !== "UPDATE" || !pod || !old) return unexpectedOperation(attempt);
  if (old.spec?.nodeName !== node) {
    return `node ${name} can only update pod status for pods with spec.nodeName set to itself`;
  }
  if (!semanticEqual(old.metadata?.labels ?? {}, pod.metadata?.labels ?? {})) {
    return `node ${name} cannot update labels through pod status`;
  }
  for (const [field, what] of claimStatuses) {
    if (!semanticEqual(old.status?.[field], pod.status?.[field])) return `node ${name} cannot update ${what}`;
  }
  return undefined;
}

/** Status fields about the device claims of a pod, which kubelets must not change, with their names in the message. */
const claimStatuses = [
  ["resourceClaimStatuses", "resource claim statues"],
  ["extendedResourceClaimStatus", "extended resource claim status"],
  ["nodeAllocatableResourceClaimStatuses", "node allocatable resource claim statuses"],
] as const;

async function mirrorFault({ attempt, node, parts }: KubeletWrite): Promise<Fault> {
  const { metadata = {}, spec = {} } = (attempt.object ?? {}) as Pod;
  const name = quote(node);
  if (!Object.hasOwn(metadata.annotations ?? {}, mirrorAnnotation)) {
    return `pod does not have ${quote(mirrorAnnotation)} annotation, node ${name} can only create mirror pods`;
  }
  if (spec.nodeName !== node) return `node ${name} can only create pods with spec.nodeName set to itself`;
  const [owner, ...others] = metadata.ownerReferences ?? [];
  if (others.length > 0) return `node ${name} can only create pods with a single owner reference set to itself`;
  if (owner?.apiVersion !== "v1" || owner.kind !== "Node" || owner.name !== node) {
    return `node ${name} can only create pods with an owner reference set to itself`;
  }
  if (!owner.controller) return `node ${name} can only create pods with a controller owner reference set to itself`;
  if (owner.blockOwnerDeletion) return `node ${name} must not set blockOwnerDeletion on an owner reference`;
  const { uid = "" } = (await findNode(parts, node)).metadata ?? {};
  if (owner.uid !== uid) return `node ${node} UID mismatch: expected ${owner.uid ?? ""} got ${uid}`;
  const referenced = referencedBy(spec);
  return referenced === undefined ? undefined : `node ${name} can not create pods that reference ${referenced}`;
}

/** Returns the sort of objects to which a pod refers, as the message names it. */
function referencedBy(spec: PodSpec): string | undefined {
  if (spec.serviceAccountName) return "serviceaccounts";
  const fields = new Set(fieldsIn(spec));
  const named = referenceFields.find(([, names]) => names.some((name) => fields.has(name)));
  if (named) return named[0];
  if ((spec.resourceClaims ?? []).length > 0) return "resourceclaims";
  return (spec.volumes ?? []).map(volumeReference).find((found) => found !== undefined);
}

/** Names of the fields that refer to Secrets and ConfigMaps, at any depth of a pod. */
const referenceFields = [
  ["secrets", ["secret", "secretRef", "secretKeyRef", "secretName", "nodePublishSecretRef", "imagePullSecrets"]],
  ["configmaps", ["configMap", "configMapRef", "configMapKeyRef"]],
] as const;

/** Sources of volumes that refer to other objects, as the message names them. */
const volumeReferences = [
  ["csi", "csidrivers (via CSI volumes)"],
  ["glusterfs", "endpoints (via glusterFS volumes)"],
  ["persistentVolumeClaim", "persistentvolumeclaims"],
  ["ephemeral", "persistentvolumeclaims (via ephemeral volumes)"],
  ["azureFile", "secrets (via azureFile volumes)"],
] as const;

/** The same for sources of projected volumes. */
const projectedReferences = [
  ["serviceAccountToken", "serviceaccounts (via projected volumes)"],
  ["clusterTrustBundle", "clustertrustbundles"],
  ["podCertificate", "podcertificates"],
] as const;

function volumeReference(volume: Volume): string | undefined {
  const ofVolume = volumeReferences.find(([field]) => volume[field] !== undefined);
  const ofSources = (volume.projected?.sources ?? []).flatMap((source) =>
    projectedReferences.filter(([field]) => source[field] !== undefined),
  );
  return (ofVolume ?? ofSources[0])?.[1];
}

/** Returns the names of all fields at any depth, except empty lists. */
function fieldsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(fieldsIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, content]) =>
    Array.isArray(content) && content.length === 0 ? [] : [name, ...fieldsIn(content)],
  );
}
