import { describe, expect, test } from "vitest";
import {
  controllerManagerSections,
  kubeControllerManagerConfiguration,
} from "../../../src/kinds/controller-manager/kube-controller-manager-configuration.ts";
import { schemaAt } from "../../../src/schema/decode-schema.ts";
import { decodeWithDefaults, ruleIds } from "../../rule/rule-ids.ts";

/** Fields and defaults from the API reference and its table of limits; undefined if they state no default. */
const documented: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  AttachDetachController: { ReconcilerSyncLoopPeriod: "1m0s" },
  CSRSigningController: { ClusterSigningDuration: "8760h0m0s" },
  CronJobController: { ConcurrentCronJobSyncs: 5 },
  DaemonSetController: { ConcurrentDaemonSetSyncs: 2 },
  DeploymentController: { ConcurrentDeploymentSyncs: 5 },
  DeviceTaintEvictionController: { ConcurrentSyncs: 8 },
  EndpointController: { ConcurrentEndpointSyncs: 5, EndpointUpdatesBatchPeriod: undefined },
  EndpointSliceController: {
    ConcurrentServiceEndpointSyncs: 5,
    MaxEndpointsPerSlice: undefined,
    EndpointUpdatesBatchPeriod: undefined,
  },
  EndpointSliceMirroringController: {
    MirroringConcurrentServiceEndpointSyncs: undefined,
    MirroringMaxEndpointsPerSubset: undefined,
    MirroringEndpointUpdatesBatchPeriod: undefined,
  },
  EphemeralVolumeController: { ConcurrentEphemeralVolumeSyncs: 5 },
  GarbageCollectorController: {
    EnableGarbageCollector: undefined,
    ConcurrentGCSyncs: 20,
    GCIgnoredResources: undefined,
  },
  Generic: {
    "LeaderElection.leaseDuration": "15s",
    "LeaderElection.renewDeadline": "10s",
    "LeaderElection.retryPeriod": "2s",
  },
  HPAController: {
    ConcurrentHorizontalPodAutoscalerSyncs: 5,
    HorizontalPodAutoscalerSyncPeriod: "15s",
    HorizontalPodAutoscalerDownscaleStabilizationWindow: "5m0s",
    HorizontalPodAutoscalerCPUInitializationPeriod: "5m0s",
    HorizontalPodAutoscalerInitialReadinessDelay: "30s",
    HorizontalPodAutoscalerTolerance: 0.1,
  },
  JobController: { ConcurrentJobSyncs: 5 },
  LegacySATokenCleaner: { CleanUpPeriod: "8760h0m0s" },
  NamespaceController: { NamespaceSyncPeriod: undefined, ConcurrentNamespaceSyncs: 10 },
  NodeIPAMController: {
    ServiceCIDR: undefined,
    SecondaryServiceCIDR: undefined,
    NodeCIDRMaskSize: undefined,
    NodeCIDRMaskSizeIPv4: undefined,
    NodeCIDRMaskSizeIPv6: undefined,
  },
  NodeLifecycleController: {
    NodeEvictionRate: undefined,
    SecondaryNodeEvictionRate: undefined,
    NodeStartupGracePeriod: undefined,
    NodeMonitorGracePeriod: undefined,
    PodEvictionTimeout: undefined,
    LargeClusterSizeThreshold: 50,
    UnhealthyZoneThreshold: undefined,
  },
  PersistentVolumeBinderController: {
    PVClaimBinderSyncPeriod: undefined,
    "VolumeConfiguration.EnableHostPathProvisioning": undefined,
    "VolumeConfiguration.EnableDynamicProvisioning": true,
    "VolumeConfiguration.FlexVolumePluginDir": undefined,
    ...Object.fromEntries(
      [
        "MaximumRetry",
        "MinimumTimeoutNFS",
        "IncrementTimeoutNFS",
        "MinimumTimeoutHostPath",
        "IncrementTimeoutHostPath",
        "PodTemplateFilePathNFS",
        "PodTemplateFilePathHostPath",
      ].map((name) => [`VolumeConfiguration.PersistentVolumeRecyclerConfiguration.${name}`, undefined]),
    ),
  },
  PodGCController: { TerminatedPodGCThreshold: undefined },
  ReplicaSetController: { ConcurrentRSSyncs: 5 },
  ReplicationController: { ConcurrentRCSyncs: 5 },
  ResourceClaimController: { ConcurrentSyncs: 50 },
  ResourceQuotaController: { ResourceQuotaSyncPeriod: undefined, ConcurrentResourceQuotaSyncs: 5 },
  SAController: { ServiceAccountKeyFile: undefined, ConcurrentSATokenSyncs: 5, RootCAFile: undefined },
  ServiceController: { ConcurrentServiceSyncs: 1 },
  StatefulSetController: { ConcurrentStatefulSetSyncs: 5 },
  TTLAfterFinishedController: { ConcurrentTTLSyncs: 5 },
  ValidatingAdmissionPolicyStatusController: { ConcurrentPolicySyncs: 5 },
};

const schema = kubeControllerManagerConfiguration.versions[0]?.schema ?? {};
const defaults = decodeWithDefaults(kubeControllerManagerConfiguration, {});

describe.each(Object.entries(documented))("%s", (section, fields) => {
  test.each(Object.entries(fields))("%s has the default %s", (field, value) => {
    const path = [section, ...field.split(".")];
    expect(schemaAt(schema, path), path.join(".")).toBeDefined();
    if (value !== undefined) expect(path.reduce<unknown>(member, defaults)).toEqual(value);
  });
});

function member(object: unknown, name: string): unknown {
  return (object as Record<string, unknown> | undefined)?.[name];
}

test("defaults replace absent and zero values, and a second application changes nothing", () => {
  const object = decodeWithDefaults(kubeControllerManagerConfiguration, {
    JobController: { ConcurrentJobSyncs: 0 },
    AttachDetachController: { ReconcilerSyncLoopPeriod: "0s" },
    GarbageCollectorController: { EnableGarbageCollector: false },
    PodGCController: { TerminatedPodGCThreshold: -1 },
  });
  expect(object).toMatchObject({
    JobController: { ConcurrentJobSyncs: 5 },
    AttachDetachController: { ReconcilerSyncLoopPeriod: "1m0s" },
    GarbageCollectorController: { EnableGarbageCollector: false },
    PodGCController: { TerminatedPodGCThreshold: -1 },
  });
  const once = structuredClone(object);
  kubeControllerManagerConfiguration.applyDefaults?.(object, { reaches: () => true } as never);
  expect(object).toEqual(once);
});

test("every section is a separate kind with the name of its type", () => {
  expect(controllerManagerSections.map(({ kind }) => kind)).toContain("ReplicationControllerConfiguration");
  expect(controllerManagerSections).toHaveLength(32);
  for (const { kind } of controllerManagerSections) expect(kind).toMatch(/Configuration$/);
});

test.each(["1.30", "1.35", "1.37"])("%s has no findings about sections that do not exist in the release", (target) => {
  const context = { target, reaches: (release: string) => release <= target };
  const object = { Generic: { LeaderElection: { leaderElect: false } } };
  expect(ruleIds(kubeControllerManagerConfiguration, object, context)).toEqual([]);
});
