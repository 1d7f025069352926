/**
 * NodeRestriction: a kubelet may change only its own Node and the objects of its own pods, and nothing that would
 * extend its permissions.
 *
 * @module
 */
import type { UserInfo } from "../../../access/user.ts";
import type { CertificateSigningRequest } from "../../../api/types/certificates-v1.ts";
import type { Node, PersistentVolumeClaim } from "../../../api/types/core-v1.ts";
import type { ResourceSlice } from "../../../api/types/resource-v1.ts";
import { memberOf } from "../../../json/member.ts";
import { readRequest } from "../../../kinds/certificates/certificate-request.ts";
import { semanticEqual } from "../../../schema/semantic-equal.ts";
import { decodeBase64 } from "../../../text/base64.ts";
import { compareUtf8 } from "../../../text/utf8.ts";
import { type AdmissionPlugin, type PluginParts, refused } from "../plugin.ts";
import { type Fault, type KubeletWrite, quote, unexpectedOperation, userPrefix } from "./node-write.ts";
import { podCertificateFault, tokenFault } from "./pod-credentials.ts";
import { podFault } from "./pod-writes.ts";

const nodesGroup = "system:nodes";

/** Returns the name of the node of a kubelet, which may be empty; undefined for all other users. */
const nodeOf = ({ username, groups }: UserInfo): string | undefined =>
  username.startsWith(userPrefix) && groups.includes(nodesGroup) ? username.slice(userPrefix.length) : undefined;

type CheckWrite = (asked: KubeletWrite) => Fault | Promise<Fault>;

/** The check for each resource, by API group with the domain placeholder, and plural name. */
const checkByResource: ReadonlyMap<string, CheckWrite> = new Map<string, CheckWrite>([
  ["/pods", podFault],
  ["/nodes", nodeFault],
  ["/persistentvolumeclaims", claimFault],
  ["/serviceaccounts", tokenFault],
  ["coordination.<domain>/leases", leaseFault],
  ["storage.<domain>/csinodes", csiNodeFault],
  ["resource.<domain>/resourceslices", sliceFault],
  ["certificates.<domain>/certificatesigningrequests", requestFault],
  ["certificates.<domain>/podcertificaterequests", podCertificateFault],
]);

export const nodeRestriction = (parts: PluginParts): AdmissionPlugin => ({
  async mutate(attempt) {
    const node = nodeOf(attempt.user);
    if (node === undefined) return;
    if (node === "") throw refused(attempt, `could not determine node from user ${quote(attempt.user.username)}`);
    const { definition, resource } = attempt.resource;
    const fault = await checkByResource.get(`${definition.group}/${resource}`)?.({ attempt, node, parts });
    if (fault !== undefined) throw refused(attempt, fault);
  },
});

/** Status fields of a claim that kubelets may change. */
const claimFields = ["capacity", "conditions", "allocatedResources", "allocatedResourceStatuses"] as const;

function claimFault({ attempt, node }: KubeletWrite): Fault {
  if (attempt.subresource !== "status") return "may only update PVC status";
  if (attempt.operation !== "UPDATE") return unexpectedOperation(attempt);
  const rest = (claim: PersistentVolumeClaim | undefined) => {
    const { resourceVersion: _version, managedFields: _fields, ...metadata } = claim?.metadata ?? {};
    const status = { ...claim?.status };
    for (const field of claimFields) delete status[field];
    return { ...claim, metadata, status };
  };
  if (semanticEqual(rest(attempt.object), rest(attempt.oldObject))) return undefined;
  return `node ${quote(node)} is not allowed to update fields other than status.capacity and status.conditions`;
}

function nodeFault({ attempt, node }: KubeletWrite): Fault {
  const { operation, target, object, oldObject } = attempt;
  const name = quote(node);
  const requestedName = target.name || (object?.metadata.name ?? "");
  if (requestedName !== node) return `node ${name} is not allowed to modify node ${quote(requestedName)}`;
  if (operation === "DELETE") return undefined;
  const [next, old] = [object, oldObject] as readonly (Node | undefined)[];
  const labels = forbiddenLabels(next?.metadata?.labels ?? {}, old?.metadata?.labels ?? {}).join(", ");
  const { configSource } = next?.spec ?? {};
  if (operation === "CREATE") {
    if (configSource) return `node ${name} is not allowed to create pods with a non-nil configSource`;
    return labels === "" ? undefined : `node ${name} is not allowed to set the following labels: ${labels}`;
  }
  if (configSource && !semanticEqual(configSource, old?.spec?.configSource)) {
    return `node ${name} is not allowed to update configSource to a new non-nil configSource`;
  }
  if (!semanticEqual(next?.spec?.taints, old?.spec?.taints)) return `node ${name} is not allowed to modify taints`;
  // The garbage collector would delete the node of a missing owner, and the kubelet could register it with other taints.
  if (!semanticEqual(next?.metadata?.ownerReferences, old?.metadata?.ownerReferences)) {
    return `node ${name} is not allowed to modify ownerReferences`;
  }
  return labels === "" ? undefined : `is not allowed to modify labels: ${labels}`;
}

type Labels = Readonly<Record<string, string>>;

/** Labels in the domains of the Kubernetes project that kubelets may set: by name here, by domain in `ownDomains`. */
const ownLabels: ReadonlySet<string> = new Set([
  "kubernetes.io/hostname",
  "topology.kubernetes.io/zone",
  "topology.kubernetes.io/region",
  "failure-domain.beta.kubernetes.io/zone",
  "failure-domain.beta.kubernetes.io/region",
  "beta.kubernetes.io/instance-type",
  "node.kubernetes.io/instance-type",
  "kubernetes.io/os",
  "kubernetes.io/arch",
  "beta.kubernetes.io/os",
  "beta.kubernetes.io/arch",
]);
const ownDomains = ["kubelet.kubernetes.io", "node.kubernetes.io"];
const restrictedDomain = "node-restriction.kubernetes.io";
const projectDomains = ["kubernetes.io", "k8s.io"];

function forbiddenLabels(labels: Labels, oldLabels: Labels): readonly string[] {
  const isForbidden = (label: string) => {
    const domain = label.includes("/") ? label.slice(0, label.indexOf("/")) : "";
    const isIn = (parent: string) => domain === parent || domain.endsWith(`.${parent}`);
    return isIn(restrictedDomain) || (projectDomains.some(isIn) && !ownLabels.has(label) && !ownDomains.some(isIn));
  };
  return [...new Set([...Object.keys(labels), ...Object.keys(oldLabels)])]
    .filter((label) => memberOf(labels, label) !== memberOf(oldLabels, label) && isForbidden(label))
    .sort(compareUtf8);
}

function leaseFault({ attempt: { target, object }, node }: KubeletWrite): Fault {
  if (target.namespace !== "kube-node-lease") {
    return 'can only access leases in the "kube-node-lease" system namespace';
  }
  return (object?.metadata.name ?? target.name) === node
    ? undefined
    : "can only access node lease with the same name as the requesting node";
}

function csiNodeFault({ attempt: { target, object }, node }: KubeletWrite): Fault {
  return (object?.metadata.name ?? target.name) === node
    ? undefined
    : "can only access CSINode with the same name as the requesting node";
}

function sliceFault({ attempt: { operation, object, oldObject }, node }: KubeletWrite): Fault {
  if (operation === "UPDATE") return undefined;
  const { nodeName } = ((object ?? oldObject) as ResourceSlice).spec ?? {};
  if (nodeName === node) return undefined;
  const verb = operation === "CREATE" ? "create" : "delete";
  return `can only ${verb} ResourceSlice with the same NodeName as the requesting node`;
}

const kubeletSigners: ReadonlySet<string> = new Set([
  "kubernetes.io/kubelet-serving",
  "kubernetes.io/kube-apiserver-client-kubelet",
]);

function requestFault({ attempt, node, parts }: KubeletWrite): Fault {
  const { signerName = "", request } = (attempt.object as CertificateSigningRequest | undefined)?.spec ?? {};
  if (attempt.operation !== "CREATE" || !kubeletSigners.has(signerName)) return undefined;
  if (parts.isEnabled("AllowInsecureKubeletCertificateSigningRequests")) return undefined;
  const read = readRequest(new TextDecoder().decode(decodeBase64(request ?? "")));
  if (!read.ok) return `unable to parse csr: ${read.error}`;
  const wanted = `${userPrefix}${node}`;
  return read.value.commonName === wanted ? undefined : `can only create a node CSR with CN=${wanted}`;
}
