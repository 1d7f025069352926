/**
 * Sections of the controllers that run pods: daemon sets, deployments, jobs and what scales and clears them.
 *
 * @module
 */
import { duration, float64, int32 } from "../../schema/fields.ts";
import { count, section } from "./section.ts";

const atLeastOne = { min: 1 } as const;

export const daemonSetController = section({
  name: "DaemonSetController",
  description: "The controller of daemon sets.",
  fields: { ConcurrentDaemonSetSyncs: count("daemon sets") },
  defaults: { ConcurrentDaemonSetSyncs: 2 },
  bounds: { ConcurrentDaemonSetSyncs: atLeastOne },
});

export const deploymentController = section({
  name: "DeploymentController",
  description: "The controller of deployments.",
  fields: { ConcurrentDeploymentSyncs: count("deployments") },
  defaults: { ConcurrentDeploymentSyncs: 5 },
});

export const disruptionController = section({
  name: "DisruptionController",
  description: "The controller of pod disruption budgets.",
  since: "1.37",
  fields: { ConcurrentDisruptionSyncs: count("pod disruption budgets") },
  defaults: { ConcurrentDisruptionSyncs: 1 },
});

export const statefulSetController = section({
  name: "StatefulSetController",
  description: "The controller of stateful sets.",
  fields: { ConcurrentStatefulSetSyncs: count("stateful sets") },
  defaults: { ConcurrentStatefulSetSyncs: 5 },
  bounds: { ConcurrentStatefulSetSyncs: atLeastOne },
});

export const replicaSetController = section({
  name: "ReplicaSetController",
  description: "The controller of replica sets.",
  fields: { ConcurrentRSSyncs: count("replica sets") },
  defaults: { ConcurrentRSSyncs: 5 },
});

export const replicationController = section({
  name: "ReplicationController",
  description: "The controller of replication controllers.",
  fields: { ConcurrentRCSyncs: count("replication controllers") },
  defaults: { ConcurrentRCSyncs: 5 },
});

export const jobController = section({
  name: "JobController",
  description: "The controller of jobs.",
  fields: { ConcurrentJobSyncs: count("jobs") },
  defaults: { ConcurrentJobSyncs: 5 },
  bounds: { ConcurrentJobSyncs: atLeastOne },
});

export const cronJobController = section({
  name: "CronJobController",
  description: "The controller of cron jobs.",
  fields: { ConcurrentCronJobSyncs: count("cron jobs") },
  defaults: { ConcurrentCronJobSyncs: 5 },
  bounds: { ConcurrentCronJobSyncs: atLeastOne },
});

export const hpaController = section({
  name: "HPAController",
  description: "The controller of horizontal pod autoscalers.",
  fields: {
    ConcurrentHorizontalPodAutoscalerSyncs: count("autoscalers"),
    HorizontalPodAutoscalerSyncPeriod: duration({ description: "Time between two looks at the number of pods." }),
    HorizontalPodAutoscalerDownscaleStabilizationWindow: duration({
      description: "The highest recommendation of this time decides before pods are taken away.",
    }),
    HorizontalPodAutoscalerTolerance: float64({ description: "Smallest change of the ratio that scales." }),
    HorizontalPodAutoscalerCPUInitializationPeriod: duration({
      description: "Time after its start in which a pod's CPU figures may be left out.",
    }),
    HorizontalPodAutoscalerInitialReadinessDelay: duration({
      description: "Time after its start in which readiness of a pod counts as its first.",
    }),
  },
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

export const ttlAfterFinishedController = section({
  name: "TTLAfterFinishedController",
  description: "Deletes finished jobs whose time is up.",
  fields: { ConcurrentTTLSyncs: count("finished jobs") },
  defaults: { ConcurrentTTLSyncs: 5 },
});

export const podGCController = section({
  name: "PodGCController",
  description: "Deletes pods that have ended.",
  fields: {
    TerminatedPodGCThreshold: int32({ description: "How many ended pods may stay; below 0 all of them." }),
  },
  defaults: { TerminatedPodGCThreshold: 12_500 },
});
