/**
 * Checks of the credentials that kubelets request for their pods: service account tokens and pod certificates.
 *
 * @module
 */
import type { TokenRequest } from "../../../api/types/authentication-v1.ts";
import type { PodCertificateRequest } from "../../../api/types/certificates-v1.ts";
import type {
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  ServiceAccount,
  Volume,
} from "../../../api/types/core-v1.ts";
import type { CSIDriver } from "../../../api/types/storage-v1.ts";
import { StatusError } from "../../request/status.ts";
import { lookUp, type PluginParts } from "../plugin.ts";
import {
  type Fault,
  findNode,
  findPod,
  isPermitted,
  type KubeletWrite,
  mirrorAnnotation,
  quote,
  unexpectedOperation,
} from "./node-write.ts";

/**
 * Checks a token request: the token must be bound to a pod on the node, and its audience must occur in the volumes of
 * the pod or be permitted.
 */
export async function tokenFault(kubeletWrite: KubeletWrite): Promise<Fault> {
  const { attempt, node, parts } = kubeletWrite;
  if (attempt.operation !== "CREATE" || attempt.subresource !== "token") return undefined;
  const { boundObjectRef: bound, audiences } = (attempt.object as TokenRequest | undefined)?.spec ?? {};
  if (bound?.apiVersion !== "v1" || bound.kind !== "Pod" || !bound.name)
    return "node requested token not bound to a pod";
  if (!bound.uid) return "node requested token with a pod binding without a uid";
  const pod = await findPod(parts, attempt.target.namespace, bound.name);
  if (bound.uid !== pod.metadata?.uid) {
    return `the UID in the bound object reference (${bound.uid}) does not match the UID in record. The object might have been deleted and then recreated`;
  }
  if (pod.spec?.nodeName !== node) return "node requested token bound to a pod scheduled on a different node";
  if (!parts.isEnabled("ServiceAccountNodeAudienceRestriction")) return undefined;
  const [audience = "", ...others] = audiences ?? [];
  if (others.length > 0) return "node may only request 0 or 1 audiences";
  if (await namesAudience(pod, audience, parts)) return undefined;
  if (await isPermitted(kubeletWrite, "request-serviceaccounts-token-audience", audience)) return undefined;
  return `${attempt.user.username} is not authorized to request tokens for audience ${quote(audience)}`;
}

async function namesAudience({ metadata, spec }: Pod, audience: string, parts: PluginParts): Promise<boolean> {
  for (const volume of spec?.volumes ?? []) {
    const sources = volume.projected?.sources ?? [];
    const isNamed = sources.some(
      ({ serviceAccountToken: token }) => token !== undefined && (token.audience ?? "") === audience,
    );
    if (isNamed) return true;
    const name = await driverOf(volume, { pod: metadata?.name ?? "", namespace: metadata?.namespace ?? "" }, parts);
    const driver =
      name === undefined ? undefined : await lookUp<CSIDriver>(parts.store("storage.<domain>", "csidrivers"), name);
    if (driver?.spec?.tokenRequests?.some((each) => (each.audience ?? "") === audience)) return true;
  }
  return false;
}

/** Returns the name of a volume's CSI driver; undefined for other volumes, including in-tree ones from before CSI. */
async function driverOf(
  { name = "", csi, ephemeral, persistentVolumeClaim }: Volume,
  { pod, namespace }: { readonly pod: string; readonly namespace: string },
  { store }: PluginParts,
): Promise<string | undefined> {
  if (csi) return csi.driver;
  const claimName = ephemeral?.volumeClaimTemplate ? `${pod}-${name}` : persistentVolumeClaim?.claimName;
  if (!claimName) return undefined;
  const claim = await lookUp<PersistentVolumeClaim>(store("", "persistentvolumeclaims"), claimName, namespace);
  const volume = await lookUp<PersistentVolume>(store("", "persistentvolumes"), claim?.spec?.volumeName ?? "");
  return volume?.spec?.csi?.driver;
}

/**
 * Checks a PodCertificateRequest: the pod must run on the node, and its volumes must use the signer, or the authorizer
 * must permit it.
 */
export async function podCertificateFault(kubeletWrite: KubeletWrite): Promise<Fault> {
  const { attempt, node, parts } = kubeletWrite;
  if (attempt.operation !== "CREATE" || attempt.subresource !== "") return unexpectedOperation(attempt);
  const { spec = {} } = (attempt.object ?? {}) as PodCertificateRequest;
  const { nodeName = "", podName = "", serviceAccountName: account = "", signerName = "" } = spec;
  const { namespace } = attempt.target;
  const name = quote(`${namespace}/${podName}`);
  if (nodeName !== node) {
    return `PodCertificateRequest.Spec.NodeName=${quote(nodeName)}, which is not the requesting node ${quote(node)}`;
  }
  const uidOfNode = (await findNode(parts, node)).metadata?.uid;
  if (spec.nodeUID !== uidOfNode) throw outdatedError(`the node of pod ${name} has another UID`);
  const pod = await findPod(parts, namespace, podName);
  if (spec.podUID !== pod.metadata?.uid) throw outdatedError(`pod ${name} has another UID`);
  if (pod.spec?.nodeName !== node) {
    return `pod ${name} is not running on node ${quote(node)} named in the PodCertificateRequest`;
  }
  if (Object.hasOwn(pod.metadata?.annotations ?? {}, mirrorAnnotation)) return `pod ${name} is a mirror pod`;
  if (account !== (pod.spec.serviceAccountName ?? "")) {
    return `PodCertificateRequest for pod ${name} contains serviceAccountName (${quote(account)}) that differs from running pod (${quote(pod.spec.serviceAccountName ?? "")})`;
  }
  const found = await lookUp<ServiceAccount>(parts.store("", "serviceaccounts"), account, namespace);
  if (spec.serviceAccountUID !== found?.metadata?.uid)
    throw outdatedError(`the service account of pod ${name} has another UID`);
  const sources = (pod.spec.volumes ?? []).flatMap(({ projected }) => projected?.sources ?? []);
  if (sources.some(({ podCertificate }) => podCertificate?.signerName === signerName)) return undefined;
  const verb = "request-serviceaccounts-podcertificate-signer";
  if (await isPermitted(kubeletWrite, verb, signerName.replaceAll("/", ":"), account)) return undefined;
  return `pod ${name} does not mount a podCertificate projected volume for signer ${quote(signerName)}`;
}

/** An error with code 500, so that the kubelet may retry once it has seen the new objects. */
const outdatedError = (why: string): StatusError => new StatusError(500, "", `PodCertificateRequest: ${why}`);
