/**
 * Facts that kube-apiserver publishes about types and that differ from the tables and the overlay, since this server
 * decodes and validates with those.
 *
 * @module
 */
import { describeType } from "../../api/descriptions.ts";
import type { FieldSchema } from "../../schema/decode-schema.ts";
import { typeSchema } from "../../schema/type-schema.ts";

/**
 * Published enum values by type and field; `= TYPE` refers to the values of a type, and `""` is the empty string. A
 * field without values is published without an enum: only validation restricts it, its type does not.
 */
const publishedValues: ReadonlyMap<string, readonly string[]> = new Map(
  `
admissionregistration/v1.ParamRef.parameterNotFoundAction
admissionregistration/v1.Validation.reason
admissionregistration/v1beta1.MatchResources.matchPolicy
admissionregistration/v1beta1.MutatingAdmissionPolicySpec.failurePolicy
admissionregistration/v1beta1.ParamRef.parameterNotFoundAction
apiextensions/v1.CustomResourceConversion.strategy
apiextensions/v1.CustomResourceDefinitionSpec.scope
apps/v1.StatefulSetPersistentVolumeClaimRetentionPolicy.whenDeleted
apps/v1.StatefulSetPersistentVolumeClaimRetentionPolicy.whenScaled
core/v1.Container.restartPolicy
core/v1.ContainerResizePolicy.restartPolicy
core/v1.ContainerRestartRuleOnExitCodes.operator
core/v1.ContainerStatus.stopSignal = core/v1.Signal
core/v1.EphemeralContainer.restartPolicy
core/v1.Lifecycle.stopSignal = core/v1.Signal
core/v1.ModifyVolumeStatus.status InProgress Infeasible Pending
core/v1.NamespaceStatus.phase Active Terminating
core/v1.NodeSelectorRequirement.operator = core/v1.NodeSelectorOperator
core/v1.NodeStatus.phase Pending Running Terminated
core/v1.PersistentVolumeClaimStatus.accessModes = core/v1.PersistentVolumeAccessMode
core/v1.PersistentVolumeClaimStatus.allocatedResourceStatuses ControllerResizeInProgress ControllerResizeInfeasible NodeResizeInProgress NodeResizeInfeasible NodeResizePending
core/v1.PersistentVolumeClaimStatus.phase Bound Lost Pending
core/v1.PersistentVolumeStatus.phase Available Bound Failed Pending Released
core/v1.PodOS.name
core/v1.PodSecurityContext.seLinuxChangePolicy
core/v1.PodStatus.phase Failed Pending Running Succeeded Unknown
core/v1.PodStatus.qosClass BestEffort Burstable Guaranteed
core/v1.PortStatus.protocol = core/v1.Protocol
core/v1.ServiceSpec.ipFamilies "" IPv4 IPv6
core/v1.Toleration.operator = core/v1.TolerationOperator
core/v1.VolumeHealthCondition.status DataLoss Degraded Inaccessible
core/v1.VolumeMount.recursiveReadOnly
discovery/v1.EndpointSlice.addressType FQDN IPv4 IPv6
networking/v1.IngressPortStatus.protocol = core/v1.Protocol
resource/v1.DeviceAllocationConfiguration.source FromClaim FromClass
resource/v1.DeviceRequestAllocationResult.skipNodeOperations * NodePrepareResources NodeUnprepareResources
resource/v1beta1.DeviceAllocationConfiguration.source FromClaim FromClass
resource/v1beta1.DeviceRequestAllocationResult.skipNodeOperations * NodePrepareResources NodeUnprepareResources
resource/v1beta2.DeviceAllocationConfiguration.source FromClaim FromClass
resource/v1beta2.DeviceRequestAllocationResult.skipNodeOperations * NodePrepareResources NodeUnprepareResources
storage/v1.StorageHealthCondition.accessMode = core/v1.PersistentVolumeAccessMode
storage/v1.StorageHealthCondition.status StorageDegraded StorageUnreachable
storage/v1.StorageHealthCondition.volumeMode = core/v1.PersistentVolumeMode
`
    .trim()
    .split("\n")
    .map((line) => {
      const [field = "", ...values] = line.split(" ");
      return [field, values];
    }),
);

/** Defaults that the tables contain only as the name of a constant. */
const publishedDefaults: ReadonlyMap<string, string> = new Map([
  ["core/v1.AzureDiskVolumeSource.cachingMode", "ReadWrite"],
  ["core/v1.AzureDiskVolumeSource.kind", "Shared"],
]);

/** Returns the field with the enum values and the default that kube-apiserver publishes. */
export function publishedField(owner: string | undefined, name: string, field: FieldSchema): FieldSchema {
  const known = publishedDefaults.get(`${owner}.${name}`);
  const written = withPublishedValues(owner, name, field);
  return known === undefined ? written : { ...written, "x-default": known };
}

function withPublishedValues(owner: string | undefined, name: string, field: FieldSchema): FieldSchema {
  const values = owner === undefined ? undefined : publishedValues.get(`${owner}.${name}`);
  if (values === undefined) return field;
  const [first, type = ""] = values;
  return withValues(
    field,
    first === "=" ? (typeSchema(type).enum ?? []) : values.map((value) => (value === '""' ? "" : value)),
  );
}

function withValues(schema: FieldSchema, values: readonly string[]): FieldSchema {
  const { enum: _own, items, additionalProperties: rest, ...others } = schema;
  if (items) return { ...others, items: withValues(items, values) };
  if (typeof rest === "object") return { ...others, additionalProperties: withValues(rest, values) };
  return { ...others, ...(values.length > 0 ? { enum: values } : {}) };
}

/**
 * Group versions that kube-apiserver registers, served or not, by group: each of them has DeleteOptions and WatchEvent.
 */
export const registeredVersions: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "admission.k8s.io": "v1 v1beta1",
    "admissionregistration.k8s.io": "v1 v1alpha1 v1beta1",
    "apiextensions.k8s.io": "v1 v1beta1",
    "apiregistration.k8s.io": "v1 v1beta1",
    apps: "v1 v1beta1 v1beta2",
    "authentication.k8s.io": "v1 v1alpha1 v1beta1",
    "authorization.k8s.io": "v1 v1beta1",
    autoscaling: "v1 v2",
    batch: "v1 v1beta1",
    "certificates.k8s.io": "v1 v1alpha1 v1beta1",
    "coordination.k8s.io": "v1 v1alpha2 v1beta1",
    "discovery.k8s.io": "v1 v1beta1",
    "events.k8s.io": "v1 v1beta1",
    extensions: "v1beta1",
    "flowcontrol.apiserver.k8s.io": "v1 v1beta1 v1beta2 v1beta3",
    "imagepolicy.k8s.io": "v1alpha1",
    "internal.apiserver.k8s.io": "v1alpha1",
    "lifecycle.k8s.io": "v1alpha1",
    "networking.k8s.io": "v1 v1beta1",
    "node.k8s.io": "v1 v1alpha1 v1beta1",
    policy: "v1 v1beta1",
    "rbac.authorization.k8s.io": "v1 v1alpha1 v1beta1",
    "resource.k8s.io": "v1 v1alpha3 v1beta1 v1beta2",
    "scheduling.k8s.io": "v1 v1alpha3 v1beta1",
    "storage.k8s.io": "v1 v1alpha1 v1beta1",
    "storagemigration.k8s.io": "v1 v1beta1",
  }),
);

/** The groups of `registeredVersions` that clients do not register. Documents of custom resources omit them. */
export const serverGroups: ReadonlySet<string> = new Set([
  "admission.k8s.io",
  "apiextensions.k8s.io",
  "apiregistration.k8s.io",
  "imagepolicy.k8s.io",
]);

interface Union {
  readonly discriminator?: string;
  readonly fields: readonly string[];
}

/** Types in which at most one field is set; the discriminator specifies which. */
const unions: ReadonlyMap<string, Union> = new Map(
  Object.entries({
    "core/v1.AppArmorProfile": { discriminator: "type", fields: ["localhostProfile"] },
    "core/v1.PodSchedulingGroup": { fields: ["podGroupName"] },
    "core/v1.SeccompProfile": { discriminator: "type", fields: ["localhostProfile"] },
    "flowcontrol/v1.LimitResponse": { discriminator: "type", fields: ["queuing"] },
    "flowcontrol/v1.PriorityLevelConfigurationSpec": { discriminator: "type", fields: ["exempt", "limited"] },
    "flowcontrol/v1.Subject": { discriminator: "kind", fields: ["group", "serviceAccount", "user"] },
    "scheduling/v1alpha3.WorkloadPodGroupDisruptionMode": { fields: ["all", "single"] },
    "scheduling/v1alpha3.WorkloadPodGroupSchedulingPolicy": { fields: ["basic", "gang"] },
  }),
);

export function unionNote({ "x-type": type }: FieldSchema): object {
  const union = type === undefined ? undefined : unions.get(type);
  if (union === undefined) return {};
  const { discriminator, fields } = union;
  const named = fields.map((field) => [field, field.charAt(0).toUpperCase() + field.slice(1)]);
  const entry = {
    ...(discriminator === undefined ? {} : { discriminator }),
    "fields-to-discriminateBy": Object.fromEntries(named),
  };
  return { "x-kubernetes-unions": [entry] };
}

/** Kinds that are also the types of fields in other types. */
const innerKinds: readonly string[] = ["core/v1.PersistentVolumeClaim", "meta/v1.APIGroup"];

export function innerKindNote({ "x-type": type = "" }: FieldSchema): object {
  if (!innerKinds.includes(type)) return {};
  const identity = { group: "", kind: type.slice(type.indexOf(".") + 1), version: "v1" };
  return { description: describeType(type), "x-kubernetes-group-version-kind": [identity] };
}

const apiextensionsPrefix = "apiextensions/v1.";

/**
 * Returns the Go type of a field that accepts any JSON.
 *
 * @param owner - the type that has the field
 */
export function freeType(schema: FieldSchema, owner: string | undefined): string {
  if (owner === "meta/v1.ManagedFieldsEntry") return "meta/v1.FieldsV1";
  if (!owner?.startsWith(apiextensionsPrefix)) return "runtime.RawExtension";
  const forms = schema["x-proto-forms"]?.properties;
  if (!forms) return `${apiextensionsPrefix}JSON`;
  if (forms["boolean"]) return `${apiextensionsPrefix}JSONSchemaPropsOrBool`;
  const isStringList = forms["list"]?.items?.type === "string";
  return apiextensionsPrefix + (isStringList ? "JSONSchemaPropsOrStringArray" : "JSONSchemaPropsOrArray");
}

/** The schema of a type that `freeType` returns. */
export const freeSchema = (type: string): object => (type.startsWith(apiextensionsPrefix) ? {} : { type: "object" });

/**
 * Whether this is the schema field of a CustomResourceDefinition. Dedicated code validates it, but it is published with
 * its type.
 */
export const isSchemaOfDefinition = (schema: FieldSchema, owner: string | undefined): boolean =>
  owner === `${apiextensionsPrefix}CustomResourceValidation` && schema["x-raw"] === true;
