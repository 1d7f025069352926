/**
 * The built-in kinds. To add a kind, add its file and one line here.
 *
 * @module
 */
import type { Kind } from "../kind/kind.ts";
import { admissionConfiguration } from "./admission/admission-configuration.ts";
import { eventRateLimitConfiguration } from "./admission/event-rate-limit-configuration.ts";
import { imagePolicyWebhookConfiguration } from "./admission/image-policy-webhook-configuration.ts";
import { podNodeSelectorConfiguration } from "./admission/pod-node-selector-configuration.ts";
import { podSecurityConfiguration } from "./admission/pod-security-configuration.ts";
import { podTolerationRestrictionConfiguration } from "./admission/pod-toleration-restriction-configuration.ts";
import {
  mutatingAdmissionPolicyConfiguration,
  validatingAdmissionPolicyConfiguration,
} from "./admission/policy-plugin-configuration.ts";
import { resourceQuotaConfiguration } from "./admission/resource-quota-configuration.ts";
import { webhookAdmissionConfiguration } from "./admission/webhook-admission-configuration.ts";
import { mutatingAdmissionPolicy } from "./admissionregistration/mutating-admission-policy.ts";
import { mutatingAdmissionPolicyBinding } from "./admissionregistration/mutating-admission-policy-binding.ts";
import { mutatingWebhookConfiguration } from "./admissionregistration/mutating-webhook-configuration.ts";
import { validatingAdmissionPolicy } from "./admissionregistration/validating-admission-policy.ts";
import { validatingAdmissionPolicyBinding } from "./admissionregistration/validating-admission-policy-binding.ts";
import { validatingWebhookConfiguration } from "./admissionregistration/validating-webhook-configuration.ts";
import { customResourceDefinition } from "./apiextensions/custom-resource-definition.ts";
import { apiService } from "./apiregistration/api-service.ts";
import { authenticationConfiguration } from "./apiserver/authentication-configuration.ts";
import { authorizationConfiguration } from "./apiserver/authorization-configuration.ts";
import { egressSelectorConfiguration } from "./apiserver/egress-selector-configuration.ts";
import { encryptionConfiguration } from "./apiserver/encryption-configuration.ts";
import { tracingConfiguration } from "./apiserver/tracing-configuration.ts";
import { controllerRevision } from "./apps/controller-revision.ts";
import { daemonSet } from "./apps/daemon-set.ts";
import { deployment } from "./apps/deployment.ts";
import { replicaSet } from "./apps/replica-set.ts";
import { replicationController } from "./apps/replication-controller.ts";
import { statefulSet } from "./apps/stateful-set.ts";
import { auditEvent } from "./audit/event.ts";
import { auditPolicy } from "./audit/policy.ts";
import { horizontalPodAutoscaler } from "./autoscaling/horizontal-pod-autoscaler.ts";
import { cronJob } from "./batch/cron-job.ts";
import { job } from "./batch/job.ts";
import { builtinKinds } from "./builtin/builtin-kinds.ts";
import { certificateSigningRequest } from "./certificates/certificate-signing-request.ts";
import { clusterTrustBundle } from "./certificates/cluster-trust-bundle.ts";
import { podCertificateRequest } from "./certificates/pod-certificate-request.ts";
import { kubeconfig } from "./client/kubeconfig.ts";
import { vetSuite } from "./clustervet/vet-suite.ts";
import { loggingConfiguration } from "./component/logging-configuration.ts";
import {
  controllerManagerSections,
  kubeControllerManagerConfiguration,
} from "./controller-manager/kube-controller-manager-configuration.ts";
import { leaderMigrationConfiguration } from "./controller-manager/leader-migration-configuration.ts";
import { lease } from "./coordination/lease.ts";
import { leaseCandidate } from "./coordination/lease-candidate.ts";
import { configMap } from "./core/config-map.ts";
import { endpoints } from "./core/endpoints.ts";
import { event } from "./core/event.ts";
import { limitRange } from "./core/limit-range.ts";
import { namespace } from "./core/namespace.ts";
import { node } from "./core/node.ts";
import { persistentVolume } from "./core/persistent-volume.ts";
import { persistentVolumeClaim } from "./core/persistent-volume-claim.ts";
import { pod } from "./core/pod.ts";
import { podTemplate } from "./core/pod-template.ts";
import { resourceQuota } from "./core/resource-quota.ts";
import { secret } from "./core/secret.ts";
import { service } from "./core/service.ts";
import { serviceAccount } from "./core/service-account.ts";
import { endpointSlice } from "./discovery/endpoint-slice.ts";
import { newEvent } from "./events/event.ts";
import { flowSchema } from "./flowcontrol/flow-schema.ts";
import { priorityLevelConfiguration } from "./flowcontrol/priority-level-configuration.ts";
import { k3sConfiguration, rke2Configuration } from "./k3s/distribution-configuration.ts";
import { clusterConfiguration } from "./kubeadm/cluster-configuration.ts";
import { initConfiguration } from "./kubeadm/init-configuration.ts";
import { joinConfiguration } from "./kubeadm/join-configuration.ts";
import { resetConfiguration } from "./kubeadm/reset-configuration.ts";
import { upgradeConfiguration } from "./kubeadm/upgrade-configuration.ts";
import { credentialProviderConfig } from "./kubelet/credential-provider-config.ts";
import { credentialProviderRequest, credentialProviderResponse } from "./kubelet/credential-provider-exchange.ts";
import { imagePulledRecord, imagePullIntent } from "./kubelet/image-pull-records.ts";
import { kubeletConfiguration } from "./kubelet/kubelet-configuration.ts";
import { serializedNodeConfigSource } from "./kubelet/serialized-node-config-source.ts";
import { orderlyEviction } from "./lifecycle/eviction.ts";
import { evictionRequest } from "./lifecycle/eviction-request.ts";
import { ingress } from "./networking/ingress.ts";
import { ingressClass } from "./networking/ingress-class.ts";
import { ipAddress } from "./networking/ip-address.ts";
import { networkPolicy } from "./networking/network-policy.ts";
import { serviceCidr } from "./networking/service-cidr.ts";
import { runtimeClass } from "./node/runtime-class.ts";
import { eviction } from "./policy/eviction.ts";
import { podDisruptionBudget } from "./policy/pod-disruption-budget.ts";
import { kubeProxyConfiguration } from "./proxy/kube-proxy-configuration.ts";
import { clusterRole } from "./rbac/cluster-role.ts";
import { clusterRoleBinding } from "./rbac/cluster-role-binding.ts";
import { role } from "./rbac/role.ts";
import { roleBinding } from "./rbac/role-binding.ts";
import { deviceClass } from "./resource/device-class.ts";
import { deviceTaintRule } from "./resource/device-taint-rule.ts";
import { resourceClaim } from "./resource/resource-claim.ts";
import { resourceClaimTemplate } from "./resource/resource-claim-template.ts";
import { resourcePoolStatusRequest } from "./resource/resource-pool-status-request.ts";
import { resourceSlice } from "./resource/resource-slice.ts";
import {
  localSubjectAccessReview,
  selfSubjectAccessReview,
  selfSubjectRulesReview,
  subjectAccessReview,
} from "./review/access-review.ts";
import { admissionReview } from "./review/admission-review.ts";
import { execCredential } from "./review/exec-credential.ts";
import { imageReview } from "./review/image-review.ts";
import { tokenRequest, tokenReview } from "./review/token-review.ts";
import { dynamicResourcesArgs } from "./scheduler/dynamic-resources-args.ts";
import { interPodAffinityArgs } from "./scheduler/inter-pod-affinity-args.ts";
import { kubeSchedulerConfiguration } from "./scheduler/kube-scheduler-configuration.ts";
import { nodeAffinityArgs } from "./scheduler/node-affinity-args.ts";
import { nodeResourcesBalancedAllocationArgs, nodeResourcesFitArgs } from "./scheduler/node-resources-args.ts";
import { podTopologySpreadArgs } from "./scheduler/pod-topology-spread-args.ts";
import { defaultPreemptionArgs } from "./scheduler/preemption-args.ts";
import { volumeBindingArgs } from "./scheduler/volume-binding-args.ts";
import { compositePodGroup } from "./scheduling/composite-pod-group.ts";
import { podGroup } from "./scheduling/pod-group.ts";
import { priorityClass } from "./scheduling/priority-class.ts";
import { workload } from "./scheduling/workload.ts";
import { csiDriver } from "./storage/csi-driver.ts";
import { csiNode } from "./storage/csi-node.ts";
import { csiStorageCapacity } from "./storage/csi-storage-capacity.ts";
import { storageClass } from "./storage/storage-class.ts";
import { volumeAttachment } from "./storage/volume-attachment.ts";
import { volumeAttributesClass } from "./storage/volume-attributes-class.ts";
import { storageVersionMigration } from "./storagemigration/storage-version-migration.ts";

const authoredKinds: readonly Kind[] = [
  authenticationConfiguration,
  authorizationConfiguration,
  egressSelectorConfiguration,
  tracingConfiguration,
  encryptionConfiguration,
  admissionConfiguration,
  eventRateLimitConfiguration,
  imagePolicyWebhookConfiguration,
  podNodeSelectorConfiguration,
  podSecurityConfiguration,
  podTolerationRestrictionConfiguration,
  resourceQuotaConfiguration,
  validatingAdmissionPolicyConfiguration,
  mutatingAdmissionPolicyConfiguration,
  webhookAdmissionConfiguration,
  auditPolicy,
  kubeconfig,
  pod,
  podTemplate,
  namespace,
  node,
  configMap,
  secret,
  serviceAccount,
  event,
  auditEvent,
  newEvent,
  lease,
  leaseCandidate,
  evictionRequest,
  resourcePoolStatusRequest,
  eviction,
  podDisruptionBudget,
  horizontalPodAutoscaler,
  service,
  endpoints,
  endpointSlice,
  runtimeClass,
  ingress,
  ingressClass,
  networkPolicy,
  ipAddress,
  serviceCidr,
  persistentVolume,
  persistentVolumeClaim,
  resourceQuota,
  limitRange,
  resourceClaim,
  resourceClaimTemplate,
  resourceSlice,
  deviceTaintRule,
  deviceClass,
  flowSchema,
  priorityLevelConfiguration,
  priorityClass,
  podGroup,
  compositePodGroup,
  workload,
  storageClass,
  csiDriver,
  csiNode,
  csiStorageCapacity,
  volumeAttributesClass,
  storageVersionMigration,
  volumeAttachment,
  daemonSet,
  deployment,
  replicaSet,
  replicationController,
  statefulSet,
  job,
  cronJob,
  controllerRevision,
  loggingConfiguration,
  credentialProviderConfig,
  credentialProviderRequest,
  credentialProviderResponse,
  imagePullIntent,
  imagePulledRecord,
  serializedNodeConfigSource,
  kubeletConfiguration,
  kubeControllerManagerConfiguration,
  ...controllerManagerSections,
  leaderMigrationConfiguration,
  kubeProxyConfiguration,
  clusterConfiguration,
  initConfiguration,
  joinConfiguration,
  resetConfiguration,
  upgradeConfiguration,
  kubeSchedulerConfiguration,
  defaultPreemptionArgs,
  interPodAffinityArgs,
  nodeAffinityArgs,
  nodeResourcesBalancedAllocationArgs,
  nodeResourcesFitArgs,
  podTopologySpreadArgs,
  volumeBindingArgs,
  dynamicResourcesArgs,
  role,
  clusterRole,
  roleBinding,
  clusterRoleBinding,
  validatingAdmissionPolicy,
  validatingAdmissionPolicyBinding,
  mutatingAdmissionPolicy,
  mutatingAdmissionPolicyBinding,
  validatingWebhookConfiguration,
  mutatingWebhookConfiguration,
  customResourceDefinition,
  apiService,
  certificateSigningRequest,
  podCertificateRequest,
  clusterTrustBundle,
  subjectAccessReview,
  localSubjectAccessReview,
  selfSubjectAccessReview,
  selfSubjectRulesReview,
  tokenReview,
  tokenRequest,
  admissionReview,
  imageReview,
  execCredential,
  vetSuite,
  k3sConfiguration,
  rke2Configuration,
];

/**
 * Kinds that come last, since users who write only the name mean a built-in kind: `Eviction` is the one of `policy/v1`.
 */
const lowPriorityKinds: readonly Kind[] = [orderlyEviction];

/** Whether a file in this folder defines the kind, which then replaces the generated one. */
const isAuthored = (kind: Kind): boolean =>
  [...authoredKinds, ...lowPriorityKinds].some(
    (authored) => authored.kind === kind.kind && authored.group === kind.group,
  );

export const builtInKinds: readonly Kind[] = [
  ...authoredKinds,
  ...builtinKinds.filter((kind) => !isAuthored(kind)),
  ...lowPriorityKinds,
];
