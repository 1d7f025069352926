/**
 * Versions of kinds that were removed before the oldest target: documents of them are refused whatever the target.
 *
 * @module
 */
import { domainPlaceholder, type RetiredVersion } from "../kind/kind.ts";

/** Kinds that one release stopped reading in one group and version, and what they are written as now. */
interface Retirement {
  /** Group and version; `~` represents the domain. */
  readonly apiVersion: string;
  readonly until: string;
  readonly kinds: string;
  readonly replacement?: string;
}

const retirements: readonly Retirement[] = [
  { apiVersion: "extensions/v1beta1", until: "1.16", kinds: "DaemonSet Deployment ReplicaSet", replacement: "apps/v1" },
  { apiVersion: "extensions/v1beta1", until: "1.16", kinds: "NetworkPolicy", replacement: "networking.~/v1" },
  { apiVersion: "extensions/v1beta1", until: "1.22", kinds: "Ingress", replacement: "networking.~/v1" },
  { apiVersion: "extensions/v1beta1", until: "1.16", kinds: "PodSecurityPolicy" },
  { apiVersion: "extensions/v1beta1", until: "1.16", kinds: "DeploymentRollback" },
  { apiVersion: "extensions/v1beta1", until: "1.16", kinds: "Scale", replacement: "autoscaling/v1" },
  { apiVersion: "extensions/v1beta1", until: "1.6", kinds: "Job", replacement: "batch/v1" },
  {
    apiVersion: "extensions/v1beta1",
    until: "1.7",
    kinds: "HorizontalPodAutoscaler",
    replacement: "autoscaling/v2",
  },
  {
    apiVersion: "apps/v1beta1",
    until: "1.16",
    kinds: "ControllerRevision Deployment StatefulSet",
    replacement: "apps/v1",
  },
  { apiVersion: "apps/v1beta1", until: "1.16", kinds: "DeploymentRollback" },
  { apiVersion: "apps/v1beta1", until: "1.16", kinds: "Scale", replacement: "autoscaling/v1" },
  {
    apiVersion: "apps/v1beta2",
    until: "1.16",
    kinds: "ControllerRevision DaemonSet Deployment ReplicaSet StatefulSet",
    replacement: "apps/v1",
  },
  { apiVersion: "apps/v1beta2", until: "1.16", kinds: "Scale", replacement: "autoscaling/v1" },
  {
    apiVersion: "admissionregistration.~/v1beta1",
    until: "1.22",
    kinds: "MutatingWebhookConfiguration ValidatingWebhookConfiguration",
    replacement: "admissionregistration.~/v1",
  },
  {
    apiVersion: "apiextensions.~/v1beta1",
    until: "1.22",
    kinds: "CustomResourceDefinition",
    replacement: "apiextensions.~/v1",
  },
  { apiVersion: "apiregistration.~/v1beta1", until: "1.22", kinds: "APIService", replacement: "apiregistration.~/v1" },
  { apiVersion: "auditregistration.~/v1alpha1", until: "1.19", kinds: "AuditSink" },
  { apiVersion: "authentication.~/v1beta1", until: "1.22", kinds: "TokenReview", replacement: "authentication.~/v1" },
  {
    apiVersion: "authorization.~/v1beta1",
    until: "1.22",
    kinds: "LocalSubjectAccessReview SelfSubjectAccessReview SelfSubjectRulesReview SubjectAccessReview",
    replacement: "authorization.~/v1",
  },
  { apiVersion: "autoscaling/v2beta1", until: "1.25", kinds: "HorizontalPodAutoscaler", replacement: "autoscaling/v2" },
  { apiVersion: "autoscaling/v2beta2", until: "1.26", kinds: "HorizontalPodAutoscaler", replacement: "autoscaling/v2" },
  { apiVersion: "batch/v1beta1", until: "1.25", kinds: "CronJob", replacement: "batch/v1" },
  { apiVersion: "batch/v2alpha1", until: "1.21", kinds: "CronJob", replacement: "batch/v1" },
  {
    apiVersion: "certificates.~/v1beta1",
    until: "1.22",
    kinds: "CertificateSigningRequest",
    replacement: "certificates.~/v1",
  },
  { apiVersion: "coordination.~/v1beta1", until: "1.22", kinds: "Lease", replacement: "coordination.~/v1" },
  { apiVersion: "discovery.~/v1beta1", until: "1.25", kinds: "EndpointSlice", replacement: "discovery.~/v1" },
  { apiVersion: "events.~/v1beta1", until: "1.25", kinds: "Event", replacement: "events.~/v1" },
  {
    apiVersion: "flowcontrol.apiserver.~/v1beta1",
    until: "1.26",
    kinds: "FlowSchema PriorityLevelConfiguration",
    replacement: "flowcontrol.apiserver.~/v1",
  },
  {
    apiVersion: "flowcontrol.apiserver.~/v1beta2",
    until: "1.29",
    kinds: "FlowSchema PriorityLevelConfiguration",
    replacement: "flowcontrol.apiserver.~/v1",
  },
  { apiVersion: "networking.~/v1beta1", until: "1.22", kinds: "Ingress IngressClass", replacement: "networking.~/v1" },
  { apiVersion: "node.~/v1beta1", until: "1.25", kinds: "RuntimeClass", replacement: "node.~/v1" },
  { apiVersion: "policy/v1beta1", until: "1.25", kinds: "Eviction PodDisruptionBudget", replacement: "policy/v1" },
  {
    apiVersion: "v1",
    until: "1.23",
    kinds: "Policy",
    replacement: "kubescheduler.config.~/v1/KubeSchedulerConfiguration",
  },
  { apiVersion: "admissionregistration.~/v1alpha1", until: "1.14", kinds: "InitializerConfiguration" },
  { apiVersion: "policy/v1beta1", until: "1.25", kinds: "PodSecurityPolicy" },
  {
    apiVersion: "rbac.authorization.~/v1beta1",
    until: "1.22",
    kinds: "ClusterRole ClusterRoleBinding Role RoleBinding",
    replacement: "rbac.authorization.~/v1",
  },
  {
    apiVersion: "rbac.authorization.~/v1alpha1",
    until: "1.23",
    kinds: "ClusterRole ClusterRoleBinding Role RoleBinding",
    replacement: "rbac.authorization.~/v1",
  },
  { apiVersion: "scheduling.~/v1beta1", until: "1.22", kinds: "PriorityClass", replacement: "scheduling.~/v1" },
  { apiVersion: "settings.~/v1alpha1", until: "1.20", kinds: "PodPreset" },
  {
    apiVersion: "storage.~/v1beta1",
    until: "1.22",
    kinds: "CSIDriver CSINode StorageClass VolumeAttachment",
    replacement: "storage.~/v1",
  },
  { apiVersion: "storage.~/v1beta1", until: "1.27", kinds: "CSIStorageCapacity", replacement: "storage.~/v1" },
  {
    apiVersion: "storage.~/v1alpha1",
    until: "1.24",
    kinds: "CSIStorageCapacity VolumeAttachment",
    replacement: "storage.~/v1",
  },
];

export const retiredVersions: readonly RetiredVersion[] = retirements.flatMap(
  ({ apiVersion, until, kinds, replacement }) => {
    const [name = "", group = ""] = inDomain(apiVersion).split("/").reverse();
    const shared = { group, name, until, ...(replacement ? { replacement: inDomain(replacement) } : {}) };
    return kinds.split(" ").map((kind) => ({ ...shared, kind }));
  },
);

function inDomain(text: string): string {
  return text.replace("~", domainPlaceholder);
}
