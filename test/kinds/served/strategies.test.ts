import { expect, test } from "vitest";
import type { AppArmorProfile, Container } from "../../../src/api/types/core-v1.ts";
import type { Kind, Resource } from "../../../src/kind/kind.ts";
import { daemonSet } from "../../../src/kinds/apps/daemon-set.ts";
import { horizontalPodAutoscaler } from "../../../src/kinds/autoscaling/horizontal-pod-autoscaler.ts";
import { certificateSigningRequest } from "../../../src/kinds/certificates/certificate-signing-request.ts";
import { namespace } from "../../../src/kinds/core/namespace.ts";
import { node } from "../../../src/kinds/core/node.ts";
import { pod } from "../../../src/kinds/core/pod.ts";
import { secret } from "../../../src/kinds/core/secret.ts";
import { serviceAccount } from "../../../src/kinds/core/service-account.ts";
import { builtInKinds } from "../../../src/kinds/index.ts";
import { volumeAttachment } from "../../../src/kinds/storage/volume-attachment.ts";
import { ruleContext } from "../../rule/rule-ids.ts";

function resourceOf<T>({ resource, kind }: Kind<T>): Resource<T> {
  if (!resource) throw new Error(`${kind} is no resource`);
  return resource;
}

/** Returns the object as it is stored. */
function created<T>(kind: Kind<T>, object: T): T {
  const copy = structuredClone(object);
  resourceOf(kind).prepareForCreate?.(copy, ruleContext);
  return copy;
}

function updateOf<T>(kind: Kind<T>, object: T, stored: T, subresource?: string): T {
  const copy = structuredClone(object);
  const { prepareForUpdate, prepareForSubresource } = resourceOf(kind);
  if (subresource) prepareForSubresource?.(subresource, copy, structuredClone(stored), ruleContext);
  else prepareForUpdate?.(copy, structuredClone(stored), ruleContext);
  return copy;
}

const kindsWhere = (is: (resource: Resource<unknown>) => boolean | undefined) =>
  builtInKinds.flatMap(({ kind, resource }) => (resource && is(resource) ? [kind] : [])).sort();

test("an update creates an absent object of these kinds", () => {
  expect(kindsWhere(({ createOnUpdate }) => createOnUpdate)).toEqual([
    "ClusterRole",
    "ClusterRoleBinding",
    "Endpoints",
    "Event",
    "Event",
    "Lease",
    "LeaseCandidate",
    "LimitRange",
    "Role",
    "RoleBinding",
    "RuntimeClass",
    "Service",
  ]);
});

test("a write to the status subresource of these kinds does not change metadata", () => {
  expect(kindsWhere(({ resetFields }) => resetFields?.["status"]?.includes("metadata"))).toEqual([
    "APIService",
    "CSINode",
    "CompositePodGroup",
    "DeviceTaintRule",
    "Eviction",
    "EvictionRequest",
    "FlowSchema",
    "PodCertificateRequest",
    "PodGroup",
    "PriorityLevelConfiguration",
    "ResourceClaim",
    "ResourcePoolStatusRequest",
    "ServiceCIDR",
    "StorageVersionMigration",
    "ValidatingAdmissionPolicy",
    "VolumeAttachment",
  ]);
});

test("an update of these kinds requires a resourceVersion", () => {
  expect(kindsWhere(({ needsResourceVersion }) => Boolean(needsResourceVersion))).toEqual([
    "APIService",
    "CSIDriver",
    "CSINode",
    "CSIStorageCapacity",
    "ClusterTrustBundle",
    "CompositePodGroup",
    "CustomResourceDefinition",
    "DeviceTaintRule",
    "Eviction",
    "EvictionRequest",
    "Lease",
    "LeaseCandidate",
    "MutatingAdmissionPolicy",
    "MutatingAdmissionPolicyBinding",
    "MutatingWebhookConfiguration",
    "PodCertificateRequest",
    "PodDisruptionBudget",
    "PodGroup",
    "ResourcePoolStatusRequest",
    "RuntimeClass",
    "StorageVersion",
    "StorageVersionMigration",
    "ValidatingAdmissionPolicy",
    "ValidatingAdmissionPolicyBinding",
    "ValidatingWebhookConfiguration",
    "VolumeAttachment",
    "Workload",
  ]);
});

test("a new namespace is active, and has the label with its name and the finalizer `kubernetes`", () => {
  expect(created(namespace, { metadata: { name: "a" }, status: { phase: "Terminating" } })).toEqual({
    metadata: { name: "a", labels: { "kubernetes.io/metadata.name": "a" } },
    spec: { finalizers: ["kubernetes"] },
    status: { phase: "Active" },
  });
});

test("only the finalize subresource changes the finalizers of a namespace", () => {
  const stored = { spec: { finalizers: ["kubernetes"] }, status: { phase: "Active" } };
  const written = { spec: {}, status: { phase: "Terminating" } };
  expect(updateOf(namespace, written, stored)).toEqual(stored);
  expect(updateOf(namespace, written, stored, "finalize")).toEqual({ spec: {}, status: { phase: "Active" } });
  expect(updateOf(namespace, written, stored, "status")).toEqual({ ...stored, status: { phase: "Terminating" } });
});

test("the stringData of a secret is stored as data", () => {
  expect(created(secret, { data: { a: "MQ==", b: "Mg==" }, stringData: { b: "zwölf" } })).toEqual({
    data: { a: "MQ==", b: "enfDtmxm" },
  });
});

test("a service account keeps only the names of its secrets", () => {
  const secrets = [{ name: "a", namespace: "other" }];
  expect(created(serviceAccount, { secrets } as never)).toEqual({ secrets: [{ name: "a" }] });
});

test("a node may be created with a status, and only the status subresource changes it", () => {
  const stored = { spec: { unschedulable: true }, status: { capacity: { cpu: "1" } } };
  expect(created(node, stored)).toEqual(stored);
  const written = { spec: {}, status: { capacity: { cpu: "2" } } };
  expect(updateOf(node, written, stored)).toEqual({ spec: {}, status: stored.status });
  expect(updateOf(node, written, stored, "status")).toEqual({ spec: stored.spec, status: written.status });
});

test("the generation of a DaemonSet grows with its spec, and the template generation with its template", () => {
  const template = (image: string) => ({ spec: { containers: [{ name: "a", image }] } });
  const stored = created(daemonSet, { spec: { template: template("a:1") }, status: { numberReady: 3 } });
  const key = "deprecated.daemonset.template.generation";
  expect(Object.values(stored.status ?? {})).toEqual([0, 0, 0, 0]);
  expect(stored.metadata).toEqual({ generation: 1, annotations: { [key]: "1" } });
  const rescheduled = updateOf(daemonSet, { ...stored, spec: { ...stored.spec, minReadySeconds: 5 } }, stored);
  expect(rescheduled.metadata).toEqual({ generation: 2, annotations: { [key]: "1" } });
  const replaced = updateOf(daemonSet, { ...stored, spec: { template: template("a:2") } }, stored);
  expect(replaced.metadata).toEqual({ generation: 2, annotations: { [key]: "2" } });
  expect(updateOf(daemonSet, stored, stored).metadata).toEqual(stored.metadata);
});

test.each([
  { name: "no requests or limits", containers: [{}], expected: "BestEffort" },
  { name: "a request", containers: [{ resources: { requests: { cpu: "1" } } }], expected: "Burstable" },
  {
    name: "requests equal to the limits",
    containers: [{ resources: { requests: { cpu: "1000m", memory: "1Gi" }, limits: { cpu: "1", memory: "1024Mi" } } }],
    expected: "Guaranteed",
  },
  {
    name: "limits of one resource only",
    containers: [{ resources: { requests: { cpu: "1" }, limits: { cpu: "1" } } }],
    expected: "Burstable",
  },
  {
    name: "containers with different resources",
    containers: [{}, { resources: { requests: { cpu: "1", memory: "1" }, limits: { cpu: "1", memory: "1" } } }],
    expected: "Burstable",
  },
])("the QoS class of a pod: $name", ({ containers, expected }) => {
  expect(created(pod, { spec: { containers } }).status).toEqual({ phase: "Pending", qosClass: expected });
});

test.each([
  ["runtime/default", { type: "RuntimeDefault" }],
  ["localhost/web", { type: "Localhost", localhostProfile: "web" }],
  ["localhost/", undefined],
  ["localhost/web ", undefined],
  // The profile of the pod is the same, so the container gets no field.
  ["unconfined", undefined],
])("the AppArmor annotation %j of a container becomes its field: %j", (annotation, appArmorProfile) => {
  const securityContext: { readonly appArmorProfile: AppArmorProfile } = { appArmorProfile: { type: "Unconfined" } };
  const containers: Container[] = [
    { name: "web", securityContext: { runAsUser: 1 } },
    { name: "own", securityContext },
  ];
  const annotations = Object.fromEntries(
    containers.map(({ name }) => [`container.apparmor.security.beta.kubernetes.io/${name}`, annotation]),
  );
  const { spec } = created(pod, { metadata: { annotations }, spec: { containers, securityContext } });
  expect(spec?.containers?.map((container) => container.securityContext)).toEqual([
    { runAsUser: 1, ...(appArmorProfile && { appArmorProfile }) },
    securityContext,
  ]);
});

test("v2 of an autoscaler loses the annotations that v1 uses for its fields", () => {
  const annotations = { "autoscaling.alpha.kubernetes.io/metrics": "[]", team: "shop" };
  const object = { metadata: { name: "web", annotations }, spec: {} };
  horizontalPodAutoscaler.applyDefaults?.(object, { ...ruleContext, version: "v2" });
  expect(object.metadata.annotations).toEqual({ team: "shop" });
});

test("the status of a pod with scheduling gates has the condition SchedulingGated", () => {
  const { status } = created(pod, { spec: { schedulingGates: [{ name: "a.example/b" }] } });
  expect(status?.conditions).toMatchObject([{ type: "PodScheduled", status: "False", reason: "SchedulingGated" }]);
});

test("each subresource of a pod changes only its fields", () => {
  const container = { name: "a", image: "a:1" };
  const stored = { metadata: { generation: 1 }, spec: { containers: [container] }, status: { qosClass: "BestEffort" } };
  const resources = { requests: { cpu: "1" } };
  const written = { metadata: {}, spec: { containers: [{ name: "a", image: "b", resources }] }, status: {} };
  expect(updateOf(pod, written, stored, "resize")).toEqual({
    metadata: { generation: 2 },
    spec: { containers: [{ ...container, resources }] },
    status: stored.status,
  });
  const debug = { ...written, spec: { ...written.spec, ephemeralContainers: [{ name: "debug" }] } };
  expect(updateOf(pod, debug, stored, "ephemeralcontainers")).toMatchObject({
    spec: { containers: [container], ephemeralContainers: [{ name: "debug" }] },
  });
  expect(updateOf(pod, written, stored, "status")).toMatchObject({ spec: stored.spec, status: stored.status });
});

test.each([
  { name: "not scheduled", object: { spec: { terminationGracePeriodSeconds: 30 } }, expected: 0 },
  { name: "running", object: { spec: { nodeName: "n", terminationGracePeriodSeconds: 30 } }, expected: 30 },
  { name: "running, with a shorter requested period", object: { spec: { nodeName: "n" } }, asked: 5, expected: 5 },
  { name: "terminated", object: { spec: { nodeName: "n" }, status: { phase: "Failed" } }, asked: 5, expected: 0 },
  { name: "a negative requested period", object: { spec: { nodeName: "n" } }, asked: -1, expected: 1 },
])("the grace period of a pod that is deleted: $name", ({ object, asked, expected }) => {
  expect(resourceOf(pod).gracePeriodSeconds?.(object, asked)).toBe(expected);
});

test("only the status subresource changes the status of a VolumeAttachment", () => {
  const stored = { spec: { nodeName: "a" }, status: { attached: false } };
  const written = { spec: { nodeName: "b" }, status: { attached: true } };
  expect(created(volumeAttachment, written)).toEqual({ spec: { nodeName: "b" } });
  expect(updateOf(volumeAttachment, written, stored)).toEqual({ spec: { nodeName: "b" }, status: { attached: false } });
  expect(updateOf(volumeAttachment, written, stored, "status")).toEqual({
    spec: { nodeName: "a" },
    status: { attached: true },
  });
});

test("only the approval and status subresources change the status of a certificate signing request", () => {
  const stored = { spec: { signerName: "a.example/b" }, status: { certificate: "b2xk" } };
  const approved = { conditions: [{ type: "Approved", status: "True" }] };
  const written = { spec: { signerName: "c.example/d" }, status: { ...approved, certificate: "bmV3" } };
  expect(created(certificateSigningRequest, written)).toEqual({ spec: { signerName: "c.example/d" } });
  expect(updateOf(certificateSigningRequest, written, stored)).toEqual(stored);
  expect(updateOf(certificateSigningRequest, written, stored, "approval")).toEqual({
    spec: stored.spec,
    status: { ...approved, certificate: "b2xk" },
  });
  expect(updateOf(certificateSigningRequest, written, stored, "status")).toEqual({
    spec: stored.spec,
    status: written.status,
  });
});

test("a write of a certificate signing request sets the times that its conditions lack", () => {
  const [before, now] = ["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"];
  const approved = { type: "Approved", status: "True", lastUpdateTime: before, lastTransitionTime: before };
  const stored = { status: { conditions: [approved] } };
  const written = (subresource: string, ...conditions: readonly object[]) => {
    const copy = structuredClone({ status: { conditions } }) as typeof stored;
    const { prepareForSubresource } = resourceOf(certificateSigningRequest);
    prepareForSubresource?.(subresource, copy, structuredClone(stored), { ...ruleContext, now });
    return copy.status.conditions;
  };
  const [again, changed] = [
    { type: "Approved", status: "True", reason: "Again" },
    { type: "Approved", status: "False" },
  ];
  expect(written("approval", again)).toEqual([{ ...again, lastUpdateTime: now, lastTransitionTime: before }]);
  expect(written("approval", changed)).toEqual([{ ...changed, lastUpdateTime: now, lastTransitionTime: now }]);
  const failed = { type: "Failed", status: "True", lastUpdateTime: before };
  expect(written("status", failed, again)).toEqual([{ ...failed, lastTransitionTime: now }, approved]);
});
