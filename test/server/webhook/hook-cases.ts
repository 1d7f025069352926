/**
 * Webhooks of one configuration, each called for the ConfigMap that has its name as the label `case`: all kinds of
 * responses, and all ways to fail before a response.
 */
import type { HookHandler, HookResponse, HookServer } from "./hook-server.ts";
import { patchWith, reply } from "./hook-server.ts";

/** Responses by path. */
export const handlers: ReadonlyMap<string, HookHandler> = new Map<string, HookHandler>(
  Object.entries<HookHandler>({
    allow: (q) => reply(q, { allowed: true }),
    warn: (q) => reply(q, { allowed: true, warnings: ["one", 'two "quoted"', "x".repeat(300)] }),
    deny: (q) => reply(q, { allowed: false }),
    "deny-message": (q) => reply(q, { allowed: false, status: { message: "no way" } }),
    "deny-reason": (q) => reply(q, { allowed: false, status: { reason: "Forbidden" } }),
    "deny-code": (q) => reply(q, { allowed: false, status: { message: "no way", code: 403 } }),
    "deny-code-reason": (q) =>
      reply(q, {
        allowed: false,
        status: {
          message: "no way",
          code: 409,
          reason: "Conflict",
          details: { retryAfterSeconds: 3, causes: [{ reason: "FieldValueInvalid", message: "m", field: "data.a" }] },
        },
      }),
    "deny-418": (q) => reply(q, { allowed: false, status: { message: "tea", code: 418 } }),
    "deny-599": (q) => reply(q, { allowed: false, status: { message: "big", code: 599 } }),
    "deny-1000": (q) => reply(q, { allowed: false, status: { message: "big", code: 1000 } }),
    "deny-200": (q) => reply(q, { allowed: false, status: { message: "fine", code: 200, status: "Success" } }),
    "deny-custom-status": (q) => reply(q, { allowed: false, status: { message: "fine", code: 400, status: "Odd" } }),
    "deny-warn": (q) => reply(q, { allowed: false, warnings: ["w"], status: { message: "fine" } }),
    "wrong-uid": (q) => ({
      body: { apiVersion: q.review.apiVersion, kind: "AdmissionReview", response: { uid: "nope", allowed: true } },
    }),
    "no-uid": (q) => ({
      body: { apiVersion: q.review.apiVersion, kind: "AdmissionReview", response: { allowed: true } },
    }),
    "no-response": (q) => ({ body: { apiVersion: q.review.apiVersion, kind: "AdmissionReview" } }),
    "wrong-kind": (q) => ({
      body: { apiVersion: q.review.apiVersion, kind: "Pod", response: { uid: q.review.request.uid, allowed: true } },
    }),
    "wrong-version": (q) => ({
      body: {
        apiVersion: "admission.k8s.io/v9",
        kind: "AdmissionReview",
        response: { uid: q.review.request.uid, allowed: true },
      },
    }),
    "wrong-group": () => ({ body: { apiVersion: "v1", kind: "ConfigMap" } }),
    "other-version": (q) => ({
      body: {
        apiVersion: q.review.apiVersion.endsWith("v1") ? "admission.k8s.io/v1beta1" : "admission.k8s.io/v1",
        kind: "AdmissionReview",
        response: { uid: q.review.request.uid, allowed: true },
      },
    }),
    "no-kind": (q) => ({
      body: { apiVersion: q.review.apiVersion, response: { uid: q.review.request.uid, allowed: true } },
    }),
    "no-version": (q) => ({
      body: { kind: "AdmissionReview", response: { uid: q.review.request.uid, allowed: true } },
    }),
    "empty-object": () => ({ body: {} }),
    "status-200": () => ({
      body: {
        kind: "Status",
        apiVersion: "v1",
        status: "Failure",
        message: "I am a status",
        reason: "Forbidden",
        code: 403,
      },
    }),
    array: () => ({ body: [] }),
    string: () => ({ body: "x" }),
    null: () => ({ body: "null" }),
    garbage: () => ({ body: "garbage" }),
    empty: () => ({ body: "" }),
    html: () => ({ body: "<html></html>", headers: { "content-type": "text/html" } }),
    "text-json": (q) => ({ ...reply(q, { allowed: true }), headers: { "content-type": "text/plain" } }),
    "bad-type": (q) => ({ ...reply(q, { allowed: true }), headers: { "content-type": "a/b/c;;" } }),
    trailing: (q) => ({ body: `${JSON.stringify(reply(q, { allowed: true }).body)} garbage` }),
    "wrong-allowed": (q) => reply(q, { allowed: "yes" }),
    "wrong-warnings": (q) => reply(q, { allowed: true, warnings: "w" }),
    "unknown-field": (q) => reply(q, { allowed: true, foo: 1 }),
    case: (q) => ({
      body: {
        apiVersion: q.review.apiVersion,
        kind: "AdmissionReview",
        Response: { UID: q.review.request.uid, Allowed: true },
      },
    }),
    "http-201": (q) => ({ ...reply(q, { allowed: true }), code: 201 }),
    "http-204": () => ({ body: "", code: 204 }),
    "http-400": () => ({ body: "bad", code: 400, headers: { "content-type": "text/plain" } }),
    "http-401": () => ({ body: "bad", code: 401, headers: { "content-type": "text/plain" } }),
    "http-403": () => ({ body: "bad boy", code: 403, headers: { "content-type": "text/plain" } }),
    "http-403-json": () => ({ body: "bad boy", code: 403, headers: { "content-type": "application/json" } }),
    "http-403-review": (q) => ({ ...reply(q, { allowed: false, status: { message: "inner" } }), code: 403 }),
    "http-403-status": () => ({
      body: {
        kind: "Status",
        apiVersion: "v1",
        status: "Failure",
        message: "I am a status",
        reason: "Forbidden",
        code: 403,
      },
      code: 403,
    }),
    "http-404": () => ({ body: "404 page not found\n", code: 404, headers: { "content-type": "text/plain" } }),
    "http-405": () => ({ body: "", code: 405 }),
    "http-406": () => ({ body: "x", code: 406, headers: { "content-type": "text/plain" } }),
    "http-409": () => ({ body: "", code: 409 }),
    "http-415": () => ({ body: "x", code: 415, headers: { "content-type": "text/plain" } }),
    "http-418": () => ({ body: "", code: 418 }),
    "http-422": () => ({ body: "", code: 422 }),
    "http-429": () => ({ body: "", code: 429 }),
    "http-429-after": () => ({ body: "", code: 429, headers: { "retry-after": "1" } }),
    "http-500": () => ({ body: "oh no", code: 500, headers: { "content-type": "text/plain" } }),
    "http-500-json": () => ({ body: "oh no", code: 500 }),
    "http-500-empty": () => ({ body: "", code: 500 }),
    "http-503": () => ({ body: "x", code: 503 }),
    "http-504": () => ({ body: "x", code: 504 }),
    "redirect-301": () => ({ body: "", code: 301, headers: { location: "/deny-message" } }),
    "redirect-302": () => ({ body: "", code: 302, headers: { location: "/deny-message" } }),
    "redirect-303": () => ({ body: "", code: 303, headers: { location: "/deny-message" } }),
    "redirect-307": () => ({ body: "", code: 307, headers: { location: "/deny-message" } }),
    "redirect-308": () => ({ body: "", code: 308, headers: { location: "/deny-message" } }),
    "redirect-loop": () => ({ body: "", code: 307, headers: { location: "/redirect-loop" } }),
    "redirect-nowhere": () => ({ body: "", code: 307 }),
    "http-304": () => ({ body: "", code: 304 }),
    half: () => ({ ends: "half" }),
    close: () => ({ ends: "close" }),
    label: (q) => reply(q, labelPatch(q)),
    "patch-no-type": (q) => reply(q, { allowed: true, patch: labelPatch(q)["patch"] }),
    "type-no-patch": (q) => reply(q, { allowed: true, patchType: "JSONPatch" }),
    "empty-type": (q) => reply(q, { allowed: true, patch: labelPatch(q)["patch"], patchType: "" }),
    "merge-type": (q) => reply(q, { allowed: true, patch: labelPatch(q)["patch"], patchType: "MergePatch" }),
    "patch-not-base64": (q) => reply(q, { allowed: true, patchType: "JSONPatch", patch: "!!!" }),
    "patch-garbage": (q) => reply(q, patchWith("garbage")),
    "patch-object": (q) => reply(q, patchWith("{}")),
    "patch-null": (q) => reply(q, patchWith("null")),
    "patch-empty": (q) => reply(q, patchWith([])),
    "patch-test": (q) => reply(q, patchWith([{ op: "test", path: "/metadata/name", value: "no" }])),
    "patch-missing": (q) => reply(q, patchWith([{ op: "remove", path: "/data/nope" }])),
    "patch-unknown-op": (q) => reply(q, patchWith([{ op: "frob", path: "/data" }])),
    "patch-name": (q) => reply(q, patchWith([{ op: "replace", path: "/metadata/name", value: "renamed" }])),
    "patch-namespace": (q) => reply(q, patchWith([{ op: "replace", path: "/metadata/namespace", value: "default" }])),
    "patch-kind": (q) => reply(q, patchWith([{ op: "replace", path: "/kind", value: "Secret" }])),
    "patch-api-version": (q) => reply(q, patchWith([{ op: "replace", path: "/apiVersion", value: "v9" }])),
    "patch-drop-kind": (q) => reply(q, patchWith([{ op: "remove", path: "/kind" }])),
    "patch-unknown-field": (q) => reply(q, patchWith([{ op: "add", path: "/foo", value: 1 }])),
    "patch-wrong-type": (q) => reply(q, patchWith([{ op: "add", path: "/data", value: 1 }])),
    "patch-invalid": (q) => reply(q, patchWith([{ op: "add", path: "/data", value: { "bad key!": "x" } }])),
    "patch-managed": (q) =>
      reply(
        q,
        patchWith([{ op: "add", path: "/metadata/managedFields", value: [{ manager: "x", operation: "Bogus" }] }]),
      ),
    "patch-uid": (q) => reply(q, patchWith([{ op: "add", path: "/metadata/uid", value: "abc" }])),
    "patch-null-doc": (q) => reply(q, patchWith([{ op: "replace", path: "", value: null }])),
    "patch-doc": (q) =>
      reply(
        q,
        patchWith([
          {
            op: "replace",
            path: "",
            value: {
              apiVersion: "v1",
              kind: "ConfigMap",
              metadata: { name: "whole", namespace: "hooks-a" },
              data: { whole: "yes" },
            },
          },
        ]),
      ),
    "patch-deny": (q) => reply(q, { ...labelPatch(q), allowed: false, status: { message: "with patch" } }),
    hang: () => undefined,
  }),
);

export const handle: HookHandler = (hookRequest): HookResponse | undefined =>
  (handlers.get(hookRequest.path.slice(1)) ?? notFound)(hookRequest);

const notFound: HookHandler = () => ({ code: 404 });

/** Returns a patch that adds a label. */
const labelPatch = ({ review }: Parameters<HookHandler>[0]) =>
  patchWith([
    review.request.object?.metadata?.labels
      ? { op: "add", path: "/metadata/labels/patched", value: "x" }
      : { op: "add", path: "/metadata/labels", value: { patched: "x" } },
  ]);

type Hook = Readonly<Record<string, unknown>>;

/** The namespace of the ConfigMaps. */
export const namespace = "hooks-a";

/** The service that leads to the webhook server under the name in its certificate. */
export const hookService = { name: "hook", namespace };

/** The webhooks by name, which is also the `case` label of the ConfigMap that each is called for. */
export function hookCases({ ports, caBundle }: HookServer): ReadonlyMap<string, Hook> {
  const clientOfListener = (listener: keyof HookServer["ports"], path: string) => ({
    clientConfig: { url: `https://127.0.0.1:${ports[listener]}/${path}`, caBundle },
  });
  const clientOfService = (name: string, path: string, port?: number) => ({
    clientConfig: { service: { name, namespace, path: `/${path}`, ...(port ? { port } : {}) }, caBundle },
  });
  const beta = { admissionReviewVersions: ["v1beta1"] };
  const betas = [
    "allow",
    "deny-message",
    "no-uid",
    "wrong-uid",
    "other-version",
    "label",
    "patch-no-type",
    "type-no-patch",
  ];
  const ignored = [
    "http-500",
    "wrong-uid",
    "garbage",
    "deny-message",
    "half",
    "patch-test",
    "patch-garbage",
    "patch-wrong-type",
    "merge-type",
    "deny-code",
  ];
  const all = [...new Set([...handlers.keys()])].filter((path) => path !== "hang" && path !== "http-429-after");
  const denies = clientOfListener("good", "deny-message");
  const rule = { operations: ["*"], apiGroups: ["*"], apiVersions: ["*"], resources: ["*/*"] };
  const hooks: readonly (readonly [string, Hook])[] = [
    ...all.map((path) => [path, clientOfListener("good", path)] as const),
    ...[...betas, "wrong-kind", "no-response"].map(
      (path) => [`beta-${path}`, { ...clientOfListener("good", path), ...beta }] as const,
    ),
    ...ignored.map(
      (path) => [`ignore-${path}`, { ...clientOfListener("good", path), failurePolicy: "Ignore" }] as const,
    ),
    ["hang", { ...clientOfListener("good", "hang"), timeoutSeconds: 1 }],
    ["ignore-hang", { ...clientOfListener("good", "hang"), timeoutSeconds: 1, failurePolicy: "Ignore" }],
    ["http-429-after", { ...clientOfListener("good", "http-429-after"), timeoutSeconds: 1 }],
    ["tls-other", clientOfListener("other", "allow")],
    ["tls-self", clientOfListener("self", "allow")],
    ["tls-expired", clientOfListener("expired", "allow")],
    ["plain-http", clientOfListener("plain", "allow")],
    ["closes", clientOfListener("closes", "allow")],
    ["silent", { ...clientOfListener("silent", "allow"), timeoutSeconds: 1 }],
    ["refused", clientOfListener("nobody", "allow")],
    ["no-bundle", { clientConfig: { url: `https://127.0.0.1:${ports.good}/allow` } }],
    ["no-service", clientOfService("nope", "allow")],
    ["headless", clientOfService("headless", "allow")],
    ["no-port", clientOfService("external", "deny-message", ports.nobody)],
    ["hook-external", clientOfService(hookService.name, "deny-message", ports.good)],
    ["cluster-no-port", clientOfService("cluster", "deny-message", 7)],
    ["cond-false", { ...denies, ...matchConditions("object.metadata.name == 'zzz'") }],
    ["cond-error", { ...denies, ...matchConditions("object.data.nope == 'zzz'") }],
    ["cond-errors", { ...denies, ...matchConditions("object.data.nope == 'zzz'", "object.data.nope2 == 'zzz'") }],
    ["cond-error-ignore", { ...denies, ...matchConditions("object.data.nope == 'zzz'"), failurePolicy: "Ignore" }],
    ["cond-error-false", { ...denies, ...matchConditions("object.data.nope == 'zzz'", "false") }],
    ["cond-auth", { ...denies, ...matchConditions("authorizer.requestResource.check('create').allowed()") }],
    [
      "cond-auth-false",
      {
        ...denies,
        ...matchConditions("!authorizer.group('apps').resource('deployments').namespace('x').check('list').allowed()"),
      },
    ],
    ["exact-group", { ...denies, rules: [rule] }],
    ["cluster-scope", { ...denies, rules: [{ ...rule, scope: "Cluster" }] }],
    ["ns-scope", { ...denies, rules: [{ ...rule, resources: ["*"], scope: "Namespaced" }] }],
  ];
  return new Map(hooks.map(([name, hook]) => [name, { ...commonFields(name), ...hook }]));
}

const matchConditions = (...expressions: readonly string[]): Hook => ({
  matchConditions: expressions.map((expression, index) => ({ name: `c${index}`, expression })),
});

const commonFields = (name: string): Hook => ({
  name: `${name}.t.example.com`,
  admissionReviewVersions: ["v1"],
  sideEffects: "None",
  timeoutSeconds: 30,
  namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": namespace } },
  objectSelector: { matchLabels: { case: name } },
  rules: [{ operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] }],
});

/** Services that the webhooks refer to. */
export const services = [
  { metadata: { name: "headless" }, spec: { clusterIP: "None", ports: [{ port: 443 }] } },
  { metadata: { name: "external" }, spec: { type: "ExternalName", externalName: "localhost" } },
  { metadata: { name: hookService.name }, spec: { type: "ExternalName", externalName: "localhost" } },
  { metadata: { name: "cluster" }, spec: { ports: [{ port: 443 }] } },
];
