/**
 * Descriptions of types and fields, written for clustervet; only documentation loads them. A description for one
 * version of an area also applies to the other versions that have no description.
 *
 * @part descriptions
 * @module
 */
import { admission } from "./descriptions/admission.ts";
import { admissionregistration } from "./descriptions/admissionregistration.ts";
import { apidiscovery } from "./descriptions/apidiscovery.ts";
import { apiextensions } from "./descriptions/apiextensions.ts";
import { apiregistration } from "./descriptions/apiregistration.ts";
import { apiserver } from "./descriptions/apiserver.ts";
import { apiserverinternal } from "./descriptions/apiserverinternal.ts";
import { apps } from "./descriptions/apps.ts";
import { audit } from "./descriptions/audit.ts";
import { authentication } from "./descriptions/authentication.ts";
import { authorization } from "./descriptions/authorization.ts";
import { autoscaling } from "./descriptions/autoscaling.ts";
import { batch } from "./descriptions/batch.ts";
import { bootstraptoken } from "./descriptions/bootstraptoken.ts";
import { certificates } from "./descriptions/certificates.ts";
import { clientauthentication } from "./descriptions/clientauthentication.ts";
import { clientcmd } from "./descriptions/clientcmd.ts";
import { cloudProvider } from "./descriptions/cloud-provider.ts";
import { cloudProviderService } from "./descriptions/cloud-provider-service.ts";
import { component } from "./descriptions/component.ts";
import { controllermanager } from "./descriptions/controllermanager.ts";
import { coordination } from "./descriptions/coordination.ts";
import { core } from "./descriptions/core.ts";
import { credentialprovider } from "./descriptions/credentialprovider.ts";
import { discovery } from "./descriptions/discovery.ts";
import { eventratelimit } from "./descriptions/eventratelimit.ts";
import { events } from "./descriptions/events.ts";
import { flowcontrol } from "./descriptions/flowcontrol.ts";
import { imagepolicy } from "./descriptions/imagepolicy.ts";
import { imagepolicywebhook } from "./descriptions/imagepolicywebhook.ts";
import { kubeadm } from "./descriptions/kubeadm.ts";
import { kubecontrollermanager } from "./descriptions/kubecontrollermanager.ts";
import { kubelet } from "./descriptions/kubelet.ts";
import { kubeproxy } from "./descriptions/kubeproxy.ts";
import { kubescheduler } from "./descriptions/kubescheduler.ts";
import { lifecycle } from "./descriptions/lifecycle.ts";
import { logging } from "./descriptions/logging.ts";
import { meta } from "./descriptions/meta.ts";
import { networking } from "./descriptions/networking.ts";
import { node } from "./descriptions/node.ts";
import { podSecurity } from "./descriptions/pod-security.ts";
import { podtolerationrestriction } from "./descriptions/podtolerationrestriction.ts";
import { policy } from "./descriptions/policy.ts";
import { policyconfig } from "./descriptions/policyconfig.ts";
import { rbac } from "./descriptions/rbac.ts";
import { resource } from "./descriptions/resource.ts";
import { resourcequota } from "./descriptions/resourcequota.ts";
import { scheduling } from "./descriptions/scheduling.ts";
import { storage } from "./descriptions/storage.ts";
import { storagemigration } from "./descriptions/storagemigration.ts";
import { tracing } from "./descriptions/tracing.ts";
import { webhookadmission } from "./descriptions/webhookadmission.ts";

/** Descriptions by type, `core/v1.Pod`, and by type and field, `core/v1.Pod.spec`. */
const descriptions: readonly Readonly<Record<string, string>>[] = [
  admission,
  admissionregistration,
  apidiscovery,
  apiextensions,
  apiregistration,
  apiserver,
  apiserverinternal,
  apps,
  audit,
  authentication,
  authorization,
  autoscaling,
  batch,
  bootstraptoken,
  certificates,
  clientauthentication,
  clientcmd,
  cloudProvider,
  cloudProviderService,
  component,
  controllermanager,
  coordination,
  core,
  credentialprovider,
  discovery,
  eventratelimit,
  events,
  flowcontrol,
  imagepolicy,
  imagepolicywebhook,
  kubeadm,
  kubecontrollermanager,
  kubelet,
  kubeproxy,
  kubescheduler,
  lifecycle,
  logging,
  meta,
  networking,
  node,
  podSecurity,
  policy,
  podtolerationrestriction,
  policyconfig,
  rbac,
  resource,
  resourcequota,
  scheduling,
  storage,
  storagemigration,
  tracing,
  webhookadmission,
];

let descriptionByName: ReadonlyMap<string, string> | undefined;

/** Types that have the fields, and their descriptions, of another type. */
const equivalentTypeByType: ReadonlyMap<string, string> = new Map([
  ["core.EphemeralContainer", "core.Container"],
  ["core.PersistentVolumeSpec", "core.Volume"],
  ["core.ReplicationControllerSpec", "apps.ReplicaSetSpec"],
  ["core.ReplicationControllerStatus", "apps.ReplicaSetStatus"],
  ["discovery.EndpointPort", "core.EndpointPort"],
  ["networking.IngressLoadBalancerIngress", "core.LoadBalancerIngress"],
  ["networking.IngressPortStatus", "core.PortStatus"],
  ["resource.DeviceSubRequest", "resource.ExactDeviceRequest"],
  ["scheduling.CompositePodGroupTemplate", "scheduling.CompositePodGroupSpec"],
  ["scheduling.PodGroupTemplate", "scheduling.PodGroupSpec"],
  ["scheduling.WorkloadPodGroupDisruptionMode", "scheduling.DisruptionMode"],
  ["scheduling.WorkloadPodGroupGangSchedulingPolicy", "scheduling.GangSchedulingPolicy"],
  ["scheduling.WorkloadPodGroupResourceClaim", "scheduling.PodGroupResourceClaim"],
  ["scheduling.WorkloadPodGroupSchedulingConstraints", "scheduling.PodGroupSchedulingConstraints"],
  ["scheduling.WorkloadPodGroupSchedulingPolicy", "scheduling.PodGroupSchedulingPolicy"],
]);

/**
 * The type whose field descriptions also apply; the sources of persistent volumes have the fields of volume sources in
 * pods.
 */
const equivalentTypeOf = (type: string): string | undefined =>
  equivalentTypeByType.get(type) ??
  (type.includes("PersistentVolumeSource") ? type.replace("Persistent", "") : undefined);

/** Fields with the same meaning in most objects. */
const commonDescriptions: ReadonlyMap<string, string> = new Map([
  ["apiVersion", "Group and version of the kind."],
  ["kind", "Name of the kind."],
  ["spec", "The desired state."],
  ["status", "The observed state."],
]);

/** Fields with the same meaning in each status. */
const statusDescriptions: ReadonlyMap<string, string> = new Map([
  ["conditions", "The latest observations of the object's state, at most one of each type."],
  ["observedGeneration", "The generation of the object that the status is about."],
]);

/** The description by convention: conditions of all kinds have the fields of `meta/v1.Condition`. */
function conventionalDescription(owner: string, field: string): string | undefined {
  if (owner.endsWith("Condition")) return describeType(`meta/v1.Condition.${field}`);
  return owner.endsWith("Status") ? statusDescriptions.get(field) : undefined;
}

export function describeType(name: string): string | undefined {
  descriptionByName ??= indexDescriptions();
  return descriptionByName.get(name) ?? descriptionByName.get(withoutVersion(name));
}

/**
 * @param owner - the type that has the field
 * @param type - the type of the field, whose description is used if the field has no description
 */
export function describeField(owner: string, field: string, type?: string): string | undefined {
  const other = equivalentTypeOf(withoutVersion(owner));
  const own = describeType(`${owner}.${field}`) ?? (other && describeType(`${other}.${field}`));
  const ofType = type === undefined ? undefined : describeType(type);
  return own ?? conventionalDescription(owner, field) ?? ofType ?? commonDescriptions.get(field);
}

function indexDescriptions(): ReadonlyMap<string, string> {
  const words = new Map(descriptions.flatMap((area) => Object.entries(area)));
  for (const [name, text] of [...words]) {
    if (!words.has(withoutVersion(name))) words.set(withoutVersion(name), text);
  }
  return words;
}

/** `core.Pod.spec` of `core/v1.Pod.spec`. */
const withoutVersion = (name: string): string => name.replace(/\/[^.]*/, "");
