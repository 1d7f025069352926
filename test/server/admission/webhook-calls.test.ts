/** Calls of webhooks: their order and number, their contents, and their timeouts. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { planAuditPolicy } from "../../../src/server/audit/audit-policy.ts";
import { auditSink, type OpenSink } from "../../../src/server/audit/audit-sink.ts";
import { logOutput } from "../../../src/server/audit/log-output.ts";
import { definition as widgetDefinition } from "../../parity-server/policy-cases.ts";
import { startTestServer, type TestServer } from "../start.ts";
import {
  type HookHandler,
  type HookRequest,
  type HookServer,
  patchWith,
  reply,
  startHookServer,
} from "../webhook/hook-server.ts";

let server: TestServer;
let hook: HookServer;
/** Lines of the audit log. */
let lines: string[] = [];
let handle: HookHandler = (hookRequest) => reply(hookRequest, { allowed: true });
beforeAll(async () => {
  const policy = planAuditPolicy({
    omitStages: ["RequestReceived"],
    rules: [{ level: "Request", resources: [{ resources: ["secrets"] }] }, { level: "Metadata" }],
  });
  const openSink: OpenSink = (lost) =>
    auditSink(logOutput({ write: (line) => void lines.push(line) }, lost), { mode: "blocking", format: "json" }, lost);
  const credentials = { headers: () => ({ authorization: "Bearer of the server" }), trustsAnyone: false };
  const credentialsFor = (hostPort: string) => (hostPort === `127.0.0.1:${hook.ports.good}` ? credentials : undefined);
  server = await startTestServer({
    audit: { policy, sinks: [openSink] },
    pluginConfigurations: new Map([["ValidatingAdmissionWebhook", { credentialsFor }]]),
  });
  hook = await startHookServer((hookRequest) => handle(hookRequest));
});
afterAll(async () => {
  hook.close();
  await server.close();
});

const configurations = "/apis/admissionregistration.k8s.io/v1";
const rule = { operations: ["*"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] };
type Sort = "mutating" | "validating";
const createdConfigurations: string[] = [];

async function configure(sort: Sort, name: string, webhooks: readonly object[]): Promise<void> {
  const path = `${configurations}/${sort}webhookconfigurations`;
  const filled = webhooks.map((each, index) => ({
    name: `h${index}.${name}.example.com`,
    clientConfig: { url: `https://127.0.0.1:${hook.ports.good}/${name}${index}`, caBundle: hook.caBundle },
    rules: [rule],
    admissionReviewVersions: ["v1"],
    sideEffects: "None",
    ...each,
  }));
  const { code, text } = await server.call("POST", path, { metadata: { name }, webhooks: filled });
  expect(code, text).toBe(201);
  createdConfigurations.push(`${path}/${name}`);
}

afterEach(async () => {
  for (const path of createdConfigurations.splice(0)) await server.call("DELETE", path);
  hook.requests.length = 0;
  lines = [];
  handle = (hookRequest) => reply(hookRequest, { allowed: true });
});

const configMaps = "/api/v1/namespaces/default/configmaps";
const paths = () => hook.requests.map(({ path }) => path.slice(1));
const label = ({ review }: HookRequest, name: string) =>
  patchWith(
    review.request.object.metadata.labels
      ? [{ op: "add", path: `/metadata/labels/${name}`, value: "x" }]
      : [{ op: "add", path: "/metadata/labels", value: { [name]: "x" } }],
  );

test("the CA bundle of a webhook may be its own serving certificate, as envtest writes it", async () => {
  handle = (hookRequest) =>
    reply(hookRequest, hookRequest.path === "/own" ? label(hookRequest, "own") : { allowed: false });
  await configure("mutating", "own", [
    { clientConfig: { url: `https://127.0.0.1:${hook.ports.good}/own`, caBundle: hook.ownCaBundle } },
  ]);
  const { json } = await server.call("POST", configMaps, { metadata: { name: "own" } });
  expect(json.metadata.labels).toEqual({ own: "x" });
});

test("webhooks for events in either API group are called, with the event converted to that group", async () => {
  const webhookForEvents = (group: string) => ({ rules: [{ ...rule, apiGroups: [group], resources: ["events"] }] });
  await configure("validating", "events", [webhookForEvents(""), webhookForEvents("events.k8s.io")]);
  const involvedObject = { namespace: "default", name: "p" };
  const { code } = await server.call("POST", "/api/v1/namespaces/default/events", {
    metadata: { name: "a" },
    involvedObject,
    message: "hello",
  });
  expect(code).toBe(201);
  const shown = hook.requests.map(({ review: { request } }) => ({ kind: request.kind.group, object: request.object }));
  expect(shown.sort((a, b) => a.kind.length - b.kind.length)).toMatchObject([
    { kind: "", object: { apiVersion: "v1", involvedObject, message: "hello" } },
    { kind: "events.k8s.io", object: { apiVersion: "events.k8s.io/v1", regarding: involvedObject, note: "hello" } },
  ]);
});

test("mutating webhooks are called for an update with an outdated resource version", async () => {
  await configure("mutating", "late", [{}]);
  await server.call("POST", configMaps, { metadata: { name: "late" } });
  hook.requests.length = 0;
  const body = { metadata: { name: "late", resourceVersion: "1" } };
  expect((await server.call("PUT", `${configMaps}/late`, body)).code).toBe(409);
  expect(paths()).toEqual(["late0"]);
});

test("webhooks are called once for the deletion of a namespace, with its uid as precondition", async () => {
  await configure("validating", "end", [{ rules: [{ ...rule, operations: ["DELETE"], resources: ["namespaces"] }] }]);
  const { json } = await server.call("POST", "/api/v1/namespaces", { metadata: { name: "end" } });
  await server.call("POST", "/api/v1/namespaces/end/configmaps", {
    metadata: { name: "a", finalizers: ["example.com/a"] },
  });
  for (let times = 0; times < 2; times++)
    expect((await server.call("DELETE", "/api/v1/namespaces/end")).code).toBe(200);
  expect(hook.requests.map(({ review }) => review.request.options.preconditions)).toEqual([{ uid: json.metadata.uid }]);
});

test("webhooks get the credentials from the configuration of their plugin", async () => {
  await configure("mutating", "anonymous", [{}]);
  await configure("validating", "known", [{}]);
  await server.call("POST", configMaps, { metadata: { name: "credentials" } });
  const shown = hook.requests.map(({ path, headers }) => [path, headers.authorization]);
  expect(shown).toEqual([
    ["/anonymous0", undefined],
    ["/known0", "Bearer of the server"],
  ]);
});

test("configurations are called in order of name, and reinvoked webhooks see later changes", async () => {
  handle = (hookRequest) =>
    reply(hookRequest, hookRequest.path === "/b0" ? label(hookRequest, "b") : { allowed: true });
  await configure("mutating", "b", [{}]);
  await configure("mutating", "a", [{ reinvocationPolicy: "IfNeeded" }, { reinvocationPolicy: "Never" }]);
  const { json } = await server.call("POST", configMaps, { metadata: { name: "order" } });
  expect(json.metadata.labels).toEqual({ b: "x" });
  expect(paths()).toEqual(["a0", "a1", "b0", "a0"]);
  expect(hook.requests.at(-1)?.review.request.object.metadata.labels).toEqual({ b: "x" });
});

test("reviews of a creation, an update and a deletion contain their objects and options", async () => {
  await configure("validating", "c", [{}]);
  await server.call("POST", `${configMaps}?fieldManager=me&dryRun=All`, { metadata: { name: "r" }, data: { a: "b" } });
  await server.call("POST", configMaps, { metadata: { name: "r" }, data: { a: "b" } });
  const merge = { "content-type": "application/merge-patch+json" };
  await server.call("PATCH", `${configMaps}/r`, { data: { a: "c" } }, merge);
  await server.call("DELETE", `${configMaps}/r`, { propagationPolicy: "Background" });
  const [dry, created, updated, deleted] = hook.requests.map(({ review }) => review.request);
  const resource = { group: "", version: "v1", resource: "configmaps" };
  expect(created).toMatchObject({
    kind: { group: "", version: "v1", kind: "ConfigMap" },
    resource,
    requestResource: resource,
    name: "r",
    namespace: "default",
    operation: "CREATE",
    userInfo: { username: "admin", groups: ["system:masters", "system:authenticated"] },
    object: { kind: "ConfigMap", apiVersion: "v1", metadata: { name: "r" }, data: { a: "b" } },
    oldObject: null,
    dryRun: false,
    options: { kind: "CreateOptions", apiVersion: "meta.k8s.io/v1" },
  });
  expect([dry.dryRun, dry.options]).toMatchObject([true, { dryRun: ["All"], fieldManager: "me" }]);
  expect([updated.operation, updated.oldObject.data, updated.object.data]).toEqual(["UPDATE", { a: "b" }, { a: "c" }]);
  expect([deleted.operation, deleted.oldObject.data, deleted.object]).toEqual(["DELETE", { a: "c" }, null]);
  expect(deleted.options).toMatchObject({ kind: "DeleteOptions", propagationPolicy: "Background" });
  expect(hook.requests[0]).toMatchObject({ method: "POST", query: "timeout=10s" });
});

/** Returns the audit annotations that admission added to the last request. */
function annotations(): Record<string, string> {
  const all = JSON.parse(lines.at(-1) ?? "{}").annotations ?? {};
  return Object.fromEntries(
    Object.entries<string>(all).filter(([key]) => !/^(?:authorization|pod-security)/.test(key)),
  );
}

test("audit events record which webhooks were called and whether they changed the object", async () => {
  handle = (hookRequest) => {
    if (hookRequest.path === "/n1") return { code: 500 };
    const auditAnnotations = { "a-note": "n", "not/one": "x", "": "x" };
    return { ...reply(hookRequest, { ...label(hookRequest, "n"), auditAnnotations }) };
  };
  await configure("mutating", "n", [
    { objectSelector: { matchLabels: { never: "x" } } },
    { failurePolicy: "Ignore" },
    { rules: [{ ...rule, resources: ["configmaps", "secrets"] }] },
  ]);
  await server.call("POST", configMaps, { metadata: { name: "noted" } });
  const mutationAnnotation = (index: number, mutated: boolean) =>
    JSON.stringify({ configuration: "n", webhook: `h${index}.n.example.com`, mutated });
  expect(annotations()).toEqual({
    "failed-open.mutation.webhook.admission.k8s.io/round_0_index_1": "h1.n.example.com",
    "mutation.webhook.admission.k8s.io/round_0_index_1": mutationAnnotation(1, false),
    "mutation.webhook.admission.k8s.io/round_0_index_2": mutationAnnotation(2, true),
    "h2.n.example.com/a-note": "n",
  });
  await server.call("POST", "/api/v1/namespaces/default/secrets", { metadata: { name: "noted" } });
  expect(JSON.parse(annotations()["patch.webhook.admission.k8s.io/round_0_index_2"] ?? "{}")).toEqual({
    configuration: "n",
    webhook: "h2.n.example.com",
    patch: [{ op: "add", path: "/metadata/labels", value: { n: "x" } }],
    patchType: "JSONPatch",
  });
});

test("the audit annotation of a validating webhook that fails open has its index among those called", async () => {
  handle = () => ({ code: 500 });
  await configure("validating", "v", [
    { objectSelector: { matchLabels: { never: "x" } } },
    { failurePolicy: "Ignore" },
  ]);
  await server.call("POST", configMaps, { metadata: { name: "open" } });
  expect(annotations()).toEqual({
    "failed-open.validating.webhook.admission.k8s.io/round_0_index_0": "h1.v.example.com",
  });
});

test("the first patch counts as a mutation if the object is written; later patches only if they change it", async () => {
  handle = (hookRequest) => reply(hookRequest, patchWith([{ op: "test", path: "/kind", value: "ConfigMap" }]));
  await configure("mutating", "p", [{}, {}]);
  const mutatedFlags = () => Object.values(annotations()).map((text) => JSON.parse(text).mutated);
  await server.call("POST", configMaps, { metadata: { name: "first" }, data: { a: "a" } });
  expect(mutatedFlags()).toEqual([true, false]);
  const merge = { "content-type": "application/merge-patch+json" };
  await server.call("PATCH", `${configMaps}/first`, { data: { a: "b" } }, merge);
  expect(mutatedFlags()).toEqual([true, false]);
  await server.call("PATCH", `${configMaps}/first`, {}, merge);
  expect(mutatedFlags()).toEqual([false, false]);
});

test("mutating webhooks see an update as sent, validating webhooks see it with its immutable metadata", async () => {
  await server.call("POST", configMaps, { metadata: { name: "put" }, data: { a: "a" } });
  await configure("mutating", "u", [{}]);
  await configure("validating", "u", [{}]);
  await server.call("PUT", `${configMaps}/put`, { metadata: { name: "put" }, data: { a: "b" } });
  const [sent, settled] = hook.requests.map(({ review }) => Object.keys(review.request.object.metadata).sort());
  expect(sent).toEqual(["managedFields", "name", "namespace"]);
  expect(settled).toEqual(["creationTimestamp", "managedFields", "name", "namespace", "resourceVersion", "uid"]);
});

test("a new object keeps the deletion grace period of a webhook, and reviews keep the requested name", async () => {
  const changes = [
    { op: "add", path: "/metadata/deletionGracePeriodSeconds", value: 3 },
    { op: "replace", path: "/metadata/name", value: "renamed" },
  ];
  handle = (hookRequest) => reply(hookRequest, hookRequest.path === "/o0" ? patchWith(changes) : { allowed: true });
  await configure("mutating", "o", [{}]);
  await configure("validating", "after", [{}]);
  const sent = { name: "sent", deletionGracePeriodSeconds: 9 };
  const { code, json } = await server.call("POST", configMaps, { metadata: sent });
  expect([code, json.metadata.name, json.metadata.deletionGracePeriodSeconds]).toEqual([201, "renamed", 3]);
  const seen = hook.requests.map(({ review: { request } }) => [
    request.name,
    request.object.metadata.deletionGracePeriodSeconds,
  ]);
  expect(seen).toEqual([
    ["sent", undefined],
    ["sent", 3],
  ]);
});

test("an object that an apply creates loses the deletion grace period that a webhook set", async () => {
  handle = (hookRequest) =>
    reply(hookRequest, patchWith([{ op: "add", path: "/metadata/deletionGracePeriodSeconds", value: 3 }]));
  await configure("mutating", "leaving", [{}]);
  const apply = { "content-type": "application/apply-patch+yaml" };
  const applied = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "staying" } };
  const { code, json } = await server.call("PATCH", `${configMaps}/staying?fieldManager=m`, applied, apply);
  expect([code, json.metadata.deletionGracePeriodSeconds]).toEqual([201, undefined]);
});

test.each([
  ["kind", "kind", { op: "replace", path: "/kind", value: "Secret" }],
  ["labels", "metadata", { op: "add", path: "/metadata/labels", value: [] }],
])(
  "later webhooks are still called after one leaves a custom resource with invalid %s",
  async (name, field, operation) => {
    await server.call("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", widgetDefinition);
    handle = (hookRequest) =>
      hookRequest.path.endsWith("0")
        ? reply(hookRequest, patchWith([operation]))
        : reply(hookRequest, { allowed: true });
    const rules = [{ ...rule, apiGroups: ["parity.example.com"], resources: ["widgets"] }];
    await configure("mutating", `unsound-${name}`, [{ rules }, { rules }]);
    const widget = { apiVersion: "parity.example.com/v1", kind: "Widget", metadata: { name: "w" }, spec: { size: 1 } };
    const { code, json } = await server.call("POST", "/apis/parity.example.com/v1/namespaces/default/widgets", widget);
    expect([code, json.details?.causes]).toEqual([422, [expect.objectContaining({ field })]]);
    expect(paths()).toEqual([`unsound-${name}0`, `unsound-${name}1`]);
  },
);

const replaceRoot = (value: object) => [{ op: "replace", path: "", value }];
const configMap = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "whole" }, data: { a: "b" } };
const secret = { apiVersion: "v1", kind: "Secret", metadata: { name: "whole" } };
const secrets = "/api/v1/namespaces/default/secrets";
const widgets = "/apis/parity.example.com/v1/namespaces/default/widgets";
const foreign = (version: string, kind: string) =>
  `${version}, Kind=${kind} is unstructured and is not suitable for converting to "parity.example.com/v1"`;

/** The responses of kube-apiserver 1.37.1, and the identity that it shows the next webhook. */
test.each([
  [
    "an object of another kind",
    secrets,
    replaceRoot(configMap),
    "converting (v1.ConfigMap) to (core.Secret): unknown conversion",
    ["v1", "ConfigMap"],
  ],
  [
    "a custom resource of another group",
    widgets,
    replaceRoot(configMap),
    foreign("/v1", "ConfigMap"),
    ["v1", "ConfigMap"],
  ],
  [
    "another version",
    widgets,
    [{ op: "replace", path: "/apiVersion", value: "o.example.com/v9" }],
    foreign("o.example.com/v9", "Widget"),
    ["o.example.com/v9", "Widget"],
  ],
  [
    "an object without a version",
    widgets,
    [{ op: "remove", path: "/apiVersion" }],
    foreign("/", "Widget"),
    [undefined, "Widget"],
  ],
])(
  "webhooks after one that leaves %s see it before the request fails",
  async (_name, path, operations, why, identity) => {
    await server.call("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", widgetDefinition);
    handle = (hookRequest) =>
      reply(hookRequest, hookRequest.path.endsWith("0") ? patchWith(operations) : { allowed: true });
    const rules = [{ ...rule, apiGroups: ["*"], resources: ["secrets", "widgets"] }];
    await configure("mutating", "other", [{ rules }, { rules }]);
    const kinds = path === secrets ? {} : { apiVersion: "parity.example.com/v1", kind: "Widget", spec: { size: 1 } };
    const { code, json } = await server.call("POST", path, { ...kinds, metadata: { name: "o" } });
    expect([code, json.message]).toEqual([500, why]);
    const shown = hook.requests.map(({ review }) => review.request.object);
    expect(shown).toHaveLength(2);
    expect([shown[1].apiVersion, shown[1].kind]).toEqual(identity);
  },
);

test("an object that a webhook changes to another kind gets the defaults of that kind", async () => {
  handle = (hookRequest) =>
    reply(hookRequest, hookRequest.path.endsWith("0") ? patchWith(replaceRoot(secret)) : { allowed: true });
  await configure("mutating", "defaulted", [{}, {}]);
  expect((await server.call("POST", configMaps, { metadata: { name: "o" } })).code).toBe(500);
  expect(hook.requests[1]?.review.request.object).toMatchObject({ kind: "Secret", type: "Opaque" });
});

test.each([
  [
    "an unknown kind",
    secrets,
    { op: "replace", path: "/kind", value: "Other" },
    'no kind "Other" is registered for version "v1"',
  ],
  [
    "an unknown version",
    secrets,
    { op: "replace", path: "/apiVersion", value: "v9" },
    'no kind "Secret" is registered for version "v9"',
  ],
  ["a custom resource without a kind", widgets, { op: "remove", path: "/kind" }, "Object 'Kind' is missing in '{"],
])("no further webhook is called after one returns %s", async (_name, path, operation, why) => {
  await server.call("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", widgetDefinition);
  handle = (hookRequest) => reply(hookRequest, patchWith([operation]));
  const rules = [{ ...rule, apiGroups: ["*"], resources: ["secrets", "widgets"] }];
  await configure("mutating", "unknown", [{ rules }, { rules }]);
  const kinds = path === secrets ? {} : { apiVersion: "parity.example.com/v1", kind: "Widget", spec: { size: 1 } };
  const { code, json } = await server.call("POST", path, { ...kinds, metadata: { name: "u" } });
  expect([code, json.message]).toEqual([500, expect.stringContaining(why)]);
  expect(hook.requests).toHaveLength(1);
});

test("a resource version that a webhook sets on a new object is an error after all webhooks were called", async () => {
  handle = (hookRequest) =>
    hookRequest.path.endsWith("j0")
      ? reply(hookRequest, patchWith([{ op: "add", path: "/metadata/resourceVersion", value: "1" }]))
      : reply(hookRequest, { allowed: hookRequest.review.request.object?.metadata?.resourceVersion === "1" });
  await configure("mutating", "j", [{}]);
  await configure("validating", "j-after", [{}]);
  const { code, json } = await server.call("POST", configMaps, { metadata: { name: "versioned" } });
  expect([code, json.message]).toEqual([500, "resourceVersion should not be set on objects to be created"]);
  expect((await server.call("POST", `${configMaps}?dryRun=All`, { metadata: { name: "versioned" } })).code).toBe(201);
  const apply = { "content-type": "application/apply-patch+yaml" };
  const applied = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "applied" } };
  const made = await server.call("PATCH", `${configMaps}/applied?fieldManager=m`, applied, apply);
  expect(made.code).toBe(201);
});

test("reviews of deletions have the effective grace period; repeated graceful deletions are not reviewed", async () => {
  const pods = "/api/v1/namespaces/default/pods";
  const spec = { nodeName: "n", containers: [{ name: "c", image: "i" }], terminationGracePeriodSeconds: 7 };
  await server.call("POST", pods, { metadata: { name: "p" }, spec });
  await configure("validating", "w", [{ rules: [{ ...rule, resources: ["pods"] }] }]);
  await server.call("DELETE", `${pods}/p?dryRun=All`);
  await server.call("DELETE", `${pods}/p?gracePeriodSeconds=-3&dryRun=All`);
  await server.call("DELETE", `${pods}/p`);
  await server.call("DELETE", `${pods}/p`);
  await server.call("DELETE", `${pods}/p?gracePeriodSeconds=9`);
  expect(hook.requests.map(({ review }) => review.request.options.gracePeriodSeconds)).toEqual([7, 1, 7]);
  await server.call("DELETE", `${pods}/p?gracePeriodSeconds=0`);
  expect(hook.requests.at(-1)?.review.request.options.gracePeriodSeconds).toBe(0);
});

test("mutating webhooks see a new service's addresses as sent, validating webhooks see the defaults", async () => {
  const services = { rules: [{ ...rule, resources: ["services"] }] };
  await configure("mutating", "x", [services]);
  await configure("validating", "x", [services]);
  const spec = { clusterIP: "None", ports: [{ port: 80 }] };
  await server.call("POST", "/api/v1/namespaces/default/services", { metadata: { name: "headless" }, spec });
  const seen = hook.requests.map(({ review }) => review.request.object.spec.clusterIPs);
  expect(seen).toEqual([undefined, ["None"]]);
});

test("a patch to an unknown version is an error that names the version", async () => {
  handle = (hookRequest) => reply(hookRequest, patchWith([{ op: "replace", path: "/apiVersion", value: "v9" }]));
  await configure("mutating", "y", [{}]);
  const { json } = await server.call("POST", configMaps, { metadata: { name: "versioned" } });
  expect(json.message).toBe(
    'Internal error occurred: no kind "ConfigMap" is registered for version "v9" in scheme "pkg/runtime/scheme.go:111"',
  );
});

test("mutating webhooks are called for connections", async () => {
  const patch = patchWith([{ op: "add", path: "/container", value: "other" }]);
  handle = (hookRequest) => reply(hookRequest, hookRequest.path === "/k0" ? patch : { allowed: true });
  await configure("mutating", "k", [{ rules: [{ ...rule, operations: ["CONNECT"], resources: ["pods/exec"] }] }]);
  await configure("validating", "connect", [{ rules: [{ ...rule, operations: ["CONNECT"], resources: ["pods/*"] }] }]);
  const { code } = await server.call("POST", "/api/v1/namespaces/default/pods/absent/exec?command=sh");
  expect(code).toBe(404);
  expect(hook.requests.map(({ review }) => review.request.object.container)).toEqual([undefined, "other"]);
});

test("warnings that are empty or have control characters are dropped", async () => {
  handle = (hookRequest) => reply(hookRequest, { allowed: true, warnings: ["two\nlines", "", "one line"] });
  await configure("validating", "q", [{}]);
  const { headers } = await server.call("POST", configMaps, { metadata: { name: "warned" } });
  expect(headers["warning"]).toBe('299 - "one line"');
});

test("a patch in the response to a deletion is rejected", async () => {
  await server.call("POST", configMaps, { metadata: { name: "gone" } });
  handle = (hookRequest) => reply(hookRequest, patchWith([{ op: "add", path: "/data", value: {} }]));
  await configure("mutating", "d", [{ rules: [{ ...rule, operations: ["DELETE"] }] }]);
  const { code, json } = await server.call("DELETE", `${configMaps}/gone`);
  expect([code, json.message]).toEqual([
    500,
    'Internal error occurred: admission webhook "h0.d.example.com" attempted to modify the object, which is not supported for this operation',
  ]);
});

test("a webhook for another version of the resource gets the object in that version", async () => {
  const scalers = { ...rule, apiGroups: ["autoscaling"], apiVersions: ["v1"], resources: ["horizontalpodautoscalers"] };
  handle = (hookRequest) =>
    reply(hookRequest, patchWith([{ op: "add", path: "/spec/targetCPUUtilizationPercentage", value: 42 }]));
  await configure("mutating", "e", [{ rules: [scalers] }, { rules: [scalers], matchPolicy: "Exact" }]);
  const spec = { maxReplicas: 3, scaleTargetRef: { kind: "Deployment", name: "d", apiVersion: "apps/v1" } };
  const path = "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers";
  const { json } = await server.call("POST", path, { metadata: { name: "h" }, spec });
  expect(paths()).toEqual(["e0"]);
  expect(hook.requests[0]?.review.request).toMatchObject({
    kind: { group: "autoscaling", version: "v1" },
    requestKind: { group: "autoscaling", version: "v2" },
    object: { apiVersion: "autoscaling/v1" },
  });
  expect(json.spec.metrics[0].resource.target.averageUtilization).toBe(42);
});

test("a webhook for a subresource sees its body and may change it", async () => {
  const path = "/apis/apps/v1/namespaces/default/deployments";
  const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } };
  const spec = { replicas: 1, selector: { matchLabels: { a: "b" } }, template };
  await server.call("POST", path, { metadata: { name: "d" }, spec });
  const apps = { ...rule, apiGroups: ["apps"] };
  handle = (hookRequest) =>
    reply(
      hookRequest,
      hookRequest.path === "/f0" ? patchWith([{ op: "replace", path: "/spec/replicas", value: 7 }]) : { allowed: true },
    );
  await configure("mutating", "f", [
    { rules: [{ ...apps, resources: ["deployments/scale"] }] },
    { rules: [{ ...apps, resources: ["deployments"] }] },
  ]);
  await configure("validating", "g", [{ rules: [{ ...apps, resources: ["*/scale"] }] }]);
  const merge = { "content-type": "application/merge-patch+json" };
  const { json } = await server.call("PATCH", `${path}/d/scale`, { spec: { replicas: 2 } }, merge);
  expect([json.kind, json.spec.replicas]).toEqual(["Scale", 7]);
  expect(paths()).toEqual(["f0", "g0"]);
  expect(hook.requests.map(({ review }) => review.request)).toMatchObject([
    {
      kind: { group: "autoscaling", version: "v1", kind: "Scale" },
      resource: { group: "apps", version: "v1", resource: "deployments" },
      subResource: "scale",
      object: { spec: { replicas: 2 } },
      oldObject: { spec: { replicas: 1 } },
    },
    { object: { spec: { replicas: 7 } } },
  ]);
});

test("webhooks are not called for webhook configurations", async () => {
  handle = (hookRequest) => reply(hookRequest, { allowed: false });
  await configure("validating", "z", [
    { rules: [{ ...rule, apiGroups: ["*"], apiVersions: ["*"], resources: ["*/*"] }] },
  ]);
  const refused = await server.call("POST", configMaps, { metadata: { name: "n" } });
  const { code } = await server.call("DELETE", `${configurations}/validatingwebhookconfigurations/z`);
  expect([refused.code, code]).toEqual([400, 200]);
});

test("a slow webhook gets the client's timeout and does not delay other requests", async () => {
  handle = (hookRequest) => (hookRequest.path === "/s0" ? undefined : reply(hookRequest, { allowed: true }));
  await configure("validating", "s", [{ objectSelector: { matchLabels: { slow: "x" } } }]);
  const started = Date.now();
  const slow = server.call("POST", `${configMaps}?timeout=1s`, { metadata: { name: "slow", labels: { slow: "x" } } });
  await vi.waitUntil(() => hook.requests.length === 1, { timeout: 5000, interval: 5 });
  const quick = await server.call("POST", configMaps, { metadata: { name: "quick" } });
  expect([quick.code, (await slow).code >= 500]).toEqual([201, true]);
  expect(Date.now() - started).toBeLessThan(8000);
  expect(hook.requests[0]?.query).toBe("timeout=1s");
  expect((await server.call("GET", `${configMaps}/slow`)).code).toBe(404);
});

test("a response that is too large counts as a failed call", async () => {
  handle = () => ({ body: `{"x":"${"x".repeat(33 * 1024 * 1024)}"}` });
  await configure("validating", "l", [{}]);
  const { code, json } = await server.call("POST", configMaps, { metadata: { name: "large" } });
  expect([code, json.message]).toEqual([
    500,
    'Internal error occurred: failed calling webhook "h0.l.example.com": failed to call webhook: the response is larger than 33554432 bytes',
  ]);
});

test("metrics count calls, rejections and ignored failures", async () => {
  handle = (hookRequest) =>
    hookRequest.path === "/m1" ? { code: 500 } : reply(hookRequest, { allowed: false, status: { code: 403 } });
  await configure("validating", "m", [{}, { failurePolicy: "Ignore" }]);
  await server.call("POST", configMaps, { metadata: { name: "m" } });
  const { text } = await server.call("GET", "/metrics");
  const prefix = "apiserver_admission_webhook_";
  const lines = text.split("\n").filter((line) => line.startsWith(prefix) && line.includes(".m.example.com"));
  const hook0 = 'name="h0.m.example.com",type="validating",operation="CREATE"';
  expect(lines).toContain(`${prefix}request_total{${hook0},code="403",rejected="true"} 1`);
  expect(lines).toContain(`${prefix}rejection_count{${hook0},error_type="no_error",rejection_code="403"} 1`);
  expect(lines).toContain(`${prefix}fail_open_count{name="h1.m.example.com",type="validating"} 1`);
});

test("match conditions see the object in the version that the webhook's rules name", async () => {
  const expression = "object.spec.metrics.exists(m, m.resource.target.averageUtilization == 50)";
  const resources = ["horizontalpodautoscalers"];
  const rules = [{ operations: ["CREATE"], apiGroups: ["autoscaling"], apiVersions: ["v2"], resources }];
  await configure("validating", "version", [{ rules, matchConditions: [{ name: "half", expression }] }]);
  const path = "/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers";
  const scaleTargetRef = { kind: "Deployment", name: "a", apiVersion: "apps/v1" };
  for (const targetCPUUtilizationPercentage of [50, 60]) {
    const spec = { maxReplicas: 3, scaleTargetRef, targetCPUUtilizationPercentage };
    const { code, text } = await server.call("POST", path, { metadata: { generateName: "a" }, spec });
    expect(code, text).toBe(201);
  }
  expect(
    hook.requests.map(({ review }) => review.request.object.spec.metrics[0].resource.target.averageUtilization),
  ).toEqual([50]);
});

test("a patch with a wrong type for version, kind, managed fields or owners is a handled error", async () => {
  const odd = { toString: {} };
  const places = ["/apiVersion", "/kind", "/metadata/managedFields", "/metadata/ownerReferences"];
  for (const [index, place] of places.entries()) {
    handle = (hookRequest) => reply(hookRequest, patchWith([{ op: "add", path: place, value: odd }]));
    await configure("mutating", `odd${index}`, [{}]);
    const { code, text } = await server.call("POST", configMaps, { metadata: { generateName: "odd-" } });
    expect(code, place).toBe(500);
    expect(text).not.toContain("in the log of the server");
    await server.call("DELETE", createdConfigurations.pop() ?? "");
  }
});
