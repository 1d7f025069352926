/** Updates as clients of the library send them: the whole object, some fields of which the API server restores. */
import { expect, test } from "vitest";
import { createVetter } from "../../src/engine/vetter.ts";

const vetter = createVetter();

function errors(object: unknown, stored: unknown, subresource?: string): string[] {
  const found = vetter.vetObject(object, stored, subresource).filter(({ severity }) => severity === "error");
  return found.map(({ rule }) => rule);
}

const meta = {
  name: "web",
  namespace: "shop",
  uid: "0d4f8f3c",
  creationTimestamp: "2026-01-31T12:00:00Z",
  generation: 4,
};
const template = {
  metadata: { labels: { app: "web" } },
  spec: { containers: [{ name: "web", image: "registry.example.org/web:1.0" }] },
};
const workload = { selector: { matchLabels: { app: "web" } }, template };

const daemonSet = { apiVersion: "apps/v1", kind: "DaemonSet", metadata: meta, spec: workload };
const deployment = { apiVersion: "apps/v1", kind: "Deployment", metadata: meta, spec: { ...workload, replicas: 2 } };

test("the API server restores the creation time and the generation", () => {
  for (const metadata of [
    { ...meta, creationTimestamp: "2020-01-01T00:00:00Z" },
    { ...meta, generation: 1 },
    { ...meta, generation: -1 },
    { name: "web", namespace: "shop" },
  ]) {
    expect(errors({ ...deployment, metadata }, deployment)).toEqual([]);
  }
});

test("an update restores the status, and an update of the status restores the spec", () => {
  const wrong = { ...deployment, spec: { replicas: -1 }, status: { updatedReplicas: -1 } };
  expect(errors({ ...deployment, status: wrong.status }, deployment)).toEqual([]);
  expect(errors({ ...deployment, status: wrong.status }, deployment, "status")).toEqual(["status/counts"]);
  expect(errors({ ...deployment, spec: wrong.spec }, deployment, "status")).toEqual([]);
  expect(errors({ ...deployment, spec: wrong.spec }, deployment)).not.toEqual([]);
});

test("a restored field may have any value of its type, but none of another type", () => {
  const strategy = { ...workload, strategy: { type: "Sideways" } };
  expect(errors({ ...deployment, spec: strategy }, deployment, "status")).toEqual([]);
  expect(errors({ ...deployment, spec: strategy }, deployment)).toEqual(["schema/enum"]);
  expect(errors({ ...deployment, spec: { replicas: "2" } }, deployment, "status")).toEqual(["schema/type"]);
});

test.each([
  { name: "the same count", collisionCount: 3, expected: [] },
  { name: "a higher count", collisionCount: 4, expected: [] },
  { name: "a lower count", collisionCount: 2, expected: ["status/counts"] },
  { name: "an absent count", collisionCount: undefined, expected: ["status/counts"] },
])("an update of the status must not lower collisionCount: $name", ({ collisionCount, expected }) => {
  for (const object of [daemonSet, deployment]) {
    const stored = { ...object, status: { collisionCount: 3 } };
    const status = collisionCount === undefined ? {} : { collisionCount };
    expect(errors({ ...object, status }, stored, "status")).toEqual(expected);
  }
});

test.each([
  { generation: "1", expected: [] },
  { generation: "+7", expected: [] },
  { generation: "9223372036854775807", expected: [] },
  { generation: "9223372036854775808", expected: ["daemon-set/template-generation"] },
  { generation: "1a", expected: ["daemon-set/template-generation"] },
  { generation: "", expected: ["daemon-set/template-generation"] },
])("the template's generation $generation of a DaemonSet", ({ generation, expected }) => {
  const annotations = { "deprecated.daemonset.template.generation": generation };
  const object = { ...daemonSet, metadata: { ...meta, annotations } };
  expect(errors(object, daemonSet)).toEqual(expected);
  expect(errors(object, undefined)).toEqual(expected);
});

test("an update restores the spec of a CertificateSigningRequest", () => {
  const stored = {
    apiVersion: "certificates.k8s.io/v1",
    kind: "CertificateSigningRequest",
    metadata: { name: "web" },
    spec: { signerName: "example.com/signer", request: "LS0t", usages: ["client auth"] },
  };
  expect(errors({ ...stored, spec: { usages: ["nonsense"] } }, stored)).toEqual([]);
});

test("apiVersion and kind of claim templates may change, since all are PersistentVolumeClaims", () => {
  const claim = {
    metadata: { name: "data" },
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
  };
  const withClaim = (fields: object) => ({
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    metadata: meta,
    spec: { ...workload, serviceName: "web", volumeClaimTemplates: [{ ...claim, ...fields }] },
  });
  const stored = withClaim({ apiVersion: "v1", kind: "PersistentVolumeClaim", status: { phase: "Pending" } });
  expect(errors(withClaim({}), stored)).toEqual([]);
  expect(errors(withClaim({ kind: "" }), stored)).toEqual([]);
  expect(errors(withClaim({ metadata: { name: "logs" } }), stored)).toEqual(["stateful-set/immutable"]);
});

const service = (spec: object) => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: meta,
  spec: { selector: { app: "web" }, ports: [{ port: 80 }], ...spec },
});
const addressedSpec = {
  clusterIP: "10.0.0.7",
  clusterIPs: ["10.0.0.7"],
  ipFamilies: ["IPv4"],
  ipFamilyPolicy: "SingleStack",
};

test.each([
  { name: "no address", spec: {}, expected: [] },
  { name: "clusterIP without clusterIPs", spec: { clusterIP: "10.0.0.7" }, expected: [] },
  { name: "an empty address", spec: { ...addressedSpec, clusterIP: "" }, expected: [] },
  {
    name: "another address",
    spec: { clusterIP: "10.0.0.8", clusterIPs: ["10.0.0.8"] },
    expected: ["service/immutable"],
  },
  {
    name: "another IP family",
    spec: { ...addressedSpec, ipFamilies: ["IPv6"] },
    expected: ["service/cluster-ips", "service/immutable"],
  },
  {
    name: "a type without cluster IPs",
    spec: { ...addressedSpec, type: "ExternalName", externalName: "a.example" },
    expected: [],
  },
  {
    name: "a second IP family",
    spec: { ...addressedSpec, ipFamilies: ["IPv4", "IPv6"] },
    expected: ["service/cluster-ips"],
  },
])("an update of a Service with $name", ({ spec, expected }) => {
  expect(errors(service(spec), service(addressedSpec)).sort()).toEqual(expected);
});

test("allocated ports are dropped together with the type that needs them", () => {
  const port = { port: 80, nodePort: 30080 };
  const stored = service({
    ...addressedSpec,
    type: "LoadBalancer",
    externalTrafficPolicy: "Local",
    healthCheckNodePort: 30081,
    ports: [port],
  });
  const update = (spec: object) => errors(service({ ...stored.spec, ...spec }), stored);
  expect(update({ type: "ClusterIP" })).toEqual([]);
  expect(update({ externalTrafficPolicy: "Cluster" })).toEqual([]);
  expect(update({ healthCheckNodePort: 0 })).toEqual([]);
  expect(update({ healthCheckNodePort: 30082 })).toEqual(["service/immutable"]);
  expect(update({ type: "ClusterIP", ports: [{ port: 80, nodePort: 30099 }] })).toEqual(["service/ports"]);
});

test("dataSource and dataSourceRef of a claim are equivalent", () => {
  const claim = (spec: object) => ({
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: meta,
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } }, ...spec },
  });
  const source = { kind: "PersistentVolumeClaim", name: "old" };
  const stored = claim({ dataSource: source, dataSourceRef: source });
  expect(errors(claim({ dataSourceRef: source }), stored)).toEqual([]);
  expect(errors(claim({ dataSource: source }), stored)).toEqual([]);
  expect(errors(claim({}), stored)).toEqual(["volume-claim/immutable"]);
  expect(errors(claim({ dataSource: { apiGroup: "example.com", kind: "Widget", name: "a" } }), claim({}))).toEqual([]);
});

test.each([
  {
    name: "an unknown operation",
    entry: { manager: "a", operation: "Patch", apiVersion: "v1", fieldsType: "FieldsV1" },
  },
  { name: "no apiVersion", entry: { manager: "a", operation: "Apply", fieldsType: "FieldsV1" } },
  { name: "no fieldsType", entry: { manager: "a", operation: "Apply", apiVersion: "v1" } },
  {
    name: "fields that are not an object",
    entry: { manager: "a", operation: "Apply", apiVersion: "v1", fieldsType: "FieldsV1", fieldsV1: { "f:spec": 1 } },
  },
])("managedFields with $name are dropped with a finding", ({ entry }) => {
  const object = { ...deployment, metadata: { name: "web", namespace: "shop", managedFields: [entry] } };
  expect(errors(object, undefined)).toEqual([]);
  expect(vetter.vetObject(object).map(({ rule }) => rule)).toContain("meta/managed-fields");
});

test("an owner that is listed twice counts once", () => {
  const owner = { apiVersion: "v1", kind: "Pod", name: "a", uid: "1", controller: true };
  const withOwners = (...ownerReferences: object[]) => ({ ...deployment, metadata: { ...meta, ownerReferences } });
  expect(errors(withOwners(owner, owner), undefined)).toEqual([]);
  expect(errors(withOwners(owner, { ...owner, uid: "2" }), undefined)).toEqual(["meta/one-controller"]);
});

test("generateName must not contain a slash, also if the kind does not restrict names", () => {
  const controller = {
    apiVersion: "v1",
    kind: "ReplicationController",
    metadata: { name: "web", namespace: "shop", generateName: "a/b" },
    spec: { template },
  };
  expect(errors(controller, undefined)).toEqual(["meta/name"]);
});

const pod = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web", namespace: "shop" },
  spec: { ...template.spec, priority: 0, preemptionPolicy: "PreemptLowerPriority" },
};

test("fields that admission set in a pod stay if an update leaves them out", () => {
  expect(errors({ ...pod, spec: template.spec }, pod)).toEqual([]);
  expect(errors({ ...pod, spec: { ...pod.spec, priority: 5 } }, pod)).toEqual(["pod/immutable"]);
});

test("an update may lower the deadline of a pod, but not set it to 0", () => {
  const stored = { ...pod, spec: { ...pod.spec, activeDeadlineSeconds: 600 } };
  const update = (activeDeadlineSeconds: number) =>
    errors({ ...pod, spec: { ...pod.spec, activeDeadlineSeconds } }, stored);
  expect(update(60)).toEqual([]);
  expect(update(0)).toEqual(["pod/deadlines"]);
});

test("an update may add to the node selector of a pod with scheduling gates, but not remove from it", () => {
  const gated = {
    ...pod,
    spec: { ...pod.spec, schedulingGates: [{ name: "a.example/b" }], nodeSelector: { disk: "ssd" } },
  };
  const update = (nodeSelector: object) => errors({ ...gated, spec: { ...gated.spec, nodeSelector } }, gated);
  expect(update({ disk: "ssd", zone: "a" })).toEqual([]);
  expect(update({ zone: "a" })).toEqual(["pod/immutable"]);
});

test("an update of a suspended job may change the placement of its pods, and nothing else of them", () => {
  const job = (spec: object, suspend: boolean) => ({
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: meta,
    spec: { suspend, template: { spec: { ...template.spec, restartPolicy: "Never", ...spec } } },
  });
  const placed = { nodeSelector: { disk: "ssd" } };
  expect(errors(job(placed, true), job({}, true))).toEqual([]);
  expect(errors(job(placed, false), job({}, false))).toEqual(["job/immutable"]);
  expect(errors(job({ hostNetwork: true }, true), job({}, true))).toEqual(["job/immutable"]);
});

test("dataSourceRef without a kind is an error, also if its namespace is null", () => {
  const claim = (dataSourceRef: object) => ({
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: { name: "data", namespace: "shop" },
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } }, dataSourceRef },
  });
  expect(errors(claim({ kind: "", name: "a", namespace: null }), undefined)).toContain("volume-claim/spec");
});
