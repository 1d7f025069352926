/**
 * Fields that kube-apiserver validates first, if that differs from the order of the fields in the type.
 *
 * @module
 */

/** The step that means the value itself instead of one of its fields. */
export const selfStep = "";

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

/** Includes fields of older versions. */
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

/**
 * Some errors of ports are reported later than others: at the steps `unfitNodePorts`, `repeatedNodePorts` and
 * `repeatedPorts`.
 */
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
  "unfitNodePorts",
  "repeatedNodePorts",
  "repeatedPorts",
  "loadBalancerSourceRanges",
  "allocateLoadBalancerNodePorts",
  "loadBalancerClass",
  "externalTrafficPolicy",
  "healthCheckNodePort",
  "internalTrafficPolicy",
];

const claimFields = [
  "accessModes",
  "selector",
  "resources",
  "storageClassName",
  "volumeMode",
  "dataSource",
  "dataSourceRef",
  selfStep,
  "volumeAttributesClassName",
];

/**
 * For a volume within a VolumeAttachment, some fields are validated earlier: at the steps `inlineCapacity` and
 * `inlineSource`.
 */
const persistentVolumeFields = [
  "claimRef",
  "inlineCapacity",
  "inlineSource",
  "accessModes",
  "capacity",
  "persistentVolumeReclaimPolicy",
  "nodeAffinity",
  "hostPath",
  "gcePersistentDisk",
  "awsElasticBlockStore",
  "glusterfs",
  "flocker",
  "nfs",
  "rbd",
  "quobyte",
  "cephfs",
  "cephFS",
  "iscsi",
  "cinder",
  "fc",
  "flexVolume",
  "azureFile",
  "vsphereVolume",
  "photonPersistentDisk",
  "portworxVolume",
  "azureDisk",
  "scaleIO",
  "local",
  "storageos",
  "csi",
  selfStep,
  "storageClassName",
  "volumeMode",
  "volumeAttributesClassName",
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

/** The source of a volume is validated before its name. */
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

const sliceFields = ["driver", "pool", "nodeName", "nodeSelector", "allNodes", "perDeviceNodeSelection", selfStep];

/**
 * Fields that are validated first, by type, or by field if its value has no named type; `whole` is the value itself.
 */
const firstFieldsByName: ReadonlyMap<string, readonly (string | number)[]> = new Map([
  ["admissionregistration.ParamRef", [selfStep]],
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
  ["apps.ControllerRevision", ["metadata", "revision"]],
  ["apps.DaemonSetSpec", ["selector", "template", "minReadySeconds", "updateStrategy"]],
  ["apps.DeploymentStatus", deploymentStatusFields],
  ["apps.StatefulSetStatus", statefulSetStatusFields],
  ["apps.StatefulSetSpec", statefulSetFields],
  ["autoscaling.HorizontalPodAutoscalerSpec", ["minReplicas", "maxReplicas"]],
  ["autoscaling.MetricSpec", ["type"]],
  ["autoscaling.ObjectMetricSource", ["describedObject", "metric", "target"]],
  ["autoscaling.ContainerResourceMetricSource", ["name", "container", "target"]],
  ["autoscaling.HorizontalPodAutoscalerStatus", ["conditions"]],
  ["batch.JobSpec", jobFields],
  ["batch.CronJobSpec", ["schedule", "startingDeadlineSeconds", "timeZone", "concurrencyPolicy", "jobTemplate"]],
  ["certificates.CertificateSigningRequestSpec", ["request", "usages"]],
  ["core.ClusterTrustBundleProjection", [selfStep]],
  ["core.ConfigMap.binaryData", [selfStep]],
  ["core.ConfigMap.data", [selfStep]],
  ["core.Container", containerFields],
  ["core.ContainerPort", ["name", "containerPort", "hostPort"]],
  ["core.EndpointSubset", [selfStep]],
  ["core.EphemeralContainer", containerFields],
  ["core.Event", ["involvedObject", "reportingComponent", "reportingInstance", "action", "reason", "message"]],
  ["core.FileKeySelector", ["key", "volumeName", "path"]],
  [
    "core.LimitRangeItem",
    ["type", "max", "min", "default", "defaultRequest", "limits", "maxLimitRequestRatio", "amounts"],
  ],
  ["core.FlockerVolumeSource", [selfStep]],
  ["core.ISCSIPersistentVolumeSource", ["targetPortal", "iqn", "lun", "secretRef", "initiatorname"]],
  ["core.ISCSIVolumeSource", ["targetPortal", "iqn", "lun", "secretRef", "initiatorname"]],
  ["core.NodeSelectorRequirement", ["values", "operator", "key"]],
  ["core.NodeSpec", ["taints"]],
  ["core.PersistentVolumeClaimSpec", claimFields],
  ["core.PersistentVolumeSpec", persistentVolumeFields],
  ["core.PersistentVolumeSpec.capacity", [selfStep]],
  ["core.PersistentVolumeClaimStatus", ["capacity", "healthStatus", "allocatedResourceStatuses", "allocatedResources"]],
  ["core.PodSecurityContext", podSecurityFields],
  ["core.PodSpec", podFields],
  ["core.ResourceRequirements.claims", [selfStep]],
  ["core.Secret", ["type"]],
  ["core.Secret.data", ["username", "password"]],
  ["core.SecurityContext", ["privileged", "runAsUser", "runAsGroup", "procMount", "seccompProfile", selfStep]],
  ["core.ServicePort", ["name", "port", "protocol", "targetPort"]],
  ["core.ServiceSpec", serviceFields],
  ["core.ServiceSpec.loadBalancerSourceRanges", [selfStep]],
  ["core.TopologySelectorLabelRequirement", ["values"]],
  ["core.TopologySpreadConstraint", spreadFields],
  ["core.TypedLocalObjectReference", ["name", "kind"]],
  ["core.TypedObjectReference", ["name", "kind"]],
  ["core.Volume", volumeFields],
  ["core.VolumeMount", ["name", "mountPath", "subPath", "subPathExpr", "mountPropagation"]],
  ["discovery.Endpoint", ["addresses", "nodeName", "deprecatedTopology", "hostname"]],
  ["discovery.EndpointSlice", ["metadata", "ports", "endpoints", "addressType"]],
  ["events.Event", ["regarding", "reportingController", "reportingInstance", "action", "reason", "note"]],
  ["flowcontrol.FlowSchemaSpec", ["matchingPrecedence", "distinguisherMethod"]],
  ["flowcontrol.ServiceAccountSubject", ["name"]],
  ["meta.Condition", [selfStep]],
  ["meta.GroupResource", ["resource"]],
  ["meta.LabelSelectorRequirement", ["operator"]],
  ["meta.ObjectMeta", ["generateName"]],
  ["meta.ObjectMeta.finalizers", [selfStep]],
  ["networking.ParentReference", ["group", "resource", "name", "namespace"]],
  ["networking.IngressSpec", [selfStep, "defaultBackend", "rules", "tls"]],
  ["policy.PodDisruptionBudgetSpec", [selfStep, "minAvailable", "maxUnavailable"]],
  ["rbac.ClusterRoleBinding", ["metadata", "roleRef"]],
  ["rbac.PolicyRule", ["apiGroups", "resources"]],
  ["rbac.RoleBinding", ["metadata", "roleRef"]],
  ["resource.CapacityRequestPolicyRange", ["min", "max"]],
  ["resource.Device", ["name", "attributes", "capacity", "taints"]],
  ["resource.OpaqueDeviceConfiguration", ["parameters"]],
  ["resource.AllocatedDeviceStatus", ["driver", "pool", "device", selfStep]],
  ["resource.ResourceClaimStatus", ["reservedFor", "devices", "allocation"]],
  ["resource.ResourceSliceSpec", sliceFields],
  ["storage.CSINodeDriver", ["name", "nodeID", "allocatable"]],
  ["storage.CSIDriverSpec", ["attachRequired", "podInfoOnMount", "storageCapacity", "fsGroupPolicy", "tokenRequests"]],
]);

/**
 * Errors of kube-apiserver's declarative validation, which runs after all other validation: field and cause, by type.
 */
const declarativeFaults: ReadonlyMap<string, readonly string[]> = new Map([
  ["core.ReplicationController", ["metadata.name invalid", "spec.replicas invalid", "spec.minReadySeconds invalid"]],
  ["rbac.ClusterRole", ["rules[].verbs required"]],
  ["rbac.Role", ["rules[].verbs required"]],
]);

/**
 * @param type - the type of the object without its version
 * @param fault - the field and the cause: `spec.replicas invalid`
 */
export const isDeclarativeFault = (type: string | undefined, fault: string): boolean =>
  type !== undefined && declarativeFaults.get(type)?.includes(fault.replace(/\[\d+\]/g, "[]")) === true;

/** The fields of a validation rule of a CustomResourceDefinition, at any depth. */
const ruleFields = ["rule", "message", "messageExpression", "reason"];

/** @param name - the name of a type without its version, or of a field of the type */
export const firstFieldsOf = (name = ""): readonly (string | number)[] =>
  firstFieldsByName.get(name) ?? (name.endsWith(".x-kubernetes-validations") ? ruleFields : []);
