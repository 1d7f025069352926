/**
 * Generates webhooks with matching requests: all kinds of responses, all ways to fail, and all fields of a
 * configuration. Each case has a separate namespace.
 */
import type { HookServer, listeners } from "../server/webhook/hook-server.ts";
import {
  autoscaler,
  conditions,
  configMap,
  deployment,
  drawSeveral,
  metadata,
  pod,
  type Request,
  requestsOf,
  type Subject,
  service,
  widget,
} from "./policy-cases.ts";
import type { Random } from "./random.ts";
import { patchNames, verdictNames } from "./webhook-plays.ts";

/** The server that calls the webhook, which is the first part of the path of its requests. */
export type Side = "real" | "own";

export interface WebhookCase {
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Returns the POST requests of service accounts and webhook configurations. */
  setupFor(side: Side): readonly Request[];
  readonly requests: readonly Request[];
}

type Listener = (typeof listeners)[number];

interface Hook {
  readonly listener: Listener;
  readonly play: string;
  /** The webhook without its client configuration and its name. */
  readonly spec: Readonly<Record<string, unknown>>;
}

interface Configuration {
  readonly sort: "mutating" | "validating";
  readonly name: string;
  readonly hooks: readonly Hook[];
}

/** A kind in two versions, so that webhooks may request the other version. */
const gadget: Subject = { ...widget, group: "hooks.example.com", resource: "gadgets" };

const openSchema = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
const schema = {
  openAPIV3Schema: {
    type: "object",
    properties: {
      spec: {
        ...openSchema,
        properties: {
          size: { type: "integer", maximum: 50 },
          color: { type: "string", default: "red" },
          parts: { type: "array", items: { ...openSchema, properties: { count: { type: "integer", default: 1 } } } },
        },
      },
    },
  },
};

export const definition = {
  metadata: { name: "gadgets.hooks.example.com" },
  spec: {
    group: "hooks.example.com",
    scope: "Namespaced",
    names: { plural: "gadgets", kind: "Gadget" },
    versions: [
      { name: "v1", served: true, storage: true, schema, subresources: { status: {} } },
      { name: "v2", served: true, storage: false, schema, subresources: { status: {} } },
    ],
  },
};

/** A cluster-scoped kind: a label instead of the namespace keeps it away from the webhooks of other cases. */
const role: Subject = {
  group: "rbac.authorization.k8s.io",
  version: "v1",
  resource: "clusterroles",
  object: (name, random) => ({
    metadata: metadata(name, random),
    rules: [{ apiGroups: [""], resources: ["pods"], verbs: random.pick([["get"], ["get", "list"]]) }],
  }),
  checks: [],
  values: [],
  configurations: [],
  patches: [],
};

const subjects = [deployment, configMap, configMap, autoscaler, widget, gadget, gadget, pod, pod, service, role];

export function webhookCase(random: Random, namespace: string, hookServer: HookServer): WebhookCase {
  const drawn = random.pick(subjects) ?? configMap;
  const subject = drawn === gadget ? { ...gadget, version: random.pick(["v1", "v2"]) ?? "v1" } : drawn;
  const sorts =
    random.pick([["mutating"], ["validating"], ["mutating", "validating"], ["mutating", "mutating"]] as const) ?? [];
  const configurations = sorts.map((sort, index): Configuration => {
    const count = random.pick([1, 1, 2, 3]) ?? 1;
    const hooks = Array.from({ length: count }, () => hookOf(random, subject, { sort, namespace }));
    return { sort, name: `${namespace}-${random.pick(["a", "b"])}${index}`, hooks };
  });
  const account = { metadata: { name: "default" } };
  return {
    namespace,
    labels: { env: random.pick(["prod", "dev"]) ?? "" },
    requests: subject === role ? roleRequests(random, namespace) : objectRequests(random, subject, namespace),
    setupFor: (side) => [
      { method: "POST", path: `/api/v1/namespaces/${namespace}/serviceaccounts`, body: account },
      ...configurations.map((configuration) => configurationRequest(configuration, { side, hookServer })),
    ],
  };
}

interface Place {
  readonly sort: Configuration["sort"];
  readonly namespace: string;
}

const lostShare = 0.08;
const hangShare = 0.03;
const patchShare = 0.6;
const strayPatchShare = 0.04;
const quietShare = 0.25;

/** Draws how the connection fails, or how the webhook responds. */
function answerOf(random: Random, { resource }: Subject, sort: Place["sort"]): Pick<Hook, "listener" | "play"> {
  const drawn = random.next();
  if (drawn < lostShare) return { listener: random.pick(lostListeners) ?? "closes", play: "allow" };
  if (drawn < lostShare + hangShare) return { listener: "good", play: "hang" };
  const isPatch = random.next() < (sort === "mutating" ? patchShare : strayPatchShare);
  if (isPatch) return { listener: "good", play: random.pick(patchNames(resource)) ?? "label" };
  if (random.next() < quietShare) return { listener: "good", play: random.pick(quietNames) ?? "allow" };
  return { listener: "good", play: random.pick(verdictNames) ?? "allow" };
}

const lostListeners: readonly Listener[] = ["other", "self", "expired", "plain", "closes", "silent", "nobody"];
const quietNames = ["allow", "warn", "annotates", "deny-updates", "deny-team-a", "label"];

const operations = [
  ["*"],
  ["CREATE"],
  ["CREATE", "UPDATE"],
  ["UPDATE"],
  ["DELETE"],
  ["CREATE", "UPDATE", "DELETE"],
  ["CONNECT", "CREATE"],
];
const versions = [["v1"], ["v2"], ["*"], ["v1", "v2"], ["v0"]];

function hookOf(random: Random, subject: Subject, { sort, namespace }: Place): Hook {
  const isWide = subject !== role && random.next() < 0.1;
  const isVersioned = subject === autoscaler || subject.group === gadget.group;
  const rule = {
    operations: random.pick(operations),
    apiGroups: [isWide ? "*" : subject.group],
    apiVersions: isVersioned ? random.pick(versions) : [random.next() < 0.2 ? "*" : subject.version],
    resources: resourcesOf(random, subject),
    ...(isWide
      ? { scope: "Namespaced" }
      : random.pick([{}, {}, {}, { scope: "*" }, { scope: "Namespaced" }, { scope: "Cluster" }])),
  };
  const hook = answerOf(random, subject, sort);
  return {
    ...hook,
    spec: {
      rules: random.next() < 0.05 ? [rule, { ...rule, operations: ["DELETE"] }] : [rule],
      failurePolicy: random.pick(["Fail", "Ignore"]),
      ...(random.next() < 0.3 && { matchPolicy: "Exact" }),
      sideEffects: random.pick(["None", "NoneOnDryRun"]),
      timeoutSeconds: hook.play === "hang" || hook.listener === "silent" ? 1 : (random.pick([5, 10, 30]) ?? 10),
      admissionReviewVersions: random.pick([["v1"], ["v1"], ["v1", "v1beta1"], ["v1beta1"], ["v2", "v1beta1", "v1"]]),
      namespaceSelector: {
        matchLabels: { "kubernetes.io/metadata.name": namespace, ...(random.next() < 0.1 && { env: "prod" }) },
      },
      ...objectSelectorOf(random, subject, namespace),
      ...(random.next() < 0.2 && { matchConditions: conditionsOf(random) }),
      ...(sort === "mutating" && random.next() < 0.5 && { reinvocationPolicy: "IfNeeded" }),
    },
  };
}

function resourcesOf(random: Random, { resource, subresources = [] }: Subject): readonly string[] {
  const drawn = random.next();
  if (drawn < 0.65) return [resource];
  if (drawn < 0.75) return [`${resource}/*`];
  if (drawn < 0.8) return ["*"];
  if (drawn < 0.9) return ["*/*"];
  return [resource, ...subresources.map((name) => random.pick([`${resource}/${name}`, `*/${name}`]) ?? "")];
}

function objectSelectorOf(random: Random, subject: Subject, namespace: string): object {
  if (subject === role) return { objectSelector: { matchLabels: { case: namespace } } };
  if (random.next() >= 0.15) return {};
  return {
    objectSelector:
      random.pick<object>([
        { matchLabels: { team: "a" } },
        { matchExpressions: [{ key: "patched", operator: "DoesNotExist" }] },
        { matchExpressions: [{ key: "team", operator: "In", values: ["b", "c"] }] },
      ]) ?? {},
  };
}

const hookConditions = [
  ...conditions,
  "object.metadata.nope == 'x'",
  "oldObject == null",
  "request.kind.version == 'v1'",
  "object.spec.size > 1",
  "request.userInfo.username == 'nobody'",
  "has(object.metadata.labels) && 'team' in object.metadata.labels",
  "request.dryRun",
  "authorizer.group('apps').resource('deployments').check('list').allowed()",
  "object.apiVersion == request.resource.version",
];

const conditionsOf = (random: Random) =>
  drawSeveral(random, hookConditions, 3).map((expression, index) => ({ name: `c${index}`, expression }));

interface Asking {
  readonly side: Side;
  readonly hookServer: HookServer;
}

function configurationRequest({ sort, name, hooks }: Configuration, { side, hookServer }: Asking): Request {
  const { ports, caBundle } = hookServer;
  const webhooks = hooks.map(({ listener, play, spec }, index) => ({
    name: `h${index}.${name}.example.com`,
    clientConfig: { url: `https://127.0.0.1:${ports[listener]}/${side}/${name}-${index}/${sort}/${play}`, caBundle },
    ...spec,
  }));
  const path = `/apis/admissionregistration.k8s.io/v1/${sort}webhookconfigurations`;
  return { method: "POST", path, body: { metadata: { name }, webhooks } };
}

/** Draws the requests of policy cases, with further requests for pods and service accounts. */
function objectRequests(random: Random, subject: Subject, namespace: string): readonly Request[] {
  const requests = requestsOf(random, subject, namespace);
  const last = requests.pop();
  const root = `/api/v1/namespaces/${namespace}`;
  const ofPods: readonly Request[] = [
    { method: "POST", path: `${root}/pods/one/exec?command=sh` },
    {
      method: "POST",
      path: `${root}/pods/one/eviction?dryRun=All`,
      body: { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "one" } },
    },
    {
      method: "POST",
      path: `${root}/pods/one/binding`,
      body: { apiVersion: "v1", kind: "Binding", metadata: { name: "one" }, target: { kind: "Node", name: "n1" } },
    },
  ];
  return [...requests, ...(subject === pod ? ofPods : []), ...(last ? [last] : [])];
}

function roleRequests(random: Random, namespace: string): readonly Request[] {
  const collection = "/apis/rbac.authorization.k8s.io/v1/clusterroles";
  const roleNamed = (name: string) => {
    const object = role.object(`${namespace}-${name}`, random);
    const { labels, ...rest } = object["metadata"] as { readonly labels?: object };
    return { ...object, metadata: { ...rest, labels: { ...labels, case: namespace } } };
  };
  const one = `${collection}/${namespace}-one`;
  return [
    { method: "POST", path: collection, body: roleNamed("one") },
    { method: "POST", path: `${collection}?dryRun=All`, body: roleNamed("two") },
    { method: "PUT", path: one, body: roleNamed("one") },
    { method: "PATCH", path: one, body: { metadata: { annotations: { seen: "yes" } } } },
    { method: "DELETE", path: one },
  ];
}
