import { plainFields, type Section } from "./section.ts";

/** Fields by section of the controller manager's configuration. Each section is a separate document. */
const fieldsBySection: Readonly<Record<string, readonly string[]>> = {
  EndpointController: ["ConcurrentEndpointSyncs", "EndpointUpdatesBatchPeriod"],
  EndpointSliceController: ["ConcurrentServiceEndpointSyncs", "MaxEndpointsPerSlice", "EndpointUpdatesBatchPeriod"],
  EndpointSliceMirroringController: [
    "MirroringConcurrentServiceEndpointSyncs",
    "MirroringMaxEndpointsPerSubset",
    "MirroringEndpointUpdatesBatchPeriod",
  ],
  EphemeralVolumeController: ["ConcurrentEphemeralVolumeSyncs"],
  GarbageCollectorController: [
    "EnableGarbageCollector",
    "ConcurrentGCSyncs",
    "GCIgnoredResources[].Group",
    "GCIgnoredResources[].Resource",
  ],
  HPAController: [
    "ConcurrentHorizontalPodAutoscalerSyncs",
    "HorizontalPodAutoscalerSyncPeriod",
    "HorizontalPodAutoscalerDownscaleStabilizationWindow",
    "HorizontalPodAutoscalerCPUInitializationPeriod",
    "HorizontalPodAutoscalerInitialReadinessDelay",
    "HorizontalPodAutoscalerTolerance",
  ],
  JobController: ["ConcurrentJobSyncs"],
  LegacySATokenCleaner: ["CleanUpPeriod"],
  NamespaceController: ["NamespaceSyncPeriod", "ConcurrentNamespaceSyncs"],
  NodeIPAMController: [
    "ServiceCIDR",
    "SecondaryServiceCIDR",
    "NodeCIDRMaskSize",
    "NodeCIDRMaskSizeIPv4",
    "NodeCIDRMaskSizeIPv6",
  ],
  NodeLifecycleController: [
    "NodeEvictionRate",
    "SecondaryNodeEvictionRate",
    "NodeStartupGracePeriod",
    "NodeMonitorGracePeriod",
    "PodEvictionTimeout",
    "LargeClusterSizeThreshold",
    "UnhealthyZoneThreshold",
  ],
  PersistentVolumeBinderController: [
    "PVClaimBinderSyncPeriod",
    "VolumeConfiguration.EnableHostPathProvisioning",
    "VolumeConfiguration.EnableDynamicProvisioning",
    "VolumeConfiguration.FlexVolumePluginDir",
    ...[
      "MaximumRetry",
      "MinimumTimeoutNFS",
      "IncrementTimeoutNFS",
      "MinimumTimeoutHostPath",
      "IncrementTimeoutHostPath",
      "PodTemplateFilePathNFS",
      "PodTemplateFilePathHostPath",
    ].map((name) => `VolumeConfiguration.PersistentVolumeRecyclerConfiguration.${name}`),
  ],
  PodGCController: ["TerminatedPodGCThreshold"],
  ReplicaSetController: ["ConcurrentRSSyncs"],
  ReplicationController: ["ConcurrentRCSyncs"],
  ResourceClaimController: ["ConcurrentSyncs"],
  ResourceQuotaController: ["ResourceQuotaSyncPeriod", "ConcurrentResourceQuotaSyncs"],
  SAController: ["ServiceAccountKeyFile", "ConcurrentSATokenSyncs", "RootCAFile"],
  StatefulSetController: ["ConcurrentStatefulSetSyncs"],
  TTLAfterFinishedController: ["ConcurrentTTLSyncs"],
  ValidatingAdmissionPolicyStatusController: ["ConcurrentPolicySyncs"],
};

const defaults: Readonly<Record<string, unknown>> = {
  "PersistentVolumeBinderController VolumeConfiguration.EnableDynamicProvisioning": true,
  "ResourceClaimController ConcurrentSyncs": 50,
  "ValidatingAdmissionPolicyStatusController ConcurrentPolicySyncs": 5,
};

export const controllerManagerSections: readonly Section[] = Object.entries(fieldsBySection).map(([title, names]) => ({
  title,
  kind: `${title}Configuration`,
  fields: Object.fromEntries(
    names.map((name) => {
      const key = `${title} ${name}`;
      return [name, Object.hasOwn(defaults, key) ? { default: defaults[key] } : {}];
    }),
  ),
}));

/** The whole configuration, with each section under its name. */
export const controllerManagerWhole: Section = {
  title: "Controller manager configuration sections",
  kind: "KubeControllerManagerConfiguration",
  fields: plainFields(
    ...Object.entries(fieldsBySection).flatMap(([title, names]) => names.map((name) => `${title}.${name}`)),
  ),
};
