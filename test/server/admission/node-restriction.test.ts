/** Writes of kubelets under NodeRestriction, with the messages of kube-apiserver. */
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { staticTokens } from "../../../src/server/authn/static-tokens.ts";
import { alwaysAllow } from "../../../src/server/authz/always.ts";
import { call } from "../api-client.ts";
import { adminToken, startTestServer, type TestServer } from "../start.ts";

const nodeUser = (name: string, groups = ["system:nodes"]) => ({
  username: `system:node:${name}`,
  uid: "",
  groups,
  extra: {},
});
const tokens = [
  { token: adminToken, user: { username: "admin", uid: "", groups: ["system:masters"], extra: {} } },
  { token: "one", user: nodeUser("one") },
  { token: "nameless", user: nodeUser("") },
  { token: "no-node", user: nodeUser("two", []) },
];

let server: TestServer;
let uid = "";
const callWithToken = (token: string, method: string, path: string, body?: unknown, type = "application/json") =>
  call(server, { method, path, body, headers: { authorization: `Bearer ${token}`, "content-type": type } });
const merge = "application/merge-patch+json";
const pods = "/api/v1/namespaces/default/pods";
const pod = (name: string, nodeName: string) => ({
  metadata: { name },
  spec: { nodeName, containers: [{ name: "a", image: "a" }] },
});

beforeAll(async () => {
  server = await startTestServer({
    isPluginOn: (name) => name === "NodeRestriction",
    featureGates: { DRANodeAllocatableResources: true },
    authenticators: [staticTokens(tokens)],
    authorizer: () => alwaysAllow,
  });
  uid = (await callWithToken("one", "POST", "/api/v1/nodes", { metadata: { name: "one" } })).json.metadata.uid;
  await server.call("POST", "/api/v1/nodes", { metadata: { name: "two" } });
  await server.call("POST", pods, pod("mine", "one"));
  await server.call("POST", pods, pod("theirs", "two"));
});
afterAll(() => server.close());

describe("writes of kubelets to nodes", () => {
  const label = (labels: object) => ({ metadata: { name: "one", labels } });
  test.each([
    { name: "two", patch: {}, why: 'node "one" is not allowed to modify node "two"' },
    {
      name: "one",
      patch: { spec: { taints: [{ key: "a", effect: "NoSchedule" }] } },
      why: 'node "one" is not allowed to modify taints',
    },
    {
      name: "one",
      patch: { metadata: { ownerReferences: [{ apiVersion: "v1", kind: "Node", name: "gone", uid: "gone" }] } },
      why: 'node "one" is not allowed to modify ownerReferences',
    },
    {
      name: "one",
      patch: label({ "node-role.kubernetes.io/x": "", "x.node-restriction.kubernetes.io/a": "" }),
      why: "is not allowed to modify labels: node-role.kubernetes.io/x, x.node-restriction.kubernetes.io/a",
    },
    { name: "one", patch: label({ "kubernetes.io/os": "linux", "x.node.kubernetes.io/a": "", "example.com/a": "" }) },
    { name: "one", patch: { status: { phase: "Running" } } },
  ])("are limited to the kubelet's own node and to some fields: $name $patch", async ({ name, patch, why }) => {
    const { code, json } = await callWithToken("one", "PATCH", `/api/v1/nodes/${name}`, patch, merge);
    if (why === undefined) expect([code, json.message]).toEqual([200, undefined]);
    else expect([code, json.message]).toEqual([403, `nodes "${name}" is forbidden: ${why}`]);
  });

  test("cannot register a node with restricted labels", async () => {
    const body = { metadata: { name: "one", labels: { "node-restriction.kubernetes.io/a": "" } } };
    const { json } = await callWithToken("one", "POST", "/api/v1/nodes", body);
    expect(json.message).toMatch(/not allowed to set the following labels: node-restriction\.kubernetes\.io\/a$/);
  });
});

const mirror = (more: object = {}, metadata: object = {}) => ({
  metadata: {
    name: "mirror",
    annotations: { "kubernetes.io/config.mirror": "x" },
    ownerReferences: [{ apiVersion: "v1", kind: "Node", name: "one", uid, controller: true }],
    ...metadata,
  },
  spec: { ...pod("mirror", "one").spec, ...more },
});
const owner = (more: object) => () => ({ ownerReferences: [{ ...mirror().metadata.ownerReferences[0], ...more }] });
const projecting = (source: object) => ({ volumes: [{ name: "v", projected: { sources: [source] } }] });

test.each([
  {
    metadata: () => ({ annotations: {} }),
    why: 'pod does not have "kubernetes.io/config.mirror" annotation, node "one"',
  },
  { spec: { nodeName: "two" }, why: 'node "one" can only create pods with spec.nodeName set to itself' },
  { metadata: () => ({ ownerReferences: [] }), why: "with an owner reference set to itself" },
  { metadata: owner({ name: "two" }), why: "with an owner reference set to itself" },
  { metadata: owner({ controller: false }), why: "with a controller owner reference set to itself" },
  { metadata: owner({ blockOwnerDeletion: true }), why: "must not set blockOwnerDeletion" },
  { metadata: owner({ uid: "other" }), why: "node one UID mismatch: expected other got" },
  { spec: { serviceAccountName: "a" }, why: "can not create pods that reference serviceaccounts" },
  {
    spec: { volumes: [{ name: "v", secret: { secretName: "s" } }] },
    why: "can not create pods that reference secrets",
  },
  {
    spec: { containers: [{ name: "a", image: "a", envFrom: [{ configMapRef: { name: "c" } }] }] },
    why: "can not create pods that reference configmaps",
  },
  {
    spec: { volumes: [{ name: "v", persistentVolumeClaim: { claimName: "c" } }] },
    why: "can not create pods that reference persistentvolumeclaims",
  },
  {
    spec: { volumes: [{ name: "v", ephemeral: { volumeClaimTemplate: { spec: {} } } }] },
    why: "can not create pods that reference persistentvolumeclaims (via ephemeral volumes)",
  },
  {
    spec: { resourceClaims: [{ name: "r", resourceClaimName: "c" }] },
    why: "can not create pods that reference resourceclaims",
  },
  {
    spec: { volumes: [{ name: "v", csi: { driver: "example.com" } }] },
    why: "can not create pods that reference csidrivers (via CSI volumes)",
  },
  {
    spec: { volumes: [{ name: "v", glusterfs: { endpoints: "e", path: "p" } }] },
    why: "can not create pods that reference endpoints (via glusterFS volumes)",
  },
  { spec: projecting({ serviceAccountToken: { path: "t" } }), why: "serviceaccounts (via projected volumes)" },
  { spec: projecting({ clusterTrustBundle: { name: "a", path: "t" } }), why: "reference clustertrustbundles" },
  {
    spec: projecting({ podCertificate: { signerName: "example.com/a", keyType: "ED25519", keyPath: "k" } }),
    why: "reference podcertificates",
  },
])(
  "a mirror pod must belong to the node and reference no objects: $why",
  async ({ metadata = () => ({}), spec = {}, why }) => {
    const { code, json } = await callWithToken("one", "POST", `${pods}?dryRun=All`, mirror(spec, metadata()));
    expect([code, json.message]).toEqual([403, expect.stringContaining(why)]);
  },
);

test("a kubelet creates and deletes mirror pods of its node", async () => {
  expect((await callWithToken("one", "POST", pods, mirror())).code).toBe(201);
  expect((await callWithToken("one", "DELETE", `${pods}/mirror?gracePeriodSeconds=0`)).code).toBe(200);
});

test.each([
  { method: "PATCH", path: "mine/status", body: { status: { phase: "Running" } } },
  {
    method: "PATCH",
    path: "mine/status",
    body: { metadata: { labels: { a: "b" } } },
    why: "cannot update labels through",
  },
  {
    method: "PATCH",
    path: "mine/status",
    body: { status: { resourceClaimStatuses: [{ name: "a", resourceClaimName: "b" }] } },
    why: "cannot update resource claim statues",
  },
  {
    method: "PATCH",
    path: "mine/status",
    body: { status: { nodeAllocatableResourceClaimStatuses: [{ resourceClaimName: "a", containers: ["a"] }] } },
    why: "cannot update node allocatable resource claim statuses",
  },
  {
    method: "PATCH",
    path: "theirs/status",
    body: { status: { phase: "Running" } },
    why: "can only update pod status for",
  },
  {
    method: "PATCH",
    path: "mine",
    body: { metadata: { labels: { a: "b" } } },
    why: 'unexpected operation "UPDATE", node',
  },
  { method: "DELETE", path: "theirs", why: "can only delete pods with spec.nodeName set to itself" },
])(
  "only the kubelet of its node writes a pod, and only some fields: $method $path $why",
  async ({ method, path, body, why }) => {
    const { code, json } = await callWithToken("one", method, `${pods}/${path}`, body, merge);
    if (why === undefined) expect([code, json.message]).toEqual([200, undefined]);
    else expect([code, json.message]).toEqual([403, expect.stringContaining(why)]);
  },
);

test("a kubelet creates leases, CSINodes and ResourceSlices only for its node", async () => {
  const lease = (namespace: string, name: string) =>
    callWithToken("one", "POST", `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases?dryRun=All`, {
      metadata: { name },
      spec: { holderIdentity: "a", leaseDurationSeconds: 1 },
    });
  const csiNode = (name: string) =>
    callWithToken("one", "POST", "/apis/storage.k8s.io/v1/csinodes?dryRun=All", {
      metadata: { name },
      spec: { drivers: [] },
    });
  const createResourceSlice = (nodeName: string) =>
    callWithToken("one", "POST", "/apis/resource.k8s.io/v1/resourceslices?dryRun=All", {
      metadata: { name: "s" },
      spec: { nodeName, driver: "a.example.com", pool: { name: "p", resourceSliceCount: 1, generation: 1 } },
    });
  const answers = [
    ...[await lease("kube-node-lease", "one"), await lease("default", "one"), await lease("kube-node-lease", "two")],
    ...[await csiNode("one"), await csiNode("two"), await createResourceSlice("one"), await createResourceSlice("two")],
  ];
  expect(answers.map(({ code }) => code)).toEqual([201, 403, 403, 201, 403, 201, 403]);
});

test("a kubelet deletes only the ResourceSlices of its node", async () => {
  const slices = "/apis/resource.k8s.io/v1/resourceslices";
  const pool = { name: "p", resourceSliceCount: 1, generation: 1 };
  for (const nodeName of ["one", "two"]) {
    const slice = { metadata: { name: nodeName }, spec: { nodeName, driver: "a.example.com", pool } };
    await server.call("POST", slices, slice);
  }
  const answers = [
    await callWithToken("one", "DELETE", `${slices}/two`),
    await callWithToken("one", "DELETE", `${slices}/one`),
  ];
  const why = "can only delete ResourceSlice with the same NodeName as the requesting node";
  expect(answers.map(({ code, json }) => [code, json.message])).toEqual([
    [403, expect.stringContaining(why)],
    [200, undefined],
  ]);
});

test("a kubelet may change only the status of persistent volume claims", async () => {
  const claims = "/api/v1/namespaces/default/persistentvolumeclaims";
  const spec = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };
  await server.call("POST", claims, { metadata: { name: "c" }, spec });
  const patch = (path: string, body: object) => callWithToken("one", "PATCH", `${claims}/c${path}`, body, merge);
  const capacity = await patch("/status", { status: { capacity: { storage: "1Gi" } } });
  const labels = await patch("/status", { metadata: { labels: { a: "b" } } });
  expect([capacity.code, labels.code, (await patch("", {})).code]).toEqual([200, 403, 403]);
});

/** Returns a certificate signing request of a kubelet, base64-encoded. */
function certificateRequest(subject: string): string {
  const args = [
    "req",
    "-new",
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:P-256",
    "-nodes",
    "-keyout",
    "/dev/null",
  ];
  const pem = execFileSync("openssl", [...args, "-subj", subject], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  return Buffer.from(pem).toString("base64");
}

test("a certificate request of a kubelet must name its node", async () => {
  const createSigningRequest = (subject: string) =>
    callWithToken("one", "POST", "/apis/certificates.k8s.io/v1/certificatesigningrequests?dryRun=All", {
      metadata: { name: "r" },
      spec: {
        signerName: "kubernetes.io/kubelet-serving",
        usages: ["digital signature", "server auth"],
        request: certificateRequest(subject),
      },
    });
  const [own, other] = [
    await createSigningRequest("/O=system:nodes/CN=system:node:one"),
    await createSigningRequest("/O=system:nodes/CN=system:node:two"),
  ];
  expect([own.code, other.code]).toEqual([201, 403]);
  expect(other.json.message).toContain("can only create a node CSR with CN=system:node:one");
});

test("users outside system:nodes are not restricted, and a user of that group needs a node name", async () => {
  const labelled = { metadata: { labels: { "node-role.kubernetes.io/x": "" } } };
  const patch = (token: string) => callWithToken(token, "PATCH", "/api/v1/nodes/two?dryRun=All", labelled, merge);
  const [other, nameless] = [await patch("no-node"), await patch("nameless")];
  expect([other.code, nameless.code]).toEqual([200, 403]);
  expect(nameless.json.message).toContain('could not determine node from user "system:node:"');
});
