/**
 * kube-apiserver's messages for demands that clustervet's rules word differently.
 *
 * @module
 */
import type { FieldPath } from "../../diagnostic/diagnostic.ts";

/** Messages by the demand of the rule, without a name in backticks before it. */
const messageByDemand: ReadonlyMap<string, string> = new Map([
  [
    '"Recreate" is off by default; the feature gate StatefulSetRecreateStrategy turns it on',
    "must be 'RollingUpdate' or 'OnDelete'",
  ],
  ["must be 0 or above", "must be greater than or equal to 0"],
  ["must be an identifier (letters, digits and underscores) and not a reserved word", "must be a valid CEL identifier"],
  ["must be 1 or above", "must be greater than 0"],
  ["must be above 0", "must be greater than 0"],
  ["must be a whole number", "must be an integer"],
  // Pods and their controllers.
  ['must be "NoExecute" with `tolerationSeconds`', "effect must be 'NoExecute' when `tolerationSeconds` is set"],
  [
    "must have one of `resourceClaimName` and `resourceClaimTemplateName`",
    "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`",
  ],
  ["must be absent in an ephemeral container", "cannot be set for an Ephemeral Container"],
  ["must be set with restart rules", "must specify restartPolicy when restart rules are used"],
  [
    'must be "Exists" without `key`',
    'operator must be Exists when `key` is empty, which means "match all values and all keys"',
  ],
  ["must be absent in a readiness probe, which never kills a container", "must not be set for readinessProbes"],
  ["must be set together with `maxFailedIndexes`", "when maxFailedIndexes is specified"],
  [
    "must not have both `allowPrivilegeEscalation: false` and `privileged: true`",
    "cannot set `allowPrivilegeEscalation` to false and `privileged` to true",
  ],
  ["must have one source", "may not specify more than 1 volume type per source"],
  ["or `signerName` must be set", "either name or signerName must be specified"],
  ["must be absent in a new pod", "cannot be set on create"],
  ["must be set with `dnsPolicy: None`", "must provide `dnsConfig` when `dnsPolicy` is None"],
  ["must be absent in a Windows pod", "cannot be set for a windows pod"],
  ["must be absent without `labelSelector`", "must not be specified when labelSelector is not set"],
  ["must be absent in a pod template", "ephemeral containers not allowed in pod template"],
  ["must stay as they are: containers may not be added or removed", "pod updates may not add or remove containers"],
  ["or `resourceFieldRef` must be set", "one of fieldRef and resourceFieldRef is required"],
  ["must be above 0 while `maxSurge` is 0", "may not be 0 when `maxSurge` is 0"],
  ["must change together with `parallelism`", "can only be modified in tandem with spec.parallelism"],
  ['must be absent unless `completionMode` is "Indexed"', "requires indexed completion mode"],
  ["must be absent: the API server sets it", "`selector` will be auto-generated"],
  ["must have a label", ""],
  [
    "must keep its labels: more may only be added",
    "only additions to spec.nodeSelector are allowed (no mutations or deletions)",
  ],
  [
    "must be absent in an init container without `restartPolicy: Always`",
    "may not be set for init containers without restartPolicy=Always",
  ],
  ["must be set for an indexed job", "when completion mode is Indexed"],
  ["must be set with `manualSelector`", ""],
  [
    "must be the name of a container of the template",
    "must be one of the container or initContainer names in the pod template",
  ],
  ['must be absent with operator "Exists"', "value must be empty when `operator` is 'Exists'"],
  [
    "one of credentialBundlePath, keyPath, certificateChainPath must be set",
    "specify at least one of credentialBundlePath, keyPath, and certificateChainPath",
  ],
  [
    "must be the name of a container",
    "must match the name of an entry in spec.initContainers.name or spec.containers.name",
  ],
  ["must be unique in the container", "must be unique"],
  ["must be 1 in a liveness or startup probe", "must be 1"],
  ["must not name a time zone", "cannot use TZ or CRON_TZ in schedule, use timeZone field instead"],
  ["must not be FailIndex without `backoffLimitPerIndex`", "requires the backoffLimitPerIndex to be set"],
  // Scaling.
  ["must be Utilization, Value, AverageValue", "must be either Utilization, Value, or AverageValue"],
  ["or `averageValue` must be set", "must set either a target raw value or a target utilization"],
  ["or `value` must be set", "must set either a target value for metric or a per-pod target"],
  [
    "must not be set together with `averageUtilization`",
    "may not set both a target raw value and a target utilization",
  ],
  [
    "must have an Object or External metric: other metrics need running pods",
    "must specify at least one Object or External metric to support scaling to zero replicas",
  ],
  ["must have a group, such as apps/v1", "apiVersion must specify API group"],
  ["must have either `minAvailable` or `maxUnavailable`", "minAvailable and maxUnavailable cannot be both set"],
  // Networks.
  ["must have `addresses` or `notReadyAddresses`", "must specify `addresses` or `notReadyAddresses`"],
  ['must be absent unless `type` is "RollingUpdate"', "only allowed for updateStrategy 'RollingUpdate'"],
  ['must be absent unless `type` is "LoadBalancer"', "may only be used when `type` is 'LoadBalancer'"],
  ['must be absent unless `spec.type` is "LoadBalancer"', "may only be used when `spec.type` is 'LoadBalancer'"],
  [
    "must be absent: the service is not reachable from outside the cluster",
    "may only be set for externally-accessible services",
  ],
  ["must not be below `port`", "must be greater than or equal to `port`"],
  ["must have a selector or an `ipBlock`", "must specify a peer"],
  ["must not have selectors together with `ipBlock`", "may not specify both ipBlock and another peer"],
  ['must not contain "//"', "must not contain '//'"],
  ['must not contain "/./"', "must not contain '/./'"],
  ['must not contain "/../"', "must not contain '/../'"],
  ['must not contain "%2f"', "must not contain '%2f'"],
  ['must not contain "%2F"', "must not contain '%2F'"],
  ['must not end with "/.."', "cannot end with '/..'"],
  ['must not end with "/."', "cannot end with '/.'"],
  // Storage.
  ["must not combine ReadWriteOncePod with other modes", "may not use ReadWriteOncePod with other access modes"],
  ["must be absent in an inline volume", "may not be specified in the context of inline volumes"],
  [
    "must be set: an inline volume spec supports no other volume source",
    "has to be specified in the context of inline volumes",
  ],
  ["must be set for CHAP", ""],
  ["a local volume needs `nodeAffinity`, which an inline volume cannot have", "Local volume requires node affinity"],
  ["must not be in a reserved domain", "kubernetes.io and k8s.io namespaces are reserved"],
  ["must have a source, such as `csi`, `nfs` or `local`", "must specify a volume type"],
  ["or `datasetUUID` must be set", "one of datasetName and datasetUUID is required"],
  ["must be set with `targetWWNs`", "lun is required if targetWWNs is specified"],
  [
    "must be absent: volumes of this type do not support mount options",
    "may not specify mount options for this volume type",
  ],
  ["or `wwids` must be set", "must specify either targetWWNs or wwids, but not both"],
  [
    "must be host:port, or several separated by commas",
    "must be a host:port pair or multiple pairs separated by commas",
  ],
  ["must be set with `volumeAttributesClassName`", "has to be specified when using volumeAttributesClassName"],
  [
    "field is immutable, except beta labels that are replaced by stable ones",
    "field is immutable, except for updating from beta label to GA",
  ],
  ["must be above `status.capacity`", "field can not be less than status.capacity"],
  [
    "must not have both `persistentVolumeName` and `inlineVolumeSpec`",
    "must specify exactly one of inlineVolumeSpec and persistentVolumeName",
  ],
  ["or `inlineVolumeSpec` must be set", "must specify exactly one of inlineVolumeSpec and persistentVolumeName"],
  // Limits.
  [
    "must be one of Pod, Container, PersistentVolumeClaim, or a name with a domain",
    "must be a standard limit type or fully qualified",
  ],
  ["must be absent for pods", "may not be specified when `type` is 'Pod'"],
  ["must be a standard resource, or a name with a domain", "must be a standard resource type or fully qualified"],
  [
    "must be bounded by `min` or `max`",
    "either minimum or maximum storage value is required, but neither was provided",
  ],
  // Nodes and signers.
  ["must be in alphabetical order", "list must be sorted alphabetically"],
  [
    "must be a domain, a slash and a name, example.org/signer",
    "must be a fully qualified domain and path of the form 'example.com/signer-name'",
  ],
  // Access.
  ["must be absent in a Role: URLs have no namespace", "namespaced rules cannot apply to non-resource URLs"],
  // Admission, definitions and aggregated APIs.
  ["must start with a slash", "must start with a '/'"],
  ["must have at least 3 parts separated by dots", "should be a domain with at least three segments separated by dots"],
  ["exactly one of `url` and `service` must be set", "exactly one of url or service is required"],
  ['must include "v1" or "v1beta1"', "must include at least one of v1, v1beta1"],
  [
    "or `auditAnnotations` must have at least one item",
    "validations or auditAnnotations must contain at least one item",
  ],
  ["must be absent in a version that is not deprecated", "can only be set for deprecated versions"],
  ["must be one of boolean, date, integer, number, string", "must be one of boolean,date,integer,number,string"],
  [
    "must be one of byte, date, date-time, double, float, int32, int64, password",
    "must be one of byte,date,date-time,double,float,int32,int64,password",
  ],
  ["must have exactly one version with `storage: true`", "must have exactly one version marked as storage version"],
  ["must be set at the root", "must not be empty at the root"],
  ["must begin with a dot", "must be a simple json path starting with ."],
  ["must be PEM text whose first block is CERTIFICATE REQUEST", "PEM block type must be CERTIFICATE REQUEST"],
  ["must be absent with `name`", "name and selector are mutually exclusive"],
  ["or `selector` must be set", "one of name or selector must be specified"],
  [
    "must not be combined with Deny, which shows the client the same message",
    "must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)",
  ],
  ["must be absent without strategy Webhook", "should not be set when strategy is not set to Webhook"],
  ["must not be true with `caBundle`", "may not be true if caBundle is present"],
  ["must not be blank", "must be non-empty if specified"],
  ["must not have line breaks", "must not contain line breaks"],
  ["must be listed once", "duplicate version"],
  // Flow control.
  ["may contain `*` only at the end, after `/`", "wildcard can only do suffix matching"],
  [
    "must have `resourceRules` or `nonResourceRules`",
    "at least one of resourceRules and nonResourceRules has to be non-empty",
  ],
  ["must start with /", "must start with slash"],
  [
    'must be above 1, which is reserved for the schema "exempt"',
    "only the schema named 'exempt' may have matchingPrecedence 1",
  ],
  ["must be absent in a limited level", ""],
  ["must be absent in an exempt level", ""],
  ["must be absent with type Reject", ""],
  ['must be "Exempt" for the level "exempt", and for no other', "must be 'Exempt' if and only if `name` is 'exempt'"],
  // Devices.
  [
    "must have `exactly`, or alternatives in `firstAvailable`",
    "exactly one of `exactly` or `firstAvailable` is required",
  ],
  ["must be absent without `allocation`", "may not be specified when `allocated` is not set"],
  ["must have exactly one term", "must have exactly one node selector term"],
  [
    "must be the name of a request, or request/alternative",
    "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'",
  ],
  [
    "must have the domain of a driver before the name: domain/name",
    "a fully qualified name must be a domain and a name separated by a slash",
  ],
  [
    "must have exactly one of `nodeName`, `nodeSelector`, `allNodes` and `perDeviceNodeSelection`",
    "exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required",
  ],
  [
    "must have exactly one of `nodeName`, `nodeSelector` and `allNodes`",
    "exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when `perDeviceNodeSelection` is set to true in the ResourceSlice spec",
  ],
  ["must be absent or not empty", "must be either unset or set to a non-empty string"],
  [
    "must be set together with `bindingFailureConditions`",
    "bindingConditions are required to use bindingFailureConditions",
  ],
  ["must be set together with `bindingConditions`", "bindingFailureConditions are required to use bindingConditions"],
  // Volumes.
  ["must be set for a local volume: only one node has its disk", "Local volume requires node affinity"],
  [
    'must be "PersistentVolumeClaim" in the core group',
    "must be 'PersistentVolumeClaim' when referencing the default apiGroup",
  ],
  // Admission.
  ["must be set with patchType JSONPatch", "must be specified when patchType is JSONPatch"],
  ["must be set with patchType ApplyConfiguration", "must be specified when patchType is ApplyConfiguration"],
  // Hosts and jobs.
  [
    "must be true when containers have `hostProcess: true`",
    "hostNetwork must be true if pod contains any hostProcess containers",
  ],
  ['must be "Never" with `podFailurePolicy`', 'only "Never" is supported when podFailurePolicy is specified'],
  [
    "must have `succeededCount` or `succeededIndexes`",
    "at least one of succeededCount or succeededIndexes must be specified",
  ],
  ["must be absent until the job is complete", "cannot set completionTime when there is no Complete=True condition"],
  [
    "must be absent without `backoffLimitPerIndex`",
    "cannot set non-null failedIndexes when backoffLimitPerIndex is null",
  ],
  // Devices.
  ["must be absent without `allowMultipleAllocations: true`", "allowMultipleAllocations must be true"],
  ["must be a semantic version, such as 1.2.3", "must be a string compatible with semver.org spec 2.0.0"],
  [
    "must be an extended resource with a domain that does not belong to Kubernetes",
    "a name must be a domain-prefixed path, such as 'example.com/my-prop'",
  ],
  // Definitions.
  ["must be the path of a field, such as .spec.color", "is an invalid path: does not refer to a valid field"],
  ["must have at least one dot", "should be a domain with at least one dot"],
  // Data.
  ["must not be in `binaryData` too", "duplicate of key present in binaryData"],
]);

const patterns: readonly (readonly [RegExp, string])[] = [
  [/^field is immutable(?:$|: |, )/, "field is immutable"],
  [/^cannot change roleRef: /, "field is immutable"],
  [/^must be from (\S+) to (\S+)$/, "must be between $1 and $2, inclusive"],
  [
    /^must keep the toleration of ".*": more may only be added$/,
    "existing toleration can not be modified except its tolerationSeconds",
  ],
  [/^is fixed: the API server maintains "(.*)"$/, "spec of '$1' must equal the fixed value"],
  [/^must have \S+, which cannot be overcommitted$/, "Limit must be set for non overcommitable resources"],
  [/^must be set for the type "\w+"$/, "must populate information for the given metric source"],
  [/^must not be "None" while `type` is "(\w+)"$/, "may not be set to 'None' for $1 services"],
  [/^must be absent: the type is "\w+"$/, "must populate the given metric source only"],
  [/^must be above `minReadySeconds`, \d+$/, "must be greater than minReadySeconds"],
  [/^must be within \S+\/\d+$/, "must be a strict subset of `cidr`"],
  [/^must not have leading 0s in (?:IP|prefix length)$/, "must not have leading 0s in IP or prefix length"],
  [
    /^must not have bits set beyond the prefix length; expected \S+$/,
    "must not have bits set beyond the prefix length",
  ],
  [/^segment (\d+) must not be empty$/, "segment[$1] may not be empty"],
  [/^segment (\d+): (.*)$/s, "segment[$1]: $2"],
  [/^in lower case, (.*)$/s, "may have mixed case, but should otherwise match: $1"],
  [
    /^must have a domain, or be one of kubernetes, .*$/,
    "name is neither a standard finalizer name nor is it fully qualified",
  ],
  [/^must be at most `queues`, (\d+)$/, "should not be greater than queues ($1)"],
  [
    /^a rule with `nonResourceURLs` must not have `\w+`$/,
    "rules cannot apply to both regular resources and non-resource URLs",
  ],
];

const fileMode = "must be a number between 0 and 0777 (octal), both inclusive";

/**
 * Messages by the end of the field path: for required fields whose message contains more than that, and for ranges with
 * a specific message.
 */
const messagesByFieldEnd: readonly (readonly [string, string])[] = [
  ["defaultMode", fileMode],
  ["mode", fileMode],
  ["spec.mutations", "mutations must contain at least one item"],
  ["spec.cidrs", "at least one CIDR required"],
  ["webhooks.admissionReviewVersions", "must specify one of v1, v1beta1"],
  ["webhooks.sideEffects", "must specify one of None, NoneOnDryRun"],
  ["versions.deprecationWarning", "must not be an empty string"],
  ["seccompProfile.type", "type is required when seccompProfile is set"],
  ["seccompProfile.localhostProfile", "must be set when seccomp type is Localhost"],
  ["appArmorProfile.type", "type is required when appArmorProfile is set"],
  ["appArmorProfile.localhostProfile", "must be set when AppArmor type is Localhost"],
  ["podFailurePolicy.rules.action", 'valid values: ["Count" "FailIndex" "FailJob" "Ignore"]'],
  ["dnsConfig.options", "must not be empty"],
  ["topologySpreadConstraints.topologyKey", "can not be empty"],
  ["spec.nodeAffinity.required", "must specify required node constraints"],
  ["source.persistentVolumeName", "must specify non empty persistentVolumeName"],
  ["topologySpreadConstraints.minDomains", "must be greater than zero"],
  ["topologySpreadConstraints.maxSkew", "must be greater than zero"],
  ["conversion.webhookClientConfig", "required when strategy is set to Webhook"],
  ["pods.target.averageValue", "must specify a positive target averageValue"],
  ["target.averageValue", "must be positive"],
  ["target.value", "must be positive"],
  ["priorityLevelConfiguration.name", "must reference a priority level"],
  ["subjects.serviceAccount.namespace", "must specify namespace for service account"],
  ["rules.resourceRules.apiGroups", "resource rules must supply at least one api group"],
  ["rules.resourceRules.resources", "resource rules must supply at least one resource"],
  ["subjects.serviceAccount", "serviceAccount is required when subject kind is 'ServiceAccount'"],
  ["subjects.user", "user is required when subject kind is 'User'"],
  ["subjects.group", "group is required when subject kind is 'Group'"],
  ["successPolicy.rules", "at least one rules must be specified when the successPolicy is specified"],
  ["onExitCodes.values", "at least one value is required"],
  ["onExitCodes.operator", 'valid values: ["In" "NotIn"]'],
  ["restartPolicyRules.exitCodes", "must be specified"],
  ["target.type", "must specify a metric target type"],
  ["metric.name", "must specify a metric name"],
  ["scaleUp.policies", "must specify at least one Policy"],
  ["scaleDown.policies", "must specify at least one Policy"],
  ["quobyte.registry", "must be a host:port pair or multiple pairs separated by commas"],
  ["spec.volumeAttributesClassName", "an empty string is disallowed"],
  ["nodeAllocatableUpdatePeriodSeconds", "must be greater than or equal to 10 seconds"],
  ["aggregationRule.clusterRoleSelectors", "at least one clusterRoleSelector required if aggregationRule is non-nil"],
  ["variables.name", "name is not specified"],
  ["variables.expression", "expression is not specified"],
  ["validations.expression", "expression is not specified"],
  ["auditAnnotations.valueExpression", "valueExpression is not specified"],
  ["webhooks.timeoutSeconds", "the timeout value must be between 1 and 30 seconds"],
  ["preferredDuringSchedulingIgnoredDuringExecution.weight", "must be in the range 1-100"],
  ["spec.groupPriorityMinimum", "must be positive and less than 20000"],
  ["spec.versionPriority", "must be positive and less than 1000"],
  ["webhookClientConfig.service.port", "port is not valid: must be between 1 and 65535, inclusive"],
  ["clientConfig.service.port", "port is not valid: must be between 1 and 65535, inclusive"],
  ["spec.service.port", "port is not valid: must be between 1 and 65535, inclusive"],
  ["policies.value", "must be greater than zero"],
  ["spec.capacity.storage", "must be greater than zero"],
  ["resources.requests.storage", "must be greater than zero"],
  ["resources.storage", "must be greater than zero"],
  ["resourceRules.verbs", "verbs must contain at least one value"],
  ["nonResourceRules.verbs", "verbs must contain at least one value"],
  ["spec.resource.resource", "resource is required to be set"],
  ["devices.conditions.type", "is required"],
  ["nonResourceRules.nonResourceURLs", "nonResourceURLs must contain at least one value"],
];

/** Returns the additional message for repeated items of the field. */
export const duplicateMessage = (field: FieldPath): string | undefined =>
  field.at(-2) === "taints" ? "taints must be unique by key and effect pair" : undefined;

/** Matches demands that only require a value. */
const plainRequirement =
  /^(?:`[^`]+` (?:of the \w+ )?must be set(?: with type Localhost)?|`[^`]+` must be requested|(?:`[^`]+` )?must have at least one(?: \w+)?|must not be empty)$/;

const range = /^must be (?:from \S+ to \S+|at least \S+|above 0|1 or above)$/;

/** Returns kube-apiserver's message for a rule's message about a field; undefined if the rule's message is used. */
export function translateMessage(message: string, field: FieldPath): string | undefined {
  const [whole = ""] = message.split("; got ");
  const demand = whole.replace(/^`[^`]+` /, "");
  const isPlain = plainRequirement.test(whole);
  if (isPlain || range.test(whole)) {
    const name = `.${field.filter((part) => typeof part === "string").join(".")}`;
    const fieldMessage = messagesByFieldEnd.find(([end]) => name.endsWith(`.${end}`));
    if (fieldMessage) return fieldMessage[1];
  }
  const words = messageByDemand.get(whole) ?? messageByDemand.get(demand);
  if (words !== undefined) return words;
  const found = patterns.find(([pattern]) => pattern.test(demand));
  if (found) return demand.replace(new RegExp(`${found[0].source}.*`, "s"), found[1]);
  return isPlain ? "" : undefined;
}
