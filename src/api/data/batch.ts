/**
 * The types of `batch`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const batchTypes = (): string => `
batch/v1.CompletionMode = Indexed | NonIndexed

batch/v1.ConcurrencyPolicy = Allow | Forbid | Replace

batch/v1.CronJob
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 CronJobSpec ?
status 3 CronJobStatus

batch/v1.CronJobSpec
schedule 1 string !
timeZone 8 string *
startingDeadlineSeconds 2 int64 *
concurrencyPolicy 3 ConcurrencyPolicy
suspend 4 bool *
jobTemplate 5 JobTemplateSpec !
successfulJobsHistoryLimit 6 int32 *
failedJobsHistoryLimit 7 int32 *

batch/v1.CronJobStatus
active 1 []core/v1.ObjectReference list=atomic
lastScheduleTime 4 time *
lastSuccessfulTime 5 time *

batch/v1.Job
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 JobSpec
status 3 JobStatus

batch/v1.JobCondition
type 1 string !
status 2 string !
lastProbeTime 3 time
lastTransitionTime 4 time
reason 5 string
message 6 string

batch/v1.JobSchedulingConfiguration
schedulingPolicy 1 scheduling/v1alpha3.WorkloadPodGroupSchedulingPolicy *
schedulingConstraints 2 scheduling/v1alpha3.WorkloadPodGroupSchedulingConstraints *
disruptionMode 3 scheduling/v1alpha3.WorkloadPodGroupDisruptionMode *
resourceClaims 4 []scheduling/v1alpha3.WorkloadPodGroupResourceClaim list=map keys=name patch=merge merge=name

batch/v1.JobSpec
parallelism 1 int32 *
completions 2 int32 *
activeDeadlineSeconds 3 int64 *
podFailurePolicy 11 PodFailurePolicy *
successPolicy 16 SuccessPolicy *
backoffLimit 7 int32 *
backoffLimitPerIndex 12 int32 *
maxFailedIndexes 13 int32 *
selector 4 meta/v1.LabelSelector *
manualSelector 5 bool *
template 6 core/v1.PodTemplateSpec !
ttlSecondsAfterFinished 8 int32 *
completionMode 9 CompletionMode *
suspend 10 bool *
podReplacementPolicy 14 PodReplacementPolicy *
managedBy 15 string *
scheduling 17 JobSchedulingConfiguration * >=1.37 gate=WorkloadWithJob

batch/v1.JobStatus
conditions 1 []JobCondition list=atomic patch=merge merge=type
startTime 2 time *
completionTime 3 time *
active 4 int32
succeeded 5 int32
failed 6 int32
terminating 11 int32 *
completedIndexes 7 string
failedIndexes 10 string *
uncountedTerminatedPods 8 UncountedTerminatedPods *
ready 9 int32 *

batch/v1.JobTemplateSpec
metadata 1 meta/v1.ObjectMeta
spec 2 JobSpec

batch/v1.PodFailurePolicy
rules 1 []PodFailurePolicyRule ! list=atomic

batch/v1.PodFailurePolicyAction = Count | FailIndex | FailJob | Ignore

batch/v1.PodFailurePolicyOnExitCodesOperator = In | NotIn

batch/v1.PodFailurePolicyOnExitCodesRequirement
containerName 1 string *
operator 2 PodFailurePolicyOnExitCodesOperator !
values 3 []int32 ! list=set

batch/v1.PodFailurePolicyOnPodConditionsPattern
type 1 string !
status 2 string +

batch/v1.PodFailurePolicyRule
action 1 PodFailurePolicyAction !
onExitCodes 2 PodFailurePolicyOnExitCodesRequirement *
onPodConditions 3 []PodFailurePolicyOnPodConditionsPattern list=atomic

batch/v1.PodReplacementPolicy = Failed | TerminatingOrFailed

batch/v1.SuccessPolicy
rules 1 []SuccessPolicyRule ! list=atomic

batch/v1.SuccessPolicyRule
succeededIndexes 1 string *
succeededCount 2 int32 *

batch/v1.UncountedTerminatedPods
succeeded 1 []string list=set
failed 2 []string list=set
`;
