/**
 * Generated changes of statuses: objects are created, get a first status, and then get others as dry runs. The same for
 * every server.
 */
import { isPlainObject } from "../../src/json/plain-object.ts";
import { applyEdit, type Change } from "../kinds/edited.ts";
import { container, type Json, podSpec, selector, template } from "./built-in-play.ts";
import { candidateEdits } from "./edits.ts";
import { Random } from "./random.ts";
import { type ExchangingServer, withoutOwnAdvice } from "./real-server.ts";
import { SampleValues } from "./sample-values.ts";
import type { ApiObject, Seed } from "./seeds.ts";
import { collectionPath, withoutSideEffects } from "./stored-objects.ts";

const namespace = "parity-status";

/** Values for the fields of a status; each field may also be absent. */
type Pieces = Readonly<Record<string, readonly unknown[] | ((random: Random) => unknown)>>;

interface Subject {
  readonly path: string;
  readonly objects: readonly Json[];
  readonly pieces: Pieces;
}

const earlyTime = "2024-01-01T00:00:00Z";
const lateTime = "2024-06-01T00:00:00Z";
const counts = [0, 0, 1, 2, 3, -1];

/** Returns conditions of some of the types, each with the status True, False or Unknown. */
const conditionsOf =
  (types: readonly string[], more: Json = {}) =>
  (random: Random): unknown =>
    random
      .shuffled(types)
      .slice(0, Math.floor(random.next() * 4))
      .map((type) => ({ type, status: random.pick(["True", "True", "True", "False", "Unknown"]), ...more }));

/** Returns up to two of the values. */
const upToTwo =
  (values: readonly unknown[]) =>
  (random: Random): unknown =>
    random.shuffled(values).slice(0, Math.floor(random.next() * 3));

const job = (fields: Json): Json => ({
  apiVersion: "batch/v1",
  kind: "Job",
  metadata: { name: "status" },
  spec: { template: { spec: { ...podSpec, restartPolicy: "Never" } }, ...fields },
});

const jobPieces: Pieces = {
  active: counts,
  ready: counts,
  succeeded: counts,
  failed: counts,
  terminating: counts,
  startTime: [earlyTime, earlyTime, lateTime],
  completionTime: [earlyTime, lateTime],
  completedIndexes: ["0", "0-2", "2,1", "0,1", "1-9", "a", "0,", "2-1", "0-1,1", "3"],
  failedIndexes: ["", "1", "0-1", "2", "9", "1-", "0,2"],
  conditions: conditionsOf(["Complete", "Complete", "Failed", "FailureTarget", "SuccessCriteriaMet", "Suspended"]),
  uncountedTerminatedPods: [
    { succeeded: ["a"] },
    { succeeded: ["b", ""], failed: ["c"] },
    { succeeded: ["a"], failed: ["c", "a"] },
    { failed: ["a", "c", "c"] },
  ],
};

const containerStatus = (random: Random, name: string): Json => ({
  name,
  image: "web:1",
  imageID: "",
  ready: random.pick([true, false]),
  restartCount: random.pick(counts),
  state: random.pick<Json>([
    {},
    { running: { startedAt: earlyTime } },
    { waiting: { reason: "a" } },
    { terminated: { exitCode: 1, containerID: "a://b" } },
    { terminated: { exitCode: 0 } },
  ]),
  ...(random.next() < 0.2 ? { resources: { requests: { cpu: random.pick(["1", "-1"]) } } } : {}),
  ...(random.next() < 0.1 ? { allocatedResources: { cpu: random.pick(["1", "-1"]) } } : {}),
  ...(random.next() < 0.1 ? { user: { linux: { uid: random.pick([0, -1]), gid: random.pick([0, -1]) } } } : {}),
  ...(random.next() < 0.1
    ? {
        allocatedResourcesStatus: [
          { name: random.pick(["cpu", "claim:a", "example.com/a"]), resources: [{ resourceID: "a" }] },
        ],
      }
    : {}),
});

const pod = (fields: Json): Json => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "status" },
  spec: { ...podSpec, ...fields },
});

const statusesOf =
  (names: readonly string[]) =>
  (random: Random): unknown =>
    random
      .shuffled(names)
      .slice(0, Math.floor(random.next() * (names.length + 1)))
      .map((name) => containerStatus(random, name));

/** Load balancer ingress addresses. */
const addresses: readonly Json[] = [
  { ip: "10.0.0.1" },
  { ip: "a" },
  { ip: "010.0.0.1" },
  { hostname: "a.b" },
  { hostname: "A b" },
  { hostname: "10.0.0.1" },
];
const withPorts: readonly Json[] = [
  { ip: "10.0.0.1", ports: [{ port: 80, protocol: "TCP" }] },
  { ports: [{ port: 0, protocol: "a", error: "x y" }] },
];

const subjects: readonly Subject[] = [
  {
    path: "/apis/batch/v1/namespaces/parity-status/jobs",
    objects: [
      job({}),
      job({ completions: 3, parallelism: 2 }),
      job({ completions: 3, parallelism: 3, completionMode: "Indexed" }),
      job({ completions: 4, parallelism: 2, completionMode: "Indexed", backoffLimitPerIndex: 1 }),
      job({ completions: 3, completionMode: "Indexed", successPolicy: { rules: [{ succeededCount: 1 }] } }),
      job({ suspend: true }),
      job({ suspend: true, completions: 0 }),
    ],
    pieces: jobPieces,
  },
  {
    path: "/api/v1/namespaces/parity-status/pods",
    objects: [
      pod({}),
      pod({ restartPolicy: "Never", initContainers: [{ ...container, name: "first" }] }),
      pod({ restartPolicy: "OnFailure", initContainers: [{ ...container, name: "side", restartPolicy: "Always" }] }),
      pod({ hostNetwork: true, nodeName: "none" }),
      pod({
        resourceClaims: [
          { name: "a", resourceClaimTemplateName: "b" },
          { name: "c", resourceClaimName: "d" },
        ],
      }),
    ],
    pieces: {
      phase: ["Pending", "Running", "Succeeded", "Failed", "a"],
      conditions: conditionsOf(["Ready", "PodScheduled", "Initialized", "DisruptionTarget", "a b"]),
      podIP: ["10.0.0.1", "fd00::1", "a", "010.0.0.1"],
      podIPs: upToTwo([{ ip: "10.0.0.1" }, { ip: "fd00::1" }, { ip: "10.0.0.2" }, { ip: "a" }, {}]),
      hostIP: ["10.0.0.1", "a"],
      hostIPs: upToTwo([{ ip: "10.0.0.1" }, { ip: "fd00::1" }, { ip: "x" }]),
      nominatedNodeName: ["a", "A b"],
      startTime: [earlyTime],
      qosClass: ["BestEffort", "Guaranteed", "Burstable", "a"],
      observedGeneration: [0, 1, -1],
      containerStatuses: statusesOf(["web", "other"]),
      initContainerStatuses: statusesOf(["first", "side"]),
      ephemeralContainerStatuses: statusesOf(["debug"]),
      resourceClaimStatuses: upToTwo([
        { name: "a", resourceClaimName: "x" },
        { name: "a" },
        { name: "z" },
        { name: "c" },
      ]),
      resize: ["Proposed", "InProgress"],
      extendedResourceClaimStatus: [
        { resourceClaimName: "a", requestMappings: [] },
        {
          resourceClaimName: "A b",
          requestMappings: [{ containerName: "web", resourceName: "cpu", requestName: "r" }],
        },
        {
          resourceClaimName: "a",
          requestMappings: [{ containerName: "none", resourceName: "example.com/gpu", requestName: "" }],
        },
      ],
    },
  },
  {
    path: "/api/v1/namespaces/parity-status/persistentvolumeclaims",
    objects: [
      {
        apiVersion: "v1",
        kind: "PersistentVolumeClaim",
        metadata: { name: "status" },
        spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
      },
    ],
    pieces: {
      phase: ["Pending", "Bound", "Lost", "a"],
      accessModes: upToTwo(["ReadWriteOnce", "ReadWriteMany", "a"]),
      capacity: [{ storage: "1Gi" }, { storage: "-1" }, { storage: "1.5" }, { cpu: "1" }, {}],
      allocatedResources: [{ storage: "1Gi" }, { storage: "-1" }, { storage: "0.5" }, { cpu: "1" }, { "a b": "1" }],
      allocatedResourceStatuses: [
        { storage: "ControllerResizeInProgress" },
        { storage: "a" },
        { cpu: "NodeResizePending" },
        { "a b": "" },
      ],
      conditions: conditionsOf(["Resizing", "FileSystemResizePending", "", "a"]),
      currentVolumeAttributesClassName: ["a", "", "A b"],
      modifyVolumeStatus: [
        { status: "Pending" },
        { status: "a", targetVolumeAttributesClassName: "b" },
        { status: "InProgress", targetVolumeAttributesClassName: "" },
        {},
      ],
    },
  },
  ...["Deployment", "ReplicaSet", "StatefulSet", "DaemonSet"].map(
    (kind): Subject => ({
      path: `/apis/apps/v1/namespaces/parity-status/${kind.toLowerCase()}s`,
      objects: [
        {
          apiVersion: "apps/v1",
          kind,
          metadata: { name: "status" },
          spec: { selector, template, ...(kind === "StatefulSet" ? { serviceName: "a" } : {}) },
        },
      ],
      pieces: {
        observedGeneration: [0, 1, 2, -1],
        replicas: counts,
        updatedReplicas: counts,
        readyReplicas: counts,
        availableReplicas: counts,
        unavailableReplicas: counts,
        terminatingReplicas: counts,
        fullyLabeledReplicas: counts,
        currentReplicas: counts,
        collisionCount: counts,
        currentNumberScheduled: counts,
        numberMisscheduled: counts,
        desiredNumberScheduled: counts,
        numberReady: counts,
        updatedNumberScheduled: counts,
        numberAvailable: counts,
        numberUnavailable: counts,
        conditions: conditionsOf(["Available", "Progressing", "", "a"]),
      },
    }),
  ),
  {
    path: "/apis/policy/v1/namespaces/parity-status/poddisruptionbudgets",
    objects: [
      {
        apiVersion: "policy/v1",
        kind: "PodDisruptionBudget",
        metadata: { name: "status" },
        spec: { minAvailable: 1, selector },
      },
    ],
    pieces: {
      observedGeneration: [0, 1, -1],
      disruptedPods: [{ a: earlyTime }, { "": earlyTime }, {}],
      disruptionsAllowed: counts,
      currentHealthy: counts,
      desiredHealthy: counts,
      expectedPods: counts,
      conditions: conditionsOf(["DisruptionAllowed", "a b", ""], {
        reason: "A",
        message: "",
        lastTransitionTime: earlyTime,
      }),
    },
  },
  {
    path: "/api/v1/namespaces/parity-status/services",
    objects: [
      { apiVersion: "v1", kind: "Service", metadata: { name: "status" }, spec: { ports: [{ port: 80 }] } },
      {
        apiVersion: "v1",
        kind: "Service",
        metadata: { name: "status" },
        spec: { type: "LoadBalancer", ports: [{ port: 80 }] },
      },
    ],
    pieces: {
      loadBalancer: (random) => ({
        ingress: upToTwo([
          ...addresses,
          { ip: "10.0.0.1", ipMode: "VIP" },
          { ipMode: "Proxy" },
          { ip: "10.0.0.1", ipMode: "a" },
          ...withPorts,
        ])(random),
      }),
      conditions: conditionsOf(["a", "a b", ""], { reason: "A", message: "", lastTransitionTime: earlyTime }),
    },
  },
  {
    path: "/apis/networking.k8s.io/v1/namespaces/parity-status/ingresses",
    objects: [
      {
        apiVersion: "networking.k8s.io/v1",
        kind: "Ingress",
        metadata: { name: "status" },
        spec: { defaultBackend: { service: { name: "a", port: { number: 80 } } } },
      },
    ],
    pieces: {
      loadBalancer: (random) => ({
        ingress: upToTwo([...addresses, ...withPorts])(random),
      }),
    },
  },
];

/** The resources with statuses described above; the statuses of all other kinds are drawn from their schemas. */
const describedPaths = new Set(subjects.map(({ path }) => path.replace(/.*\//, "")));
/** Kinds whose objects the servers write themselves. */
const serverWrittenKinds = new Set([
  "APIService",
  "CustomResourceDefinition",
  "Namespace",
  "ServiceCIDR",
  "CertificateSigningRequest",
]);

export interface PlayPlan {
  readonly seed: number;
  /** How often each object is created. */
  readonly rounds: number;
  /** The number of statuses that are tried on each object. */
  readonly changes: number;
  readonly seeds: readonly Seed[];
  readonly samples: SampleValues;
  /** Only these kinds. */
  readonly kinds?: readonly string[] | undefined;
}

/** The plan of the record: only the kinds described in this file. */
export const recordedPlan: PlayPlan = { seed: 1, rounds: 2, changes: 8, seeds: [], samples: new SampleValues() };

/** Plays the changes and yields a line for each response. */
export async function* playStatuses(server: ExchangingServer, plan: PlayPlan): AsyncGenerator<string> {
  await send(server, "POST", "/api/v1/namespaces", { metadata: { name: namespace } });
  // The service account of the pods.
  await send(server, "POST", `/api/v1/namespaces/${namespace}/serviceaccounts`, { metadata: { name: "default" } });
  for (const { path, objects, pieces } of subjects) {
    for (const [index, object] of objects.entries()) {
      if (plan.kinds && !plan.kinds.includes(String(object["kind"]))) continue;
      const draw = (random: Random, before: Json) => drawnStatus(random, pieces, before);
      yield* playObject(server, { path, object, draw }, { ...plan, seed: plan.seed * 1000 + index });
    }
  }
  for (const [index, seed] of plan.seeds.filter(isPlayed).entries()) {
    if (plan.kinds && !plan.kinds.includes(seed.kind.kind)) continue;
    const object = withoutSideEffects(structuredClone(seed.object));
    const isNamespaced = seed.kind.resource?.scope === "Namespaced";
    const { name } = object.metadata;
    const played = { ...object, metadata: { name } } as ApiObject;
    const draw = (random: Random, before: Json) => editedStatus(random, seed, before, plan.samples);
    const path = collectionPath(seed, isNamespaced ? namespace : undefined);
    yield* playObject(
      server,
      { path, object: played as unknown as Json, draw },
      { ...plan, seed: plan.seed * 2000 + index },
    );
  }
}

const isPlayed = ({ kind }: Seed): boolean =>
  !serverWrittenKinds.has(kind.kind) &&
  !describedPaths.has(kind.resource?.plural ?? "") &&
  kind.resource?.verbs === undefined &&
  kind.resource?.subresources?.includes("status") === true;

interface Played {
  readonly path: string;
  readonly object: Json;
  draw(random: Random, before: Json): Json;
}

async function* playObject(server: ExchangingServer, played: Played, plan: PlayPlan): AsyncGenerator<string> {
  const random = new Random(plan.seed);
  const { path, object, draw } = played;
  const { kind, metadata } = object as { kind: string; metadata: { name: string } };
  const item = `${path}/${encodeURIComponent(metadata.name)}`;
  for (let round = 0; round < plan.rounds; round++) {
    const { status: _status, ...created } = object;
    const made = await send(server, "POST", path, created);
    if (made.startsWith("201")) {
      const first = round === 0 ? {} : draw(random, {});
      yield `${kind} has ${JSON.stringify(first)}: ${await send(server, "PUT", `${item}/status`, { ...created, status: first })}`;
      for (let change = 0; change < plan.changes; change++) {
        const next = draw(random, first);
        const answer = await send(server, "PUT", `${item}/status?dryRun=All`, { ...created, status: next });
        yield `  ${JSON.stringify(next)}: ${answer}`;
      }
    } else yield `${kind} ${JSON.stringify(created)}: ${made}`;
    await send(server, "PATCH", item, { metadata: { finalizers: null } });
    await send(server, "DELETE", `${item}?gracePeriodSeconds=0&propagationPolicy=Background`);
  }
}

/** Draws a status that keeps most fields of the previous one. */
function drawnStatus(random: Random, pieces: Pieces, before: Json): Json {
  const entries = Object.entries(pieces).flatMap(([name, values]) => {
    const isKept = random.next() < 0.7;
    if (isKept) return Object.hasOwn(before, name) ? [[name, before[name]]] : [];
    const value =
      random.next() < 0.25 ? undefined : typeof values === "function" ? values(random) : random.pick(values);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(entries) as Json;
}

const maxEdits = 4;

function editedStatus(random: Random, { object, version }: Seed, before: Json, samples: SampleValues): Json {
  const { apiVersion, kind } = object;
  let held: { readonly status: Json } = { status: before };
  for (let edit = 1 + Math.floor(random.next() * maxEdits); edit > 0; edit--) {
    const candidates = candidateEdits({ apiVersion, kind, metadata: {}, ...held }, version.schema, samples);
    const changes = candidates.map(({ change }) => change).filter((change) => pathOf(change)[0] === "status");
    const change = random.pick(changes.filter((each) => pathOf(each).length > 1));
    const next = change && (applyEdit(held, change) as { readonly status: Json });
    if (next && isPlainObject(next.status)) held = next;
  }
  return held.status;
}

const pathOf = (change: Change) => ("set" in change ? change.set : change.remove);

/** UIDs, which the server generates. */
const generatedUid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** Sorts the errors about amounts, which kube-apiserver reports in the random order of a Go map. */
const sortAmountErrors = (message: string): string =>
  message.replace(/(?<=^ResourceQuota .* is invalid: \[).*(?=\]$)/, (faults) =>
    faults
      .split(/, (?=status\.)/)
      .sort()
      .join(", "),
  );

async function send(server: ExchangingServer, method: string, path: string, body?: object): Promise<string> {
  const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
  const { code, text, warnings } = await server.exchange(method, path, body && JSON.stringify(body), type);
  const message = text.startsWith("{") ? (JSON.parse(text) as { message?: string }).message : text.trim();
  const messages = [...(message === undefined ? [] : [sortAmountErrors(message)]), ...withoutOwnAdvice(warnings)]
    .join("; ")
    .replaceAll(generatedUid, "UID");
  return messages === "" ? String(code) : `${code} ${messages}`;
}
