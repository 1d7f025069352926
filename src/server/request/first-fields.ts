/**
 * Fields to which the API server comes first in a type, where that is not the order of the type: as its validation is written.
 *
 * @module
 */

/** A step that goes no further. */
export const whole = "";

const webhookFields = [
  "name",
  "rules",
  "failurePolicy",
  "matchPolicy",
  "sideEffects",
  "timeoutSeconds",
  "namespaceSelector",
  "objectSelector",
  "reinvocationPolicy",
];

/** Some of them are fields of older versions. */
const definitionFields = [
  "group",
  "scope",
  "versions",
  "preserveUnknownFields",
  "version",
  "names",
  "validation",
  "subresources",
  "additionalPrinterColumns",
];

const statefulSetFields = [
  "podManagementPolicy",
  "updateStrategy",
  "persistentVolumeClaimRetentionPolicy",
  "volumeClaimTemplates",
  "replicas",
  "minReadySeconds",
  "serviceName",
];

const deploymentStatusFields = [
  "observedGeneration",
  "replicas",
  "updatedReplicas",
  "readyReplicas",
  "availableReplicas",
  "unavailableReplicas",
  "terminatingReplicas",
  "collisionCount",
];

const statefulSetStatusFields = [
  "replicas",
  "readyReplicas",
  "currentReplicas",
  "updatedReplicas",
  "availableReplicas",
  "observedGeneration",
  "collisionCount",
];

const jobFields = [
  "parallelism",
  "completions",
  "activeDeadlineSeconds",
  "backoffLimit",
  "ttlSecondsAfterFinished",
  "backoffLimitPerIndex",
  "maxFailedIndexes",
  "managedBy",
  "completionMode",
  "podFailurePolicy",
  "successPolicy",
  "podReplacementPolicy",
  "template",
];

const podFields = [
  "volumes",
  "resourceClaims",
  "containers",
  "initContainers",
  "ephemeralContainers",
  "resources",
  "hostNetwork",
  "restartPolicy",
  "dnsPolicy",
  "nodeSelector",
  "securityContext",
  "shareProcessNamespace",
  "imagePullSecrets",
  "affinity",
  "dnsConfig",
  "readinessGates",
  "schedulingGates",
  "topologySpreadConstraints",
  "hostUsers",
  "hostnameOverride",
  "serviceAccountName",
  "serviceAccount",
  "nodeName",
  "activeDeadlineSeconds",
  "hostname",
  "subdomain",
  "tolerations",
  "hostAliases",
  "priorityClassName",
  "runtimeClassName",
  "preemptionPolicy",
  "overhead",
  "os",
];

const containerFields = [
  "name",
  "image",
  "terminationMessagePolicy",
  "ports",
  "env",
  "envFrom",
  "volumeMounts",
  "volumeDevices",
  "imagePullPolicy",
  "resources",
  "resizePolicy",
  "securityContext",
  "lifecycle",
  "livenessProbe",
  "readinessProbe",
  "startupProbe",
  "restartPolicy",
];

const podSecurityFields = [
  "fsGroup",
  "runAsUser",
  "runAsGroup",
  "supplementalGroups",
  "sysctls",
  "fsGroupChangePolicy",
  "seccompProfile",
  "windowsOptions",
  "appArmorProfile",
  "supplementalGroupsPolicy",
];

const serviceFields = [
  "ports",
  "selector",
  "sessionAffinity",
  "sessionAffinityConfig",
  "ipFamilies",
  "ipFamilyPolicy",
  "clusterIPs",
  "externalName",
  "externalIPs",
  "type",
  "loadBalancerSourceRanges",
  "allocateLoadBalancerNodePorts",
  "loadBalancerClass",
  "externalTrafficPolicy",
  "healthCheckNodePort",
  "internalTrafficPolicy",
];

const spreadFields = [
  "maxSkew",
  "topologyKey",
  "whenUnsatisfiable",
  "minDomains",
  "nodeAffinityPolicy",
  "nodeTaintsPolicy",
  "matchLabelKeys",
];

/** The source of a volume comes before its name. */
const volumeFields = [
  "emptyDir",
  "hostPath",
  "gitRepo",
  "gcePersistentDisk",
  "awsElasticBlockStore",
  "secret",
  "nfs",
  "iscsi",
  "glusterfs",
  "flocker",
  "persistentVolumeClaim",
  "rbd",
  "cinder",
  "cephfs",
  "quobyte",
  "downwardAPI",
  "fc",
  "flexVolume",
  "configMap",
  "azureFile",
  "vsphereVolume",
  "photonPersistentDisk",
  "portworxVolume",
  "azureDisk",
  "storageos",
  "projected",
  "scaleIO",
  "csi",
  "ephemeral",
  "image",
  "name",
];

const sliceFields = ["driver", "pool", "nodeName", "nodeSelector", "allNodes", "perDeviceNodeSelection", whole];

/** Fields that come first in a type, or in a field without a type of its own; `whole` is the value itself. */
const firstByName: ReadonlyMap<string, readonly (string | number)[]> = new Map([
  ["admissionregistration.ParamRef", [whole]],
  ["admissionregistration.MatchCondition", ["expression"]],
  ["admissionregistration.MutatingWebhook", webhookFields],
  ["admissionregistration.ServiceReference", ["name", "namespace", "port", "path"]],
  ["admissionregistration.ValidatingWebhook", webhookFields],
  ["apiextensions.CustomResourceColumnDefinition", ["name", "type", "format"]],
  ["apiextensions.CustomResourceDefinitionSpec", definitionFields],
  ["apiextensions.CustomResourceDefinitionSpec.additionalPrinterColumns", ["name", "type", "format"]],
  ["apiextensions.CustomResourceConversion", ["strategy", "webhookClientConfig", "conversionReviewVersions"]],
  ["apiextensions.CustomResourceDefinitionVersion", ["deprecationWarning", "schema"]],
  ["apiextensions.CustomResourceConversion.webhookClientConfig.service", ["name", "namespace", "port"]],
  ["apiextensions.CustomResourceDefinitionSpec.subresources.scale", ["specReplicasPath", "statusReplicasPath"]],
  ["apiextensions.WebhookConversion", ["clientConfig"]],
  ["apiregistration.APIServiceSpec", ["group", "version", "groupPriorityMinimum", "versionPriority"]],
  ["apps.DaemonSetSpec", ["selector", "template", "minReadySeconds", "updateStrategy"]],
  ["apps.DeploymentStatus", deploymentStatusFields],
  ["apps.StatefulSetStatus", statefulSetStatusFields],
  ["apps.StatefulSetSpec", statefulSetFields],
  ["autoscaling.HorizontalPodAutoscalerSpec", ["minReplicas", "maxReplicas"]],
  ["autoscaling.HorizontalPodAutoscalerStatus", ["conditions"]],
  ["batch.JobSpec", jobFields],
  ["batch.CronJobSpec", ["schedule", "startingDeadlineSeconds", "timeZone", "concurrencyPolicy", "jobTemplate"]],
  ["certificates.CertificateSigningRequestSpec", ["request", "usages"]],
  ["core.ClusterTrustBundleProjection", [whole]],
  ["core.ConfigMap.binaryData", [whole]],
  ["core.ConfigMap.data", [whole]],
  ["core.Container", containerFields],
  ["core.ContainerPort", ["name", "containerPort", "hostPort"]],
  ["core.EphemeralContainer", containerFields],
  ["core.FileKeySelector", ["key", "volumeName", "path"]],
  ["core.LimitRangeItem", ["type", "min", "defaultRequest", "default"]],
  ["core.NodeSelectorRequirement", ["values", "operator", "key"]],
  ["core.NodeSpec", ["taints"]],
  ["core.PersistentVolumeSpec", ["accessModes", "capacity"]],
  ["core.PersistentVolumeSpec.capacity", [whole]],
  ["core.PersistentVolumeClaimStatus", ["capacity", "healthStatus", "allocatedResourceStatuses", "allocatedResources"]],
  ["core.PodSecurityContext", podSecurityFields],
  ["core.PodSpec", podFields],
  ["core.ResourceRequirements.claims", [whole]],
  ["core.Secret", ["type"]],
  ["core.Secret.data", ["username", "password"]],
  ["core.SecurityContext", ["privileged", "runAsUser", "runAsGroup", "procMount", "seccompProfile", whole]],
  ["core.ServicePort", ["name", "port", "protocol", "targetPort"]],
  ["core.ServiceSpec", serviceFields],
  ["core.ServiceSpec.clusterIPs", [whole]],
  ["core.ServiceSpec.loadBalancerSourceRanges", [whole]],
  ["core.TopologySelectorLabelRequirement", ["values"]],
  ["core.TopologySpreadConstraint", spreadFields],
  ["core.TypedLocalObjectReference", ["name", "kind"]],
  ["core.TypedObjectReference", ["name", "kind"]],
  ["core.Volume", volumeFields],
  ["core.VolumeMount", ["name", "mountPath", "subPath", "subPathExpr", "mountPropagation"]],
  ["discovery.Endpoint", ["addresses", "nodeName", "deprecatedTopology", "hostname"]],
  ["discovery.EndpointSlice", ["metadata", "addressType", "ports"]],
  ["flowcontrol.FlowSchemaSpec", ["matchingPrecedence", "distinguisherMethod"]],
  ["flowcontrol.ServiceAccountSubject", ["name"]],
  ["meta.Condition", [whole]],
  ["meta.LabelSelectorRequirement", ["operator"]],
  ["meta.ObjectMeta", ["generateName"]],
  ["meta.ObjectMeta.finalizers", [whole]],
  ["networking.IngressSpec", ["defaultBackend", "rules", "tls"]],
  ["policy.PodDisruptionBudgetSpec", [whole, "minAvailable", "maxUnavailable"]],
  ["rbac.PolicyRule", ["apiGroups", "resources"]],
  ["resource.CapacityRequestPolicyRange", ["min", "max"]],
  ["resource.Device", ["name", "attributes", "capacity", "taints"]],
  ["resource.OpaqueDeviceConfiguration", ["parameters"]],
  ["resource.AllocatedDeviceStatus", ["driver", "pool", "device", whole]],
  ["resource.ResourceClaimStatus", ["reservedFor", "devices", "allocation"]],
  ["resource.ResourceSliceSpec", sliceFields],
  ["storage.CSIDriverSpec", ["attachRequired", "podInfoOnMount", "storageCapacity", "fsGroupPolicy", "tokenRequests"]],
]);

/** In a rule of a definition, at any depth. */
const ruleFields = ["rule", "message", "messageExpression", "reason"];

/** @param name - of a type, without its version, or of a field of one */
export const firstsOf = (name = ""): readonly (string | number)[] =>
  firstByName.get(name) ?? (name.endsWith(".x-kubernetes-validations") ? ruleFields : []);
