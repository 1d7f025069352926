/**
 * The shape of KubeSchedulerConfiguration.
 *
 * @module
 */
import { bytes, duration, flag, int32, int64, list, raw, type Static, struct, text } from "../../schema/fields.ts";
import { clientConnection } from "../component/client-connection.ts";
import { leaderElection } from "../component/leader-election.ts";

const plugin = struct({
  name: text({ description: "The plugin; `*` where all are meant.", "x-required": true }),
  weight: int32({ description: "How much its scores count.", "x-pointer": true }),
});

const pluginSet = struct({
  enabled: list(plugin, { description: "Called besides those that are called by default, in this order." }),
  disabled: list(plugin, { description: "Of those that are called by default; `*` for all." }),
});

/** Where plugins are called, and the release that came with it. */
const plugins = struct({
  preEnqueue: pluginSet,
  queueSort: pluginSet,
  preFilter: pluginSet,
  filter: pluginSet,
  postFilter: pluginSet,
  preScore: pluginSet,
  score: pluginSet,
  reserve: pluginSet,
  permit: pluginSet,
  preBind: pluginSet,
  bind: pluginSet,
  postBind: pluginSet,
  multiPoint: pluginSet,
  placementGenerate: { ...pluginSet, "x-since": "1.36" },
  placementScore: { ...pluginSet, "x-since": "1.36" },
  podGroupPostFilter: { ...pluginSet, "x-since": "1.37" },
});

const profile = struct({
  schedulerName: text({ description: "What pods name to be scheduled by this profile.", "x-pointer": true }),
  percentageOfNodesToScore: int32({
    description: "Share of the nodes to look for a place on; 0 adapts.",
    "x-pointer": true,
  }),
  plugins: { ...plugins, description: "Plugins to call and not to call." },
  pluginConfig: list(
    struct({
      name: text({ description: "The plugin.", "x-required": true }),
      args: raw({ description: "Its settings, of a kind of its own." }),
    }),
    { description: "Settings of plugins; each plugin once." },
  ),
});

const extender = struct({
  urlPrefix: text({ description: "Where the extender is.", "x-required": true }),
  filterVerb: text({ description: "Behind the prefix, for filtering; empty where it does not." }),
  preemptVerb: text({ description: "Behind the prefix, for preemption." }),
  prioritizeVerb: text({ description: "Behind the prefix, for scores." }),
  weight: int64({ description: "How much its scores count; above 0 where it has some." }),
  bindVerb: text({ description: "Behind the prefix, for binding; of one extender at most." }),
  enableHTTPS: flag({ description: "Talk to it over TLS." }),
  tlsConfig: struct({
    insecure: flag({ description: "Do not verify its certificate." }),
    serverName: text({ description: "Name in its certificate." }),
    certFile: text({ description: "Client certificate." }),
    keyFile: text({ description: "Key of the client certificate." }),
    caFile: text({ description: "Authorities that are trusted." }),
    certData: bytes({ description: "Client certificate, in place of a file." }),
    keyData: bytes({ description: "Key of the client certificate, in place of a file.", "x-sensitive": true }),
    caData: bytes({ description: "Authorities that are trusted, in place of a file." }),
  }),
  httpTimeout: duration({ description: "Of a call; 5s by default." }),
  nodeCacheCapable: flag({ description: "It knows the nodes, so that names are enough." }),
  managedResources: list(
    struct({
      name: text({ description: "An extended resource.", "x-required": true }),
      ignoredByScheduler: flag({ description: "The scheduler itself does not count it." }),
    }),
    { description: "Pods that ask for one of these go to the extender; empty for all pods." },
  ),
  ignorable: flag({ description: "Go on when it can't be reached." }),
});

export const schedulerSchema = struct(
  {
    apiVersion: text({ "x-required": true }),
    kind: text({ "x-required": true }),
    parallelism: int32({ description: "How many nodes are looked at together; 16 by default.", "x-pointer": true }),
    leaderElection,
    clientConnection,
    enableProfiling: flag({ description: "Serve profiles under /debug/pprof.", "x-pointer": true }),
    enableContentionProfiling: flag({ description: "Profile waits for locks too.", "x-pointer": true }),
    percentageOfNodesToScore: int32({
      description: "Share of the nodes to look for a place on; 0 adapts.",
      "x-pointer": true,
    }),
    podInitialBackoffSeconds: int64({
      description: "First wait of a pod without a place; 1 by default.",
      "x-pointer": true,
    }),
    podMaxBackoffSeconds: int64({
      description: "Longest wait of a pod without a place; 10 by default.",
      "x-pointer": true,
    }),
    profiles: list(profile, { description: "Ways to schedule; pods name one of them." }),
    extenders: list(extender, { description: "Services that are asked too." }),
    delayCacheUntilActive: flag({ description: "Fill the caches only when elected." }),
  },
  { $id: "KubeSchedulerConfiguration" },
);

export type KubeSchedulerConfiguration = Static<typeof schedulerSchema>;
