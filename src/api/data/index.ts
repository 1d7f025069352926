/**
 * The types of each area. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import { admissionTypes } from "./admission.ts";
import { admissionregistrationTypes } from "./admissionregistration.ts";
import { apidiscoveryTypes } from "./apidiscovery.ts";
import { apiextensionsTypes } from "./apiextensions.ts";
import { apiregistrationTypes } from "./apiregistration.ts";
import { apiserverTypes } from "./apiserver.ts";
import { apiserverinternalTypes } from "./apiserverinternal.ts";
import { appsTypes } from "./apps.ts";
import { auditTypes } from "./audit.ts";
import { authenticationTypes } from "./authentication.ts";
import { authorizationTypes } from "./authorization.ts";
import { autoscalingTypes } from "./autoscaling.ts";
import { batchTypes } from "./batch.ts";
import { bootstraptokenTypes } from "./bootstraptoken.ts";
import { certificatesTypes } from "./certificates.ts";
import { clientauthenticationTypes } from "./clientauthentication.ts";
import { clientcmdTypes } from "./clientcmd.ts";
import { cloudProviderTypes } from "./cloud-provider.ts";
import { cloudProviderServiceTypes } from "./cloud-provider-service.ts";
import { componentTypes } from "./component.ts";
import { controllermanagerTypes } from "./controllermanager.ts";
import { coordinationTypes } from "./coordination.ts";
import { coreTypes } from "./core.ts";
import { credentialproviderTypes } from "./credentialprovider.ts";
import { discoveryTypes } from "./discovery.ts";
import { eventratelimitTypes } from "./eventratelimit.ts";
import { eventsTypes } from "./events.ts";
import { flowcontrolTypes } from "./flowcontrol.ts";
import { imagepolicyTypes } from "./imagepolicy.ts";
import { imagepolicywebhookTypes } from "./imagepolicywebhook.ts";
import { kubeadmTypes } from "./kubeadm.ts";
import { kubecontrollermanagerTypes } from "./kubecontrollermanager.ts";
import { kubeletTypes } from "./kubelet.ts";
import { kubeproxyTypes } from "./kubeproxy.ts";
import { kubeschedulerTypes } from "./kubescheduler.ts";
import { lifecycleTypes } from "./lifecycle.ts";
import { loggingTypes } from "./logging.ts";
import { metaTypes } from "./meta.ts";
import { networkingTypes } from "./networking.ts";
import { nodeTypes } from "./node.ts";
import { podSecurityTypes } from "./pod-security.ts";
import { podtolerationrestrictionTypes } from "./podtolerationrestriction.ts";
import { policyTypes } from "./policy.ts";
import { policyconfigTypes } from "./policyconfig.ts";
import { rbacTypes } from "./rbac.ts";
import { resourceTypes } from "./resource.ts";
import { resourcequotaTypes } from "./resourcequota.ts";
import { schedulingTypes } from "./scheduling.ts";
import { storageTypes } from "./storage.ts";
import { storagemigrationTypes } from "./storagemigration.ts";
import { tracingTypes } from "./tracing.ts";
import { webhookadmissionTypes } from "./webhookadmission.ts";

/** The blocks of an area, as text. */
export const typesByArea: ReadonlyMap<string, () => string> = new Map([
  ["admission", admissionTypes],
  ["admissionregistration", admissionregistrationTypes],
  ["apidiscovery", apidiscoveryTypes],
  ["apiextensions", apiextensionsTypes],
  ["apiregistration", apiregistrationTypes],
  ["apiserver", apiserverTypes],
  ["apiserverinternal", apiserverinternalTypes],
  ["apps", appsTypes],
  ["audit", auditTypes],
  ["authentication", authenticationTypes],
  ["authorization", authorizationTypes],
  ["autoscaling", autoscalingTypes],
  ["batch", batchTypes],
  ["bootstraptoken", bootstraptokenTypes],
  ["certificates", certificatesTypes],
  ["clientauthentication", clientauthenticationTypes],
  ["clientcmd", clientcmdTypes],
  ["cloud-provider", cloudProviderTypes],
  ["cloud-provider-service", cloudProviderServiceTypes],
  ["component", componentTypes],
  ["controllermanager", controllermanagerTypes],
  ["coordination", coordinationTypes],
  ["core", coreTypes],
  ["credentialprovider", credentialproviderTypes],
  ["discovery", discoveryTypes],
  ["eventratelimit", eventratelimitTypes],
  ["events", eventsTypes],
  ["flowcontrol", flowcontrolTypes],
  ["imagepolicy", imagepolicyTypes],
  ["imagepolicywebhook", imagepolicywebhookTypes],
  ["kubeadm", kubeadmTypes],
  ["kubecontrollermanager", kubecontrollermanagerTypes],
  ["kubelet", kubeletTypes],
  ["kubeproxy", kubeproxyTypes],
  ["kubescheduler", kubeschedulerTypes],
  ["lifecycle", lifecycleTypes],
  ["logging", loggingTypes],
  ["meta", metaTypes],
  ["networking", networkingTypes],
  ["node", nodeTypes],
  ["pod-security", podSecurityTypes],
  ["podtolerationrestriction", podtolerationrestrictionTypes],
  ["policy", policyTypes],
  ["policyconfig", policyconfigTypes],
  ["rbac", rbacTypes],
  ["resource", resourceTypes],
  ["resourcequota", resourcequotaTypes],
  ["scheduling", schedulingTypes],
  ["storage", storageTypes],
  ["storagemigration", storagemigrationTypes],
  ["tracing", tracingTypes],
  ["webhookadmission", webhookadmissionTypes],
]);
