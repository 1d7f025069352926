/**
 * kubescheduler.config.k8s.io/v1 KubeSchedulerConfiguration: how kube-scheduler finds nodes for pods. It contains the
 * settings of plugins as documents of separate kinds.
 *
 * @module
 */
import type { KubeSchedulerConfiguration } from "../../api/types/kubescheduler-v1.ts";
import { memberOf } from "../../json/member.ts";
import type { EmbeddedDocument } from "../../kind/kind.ts";
import { within } from "../../rule/within.ts";
import { clientConnectionRules, kubeconfigOfConnection } from "../component/client-connection.ts";
import { fillDefaults } from "../component/fill-defaults.ts";
import { leaderElectionDefaults, leaderElectionRules } from "../component/leader-election.ts";
import { kind } from "../kind.ts";
import { configurablePlugins } from "./plugin-args.ts";
import { schedulerRules } from "./scheduler-rules.ts";

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

export const kubeSchedulerConfiguration = kind("kubescheduler/v1.KubeSchedulerConfiguration", {
  loader: { flag: "--config", emptyFile: "error", unknownFields: "error", mayOmit: "nothing" },
  rules: [
    ...schedulerRules,
    ...within(leaderElectionRules, ({ leaderElection }: KubeSchedulerConfiguration, place, visit) =>
      visit.maybe(leaderElection, place.at("leaderElection")),
    ),
    ...within(clientConnectionRules, ({ clientConnection }: KubeSchedulerConfiguration, place, visit) =>
      visit.maybe(clientConnection, place.at("clientConnection")),
    ),
  ],
  applyDefaults,
  embedded: ({ profiles = [] }, context) =>
    profiles.flatMap(({ pluginConfig = [] }, profile) =>
      pluginConfig.flatMap(({ name = "", args }, index): EmbeddedDocument[] => {
        const since = memberOf(configurablePlugins, name);
        if (!since || !context.reaches(since) || args === undefined || args === null) return [];
        return [{ path: ["profiles", profile, "pluginConfig", index, "args"], kind: `${name}Args` }];
      }),
    ),
  references: kubeconfigOfConnection,
});
