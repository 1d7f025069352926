/**
 * The admission plugins of this server in kube-apiserver's order, and their selection.
 *
 * @module
 */
import { pluginNamed } from "../../kinds/admission/plugins.ts";
import { undefinedIfNotFound } from "../request/status.ts";
import { alwaysPullImages } from "./always-pull-images.ts";
import { certificateSubjectRestriction } from "./certificate-subject-restriction.ts";
import { defaultIngressClass } from "./default-ingress-class.ts";
import { defaultStorageClass } from "./default-storage-class.ts";
import { defaultTolerationSeconds } from "./default-toleration-seconds.ts";
import { eventRateLimit } from "./event-rate-limit.ts";
import { imagePolicyWebhook } from "./image-policy-webhook.ts";
import { limitRanger } from "./limit-ranger.ts";
import { mutatingAdmissionPolicy } from "./mutating-admission-policy.ts";
import { namespaceLifecycle } from "./namespace-lifecycle.ts";
import { namespaceAutoProvision, namespaceExists } from "./namespace-presence.ts";
import { nodeDeclaredFeatureValidator } from "./node-declared-features.ts";
import { nodeRestriction } from "./nodes/node-restriction.ts";
import { ownerReferencesPermissionEnforcement } from "./owner-references.ts";
import { persistentVolumeClaimResize } from "./persistent-volume-claim-resize.ts";
import type { AdmissionPlugin, PluginParts } from "./plugin.ts";
import { podNodeSelector } from "./pod-node-selector.ts";
import { podResizeValidator } from "./pod-resize-validator.ts";
import { podSecurity } from "./pod-security.ts";
import { podTolerationRestriction } from "./pod-toleration-restriction.ts";
import { podTopologyLabels } from "./pod-topology-labels.ts";
import { priority } from "./priority.ts";
import { resourceQuota } from "./resource-quota.ts";
import { runtimeClass } from "./runtime-class.ts";
import { serviceAccount } from "./service-account.ts";
import { certificateApproval, certificateSigning, clusterTrustBundleAttest } from "./signer-permission.ts";
import {
  alwaysAdmit,
  alwaysDeny,
  denyServiceExternalIPs,
  extendedResourceToleration,
  limitPodHardAntiAffinityTopology,
} from "./small-restrictions.ts";
import { podGroupProtection, storageObjectInUseProtection } from "./storage-object-in-use-protection.ts";
import { taintNodesByCondition } from "./taint-nodes-by-condition.ts";
import { validatingAdmissionPolicy } from "./validating-admission-policy.ts";
import { mutatingWebhooks } from "./webhooks/mutating-webhooks.ts";
import { validatingWebhooks } from "./webhooks/validating-webhooks.ts";

type MakePlugin = (parts: PluginParts) => AdmissionPlugin;

/** In the order in which kube-apiserver calls them. */
const makers: ReadonlyMap<string, MakePlugin> = new Map<string, MakePlugin>([
  ["AlwaysAdmit", alwaysAdmit],
  ["NamespaceAutoProvision", namespaceAutoProvision],
  [
    "NamespaceLifecycle",
    ({ store }) =>
      namespaceLifecycle(async (name) => {
        const namespaces = store("", "namespaces");
        return namespaces && undefinedIfNotFound(namespaces.get({ namespace: "", name }));
      }),
  ],
  ["NamespaceExists", namespaceExists],
  ["LimitPodHardAntiAffinityTopology", limitPodHardAntiAffinityTopology],
  ["LimitRanger", limitRanger],
  ["ServiceAccount", serviceAccount],
  ["NodeRestriction", nodeRestriction],
  ["TaintNodesByCondition", taintNodesByCondition],
  ["AlwaysPullImages", alwaysPullImages],
  ["ImagePolicyWebhook", imagePolicyWebhook],
  ["PodSecurity", podSecurity],
  ["PodNodeSelector", podNodeSelector],
  ["Priority", priority],
  ["DefaultTolerationSeconds", defaultTolerationSeconds],
  ["PodTolerationRestriction", podTolerationRestriction],
  ["EventRateLimit", eventRateLimit],
  ["ExtendedResourceToleration", extendedResourceToleration],
  ["DefaultStorageClass", defaultStorageClass],
  ["StorageObjectInUseProtection", storageObjectInUseProtection],
  ["PodGroupProtection", podGroupProtection],
  ["OwnerReferencesPermissionEnforcement", ownerReferencesPermissionEnforcement],
  ["PersistentVolumeClaimResize", persistentVolumeClaimResize],
  ["RuntimeClass", runtimeClass],
  ["CertificateApproval", certificateApproval],
  ["CertificateSigning", certificateSigning],
  ["ClusterTrustBundleAttest", clusterTrustBundleAttest],
  ["CertificateSubjectRestriction", certificateSubjectRestriction],
  ["DefaultIngressClass", defaultIngressClass],
  ["DenyServiceExternalIPs", denyServiceExternalIPs],
  ["PodTopologyLabels", podTopologyLabels],
  ["NodeDeclaredFeatureValidator", nodeDeclaredFeatureValidator],
  ["PodResizeValidator", podResizeValidator],
  ["MutatingAdmissionPolicy", mutatingAdmissionPolicy],
  ["MutatingAdmissionWebhook", mutatingWebhooks],
  ["ValidatingAdmissionPolicy", validatingAdmissionPolicy],
  ["ValidatingAdmissionWebhook", validatingWebhooks],
  ["ResourceQuota", resourceQuota],
  ["AlwaysDeny", alwaysDeny],
]);

/** Names of the plugins that this server implements. */
export const servedPlugins: readonly string[] = [...makers.keys()];

export const isOnByDefault = (name: string): boolean => pluginNamed(name)?.isOnByDefault ?? false;

export const makePlugins = (isOn: (name: string) => boolean, parts: PluginParts): readonly AdmissionPlugin[] =>
  [...makers].filter(([name]) => isOn(name)).map(([, make]) => make(parts));
