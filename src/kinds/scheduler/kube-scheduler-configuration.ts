/**
 * kubescheduler.config.k8s.io/v1 KubeSchedulerConfiguration: how the scheduler finds nodes for pods. The settings of its
 * plugins are not looked into.
 *
 * @module
 */
import type { Kind } from "../../kind/kind.ts";
import { within } from "../../rule/within.ts";
import { clientConnectionRules } from "../component/client-connection.ts";
import { fillDefaults } from "../component/fill-defaults.ts";
import { leaderElectionDefaults, leaderElectionRules } from "../component/leader-election.ts";
import { schedulerRules } from "./scheduler-rules.ts";
import { type KubeSchedulerConfiguration, schedulerSchema } from "./scheduler-schema.ts";

const firstBackoffSeconds = 1;
const longestBackoffSeconds = 10;

function applyDefaults(config: KubeSchedulerConfiguration): void {
  config.parallelism ??= 16;
  config.percentageOfNodesToScore ??= 0;
  config.podInitialBackoffSeconds ??= firstBackoffSeconds;
  config.podMaxBackoffSeconds ??= longestBackoffSeconds;
  config.enableProfiling ??= true;
  if (config.enableProfiling) config.enableContentionProfiling ??= true;
  if (!config.profiles?.length) config.profiles = [{}];
  const [first] = config.profiles;
  if (first && config.profiles.length === 1) first.schedulerName ??= "default-scheduler";
  fillDefaults(config, {
    leaderElection: { ...leaderElectionDefaults, resourceName: "kube-scheduler", resourceNamespace: "kube-system" },
    clientConnection: { contentType: "application/vnd.kubernetes.protobuf", qps: 50, burst: 100 },
  });
}

export const kubeSchedulerConfiguration: Kind<KubeSchedulerConfiguration> = {
  kind: "KubeSchedulerConfiguration",
  group: "kubescheduler.config.<domain>",
  versions: [{ name: "v1", schema: schedulerSchema }],
  description: "How the scheduler finds nodes for pods: its profiles with their plugins, its extenders, its timings.",
  loader: { flag: "--config", emptyFile: "error", unknownFields: "error", mayOmit: "nothing" },
  rules: [
    ...schedulerRules,
    ...within(leaderElectionRules, ({ leaderElection }: KubeSchedulerConfiguration) =>
      leaderElection ? [{ path: ["leaderElection"], value: leaderElection }] : [],
    ),
    ...within(clientConnectionRules, ({ clientConnection }: KubeSchedulerConfiguration) =>
      clientConnection ? [{ path: ["clientConnection"], value: clientConnection }] : [],
    ),
  ],
  applyDefaults,
  references: ({ clientConnection }) =>
    clientConnection?.kubeconfig
      ? [{ path: ["clientConnection", "kubeconfig"], file: clientConnection.kubeconfig, kind: "Config" }]
      : [],
};
