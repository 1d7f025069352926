/**
 * Sections of the controllers that run pods: for daemon sets, deployments and jobs, and for scaling and cleaning up.
 *
 * @module
 */
import { section } from "./section.ts";

const atLeastOne = { min: 1 } as const;

export const daemonSetController = section("DaemonSetController", {
  defaults: { ConcurrentDaemonSetSyncs: 2 },
  bounds: { ConcurrentDaemonSetSyncs: atLeastOne },
});

export const deploymentController = section("DeploymentController", {
  defaults: { ConcurrentDeploymentSyncs: 5 },
});

export const disruptionController = section("DisruptionController", {
  since: "1.37",
  defaults: { ConcurrentDisruptionSyncs: 1 },
});

export const statefulSetController = section("StatefulSetController", {
  defaults: { ConcurrentStatefulSetSyncs: 5 },
  bounds: { ConcurrentStatefulSetSyncs: atLeastOne },
});

export const replicaSetController = section("ReplicaSetController", {
  defaults: { ConcurrentRSSyncs: 5 },
});

export const replicationController = section("ReplicationController", {
  defaults: { ConcurrentRCSyncs: 5 },
});

export const jobController = section("JobController", {
  defaults: { ConcurrentJobSyncs: 5 },
  bounds: { ConcurrentJobSyncs: atLeastOne },
});

export const cronJobController = section("CronJobController", {
  defaults: { ConcurrentCronJobSyncs: 5 },
  bounds: { ConcurrentCronJobSyncs: atLeastOne },
});

export const hpaController = section("HPAController", {
  defaults: {
    ConcurrentHorizontalPodAutoscalerSyncs: 5,
    HorizontalPodAutoscalerSyncPeriod: "15s",
    HorizontalPodAutoscalerDownscaleStabilizationWindow: "5m0s",
    HorizontalPodAutoscalerTolerance: 0.1,
    HorizontalPodAutoscalerCPUInitializationPeriod: "5m0s",
    HorizontalPodAutoscalerInitialReadinessDelay: "30s",
  },
  bounds: { ConcurrentHorizontalPodAutoscalerSyncs: atLeastOne },
});

export const ttlAfterFinishedController = section("TTLAfterFinishedController", {
  defaults: { ConcurrentTTLSyncs: 5 },
});

export const podGCController = section("PodGCController", {
  defaults: { TerminatedPodGCThreshold: 12_500 },
});
