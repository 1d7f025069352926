/**
 * The purpose of the types and fields of `kubescheduler`.
 *
 * @module
 */
export const kubescheduler: Readonly<Record<string, string>> = {
  "kubescheduler/v1.DefaultPreemptionArgs":
    "On how many nodes the scheduler looks for pods to make room for one of higher priority.",
  "kubescheduler/v1.DefaultPreemptionArgs.minCandidateNodesAbsolute":
    "How many nodes to look at, at least; 100 by default.",
  "kubescheduler/v1.DefaultPreemptionArgs.minCandidateNodesPercentage":
    "Share of the nodes to look at, at least; 10 by default.",
  "kubescheduler/v1.DynamicResourcesArgs": "How long the scheduler looks for devices, and waits for them.",
  "kubescheduler/v1.DynamicResourcesArgs.bindingTimeout": "Longest wait for devices to be ready; 10m by default.",
  "kubescheduler/v1.DynamicResourcesArgs.filterTimeout":
    "Longest search for devices on one node; 10s by default, 0 is no limit.",
  "kubescheduler/v1.Extender.bindVerb": "Behind the prefix, for binding; of one extender at most.",
  "kubescheduler/v1.Extender.enableHTTPS": "Talk to it over TLS.",
  "kubescheduler/v1.Extender.filterVerb": "Behind the prefix, for filtering; empty where it does not.",
  "kubescheduler/v1.Extender.httpTimeout": "Of a call; 5s by default.",
  "kubescheduler/v1.Extender.ignorable": "Go on when it can't be reached.",
  "kubescheduler/v1.Extender.managedResources":
    "Pods that ask for one of these go to the extender; empty for all pods.",
  "kubescheduler/v1.Extender.nodeCacheCapable": "It knows the nodes, so that names are enough.",
  "kubescheduler/v1.Extender.preemptVerb": "Behind the prefix, for preemption.",
  "kubescheduler/v1.Extender.prioritizeVerb": "Behind the prefix, for scores.",
  "kubescheduler/v1.Extender.tlsConfig": "How the extender is reached by TLS.",
  "kubescheduler/v1.Extender.urlPrefix": "Where the extender is.",
  "kubescheduler/v1.Extender.weight": "How much its scores count; above 0 where it has some.",
  "kubescheduler/v1.ExtenderManagedResource.ignoredByScheduler": "The scheduler itself does not count it.",
  "kubescheduler/v1.ExtenderManagedResource.name": "An extended resource.",
  "kubescheduler/v1.ExtenderTLSConfig.caData": "Authorities that are trusted, in place of a file.",
  "kubescheduler/v1.ExtenderTLSConfig.caFile": "Authorities that are trusted.",
  "kubescheduler/v1.ExtenderTLSConfig.certData": "Client certificate, in place of a file.",
  "kubescheduler/v1.ExtenderTLSConfig.certFile": "Client certificate.",
  "kubescheduler/v1.ExtenderTLSConfig.insecure": "Do not verify its certificate.",
  "kubescheduler/v1.ExtenderTLSConfig.keyData": "Key of the client certificate, in place of a file.",
  "kubescheduler/v1.ExtenderTLSConfig.keyFile": "Key of the client certificate.",
  "kubescheduler/v1.ExtenderTLSConfig.serverName": "Name in its certificate.",
  "kubescheduler/v1.InterPodAffinityArgs": "How affinity between pods counts in the scores of nodes.",
  "kubescheduler/v1.InterPodAffinityArgs.hardPodAffinityWeight":
    "How much the required affinity of pods that are there counts for others; 1 by default.",
  "kubescheduler/v1.InterPodAffinityArgs.ignorePreferredTermsOfExistingPods":
    "Preferences of pods that are there count only for them.",
  "kubescheduler/v1.KubeSchedulerConfiguration":
    "How the scheduler finds nodes for pods: its profiles with their plugins, its extenders, its timings.",
  "kubescheduler/v1.KubeSchedulerConfiguration.clientConnection": "How the scheduler reaches the API server.",
  "kubescheduler/v1.KubeSchedulerConfiguration.delayCacheUntilActive": "Fill the caches only when elected.",
  "kubescheduler/v1.KubeSchedulerConfiguration.enableContentionProfiling": "Profile waits for locks too.",
  "kubescheduler/v1.KubeSchedulerConfiguration.enableProfiling": "Serve profiles under /debug/pprof.",
  "kubescheduler/v1.KubeSchedulerConfiguration.extenders": "Services that are asked too.",
  "kubescheduler/v1.KubeSchedulerConfiguration.leaderElection": "How one of several schedulers becomes the active one.",
  "kubescheduler/v1.KubeSchedulerConfiguration.parallelism": "How many nodes are looked at together; 16 by default.",
  "kubescheduler/v1.KubeSchedulerConfiguration.percentageOfNodesToScore":
    "Share of the nodes to look for a place on; 0 adapts.",
  "kubescheduler/v1.KubeSchedulerConfiguration.podInitialBackoffSeconds":
    "First wait of a pod without a place; 1 by default.",
  "kubescheduler/v1.KubeSchedulerConfiguration.podMaxBackoffSeconds":
    "Longest wait of a pod without a place; 10 by default.",
  "kubescheduler/v1.KubeSchedulerConfiguration.profiles": "Ways to schedule; pods name one of them.",
  "kubescheduler/v1.KubeSchedulerProfile.percentageOfNodesToScore":
    "Share of the nodes to look for a place on; 0 adapts.",
  "kubescheduler/v1.KubeSchedulerProfile.pluginConfig": "Settings of plugins; each plugin once.",
  "kubescheduler/v1.KubeSchedulerProfile.plugins": "Plugins to call and not to call.",
  "kubescheduler/v1.KubeSchedulerProfile.schedulerName": "The name by which pods choose this profile.",
  "kubescheduler/v1.NodeAffinityArgs": "Node affinity that all pods of a profile get in addition to their own.",
  "kubescheduler/v1.NodeAffinityArgs.addedAffinity": "Holds in addition to the affinity of each pod.",
  "kubescheduler/v1.NodeResourcesBalancedAllocationArgs": "Whose utilizations are kept alike on each node.",
  "kubescheduler/v1.NodeResourcesBalancedAllocationArgs.resources": "Resources that count; cpu and memory by default.",
  "kubescheduler/v1.NodeResourcesFitArgs":
    "Which resources of a pod must fit a node, and how what is left counts in the scores.",
  "kubescheduler/v1.NodeResourcesFitArgs.ignoredResourceGroups":
    "Prefixes of extended resources that need not fit, without slash.",
  "kubescheduler/v1.NodeResourcesFitArgs.ignoredResources": "Extended resources that need not fit.",
  "kubescheduler/v1.NodeResourcesFitArgs.scoringStrategy":
    "Which nodes get the best scores; those with most to spare by default.",
  "kubescheduler/v1.Plugin.name": "The plugin; `*` where all are meant.",
  "kubescheduler/v1.Plugin.weight": "How much its scores count.",
  "kubescheduler/v1.PluginConfig.args": "Its settings, of a kind of its own.",
  "kubescheduler/v1.PluginConfig.name": "The plugin.",
  "kubescheduler/v1.PluginSet.disabled": "Of those that are called by default; `*` for all.",
  "kubescheduler/v1.PluginSet.enabled": "Called in addition to those that are called by default, in this order.",
  "kubescheduler/v1.Plugins.bind": "Binds the pod; the first plugin that takes it does.",
  "kubescheduler/v1.Plugins.filter": "Rules out nodes that cannot run the pod.",
  "kubescheduler/v1.Plugins.multiPoint": "Plugins for every extension point that they implement.",
  "kubescheduler/v1.Plugins.permit": "Allows, delays or refuses the binding.",
  "kubescheduler/v1.Plugins.placementGenerate": "Proposes sets of nodes for a group of pods.",
  "kubescheduler/v1.Plugins.placementScore": "Ranks the proposed sets of nodes.",
  "kubescheduler/v1.Plugins.podGroupPostFilter": "Called when a group of pods fits nowhere.",
  "kubescheduler/v1.Plugins.postBind": "Called after the binding.",
  "kubescheduler/v1.Plugins.postFilter": "Called when no node is left, as preemption is.",
  "kubescheduler/v1.Plugins.preBind": "Does what must be done before the binding.",
  "kubescheduler/v1.Plugins.preEnqueue": "Called before a pod enters the queue of pods to schedule.",
  "kubescheduler/v1.Plugins.preFilter": "Prepares filtering, or rules a pod out.",
  "kubescheduler/v1.Plugins.preScore": "Prepares scoring.",
  "kubescheduler/v1.Plugins.queueSort": "Sorts the queue; exactly one plugin.",
  "kubescheduler/v1.Plugins.reserve": "Keeps resources for the pod, or gives them back.",
  "kubescheduler/v1.Plugins.score": "Ranks the nodes that are left.",
  "kubescheduler/v1.PodTopologySpreadArgs": "How pods without spread constraints of their own spread over the nodes.",
  "kubescheduler/v1.PodTopologySpreadArgs.defaultConstraints":
    "For pods that have none; their selectors are made from services and owners.",
  "kubescheduler/v1.PodTopologySpreadArgs.defaultingType":
    "`System` for built-in constraints, `List` for those listed here.",
  "kubescheduler/v1.RequestedToCapacityRatioParam.shape": "Scores by utilization.",
  "kubescheduler/v1.ResourceSpec.name": "The resource.",
  "kubescheduler/v1.ResourceSpec.weight": "How much it counts; 1 by default.",
  "kubescheduler/v1.ScoringStrategy.requestedToCapacityRatio": "Of the strategy of that name.",
  "kubescheduler/v1.ScoringStrategy.resources": "Resources that count; cpu and memory by default.",
  "kubescheduler/v1.ScoringStrategy.type": "LeastAllocated, MostAllocated or RequestedToCapacityRatio.",
  "kubescheduler/v1.UtilizationShapePoint.score": "From 0 to 10.",
  "kubescheduler/v1.UtilizationShapePoint.utilization": "In percent.",
  "kubescheduler/v1.VolumeBindingArgs":
    "How long the scheduler waits for volumes to be bound, and how their free capacity counts.",
  "kubescheduler/v1.VolumeBindingArgs.bindTimeoutSeconds": "Longest wait for a volume to be bound; 600 by default.",
  "kubescheduler/v1.VolumeBindingArgs.shape": "Scores of nodes by the utilization of their storage.",
};
