/**
 * The types of `kubescheduler`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const kubeschedulerTypes = (): string => `
kubescheduler/v1.DefaultPreemptionArgs
apiVersion - string
kind - string
minCandidateNodesPercentage - int32 *
minCandidateNodesAbsolute - int32 *

kubescheduler/v1.DynamicResourcesArgs
apiVersion - string
kind - string
filterTimeout - duration + *
bindingTimeout - duration * >=1.35

kubescheduler/v1.Extender
urlPrefix - string +
filterVerb - string
preemptVerb - string
prioritizeVerb - string
weight - int64
bindVerb - string
enableHTTPS - bool
tlsConfig - ExtenderTLSConfig *
httpTimeout - duration
nodeCacheCapable - bool
managedResources - []ExtenderManagedResource list=atomic
ignorable - bool

kubescheduler/v1.ExtenderManagedResource
name - string +
ignoredByScheduler - bool

kubescheduler/v1.ExtenderTLSConfig
insecure - bool
serverName - string
certFile - string
keyFile - string
caFile - string
certData - bytes list=atomic
keyData - bytes list=atomic
caData - bytes list=atomic

kubescheduler/v1.InterPodAffinityArgs
apiVersion - string
kind - string
hardPodAffinityWeight - int32 *
ignorePreferredTermsOfExistingPods - bool +

kubescheduler/v1.KubeSchedulerConfiguration
apiVersion - string
kind - string
parallelism - int32 *
leaderElection - component/v1alpha1.LeaderElectionConfiguration +
clientConnection - component/v1alpha1.ClientConnectionConfiguration +
enableProfiling - bool *
enableContentionProfiling - bool *
percentageOfNodesToScore - int32 *
podInitialBackoffSeconds - int64 *
podMaxBackoffSeconds - int64 *
profiles - []KubeSchedulerProfile list=map keys=schedulerName
extenders - []Extender list=set
delayCacheUntilActive - bool

kubescheduler/v1.KubeSchedulerProfile
schedulerName - string *
percentageOfNodesToScore - int32 *
plugins - Plugins *
pluginConfig - []PluginConfig list=map keys=name

kubescheduler/v1.NodeAffinityArgs
apiVersion - string
kind - string
addedAffinity - core/v1.NodeAffinity *

kubescheduler/v1.NodeResourcesBalancedAllocationArgs
apiVersion - string
kind - string
resources - []ResourceSpec list=map keys=name

kubescheduler/v1.NodeResourcesFitArgs
apiVersion - string
kind - string
ignoredResources - []string list=atomic
ignoredResourceGroups - []string list=atomic
scoringStrategy - ScoringStrategy *

kubescheduler/v1.Plugin
name - string +
weight - int32 *

kubescheduler/v1.PluginConfig
name - string +
args - raw

kubescheduler/v1.PluginSet
enabled - []Plugin list=atomic
disabled - []Plugin list=map keys=name

kubescheduler/v1.Plugins
preEnqueue - PluginSet
queueSort - PluginSet
preFilter - PluginSet
filter - PluginSet
postFilter - PluginSet
preScore - PluginSet
score - PluginSet
reserve - PluginSet
permit - PluginSet
preBind - PluginSet
bind - PluginSet
postBind - PluginSet
multiPoint - PluginSet
placementGenerate - PluginSet >=1.36
placementScore - PluginSet >=1.36
podGroupPostFilter - PluginSet >=1.37

kubescheduler/v1.PodTopologySpreadArgs
apiVersion - string
kind - string
defaultConstraints - []core/v1.TopologySpreadConstraint list=atomic
defaultingType - string

kubescheduler/v1.RequestedToCapacityRatioParam
shape - []UtilizationShapePoint list=atomic

kubescheduler/v1.ResourceSpec
name - string +
weight - int64

kubescheduler/v1.ScoringStrategy
type - string
resources - []ResourceSpec list=map keys=topologyKey
requestedToCapacityRatio - RequestedToCapacityRatioParam *

kubescheduler/v1.UtilizationShapePoint
utilization - int32 +
score - int32 +

kubescheduler/v1.VolumeBindingArgs
apiVersion - string
kind - string
bindTimeoutSeconds - int64 *
shape - []UtilizationShapePoint list=atomic gate=StorageCapacityScoring
`;
