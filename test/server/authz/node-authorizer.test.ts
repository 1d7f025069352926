/** The node authorizer with upstream's test tables, and its graph while objects change. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { AccessAttributes } from "../../../src/access/request.ts";
import { selectorsOfQuery } from "../../../src/access/selectors.ts";
import { bootstrapPolicy } from "../../../src/server/authz/bootstrap-policy.ts";
import { nodeAuthorizer } from "../../../src/server/authz/node-authorizer.ts";
import { NodeGraph } from "../../../src/server/authz/node-graph.ts";
import type { ObjectSource } from "../../../src/server/authz/rbac-source.ts";
import type { CacheReader } from "../../../src/server/registry/watch-cache.ts";
import type { ApiObject } from "../../../src/server/request/api-object.ts";

/** The objects of one resource, and the subscribers to their changes. */
class Objects implements ObjectSource {
  readonly objects = new Map<string, ApiObject>();
  private readonly readers: CacheReader[] = [];

  cached = () => [...this.objects.values()];
  subscribe = (reader: CacheReader) => this.readers.push(reader);

  write(metadata: ApiObject["metadata"], fields: object | undefined): void {
    const key = `${metadata.namespace}/${metadata.name}`;
    const previous = this.objects.get(key);
    const object = fields && ({ metadata, ...fields } as ApiObject);
    if (object) this.objects.set(key, object);
    else this.objects.delete(key);
    const event = { key, revision: 1, ...(object ? { object } : {}), ...(previous ? { previous } : {}) };
    for (const reader of this.readers) reader.change(event as Parameters<CacheReader["change"]>[0]);
  }

  /** Resets the readers, as after missed changes. */
  reset(): void {
    for (const reader of this.readers) reader.reset();
  }
}

const resources = ["pods", "persistentvolumes", "volumeattachments", "resourceslices", "podcertificaterequests"];

function makeCluster() {
  const sources = new Map(resources.map((resource) => [resource, new Objects()]));
  const graph = new NodeGraph((_group, resource) => sources.get(resource));
  const write = (resource: string, path: string, fields: object | undefined) => {
    const [name = "", namespace] = path.split("/").reverse();
    sources.get(resource)?.write({ name, ...(namespace === undefined ? {} : { namespace }) }, fields);
  };
  return { sources, graph, write };
}

/** Creates two nodes with two pods each, as in the tables. */
function fillCluster({ write }: ReturnType<typeof makeCluster>): void {
  for (const nodeName of ["node0", "node1"]) {
    for (const number of [0, 1]) {
      const namespace = `ns${number}`;
      const name = `pod${number}-${nodeName}`;
      const volume = `pv0-${name}-${namespace}`;
      write("pods", `${namespace}/${name}`, {
        spec: {
          nodeName,
          serviceAccountName: `svcacct${number}-${nodeName}`,
          volumes: [
            { secret: { secretName: `secret0-${name}` } },
            { secret: { secretName: "secret0-shared" } },
            { configMap: { name: `configmap0-${name}` } },
            { persistentVolumeClaim: { claimName: `pvc0-${name}` } },
          ],
          resourceClaims: [
            { name: "claim0", resourceClaimName: `claim0-${name}-${namespace}` },
            { name: "template0", resourceClaimTemplateName: "t" },
            { name: "made0", resourceClaimTemplateName: "t" },
          ],
        },
        status: {
          resourceClaimStatuses: [{ name: "made0", resourceClaimName: `generated-claim-${name}-${namespace}-0` }],
        },
      });
      write("persistentvolumes", volume, {
        spec: {
          claimRef: { namespace, name: `pvc0-${name}` },
          flexVolume: { secretRef: { name: `secret-${volume}` } },
        },
      });
      for (const request of [0, 1])
        write("podcertificaterequests", `${namespace}/pcr${request}-${name}`, { spec: { nodeName } });
    }
    write("volumeattachments", `attachment0-${nodeName}`, { spec: { nodeName } });
    for (const slice of [0, 1, 2]) write("resourceslices", `slice${slice}-${nodeName}`, { spec: { nodeName } });
  }
}

const nodeRole = bootstrapPolicy("k8s.io").find(({ object }) => object.metadata.name === "system:node")?.object;
const rules = nodeRole && "rules" in nodeRole ? (nodeRole.rules ?? []) : [];
/** The relevant feature gates that are on by default in 1.37. */
const defaultGates = new Set(["KubeletServiceAccountTokenForCredentialProviders", "PodCertificateRequest"]);

function authorizerOf(graph: NodeGraph, gates: readonly string[] = []) {
  const isEnabled = (gate: string) =>
    !gates.includes(`-${gate}`) && (gates.includes(`+${gate}`) || defaultGates.has(gate));
  return nodeAuthorizer({ graph, rules, isEnabled, groupDomain: "k8s.io" });
}

const nodeUser = (name: string) => ({ username: `system:node:${name}`, uid: "", groups: ["system:nodes"], extra: {} });
const textOf = (cell = "-"): string => (cell === "-" ? "" : cell);

function attributesOf(verb: string, what: string, [namespace, name, selector]: readonly string[]): AccessAttributes {
  const parts = what.split("/");
  const group = parts[0]?.includes(".") ? (parts.shift() ?? "") : "";
  const [resource = "", subresource = ""] = parts;
  const names = { group, version: "v1", resource, subresource, name: textOf(name), namespace: textOf(namespace) };
  return { kind: "resource", verb, ...names, ...selectorsOfQuery(textOf(selector), "") };
}

const lines = readFileSync(new URL("./data/node-requests.txt", import.meta.url), "utf8")
  .trim()
  .split("\n");

/** Creates the cluster in each test, so that objects that the code cannot read fail a test and not the file. */
function filledCluster() {
  const cluster = makeCluster();
  fillCluster(cluster);
  return cluster;
}

test.each(lines)("%s", async (line) => {
  const [opinion, node = "", verb = "", what = "", ...rest] = line.split(" ");
  const authorizer = authorizerOf(filledCluster().graph, textOf(rest[3]).split(","));
  const request = { user: nodeUser(node), attributes: attributesOf(verb, what, rest) };
  expect(await authorizer.authorize(request)).toMatchObject({ opinion });
});

test.each<[string, string, readonly string[], string, { readonly gates: readonly string[] }?]>([
  ["create", "coordination.k8s.io/leases", ["kube-node-lease", "-"], ""],
  ["create", "storage.k8s.io/csinodes", ["-", "-"], ""],
  ["update", "persistentvolumeclaims/status", ["ns0", "pvc0-pod0-node0"], ""],
  ["patch", "persistentvolumeclaims/status", ["ns0", "pvc0-pod0-node0"], ""],
  ["get", "persistentvolumeclaims/status", ["ns0", "pvc0-pod0-node0"], "can only get/update/patch this type"],
  [
    "update",
    "persistentvolumeclaims/status",
    ["ns0", "pvc0-pod0-node1"],
    "no relationship found between node 'node0' and this object",
  ],
  ["get", "secrets", ["ns0", "-"], "No Object name found"],
  [
    "get",
    "resource.k8s.io/resourceslices/status",
    ["-", "slice0-node0"],
    "cannot authorize ResourceSlice subresources",
  ],
  [
    "get",
    "storage.k8s.io/csinodes/status",
    ["-", "node0"],
    "CSINode status access requires CSIVolumeHealth feature",
    { gates: ["-CSIVolumeHealth"] },
  ],
])("%s %s %j: %j", async (verb, resource, names, reason, { gates } = { gates: [] }) => {
  const authorizer = authorizerOf(filledCluster().graph, gates);
  const decision = await authorizer.authorize({
    user: nodeUser("node0"),
    attributes: attributesOf(verb, resource, names),
  });
  expect(decision).toEqual({ opinion: reason === "" ? "allow" : "no-opinion", reason });
});

const secretIn = (namespace: string, name: string) => attributesOf("get", "secrets", [namespace, name]);
const unrelated = { opinion: "no-opinion", reason: "no relationship found between node 'node0' and this object" };
const allowed = { opinion: "allow", reason: "" };

test("only users in system:nodes with the name of a node are authorized", async () => {
  const authorizer = authorizerOf(filledCluster().graph);
  const authorizeUser = (user: object) =>
    authorizer.authorize({ user: { ...nodeUser("node0"), ...user }, attributes: secretIn("ns0", "secret0-shared") });
  expect(await authorizeUser({})).toEqual(allowed);
  expect(await authorizeUser({ groups: [] })).toEqual({ opinion: "no-opinion", reason: "" });
  expect(await authorizeUser({ username: "node0" })).toEqual({ opinion: "no-opinion", reason: "" });
  expect(await authorizeUser({ username: "system:node:" })).toEqual({
    opinion: "no-opinion",
    reason: 'unknown node for user "system:node:"',
  });
  expect(await authorizer.rulesFor(nodeUser("node0"), "ns0")).toEqual({
    rules: [],
    isComplete: false,
    errors: ["node authorizer does not support user rule resolution"],
  });
  expect(await authorizer.rulesFor({ ...nodeUser("node0"), groups: [] }, "ns0")).toEqual({
    rules: [],
    isComplete: true,
  });
});

test("a node may read the objects that its pods and volumes use", async () => {
  const { graph, write, sources } = makeCluster();
  const authorizeNode = async (attributes: AccessAttributes) =>
    authorizerOf(graph).authorize({ user: nodeUser("node0"), attributes });
  const pod = (nodeName: string, secretName: string) => ({
    spec: { nodeName, containers: [{ envFrom: [{ secretRef: { name: secretName } }] }] },
  });
  const secret = secretIn("ns", "s");
  expect(await authorizeNode(secret)).toEqual(unrelated);
  write("pods", "ns/a", pod("", "s"));
  expect(await authorizeNode(secret)).toEqual(unrelated);
  write("pods", "ns/a", pod("node0", "s"));
  write("pods", "ns/b", pod("node0", "s"));
  expect(await authorizeNode(secret)).toEqual(allowed);
  write("pods", "ns/a", undefined);
  expect(await authorizeNode(secret)).toEqual(allowed);
  write("pods", "ns/b", pod("node1", "s"));
  expect(await authorizeNode(secret)).toEqual(unrelated);
  write("pods", "ns/b", {
    ...pod("node0", "s"),
    metadata: { name: "b", namespace: "ns", annotations: { "kubernetes.io/config.mirror": "x" } },
  });
  expect(await authorizeNode(secret)).toEqual(unrelated);
  expect(await authorizeNode(attributesOf("get", "pods", ["ns", "b"]))).toEqual(allowed);

  const volume = {
    claimRef: { namespace: "ns", name: "c" },
    csi: { nodeStageSecretRef: { namespace: "other", name: "v" } },
  };
  write("pods", "ns/c", {
    spec: { nodeName: "node0", volumes: [{ name: "x", ephemeral: {} }, { persistentVolumeClaim: { claimName: "c" } }] },
  });
  expect(await authorizeNode(attributesOf("get", "persistentvolumeclaims", ["ns", "c-x"]))).toEqual(allowed);
  expect(await authorizeNode(secretIn("other", "v"))).toEqual(unrelated);
  write("persistentvolumes", "p", { spec: volume });
  expect(await authorizeNode(secretIn("other", "v"))).toEqual(allowed);
  expect(await authorizeNode(attributesOf("get", "persistentvolumes", ["-", "p"]))).toEqual(allowed);
  sources.get("persistentvolumes")?.objects.clear();
  sources.get("persistentvolumes")?.reset();
  expect(await authorizeNode(secretIn("other", "v"))).toEqual(unrelated);
  expect(await authorizeNode(attributesOf("get", "persistentvolumeclaims", ["ns", "c"]))).toEqual(allowed);
});

test("every reference of pods and volumes to secrets and ConfigMaps is in the graph", async () => {
  const { graph, write } = makeCluster();
  const secretRefTo = (name: string) => ({ secretRef: { name } });
  const container = (prefix: string) => ({
    env: [
      { valueFrom: { secretKeyRef: { name: `${prefix}-env` } } },
      { valueFrom: { configMapKeyRef: { name: `${prefix}-map` } } },
    ],
    envFrom: [{ configMapRef: { name: `${prefix}-maps` } }],
  });
  write("pods", "ns/a", {
    spec: {
      nodeName: "node0",
      imagePullSecrets: [{ name: "pull" }, { name: "" }],
      containers: [container("main")],
      initContainers: [container("init")],
      ephemeralContainers: [container("late")],
      volumes: [
        ...["cephfs", "cinder", "flexVolume", "rbd", "scaleIO", "iscsi", "storageos"].map((source) => ({
          [source]: secretRefTo(source),
        })),
        { azureFile: { secretName: "azureFile" } },
        { csi: { nodePublishSecretRef: { name: "csi" } } },
        { projected: { sources: [{ secret: { name: "projected" } }, { configMap: { name: "projected-map" } }] } },
      ],
    },
    status: { extendedResourceClaimStatus: { resourceClaimName: "extended" } },
  });
  const secrets = [
    "pull",
    "main-env",
    "init-env",
    "late-env",
    "cephfs",
    "cinder",
    "flexVolume",
    "rbd",
    "scaleIO",
    "iscsi",
    "storageos",
    "azureFile",
    "csi",
    "projected",
  ];
  const maps = ["main-map", "main-maps", "init-map", "late-maps", "projected-map"];
  for (const name of secrets) expect(graph.isNeeded("node0", "secrets", { namespace: "ns", name }), name).toBe(true);
  for (const name of maps) expect(graph.isNeeded("node0", "configmaps", { namespace: "ns", name }), name).toBe(true);
  expect(graph.isNeeded("node0", "resourceclaims", { namespace: "ns", name: "extended" })).toBe(true);
  expect(graph.isNeeded("node0", "secrets", { namespace: "ns", name: "" })).toBe(false);
  expect(graph.isNeeded("node1", "secrets", { namespace: "ns", name: "pull" })).toBe(false);

  write("pods", "ns/b", { spec: { nodeName: "node0", volumes: [{ persistentVolumeClaim: { claimName: "c" } }] } });
  const claimRef = { namespace: "ns", name: "c" };
  const sources = ["cephfs", "flexVolume", "rbd", "scaleIO", "iscsi"];
  for (const source of [...sources, "cinder", "storageos"]) {
    write("persistentvolumes", `old-${source}`, { spec: { claimRef, [source]: secretRefTo(`pv-${source}`) } });
    const own = { secretRef: { namespace: "own", name: `pv-${source}` } };
    write("persistentvolumes", `new-${source}`, { spec: { claimRef, [source]: own } });
    const isNeeded = (namespace: string) => graph.isNeeded("node0", "secrets", { namespace, name: `pv-${source}` });
    expect([isNeeded("ns"), isNeeded("own")], source).toEqual([sources.includes(source), true]);
  }
  write("persistentvolumes", "azure", { spec: { claimRef, azureFile: { secretName: "az" } } });
  write("persistentvolumes", "csi", {
    spec: {
      claimRef,
      csi: {
        nodePublishSecretRef: { namespace: "own", name: "publish" },
        nodeExpandSecretRef: { namespace: "own", name: "expand" },
        controllerPublishSecretRef: { namespace: "own", name: "controller" },
      },
    },
  });
  const found = ["ns/az", "own/publish", "own/expand", "own/controller"].map((path) => {
    const [namespace = "", name = ""] = path.split("/");
    return graph.isNeeded("node0", "secrets", { namespace, name });
  });
  expect(found).toEqual([true, true, true, false]);
});

/**
 * Returns a function that gets the authorizer's opinion about reading an object. It serves upstream's cases of a
 * changing graph: objects that several nodes share, late containers, late claims.
 */
const opinionIn = (graph: NodeGraph) => async (node: string, resource: string, name: string) => {
  const attributes = attributesOf("get", resource, ["ns1", name]);
  return (await authorizerOf(graph).authorize({ user: nodeUser(node), attributes })).opinion;
};

test("a secret that several nodes share is allowed for each of them, until the node's last pod drops it", async () => {
  const { graph, write } = makeCluster();
  const opinion = opinionIn(graph);
  const podOf = (nodeName: string, ...secrets: readonly string[]) =>
    write("pods", `ns1/of-${nodeName}`, {
      spec: { nodeName, volumes: secrets.map((secretName) => ({ secret: { secretName } })) },
    });
  podOf("node1", "node1-only", "node1-node2-only", "shared-all");
  podOf("node2", "node1-node2-only", "shared-all");
  podOf("node3", "shared-all");
  const secrets = ["node1-only", "node1-node2-only", "shared-all"];
  const table = await Promise.all(
    ["node1", "node2", "node3"].map((node) => Promise.all(secrets.map((name) => opinion(node, "secrets", name)))),
  );
  expect(table).toEqual([
    ["allow", "allow", "allow"],
    ["no-opinion", "allow", "allow"],
    ["no-opinion", "no-opinion", "allow"],
  ]);
  podOf("node3");
  expect(await opinion("node3", "secrets", "shared-all")).toBe("no-opinion");
  expect(await opinion("node2", "secrets", "shared-all")).toBe("allow");
});

test("ephemeral containers and extended resource claims that are added later are in the graph", async () => {
  const { graph, write } = makeCluster();
  const opinion = opinionIn(graph);
  const spec = { nodeName: "node1", volumes: [{ secret: { secretName: "node1-only" } }] };
  const late = (...envFrom: readonly object[]) => [{ name: "eph", targetContainerName: "c", envFrom }];
  const claim = (resourceClaimName: string) => ({ extendedResourceClaimStatus: { resourceClaimName } });
  write("pods", "ns1/pod1", { spec, status: claim("extended-claim-0") });
  expect(await opinion("node1", "secrets", "node1-only")).toBe("allow");
  expect(await opinion("node1", "secrets", "new-secret")).toBe("no-opinion");
  expect(await opinion("node1", "configmaps", "new-config-map")).toBe("no-opinion");
  expect(await opinion("node1", "resource.k8s.io/resourceclaims", "extended-claim-1")).toBe("no-opinion");
  const ephemeralContainers = late({ secretRef: { name: "new-secret" } }, { configMapRef: { name: "new-config-map" } });
  write("pods", "ns1/pod1", { spec: { ...spec, ephemeralContainers }, status: claim("extended-claim-1") });
  expect(await opinion("node1", "secrets", "new-secret")).toBe("allow");
  expect(await opinion("node1", "configmaps", "new-config-map")).toBe("allow");
  expect(await opinion("node1", "resource.k8s.io/resourceclaims", "extended-claim-1")).toBe("allow");
  expect(await opinion("node2", "resource.k8s.io/resourceclaims", "extended-claim-1")).toBe("no-opinion");
});
