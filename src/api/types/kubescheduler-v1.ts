/**
 * The types of `kubescheduler/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as componentV1alpha1 from "./component-v1alpha1.ts";
import type * as coreV1 from "./core-v1.ts";

/** On how many nodes the scheduler looks for pods to make room for one of higher priority. */
export interface DefaultPreemptionArgs {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Share of the nodes to look at, at least; 10 by default. */
  minCandidateNodesPercentage?: number;
  /** How many nodes to look at, at least; 100 by default. */
  minCandidateNodesAbsolute?: number;
}

/** How long the scheduler looks for devices, and waits for them. */
export interface DynamicResourcesArgs {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
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
  /** How the extender is reached by TLS. */
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
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** How much the required affinity of pods that are there counts for others; 1 by default. */
  hardPodAffinityWeight?: number;
  /** Preferences of pods that are there count only for them. */
  ignorePreferredTermsOfExistingPods?: boolean;
}

/** How the scheduler finds nodes for pods: its profiles with their plugins, its extenders, its timings. */
export interface KubeSchedulerConfiguration {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** How many nodes are looked at together; 16 by default. */
  parallelism?: number;
  /** How one of several schedulers becomes the active one. */
  leaderElection?: componentV1alpha1.LeaderElectionConfiguration;
  /** How the scheduler reaches the API server. */
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
  /** The name by which pods choose this profile. */
  schedulerName?: string;
  /** Share of the nodes to look for a place on; 0 adapts. */
  percentageOfNodesToScore?: number;
  /** Plugins to call and not to call. */
  plugins?: Plugins;
  /** Settings of plugins; each plugin once. */
  pluginConfig?: PluginConfig[];
}

/** Node affinity that all pods of a profile get in addition to their own. */
export interface NodeAffinityArgs {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Holds in addition to the affinity of each pod. */
  addedAffinity?: coreV1.NodeAffinity;
}

/** Whose utilizations are kept alike on each node. */
export interface NodeResourcesBalancedAllocationArgs {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Resources that count; cpu and memory by default. */
  resources?: ResourceSpec[];
}

/** Which resources of a pod must fit a node, and how what is left counts in the scores. */
export interface NodeResourcesFitArgs {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
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
  /** Called in addition to those that are called by default, in this order. */
  enabled?: Plugin[];
  /** Of those that are called by default; `*` for all. */
  disabled?: Plugin[];
}

export interface Plugins {
  /** Called before a pod enters the queue of pods to schedule. */
  preEnqueue?: PluginSet;
  /** Sorts the queue; exactly one plugin. */
  queueSort?: PluginSet;
  /** Prepares filtering, or rules a pod out. */
  preFilter?: PluginSet;
  /** Rules out nodes that cannot run the pod. */
  filter?: PluginSet;
  /** Called when no node is left, as preemption is. */
  postFilter?: PluginSet;
  /** Prepares scoring. */
  preScore?: PluginSet;
  /** Ranks the nodes that are left. */
  score?: PluginSet;
  /** Keeps resources for the pod, or gives them back. */
  reserve?: PluginSet;
  /** Allows, delays or refuses the binding. */
  permit?: PluginSet;
  /** Does what must be done before the binding. */
  preBind?: PluginSet;
  /** Binds the pod; the first plugin that takes it does. */
  bind?: PluginSet;
  /** Called after the binding. */
  postBind?: PluginSet;
  /** Plugins for every extension point that they implement. */
  multiPoint?: PluginSet;
  /** Proposes sets of nodes for a group of pods. Since 1.36. */
  placementGenerate?: PluginSet;
  /** Ranks the proposed sets of nodes. Since 1.36. */
  placementScore?: PluginSet;
  /** Called when a group of pods fits nowhere. Since 1.37. */
  podGroupPostFilter?: PluginSet;
}

/** How pods without spread constraints of their own spread over the nodes. */
export interface PodTopologySpreadArgs {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
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
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Longest wait for a volume to be bound; 600 by default. */
  bindTimeoutSeconds?: number | bigint;
  /** Scores of nodes by the utilization of their storage. */
  shape?: UtilizationShapePoint[];
}
