/**
 * The admission plugins of kube-apiserver: their names, whether they are enabled by default, and the kind that
 * configures each.
 *
 * @module
 */
import { reaches } from "../../release/release.ts";

/** The kind that configures a plugin, and how the plugin handles its configuration. */
interface PluginConfiguration {
  /** `KIND` or `KIND.group` with the domain placeholder. */
  readonly kind: string;
  /** Whether the plugin fails to start without a configuration. */
  readonly isRequired?: true;
  /** Whether the plugin ignores faults in its configuration. */
  readonly isTolerant?: true;
}

interface AdmissionPlugin {
  readonly name: string;
  readonly isOnByDefault: boolean;
  readonly configuration?: PluginConfiguration;
}

const disabledPlugin = (name: string, configuration?: PluginConfiguration): AdmissionPlugin => ({
  name,
  isOnByDefault: false,
  ...(configuration ? { configuration } : {}),
});
const enabledPlugin = (name: string, configuration?: PluginConfiguration): AdmissionPlugin => ({
  ...disabledPlugin(name, configuration),
  isOnByDefault: true,
});

const webhookConfiguration = { kind: "WebhookAdmissionConfiguration.apiserver.config.<domain>" };

/** Sorted by name. */
const plugins: readonly AdmissionPlugin[] = [
  disabledPlugin("AlwaysAdmit"),
  disabledPlugin("AlwaysDeny"),
  disabledPlugin("AlwaysPullImages"),
  enabledPlugin("CertificateApproval"),
  enabledPlugin("CertificateSigning"),
  enabledPlugin("CertificateSubjectRestriction"),
  enabledPlugin("ClusterTrustBundleAttest"),
  enabledPlugin("DefaultIngressClass"),
  enabledPlugin("DefaultStorageClass"),
  enabledPlugin("DefaultTolerationSeconds"),
  disabledPlugin("DenyServiceExternalIPs"),
  disabledPlugin("EventRateLimit", { kind: "Configuration.eventratelimit.admission.<domain>", isRequired: true }),
  disabledPlugin("ExtendedResourceToleration"),
  disabledPlugin("ImagePolicyWebhook", { kind: "ImagePolicyWebhookConfiguration", isRequired: true }),
  disabledPlugin("LimitPodHardAntiAffinityTopology"),
  enabledPlugin("LimitRanger"),
  enabledPlugin("MutatingAdmissionPolicy", { kind: "MutatingAdmissionPolicyConfiguration.apiserver.config.<domain>" }),
  enabledPlugin("MutatingAdmissionWebhook", webhookConfiguration),
  disabledPlugin("NamespaceAutoProvision"),
  disabledPlugin("NamespaceExists"),
  enabledPlugin("NamespaceLifecycle"),
  enabledPlugin("NodeDeclaredFeatureValidator"),
  disabledPlugin("NodeRestriction"),
  disabledPlugin("OwnerReferencesPermissionEnforcement"),
  enabledPlugin("PersistentVolumeClaimResize"),
  enabledPlugin("PodGroupProtection"),
  disabledPlugin("PodNodeSelector", { kind: "PodNodeSelectorConfiguration", isTolerant: true }),
  enabledPlugin("PodResizeValidator"),
  enabledPlugin("PodSecurity", { kind: "PodSecurityConfiguration.pod-security.admission.config.<domain>" }),
  disabledPlugin("PodTolerationRestriction", { kind: "Configuration.podtolerationrestriction.admission.<domain>" }),
  enabledPlugin("PodTopologyLabels"),
  enabledPlugin("Priority"),
  enabledPlugin("ResourceQuota", { kind: "ResourceQuotaConfiguration.apiserver.config.<domain>" }),
  enabledPlugin("RuntimeClass"),
  enabledPlugin("ServiceAccount"),
  enabledPlugin("StorageObjectInUseProtection"),
  enabledPlugin("TaintNodesByCondition"),
  enabledPlugin("ValidatingAdmissionPolicy", {
    kind: "ValidatingAdmissionPolicyConfiguration.apiserver.config.<domain>",
  }),
  enabledPlugin("ValidatingAdmissionWebhook", webhookConfiguration),
];

export const pluginNames: readonly string[] = plugins.map(({ name }) => name);

interface Releases {
  /** The first release that has the plugin. */
  readonly since?: string;
  /** The first release that no longer has the plugin. */
  readonly until?: string;
}

/** The releases of the plugins that not every release has. */
const pluginReleases: ReadonlyMap<string, Releases> = new Map(
  Object.entries<Releases>({
    JobValidation: { since: "1.36", until: "1.37" },
    MutatingAdmissionPolicy: { since: "1.32" },
    NodeDeclaredFeatureValidator: { since: "1.35" },
    PersistentVolumeLabel: { until: "1.31" },
    PodGroupProtection: { since: "1.36" },
    PodGroupWorkloadExists: { since: "1.36", until: "1.37" },
    PodResizeValidator: { since: "1.36" },
    PodTopologyLabels: { since: "1.33" },
  }),
);

/** Returns the names of the plugins that kube-apiserver of a release has. */
export function pluginNamesOf(target: string): readonly string[] {
  return [...new Set([...pluginNames, ...pluginReleases.keys()])].filter((name) => {
    const { since, until } = pluginReleases.get(name) ?? {};
    return !(until && reaches(target, until)) && !(since && !reaches(target, since));
  });
}

export function pluginNamed(name: string): AdmissionPlugin | undefined {
  return plugins.find((plugin) => plugin.name === name);
}
