/**
 * Versions of kinds that were removed before the oldest supported target release: clustervet reports their documents
 * for every target.
 *
 * @module
 */
import { domainPlaceholder, type RetiredVersion } from "../kind/kind.ts";

/**
 * A line for each version: group and version, with `~` for the domain; the first release without it; its kinds; and its
 * replacement, either a group and version, or these with a kind.
 */
const rows = `
extensions/v1beta1 1.16 DaemonSet,Deployment,ReplicaSet apps/v1
extensions/v1beta1 1.16 NetworkPolicy networking.~/v1
extensions/v1beta1 1.22 Ingress networking.~/v1
extensions/v1beta1 1.16 PodSecurityPolicy
extensions/v1beta1 1.16 DeploymentRollback
extensions/v1beta1 1.16 Scale autoscaling/v1
extensions/v1beta1 1.6 Job batch/v1
extensions/v1beta1 1.7 HorizontalPodAutoscaler autoscaling/v2
apps/v1beta1 1.16 ControllerRevision,Deployment,StatefulSet apps/v1
apps/v1beta1 1.16 DeploymentRollback
apps/v1beta1 1.16 Scale autoscaling/v1
apps/v1beta2 1.16 ControllerRevision,DaemonSet,Deployment,ReplicaSet,StatefulSet apps/v1
apps/v1beta2 1.16 Scale autoscaling/v1
admissionregistration.~/v1beta1 1.22 MutatingWebhookConfiguration,ValidatingWebhookConfiguration admissionregistration.~/v1
apiextensions.~/v1beta1 1.22 CustomResourceDefinition apiextensions.~/v1
apiregistration.~/v1beta1 1.22 APIService apiregistration.~/v1
auditregistration.~/v1alpha1 1.19 AuditSink
authentication.~/v1beta1 1.22 TokenReview authentication.~/v1
authorization.~/v1beta1 1.22 LocalSubjectAccessReview,SelfSubjectAccessReview,SelfSubjectRulesReview,SubjectAccessReview authorization.~/v1
autoscaling/v2beta1 1.25 HorizontalPodAutoscaler autoscaling/v2
autoscaling/v2beta2 1.26 HorizontalPodAutoscaler autoscaling/v2
batch/v1beta1 1.25 CronJob batch/v1
batch/v2alpha1 1.21 CronJob batch/v1
certificates.~/v1beta1 1.22 CertificateSigningRequest certificates.~/v1
coordination.~/v1beta1 1.22 Lease coordination.~/v1
discovery.~/v1beta1 1.25 EndpointSlice discovery.~/v1
events.~/v1beta1 1.25 Event events.~/v1
flowcontrol.apiserver.~/v1beta1 1.26 FlowSchema,PriorityLevelConfiguration flowcontrol.apiserver.~/v1
flowcontrol.apiserver.~/v1beta2 1.29 FlowSchema,PriorityLevelConfiguration flowcontrol.apiserver.~/v1
networking.~/v1beta1 1.22 Ingress,IngressClass networking.~/v1
node.~/v1beta1 1.25 RuntimeClass node.~/v1
policy/v1beta1 1.25 Eviction,PodDisruptionBudget policy/v1
v1 1.23 Policy kubescheduler.config.~/v1/KubeSchedulerConfiguration
admissionregistration.~/v1alpha1 1.14 InitializerConfiguration
policy/v1beta1 1.25 PodSecurityPolicy
rbac.authorization.~/v1beta1 1.22 ClusterRole,ClusterRoleBinding,Role,RoleBinding rbac.authorization.~/v1
rbac.authorization.~/v1alpha1 1.23 ClusterRole,ClusterRoleBinding,Role,RoleBinding rbac.authorization.~/v1
scheduling.~/v1beta1 1.22 PriorityClass scheduling.~/v1
settings.~/v1alpha1 1.20 PodPreset
storage.~/v1beta1 1.22 CSIDriver,CSINode,StorageClass,VolumeAttachment storage.~/v1
storage.~/v1beta1 1.27 CSIStorageCapacity storage.~/v1
storage.~/v1alpha1 1.24 CSIStorageCapacity,VolumeAttachment storage.~/v1
`;

export const retiredVersions: readonly RetiredVersion[] = rows.trim().split("\n").flatMap(readRow);

function readRow(row: string): readonly RetiredVersion[] {
  const [apiVersion = "", until = "", kinds = "", replacement] = row.replaceAll("~", domainPlaceholder).split(" ");
  const [name = "", group = ""] = apiVersion.split("/").reverse();
  const shared = { group, name, until, ...(replacement === undefined ? {} : { replacement }) };
  return kinds.split(",").map((kind) => ({ ...shared, kind }));
}
