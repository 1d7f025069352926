/**
 * Updates as a client of the library gives them: the whole object, with whatever the API server puts back.
 */
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

test("times and generation are put back", () => {
  for (const metadata of [
    { ...meta, creationTimestamp: "2020-01-01T00:00:00Z" },
    { ...meta, generation: 1 },
    { ...meta, generation: -1 },
    { name: "web", namespace: "shop" },
  ]) {
    expect(errors({ ...deployment, metadata }, deployment)).toEqual([]);
  }
});

test("the status that an update brings is put back, and the spec that a status brings", () => {
  const wrong = { ...deployment, spec: { replicas: -1 }, status: { updatedReplicas: -1 } };
  expect(errors({ ...deployment, status: wrong.status }, deployment)).toEqual([]);
  expect(errors({ ...deployment, status: wrong.status }, deployment, "status")).toEqual(["status/counts"]);
  expect(errors({ ...deployment, spec: wrong.spec }, deployment, "status")).toEqual([]);
  expect(errors({ ...deployment, spec: wrong.spec }, deployment)).not.toEqual([]);
});

test("what is put back may have any value of its type, and none of another", () => {
  const strategy = { ...workload, strategy: { type: "Sideways" } };
  expect(errors({ ...deployment, spec: strategy }, deployment, "status")).toEqual([]);
  expect(errors({ ...deployment, spec: strategy }, deployment)).toEqual(["schema/enum"]);
  expect(errors({ ...deployment, spec: { replicas: "2" } }, deployment, "status")).toEqual(["schema/type"]);
});

test.each([
  { name: "the same", collisionCount: 3, expected: [] },
  { name: "more", collisionCount: 4, expected: [] },
  { name: "fewer", collisionCount: 2, expected: ["status/counts"] },
  { name: "none", collisionCount: undefined, expected: ["status/counts"] },
])("collisions of a status are not lowered: $name", ({ collisionCount, expected }) => {
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

test("a request for a certificate stays what it is", () => {
  const stored = {
    apiVersion: "certificates.k8s.io/v1",
    kind: "CertificateSigningRequest",
    metadata: { name: "web" },
    spec: { signerName: "example.com/signer", request: "LS0t", usages: ["client auth"] },
  };
  expect(errors({ ...stored, spec: { usages: ["nonsense"] } }, stored)).toEqual([]);
});

test("claims of a StatefulSet are claims, whatever they are called", () => {
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
const addressed = {
  clusterIP: "10.0.0.7",
  clusterIPs: ["10.0.0.7"],
  ipFamilies: ["IPv4"],
  ipFamilyPolicy: "SingleStack",
};

test.each([
  { name: "no address", spec: {}, expected: [] },
  { name: "one form of the address", spec: { clusterIP: "10.0.0.7" }, expected: [] },
  { name: "an empty address", spec: { ...addressed, clusterIP: "" }, expected: [] },
  {
    name: "another address",
    spec: { clusterIP: "10.0.0.8", clusterIPs: ["10.0.0.8"] },
    expected: ["service/immutable"],
  },
  {
    name: "another family",
    spec: { ...addressed, ipFamilies: ["IPv6"] },
    expected: ["service/cluster-ips", "service/immutable"],
  },
  {
    name: "a type without addresses",
    spec: { ...addressed, type: "ExternalName", externalName: "a.example" },
    expected: [],
  },
  { name: "a second family", spec: { ...addressed, ipFamilies: ["IPv4", "IPv6"] }, expected: ["service/cluster-ips"] },
])("an update of a Service with $name", ({ spec, expected }) => {
  expect(errors(service(spec), service(addressed)).sort()).toEqual(expected);
});

test("ports that the server gave out go with the type that needs them", () => {
  const port = { port: 80, nodePort: 30080 };
  const stored = service({
    ...addressed,
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

test("both forms of a claim's source say the same", () => {
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
