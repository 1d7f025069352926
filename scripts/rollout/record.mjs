/**
 * Records the actions of the real DaemonSet controller on generated DaemonSets, nodes and pods, for test/rollout.
 * Without kubelet and scheduler, created pods stay pending and deleted pods on a node stay terminating, until the
 * controller does nothing more.
 *
 *   node scripts/rollout/record.mjs SERVER PKI_FOLDER prepare COUNT > state.json      with the controller running
 *   node scripts/rollout/record.mjs SERVER PKI_FOLDER fill state.json > filled.json   with the controller stopped
 *   node scripts/rollout/record.mjs SERVER PKI_FOLDER watch filled.json > cases.jsonl with the controller running again
 */
import { readFileSync } from "node:fs";
import { Agent, request } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";

const [server, pki, step, argument] = process.argv.slice(2);
const read = (name) => readFileSync(`${pki}/${name}`);
const agent = new Agent({
  keepAlive: true,
  maxSockets: 16,
  ca: read("ca.crt"),
  cert: read("admin.crt"),
  key: read("admin.key"),
});
const namespace = "rollouts";
const inNamespace = (group, resource) => `${group}/namespaces/${namespace}/${resource}`;
const pods = inNamespace("/api/v1", "pods");
const daemonSets = inNamespace("/apis/apps/v1", "daemonsets");
const hourMs = 3_600_000;

function call(method, path, body, type = "application/json") {
  return new Promise((resolve, reject) => {
    const content = body === undefined ? "" : JSON.stringify(body);
    const headers = { "content-type": type, "content-length": Buffer.byteLength(content) };
    const sent = request(server + path, { method, agent, headers }, (response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => {
        if (response.statusCode < 300) resolve(JSON.parse(text));
        else reject(new Error(`${method} ${path}: ${response.statusCode} ${text}`));
      });
    });
    sent.on("error", reject);
    sent.end(content);
  });
}

const merge = (path, body) => call("PATCH", path, body, "application/merge-patch+json");

async function inParallel(items, work) {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: 12 }, worker));
}

/** Seed of a small random generator; ROLLOUT_SEED selects other cases. */
let seed = Number(process.env.ROLLOUT_SEED ?? 20);
function random() {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
  return (seed >>> 8) / 2 ** 24;
}
const pick = (...values) => values[Math.floor(random() * values.length)];

function strategy() {
  if (random() < 0.1) return { type: "OnDelete" };
  const rollingUpdate =
    random() < 0.5
      ? { maxUnavailable: pick(1, 2, 3, "30%", "100%"), maxSurge: 0 }
      : { maxUnavailable: 0, maxSurge: pick(1, 2, "50%", "100%") };
  return { type: "RollingUpdate", rollingUpdate };
}

function daemonSet(index) {
  const name = `ds-${index}`;
  const tolerations = random() < 0.3 ? [{ key: "dedicated", operator: "Exists", effect: "NoSchedule" }] : [];
  return {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: { name, namespace },
    spec: {
      selector: { matchLabels: { app: name } },
      minReadySeconds: pick(0, 0, hourMs / 1000),
      updateStrategy: strategy(),
      template: {
        metadata: { labels: { app: name } },
        spec: { nodeSelector: { set: name }, tolerations, containers: [{ name: "a", image: "a:2" }] },
      },
    },
  };
}

async function prepare() {
  await call("POST", "/api/v1/namespaces", { metadata: { name: namespace } });
  await call("POST", inNamespace("/api/v1", "serviceaccounts"), { metadata: { name: "default" } });
  const made = Array.from({ length: Number(argument) }, (_, index) => daemonSet(index));
  await inParallel(made, (each) => call("POST", daemonSets, each));
  for (;;) {
    const { items } = await call("GET", inNamespace("/apis/apps/v1", "controllerrevisions"));
    if (items.length === made.length) break;
    await sleep(1000);
  }
  process.stdout.write(JSON.stringify({ count: made.length }));
}

function nodesOf(name) {
  return Array.from({ length: 1 + Math.floor(random() * 7) }, (_, index) => {
    const taint = pick("", "", "", "", "", "NoSchedule", "NoExecute", "PreferNoSchedule");
    const labels = random() < 0.12 ? {} : { set: name };
    const taints = taint === "" ? [] : [{ key: "dedicated", value: "a", effect: taint }];
    return { name: `${name}-node-${index}`, labels, taints };
  });
}

const sorts = [
  [],
  ["old"],
  ["old"],
  ["old"],
  ["old"],
  ["new"],
  ["old", "new"],
  ["old", "new"],
  ["old", "old"],
  ["new", "new"],
];
const states = [
  "ready",
  "ready",
  "ready",
  "ready",
  "fresh",
  "pending",
  "running",
  "failed",
  "succeeded",
  "unscheduled",
];

function conditionsOf(state) {
  if (state !== "ready" && state !== "fresh") return [];
  const since = new Date(Date.now() - (state === "ready" ? 2 * hourMs : 0)).toISOString().replace(/\.\d+/, "");
  return [{ type: "Ready", status: "True", lastTransitionTime: since }];
}
const phaseOf = { ready: "Running", fresh: "Running", running: "Running", failed: "Failed", succeeded: "Succeeded" };

function podOf({ owner, hash, node, sort, state, index }) {
  const { name, uid } = owner.metadata;
  const term = { matchFields: [{ key: "metadata.name", operator: "In", values: [node] }] };
  const affinity = { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [term] } } };
  return {
    metadata: {
      name: `${node}-${sort}-${index}-${Math.floor(random() * 1000)}`,
      labels: {
        app: name,
        "controller-revision-hash": sort === "new" ? hash : "before",
        "pod-template-generation": sort === "new" ? "1" : "0",
      },
      ownerReferences: [
        { apiVersion: "apps/v1", kind: "DaemonSet", name, uid, controller: true, blockOwnerDeletion: true },
      ],
    },
    spec: {
      ...(state === "unscheduled" ? { affinity } : { nodeName: node }),
      tolerations: [{ operator: "Exists" }],
      containers: [{ name: "a", image: "a:1" }],
    },
  };
}

async function fill() {
  const { items: owners } = await call("GET", daemonSets);
  const { items: revisions } = await call("GET", inNamespace("/apis/apps/v1", "controllerrevisions"));
  const hashOf = ({ metadata: { uid } }) =>
    revisions.find(({ metadata }) => metadata.ownerReferences[0].uid === uid).metadata.labels[
      "controller-revision-hash"
    ];
  const hashes = {};
  const nodes = [];
  const plans = [];
  for (const owner of owners) {
    const hash = hashOf(owner);
    hashes[owner.metadata.name] = hash;
    const own = nodesOf(owner.metadata.name);
    nodes.push(...own);
    const gone = random() < 0.1 ? [{ name: `${owner.metadata.name}-gone` }] : [];
    for (const { name: node } of [...own, ...gone]) {
      for (const [index, sort] of pick(...sorts).entries()) {
        const state = pick(...states);
        plans.push({ state, deleted: random() < 0.1, pod: podOf({ owner, hash, node, sort, state, index }) });
      }
    }
  }
  await inParallel(nodes, async ({ name, labels, taints }) => {
    await call("POST", "/api/v1/nodes", { metadata: { name, labels } });
    await merge(`/api/v1/nodes/${name}`, { spec: { taints } });
  });
  await inParallel(plans, async ({ state, deleted, pod }) => {
    await call("POST", pods, pod);
    const path = `${pods}/${pod.metadata.name}`;
    if (phaseOf[state])
      await merge(`${path}/status`, { status: { phase: phaseOf[state], conditions: conditionsOf(state) } });
    if (deleted) await call("DELETE", path, { gracePeriodSeconds: 100_000 });
  });
  const before = (await call("GET", pods)).items;
  process.stdout.write(JSON.stringify({ hashes, before, nodes: (await call("GET", "/api/v1/nodes")).items }));
}

/** Converts a pod to `DaemonPod` of src/rollout. */
function podState({ metadata, spec, status }, hash) {
  const ready = status.conditions?.find(({ type, status: value }) => type === "Ready" && value === "True");
  const target = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0];
  return {
    name: metadata.name,
    node: spec.nodeName ?? target.matchFields[0].values[0],
    isScheduled: spec.nodeName !== undefined,
    isNew: metadata.labels["controller-revision-hash"] === hash,
    phase: status.phase,
    createdMs: Date.parse(metadata.creationTimestamp),
    ...(ready ? { readySinceMs: Date.parse(ready.lastTransitionTime) } : {}),
    isTerminating: metadata.deletionTimestamp !== undefined,
  };
}

async function watch() {
  const { hashes, before, nodes } = JSON.parse(readFileSync(argument, "utf8"));
  const nowMs = Date.now();
  let last = "";
  let quiet = 0;
  let after = [];
  let owners = [];
  while (quiet < 5) {
    await sleep(4000);
    after = (await call("GET", pods)).items;
    owners = (await call("GET", daemonSets)).items;
    const text = JSON.stringify([
      after.map(({ metadata }) => metadata.resourceVersion),
      owners.map(({ status }) => status),
    ]);
    quiet = text === last ? quiet + 1 : 0;
    last = text;
  }
  for (const owner of owners) {
    const { name } = owner.metadata;
    const hash = hashes[name];
    const own = ({ metadata }) => metadata.labels.app === name;
    const { minReadySeconds, updateStrategy, template } = owner.spec;
    const { nodeSelector, tolerations = [] } = template.spec;
    const { observedGeneration, ...status } = owner.status;
    const line = {
      spec: { minReadySeconds, updateStrategy, template: { spec: { nodeSelector, tolerations } } },
      nodes: nodes
        .filter(({ metadata }) => metadata.name.startsWith(`${name}-node-`))
        .map(({ metadata, spec }) => ({
          metadata: { name: metadata.name, labels: metadata.labels },
          spec: { taints: spec.taints ?? [] },
        })),
      pods: before.filter(own).map((pod) => podState(pod, hash)),
      nowMs,
      after: after.filter(own).map((pod) => podState(pod, hash)),
      status,
    };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  }
}

await { prepare, fill, watch }[step]();
agent.destroy();
