/**
 * Generated writes to subresources and of reviews, whose bodies are separate kinds: a valid body with up to two values
 * replaced by odd ones. None of the writes is persisted.
 */
import type { OddWrite } from "./odd-writes.ts";
import type { Random } from "./random.ts";
import { labelled, pathOf } from "./reads.ts";
import type { Seed } from "./seeds.ts";

type Json = Readonly<Record<string, unknown>>;

const json = "application/json";
const merge = "application/merge-patch+json";
const operations = "application/json-patch+json";
const apply = "application/apply-patch+yaml";

const container = { name: "debug", image: "registry.example.com/debug:1" };

/** Valid bodies for each subresource, by the kind of the object. */
const bodiesByKind: Readonly<Record<string, readonly (readonly [part: string, body: Json])[]>> = {
  Pod: [
    ["binding", { apiVersion: "v1", kind: "Binding", target: { apiVersion: "v1", kind: "Node", name: "node-1" } }],
    ["eviction", { apiVersion: "policy/v1", kind: "Eviction", deleteOptions: { gracePeriodSeconds: 5 } }],
    ["eviction", { apiVersion: "policy/v1", kind: "Eviction", deleteOptions: { preconditions: { uid: "x" } } }],
    ["ephemeralcontainers", { apiVersion: "v1", kind: "Pod", spec: { ephemeralContainers: [container] } }],
    ["resize", { apiVersion: "v1", kind: "Pod", spec: { containers: [{ name: "web", resources: {} }] } }],
    [
      "status",
      {
        apiVersion: "v1",
        kind: "Pod",
        status: {
          phase: "Running",
          podIP: "10.0.0.1",
          podIPs: [{ ip: "10.0.0.1" }],
          conditions: [{ type: "Ready", status: "True", lastTransitionTime: "2024-01-01T00:00:00Z" }],
          containerStatuses: [
            { name: "web", image: "a", imageID: "b", ready: true, restartCount: 0, state: { running: {} } },
          ],
        },
      },
    ],
  ],
  ServiceAccount: [
    [
      "token",
      {
        apiVersion: "authentication.k8s.io/v1",
        kind: "TokenRequest",
        spec: {
          audiences: ["a"],
          expirationSeconds: 3600,
          boundObjectRef: { kind: "Pod", apiVersion: "v1", name: "none", uid: "x" },
        },
      },
    ],
    [
      "token",
      { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: { audiences: [], expirationSeconds: 600 } },
    ],
  ],
  Node: [
    [
      "status",
      {
        apiVersion: "v1",
        kind: "Node",
        status: {
          capacity: { cpu: "4", memory: "8Gi" },
          allocatable: { cpu: "4" },
          conditions: [{ type: "Ready", status: "True" }],
          addresses: [{ type: "InternalIP", address: "10.0.0.1" }],
          nodeInfo: { machineID: "a" },
        },
      },
    ],
  ],
  PersistentVolumeClaim: [
    [
      "status",
      {
        apiVersion: "v1",
        kind: "PersistentVolumeClaim",
        status: { phase: "Bound", capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"] },
      },
    ],
  ],
  Service: [
    [
      "status",
      {
        apiVersion: "v1",
        kind: "Service",
        status: {
          loadBalancer: { ingress: [{ ip: "10.0.0.1", hostname: "a", ports: [{ port: 80, protocol: "TCP" }] }] },
          conditions: [{ type: "a", status: "True", reason: "b", lastTransitionTime: "2024-01-01T00:00:00Z" }],
        },
      },
    ],
  ],
  Job: [
    [
      "status",
      {
        apiVersion: "batch/v1",
        kind: "Job",
        status: {
          active: 1,
          ready: 1,
          succeeded: 0,
          startTime: "2024-01-01T00:00:00Z",
          conditions: [{ type: "Complete", status: "False" }],
        },
      },
    ],
  ],
  PodDisruptionBudget: [
    [
      "status",
      {
        apiVersion: "policy/v1",
        kind: "PodDisruptionBudget",
        status: { disruptionsAllowed: 1, currentHealthy: 1, desiredHealthy: 1, expectedPods: 1 },
      },
    ],
  ],
  HorizontalPodAutoscaler: [
    [
      "status",
      {
        apiVersion: "autoscaling/v2",
        kind: "HorizontalPodAutoscaler",
        status: { currentReplicas: 1, desiredReplicas: 1, conditions: [{ type: "a", status: "True" }] },
      },
    ],
  ],
  ...Object.fromEntries(
    ["Deployment", "ReplicaSet", "StatefulSet", "ReplicationController"].map((kind) => [
      kind,
      [
        ["scale", { apiVersion: "autoscaling/v1", kind: "Scale", spec: { replicas: 2 }, status: { replicas: 0 } }],
        [
          "status",
          {
            apiVersion: kind === "ReplicationController" ? "v1" : "apps/v1",
            kind,
            status: { replicas: 2, readyReplicas: 1, availableReplicas: 1, observedGeneration: 1 },
          },
        ],
      ] as const,
    ]),
  ),
};

const attributes = { namespace: "default", verb: "get", group: "apps", resource: "deployments", name: "a" };
const authorization = "/apis/authorization.k8s.io/v1";
const authentication = "/apis/authentication.k8s.io/v1";

/** Objects that the server answers without storing them, with the paths that they are sent to. */
const reviews: readonly (readonly [path: string, body: Json])[] = [
  [
    "/api/v1/namespaces/parity-reads/bindings",
    { apiVersion: "v1", kind: "Binding", metadata: { name: "none" }, target: { name: "n" } },
  ],
  [
    `${authorization}/subjectaccessreviews`,
    {
      apiVersion: "authorization.k8s.io/v1",
      kind: "SubjectAccessReview",
      spec: { user: "jane", groups: ["a"], extra: { k: ["v"] }, uid: "u", resourceAttributes: attributes },
    },
  ],
  [
    `${authorization}/subjectaccessreviews`,
    {
      apiVersion: "authorization.k8s.io/v1",
      kind: "SubjectAccessReview",
      spec: {
        user: "jane",
        resourceAttributes: {
          ...attributes,
          verb: "list",
          labelSelector: { requirements: [{ key: "a", operator: "In", values: ["b"] }] },
          fieldSelector: { requirements: [{ key: "spec.nodeName", operator: "In", values: ["b"] }] },
        },
      },
    },
  ],
  [
    `${authorization}/subjectaccessreviews`,
    {
      apiVersion: "authorization.k8s.io/v1",
      kind: "SubjectAccessReview",
      spec: { user: "jane", nonResourceAttributes: { path: "/healthz", verb: "get" } },
    },
  ],
  [
    `${authorization}/selfsubjectaccessreviews`,
    {
      apiVersion: "authorization.k8s.io/v1",
      kind: "SelfSubjectAccessReview",
      spec: { resourceAttributes: { ...attributes, labelSelector: { rawSelector: "a=b" } } },
    },
  ],
  [
    `${authorization}/namespaces/default/localsubjectaccessreviews`,
    {
      apiVersion: "authorization.k8s.io/v1",
      kind: "LocalSubjectAccessReview",
      metadata: { namespace: "default" },
      spec: { user: "jane", resourceAttributes: attributes },
    },
  ],
  [
    `${authorization}/selfsubjectrulesreviews`,
    { apiVersion: "authorization.k8s.io/v1", kind: "SelfSubjectRulesReview", spec: { namespace: "none" } },
  ],
  [
    `${authentication}/tokenreviews`,
    { apiVersion: "authentication.k8s.io/v1", kind: "TokenReview", spec: { token: "x", audiences: ["a"] } },
  ],
  [`${authentication}/selfsubjectreviews`, { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" }],
];

const oddValues: readonly unknown[] = [
  ...[null, 0, -1, 5, 1.5, 3e9, 9e18, true, "", "x", "A b", "default", "-1", "10Gi", "a/b", "2024-13-01T00:00:00Z"],
  ...[[], [null], [5], ["x"], ["x", "x"], [{}], {}, { a: 1 }, { a: "x" }, { "": "x" }],
];

type Pick = <T>(items: readonly T[]) => T;

/** Returns the value with one nested value removed, replaced or added. */
function editNested(random: Random, pick: Pick, value: unknown): unknown {
  const isList = Array.isArray(value);
  if (typeof value !== "object" || value === null || random.next() < 0.12) return pick(oddValues);
  const entries = Object.entries(value);
  if (entries.length === 0 || random.next() < 0.1)
    return isList
      ? [...value, pick(oddValues)]
      : { ...value, [pick(["unknown", "namespace", "kind"])]: pick(oddValues) };
  const [key, old] = pick(entries);
  if (random.next() < 0.15) {
    const rest = entries.filter(([each]) => each !== key);
    return isList ? rest.map(([, each]) => each) : Object.fromEntries(rest);
  }
  const next = editNested(random, pick, old);
  if (isList) return value.map((each, index) => (String(index) === key ? next : each));
  return { ...value, [key]: next };
}

function editedTimes(random: Random, pick: Pick, body: Json): unknown {
  const times = random.next() < 0.1 ? 0 : random.next() < 0.7 ? 1 : 2;
  let next: unknown = body;
  for (let each = 0; each < times; each++) next = editNested(random, pick, next);
  return next;
}

/** Draws a write to a subresource of one of the seeds' objects, or of a review. */
export function drawPartWrite(random: Random, seeds: readonly Seed[]): OddWrite {
  const pick: Pick = (items) => random.pick(items) as (typeof items)[number];
  const query = `dryRun=All${random.next() < 0.2 ? `&fieldValidation=${pick(["Strict", "Warn", "Ignore"])}` : ""}`;
  if (random.next() < 0.3) {
    const [path, body] = pick(reviews);
    return {
      method: "POST",
      path: `${path}?${query}`,
      type: json,
      body: JSON.stringify(editedTimes(random, pick, body)),
    };
  }
  const seed = pick(seeds.filter(({ kind }) => bodiesByKind[kind.kind] !== undefined));
  const [part, body] = pick(bodiesByKind[seed.kind.kind] ?? []);
  const name = String(labelled(seed, random.next() < 0.95 ? "one" : "three").metadata["name"]);
  const namespaced = seed.kind.resource?.scope === "Namespaced" ? { namespace: "parity-reads" } : {};
  const { apiVersion } = body["kind"] === seed.kind.kind ? seed.object : body;
  const full = { ...body, apiVersion, metadata: { name, ...namespaced } };
  const path = `${pathOf(seed)}/${encodeURIComponent(name)}/${part}?${query}`;
  const sent = editedTimes(random, pick, full);
  const text = JSON.stringify(sent) ?? "";
  if (["binding", "eviction", "token"].includes(part))
    return { method: random.next() < 0.95 ? "POST" : "PUT", path, type: json, body: text };
  const form = pick(["put", "merge", "merge", "apply", "operations"] as const);
  if (form === "put") return { method: "PUT", path, type: json, body: text };
  if (form === "apply") return { method: "PATCH", path: `${path}&fieldManager=me&force=true`, type: apply, body: text };
  if (form === "merge") return { method: "PATCH", path, type: merge, body: text };
  const changes = Object.entries(typeof sent === "object" && sent !== null ? sent : {})
    .filter(([key]) => !["kind", "apiVersion", "metadata"].includes(key))
    .map(([key, value]) => ({ op: "add", path: `/${key}`, value }));
  return { method: "PATCH", path, type: operations, body: JSON.stringify(changes) };
}
