/**
 * The types of `kubescheduler/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as componentV1alpha1 from "./component-v1alpha1.ts";
import type * as coreV1 from "./core-v1.ts";

/** On how many nodes the scheduler looks for pods to make room for one of higher priority. */
export interface DefaultPreemptionArgs {
  apiVersion?: string;
  kind?: string;
  /** Share of the nodes to look at, at least; 10 by default. */
  minCandidateNodesPercentage?: number;
  /** How many nodes to look at, at least; 100 by default. */
  minCandidateNodesAbsolute?: number;
}

/** How long the scheduler looks for devices, and waits for them. */
export interface DynamicResourcesArgs {
  apiVersion?: string;
  kind?: string;
  /** Longest search for devices on one node; 10s by default, 0 is no limit. */
  filterTimeout?: string;
  /** Longest wait for devices to be ready; 10m by default. Since 1.35. */
  bindingTimeout?: string;
}

export interface Extender {
  /** Where the extender is. */
  urlPrefix?: string;
  /** Behind the prefix, for filtering; empty where it does not. */
  filterVerb?: string;
  /** Behind the prefix, for preemption. */
  preemptVerb?: string;
  /** Behind the prefix, for scores. */
  prioritizeVerb?: string;
  /** How much its scores count; above 0 where it has some. */
  weight?: number | bigint;
  /** Behind the prefix, for binding; of one extender at most. */
  bindVerb?: string;
  /** Talk to it over TLS. */
  enableHTTPS?: boolean;
  tlsConfig?: ExtenderTLSConfig;
  /** Of a call; 5s by default. */
  httpTimeout?: string;
  /** It knows the nodes, so that names are enough. */
  nodeCacheCapable?: boolean;
  /** Pods that ask for one of these go to the extender; empty for all pods. */
  managedResources?: ExtenderManagedResource[];
  /** Go on when it can't be reached. */
  ignorable?: boolean;
}

export interface ExtenderManagedResource {
  /** An extended resource. */
  name?: string;
  /** The scheduler itself does not count it. */
  ignoredByScheduler?: boolean;
}

export interface ExtenderTLSConfig {
  /** Do not verify its certificate. */
  insecure?: boolean;
  /** Name in its certificate. */
  serverName?: string;
  /** Client certificate. */
  certFile?: string;
  /** Key of the client certificate. */
  keyFile?: string;
  /** Authorities that are trusted. */
  caFile?: string;
  /** Client certificate, in place of a file. */
  certData?: string;
  /** Key of the client certificate, in place of a file. */
  keyData?: string;
  /** Authorities that are trusted, in place of a file. */
  caData?: string;
}

/** How affinity between pods counts in the scores of nodes. */
export interface InterPodAffinityArgs {
  apiVersion?: string;
  kind?: string;
  /** How much the required affinity of pods that are there counts for others; 1 by default. */
  hardPodAffinityWeight?: number;
  /** Preferences of pods that are there count only for them. */
  ignorePreferredTermsOfExistingPods?: boolean;
}

/** How the scheduler finds nodes for pods: its profiles with their plugins, its extenders, its timings. */
export interface KubeSchedulerConfiguration {
  apiVersion?: string;
  kind?: string;
  /** How many nodes are looked at together; 16 by default. */
  parallelism?: number;
  leaderElection?: componentV1alpha1.LeaderElectionConfiguration;
  clientConnection?: componentV1alpha1.ClientConnectionConfiguration;
  /** Serve profiles under /debug/pprof. */
  enableProfiling?: boolean;
  /** Profile waits for locks too. */
  enableContentionProfiling?: boolean;
  /** Share of the nodes to look for a place on; 0 adapts. */
  percentageOfNodesToScore?: number;
  /** First wait of a pod without a place; 1 by default. */
  podInitialBackoffSeconds?: number | bigint;
  /** Longest wait of a pod without a place; 10 by default. */
  podMaxBackoffSeconds?: number | bigint;
  /** Ways to schedule; pods name one of them. */
  profiles?: KubeSchedulerProfile[];
  /** Services that are asked too. */
  extenders?: Extender[];
  /** Fill the caches only when elected. */
  delayCacheUntilActive?: boolean;
}

export interface KubeSchedulerProfile {
  /** What pods name to be scheduled by this profile. */
  schedulerName?: string;
  /** Share of the nodes to look for a place on; 0 adapts. */
  percentageOfNodesToScore?: number;
  /** Plugins to call and not to call. */
  plugins?: Plugins;
  /** Settings of plugins; each plugin once. */
  pluginConfig?: PluginConfig[];
}

/** Node affinity that all pods of a profile get besides their own. */
export interface NodeAffinityArgs {
  apiVersion?: string;
  kind?: string;
  /** Holds besides the affinity of each pod. */
  addedAffinity?: coreV1.NodeAffinity;
}

/** Whose utilizations are kept alike on each node. */
export interface NodeResourcesBalancedAllocationArgs {
  apiVersion?: string;
  kind?: string;
  /** Resources that count; cpu and memory by default. */
  resources?: ResourceSpec[];
}

/** Which resources of a pod must fit a node, and how what is left counts in the scores. */
export interface NodeResourcesFitArgs {
  apiVersion?: string;
  kind?: string;
  /** Extended resources that need not fit. */
  ignoredResources?: string[];
  /** Prefixes of extended resources that need not fit, without slash. */
  ignoredResourceGroups?: string[];
  /** Which nodes get the best scores; those with most to spare by default. */
  scoringStrategy?: ScoringStrategy;
}

export interface Plugin {
  /** The plugin; `*` where all are meant. */
  name?: string;
  /** How much its scores count. */
  weight?: number;
}

export interface PluginConfig {
  /** The plugin. */
  name?: string;
  /** Its settings, of a kind of its own. */
  args?: unknown;
}

export interface PluginSet {
  /** Called besides those that are called by default, in this order. */
  enabled?: Plugin[];
  /** Of those that are called by default; `*` for all. */
  disabled?: Plugin[];
}

export interface Plugins {
  preEnqueue?: PluginSet;
  queueSort?: PluginSet;
  preFilter?: PluginSet;
  filter?: PluginSet;
  postFilter?: PluginSet;
  preScore?: PluginSet;
  score?: PluginSet;
  reserve?: PluginSet;
  permit?: PluginSet;
  preBind?: PluginSet;
  bind?: PluginSet;
  postBind?: PluginSet;
  multiPoint?: PluginSet;
  /** Since 1.36. */
  placementGenerate?: PluginSet;
  /** Since 1.36. */
  placementScore?: PluginSet;
  /** Since 1.37. */
  podGroupPostFilter?: PluginSet;
}

/** How pods without spread constraints of their own spread over the nodes. */
export interface PodTopologySpreadArgs {
  apiVersion?: string;
  kind?: string;
  /** For pods that have none; their selectors are made from services and owners. */
  defaultConstraints?: coreV1.TopologySpreadConstraint[];
  /** `System` for built-in constraints, `List` for those listed here. */
  defaultingType?: string;
}

export interface RequestedToCapacityRatioParam {
  /** Scores by utilization. */
  shape?: UtilizationShapePoint[];
}

export interface ResourceSpec {
  /** The resource. */
  name?: string;
  /** How much it counts; 1 by default. */
  weight?: number | bigint;
}

export interface ScoringStrategy {
  /** LeastAllocated, MostAllocated or RequestedToCapacityRatio. */
  type?: string;
  /** Resources that count; cpu and memory by default. */
  resources?: ResourceSpec[];
  /** Of the strategy of that name. */
  requestedToCapacityRatio?: RequestedToCapacityRatioParam;
}

export interface UtilizationShapePoint {
  /** In percent. */
  utilization?: number;
  /** From 0 to 10. */
  score?: number;
}

/** How long the scheduler waits for volumes to be bound, and how their free capacity counts. */
export interface VolumeBindingArgs {
  apiVersion?: string;
  kind?: string;
  /** Longest wait for a volume to be bound; 600 by default. */
  bindTimeoutSeconds?: number | bigint;
  /** Scores of nodes by the utilization of their storage. */
  shape?: UtilizationShapePoint[];
}
