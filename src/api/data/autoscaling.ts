/**
 * The types of `autoscaling`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const autoscalingTypes = (): string => `
autoscaling/v1.CrossVersionObjectReference map=atomic
kind 1 string !
name 2 string !
apiVersion 3 string

autoscaling/v1.HorizontalPodAutoscaler
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 HorizontalPodAutoscalerSpec ?
status 3 HorizontalPodAutoscalerStatus

autoscaling/v1.HorizontalPodAutoscalerSpec
scaleTargetRef 1 CrossVersionObjectReference !
minReplicas 2 int32 *
maxReplicas 3 int32 !
targetCPUUtilizationPercentage 4 int32 *

autoscaling/v1.HorizontalPodAutoscalerStatus
observedGeneration 1 int64 *
lastScaleTime 2 time *
currentReplicas 3 int32 !
desiredReplicas 4 int32 !
currentCPUUtilizationPercentage 5 int32 *

autoscaling/v1.Scale
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ScaleSpec
status 3 ScaleStatus

autoscaling/v1.ScaleSpec
replicas 1 int32 default=0

autoscaling/v1.ScaleStatus
replicas 1 int32 !
selector 2 string

autoscaling/v2.ContainerResourceMetricSource
name 1 string !
target 2 MetricTarget !
container 3 string !

autoscaling/v2.ContainerResourceMetricStatus
name 1 string !
current 2 MetricValueStatus !
container 3 string !

autoscaling/v2.CrossVersionObjectReference
kind 1 string !
name 2 string !
apiVersion 3 string

autoscaling/v2.ExternalMetricSource
metric 1 MetricIdentifier !
target 2 MetricTarget !

autoscaling/v2.ExternalMetricStatus
metric 1 MetricIdentifier !
current 2 MetricValueStatus !

autoscaling/v2.HPAScalingPolicy
type 1 string !
value 2 int32 !
periodSeconds 3 int32 !

autoscaling/v2.HPAScalingRules
stabilizationWindowSeconds 3 int32 *
selectPolicy 1 string *
policies 2 []HPAScalingPolicy list=atomic
tolerance 4 quantity * >=1.33 gate=HPAConfigurableTolerance

autoscaling/v2.HorizontalPodAutoscalerBehavior
scaleUp 1 HPAScalingRules *
scaleDown 2 HPAScalingRules *

autoscaling/v2.HorizontalPodAutoscalerCondition
type 1 string !
status 2 string !
lastTransitionTime 3 time
reason 4 string
message 5 string
observedGeneration 6 int64 * >=1.37

autoscaling/v2.HorizontalPodAutoscalerSpec
scaleTargetRef 1 CrossVersionObjectReference !
minReplicas 2 int32 *
maxReplicas 3 int32 !
metrics 4 []MetricSpec list=atomic
behavior 5 HorizontalPodAutoscalerBehavior *

autoscaling/v2.HorizontalPodAutoscalerStatus
observedGeneration 1 int64 *
lastScaleTime 2 time *
currentReplicas 3 int32
desiredReplicas 4 int32 !
currentMetrics 5 []MetricStatus + list=atomic
conditions 6 []HorizontalPodAutoscalerCondition list=map keys=type patch=merge merge=type

autoscaling/v2.MetricIdentifier
name 1 string !
selector 2 meta/v1.LabelSelector *

autoscaling/v2.MetricSpec
type 1 string !
object 2 ObjectMetricSource *
pods 3 PodsMetricSource *
resource 4 ResourceMetricSource *
containerResource 7 ContainerResourceMetricSource *
external 5 ExternalMetricSource *

autoscaling/v2.MetricStatus
type 1 string !
object 2 ObjectMetricStatus *
pods 3 PodsMetricStatus *
resource 4 ResourceMetricStatus *
containerResource 7 ContainerResourceMetricStatus *
external 5 ExternalMetricStatus *

autoscaling/v2.MetricTarget
type 1 string !
value 2 quantity *
averageValue 3 quantity *
averageUtilization 4 int32 *

autoscaling/v2.MetricValueStatus
value 1 quantity *
averageValue 2 quantity *
averageUtilization 3 int32 *

autoscaling/v2.ObjectMetricSource
describedObject 1 CrossVersionObjectReference !
target 2 MetricTarget !
metric 3 MetricIdentifier !

autoscaling/v2.ObjectMetricStatus
metric 1 MetricIdentifier !
current 2 MetricValueStatus !
describedObject 3 CrossVersionObjectReference !

autoscaling/v2.PodsMetricSource
metric 1 MetricIdentifier !
target 2 MetricTarget !

autoscaling/v2.PodsMetricStatus
metric 1 MetricIdentifier !
current 2 MetricValueStatus !

autoscaling/v2.ResourceMetricSource
name 1 string !
target 2 MetricTarget !

autoscaling/v2.ResourceMetricStatus
name 1 string !
current 2 MetricValueStatus !

autoscaling/v2 like autoscaling/v1
HorizontalPodAutoscaler
`;
