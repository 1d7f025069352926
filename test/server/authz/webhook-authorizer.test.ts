/** Authorization by a webhook: its possible responses, and its possible failures. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Registry } from "prom-client";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { AccessRequest } from "../../../src/access/request.ts";
import type { WebhookConfiguration } from "../../../src/api/types/apiserver-v1.ts";
import { authorizationMetrics } from "../../../src/server/authz/authorization-metrics.ts";
import type { Authorizer, Decision } from "../../../src/server/authz/authorizer.ts";
import { webhookAuthorizer } from "../../../src/server/authz/webhook-authorizer.ts";
import { kubeconfigTarget } from "../../../src/server/webhook/kubeconfig-target.ts";
import type { Target } from "../../../src/server/webhook/target.ts";
import { WebhookClient } from "../../../src/server/webhook/webhook-client.ts";
import { type HookRequest, type HookResponse, type HookServer, startHookServer } from "../webhook/hook-server.ts";

const reviewBody = (status: unknown, more: object = {}) => ({
  body: { apiVersion: "authorization.k8s.io/v1", kind: "SubjectAccessReview", status, ...more },
});
const mebibyte = 1024 * 1024;

/** Responses of the webhook, by the user under review. */
const handlersByUser: Readonly<Record<string, (hookRequest: HookRequest) => HookResponse | undefined>> = {
  allow: () => reviewBody({ allowed: true, reason: "because" }),
  deny: () => reviewBody({ allowed: false, denied: true, reason: "no" }),
  none: () => reviewBody({ allowed: false, reason: "who knows", evaluationError: "unused" }),
  both: () => reviewBody({ allowed: true, denied: true, reason: "lies" }),
  empty: () => reviewBody(undefined),
  bare: () => ({ body: { status: { allowed: true } } }),
  created: () => ({ ...reviewBody({ allowed: true }), code: 201 }),
  words: () => reviewBody({ allowed: "yes" }),
  list: () => reviewBody([]),
  other: () => reviewBody({ allowed: true }, { kind: "TokenReview" }),
  version: () => reviewBody({ allowed: true }, { apiVersion: "authorization.k8s.io/v1beta1" }),
  garbage: () => ({ body: "<html>" }),
  nothing: () => ({ body: "" }),
  large: () => reviewBody({ allowed: true, reason: "x".repeat(10 * mebibyte) }),
  "too-large": () => reviewBody({ allowed: true, reason: "x".repeat(33 * mebibyte) }),
  broken: () => ({ code: 500, headers: { "content-type": "text/plain" }, body: "oh" }),
  forbidden: () => ({ code: 403, headers: { "content-type": "text/plain" }, body: "not you" }),
  half: () => ({ ends: "half" }),
  close: () => ({ ends: "close" }),
  silence: () => undefined,
};

let server: HookServer;
let folder: string;
const failuresLeft = new Map<string, number>();
const handle = (hookRequest: HookRequest): HookResponse | undefined => {
  const { user } = hookRequest.review.spec;
  const left = failuresLeft.get(user) ?? 0;
  if (left > 0) {
    failuresLeft.set(user, left - 1);
    return handlersByUser["broken"]?.(hookRequest);
  }
  return handlersByUser[user]?.(hookRequest);
};
beforeAll(async () => {
  server = await startHookServer(handle);
  folder = mkdtempSync(join(tmpdir(), "clustervet-hooks-"));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  server.requests.length = 0;
  failuresLeft.clear();
});

const request = (username: string, more: Partial<AccessRequest["user"]> = {}): AccessRequest => ({
  user: { username, uid: "", groups: [], extra: {}, ...more },
  attributes: { kind: "url", verb: "get", path: "/x" },
});

interface AuthorizerParts {
  readonly webhook?: WebhookConfiguration;
  readonly target?: Partial<Target>;
  readonly nowMs?: () => number;
  /** Replaces the response of the webhook. */
  readonly answer?: Readonly<Record<string, unknown>>;
}

function targetAt(port: number): Target {
  return { url: `https://127.0.0.1:${port}/authorize`, authority: Buffer.from(server.caBundle, "base64").toString() };
}

function createAuthorizer({ webhook = {}, target = {}, nowMs = Date.now, answer }: AuthorizerParts = {}) {
  const real = new WebhookClient(() => {
    throw new Error("no service");
  });
  let calls = 0;
  const client: Pick<WebhookClient, "postTo"> = {
    postTo(to, call) {
      calls++;
      return answer ? Promise.resolve(answer) : real.postTo(to, call);
    },
  };
  const register = new Registry();
  const errors: unknown[] = [];
  const authorizer = webhookAuthorizer({
    name: "hook",
    webhook: {
      timeout: "20s",
      failurePolicy: "Deny",
      subjectAccessReviewVersion: "v1",
      authorizedTTL: "5m",
      unauthorizedTTL: "30s",
      cacheAuthorizedRequests: true,
      cacheUnauthorizedRequests: true,
      ...webhook,
    },
    target: { ...targetAt(server.ports.good), ...target },
    client,
    metrics: authorizationMetrics(register, "id"),
    log: { error: (fields) => errors.push(fields) },
    nowMs,
    release: "1.37",
    backoff: { firstMs: 1, factor: 1.5, jitter: 0.2, maxCalls: 5 },
  });
  const metric = async (name: string) => {
    const { values = [] } = (await register.getSingleMetric(`apiserver_authorization_${name}`)?.get()) ?? {};
    return values.map(({ labels, value }) => [...Object.values(labels), value].join(" "));
  };
  return { authorizer, metric, errors, calls: () => calls };
}

const post = (timeout = "20s") => `Post "https://127.0.0.1:${server.ports.good}/authorize?timeout=${timeout}"`;
const deny = (error: string): Decision => ({ opinion: "deny", reason: "", error });
const unreadable = (found: string, field: string, type: string) =>
  deny(`json: cannot unmarshal ${found} into Go struct field ${field} of type ${type}`);

const unregistered = (kind: string, version: string) =>
  deny(
    `no kind "${kind}" is registered for version "authorization.k8s.io/${version}" in scheme "pkg/runtime/scheme.go:111"`,
  );

test.each<[string, Decision]>([
  ["allow", { opinion: "allow", reason: "because" }],
  ["deny", { opinion: "deny", reason: "no" }],
  ["none", { opinion: "no-opinion", reason: "who knows" }],
  [
    "both",
    { opinion: "deny", reason: "lies", error: "webhook subject access review returned both allow and deny response" },
  ],
  ["empty", { opinion: "no-opinion", reason: "" }],
  ["bare", { opinion: "allow", reason: "" }],
  ["created", { opinion: "allow", reason: "" }],
  ["words", unreadable("string", "SubjectAccessReviewStatus.status.allowed", "bool")],
  ["list", unreadable("array", "SubjectAccessReview.status", "v1.SubjectAccessReviewStatus")],
  ["other", unregistered("TokenReview", "v1")],
  ["version", deny("converting (v1beta1.SubjectAccessReview) to (v1.SubjectAccessReview): unknown conversion")],
  ["nothing", deny("0-length response with status code: 200 and content type: application/json")],
  ["broken", deny('an error on the server ("oh") has prevented the request from succeeding')],
  ["forbidden", deny("not you")],
  ["half", deny("unexpected error when reading response body. Please retry. Original error: unexpected EOF")],
])("the decision for the response %s", async (user, decision) => {
  const { authorizer } = createAuthorizer();
  expect(await authorizer.authorize(request(user))).toEqual(decision);
});

test("timeouts, invalid JSON and closed connections are failures", async () => {
  const { authorizer, metric, errors } = createAuthorizer();
  const hasty = createAuthorizer({ webhook: { timeout: "500ms" } });
  expect(await hasty.authorizer.authorize(request("silence"))).toEqual(
    deny(`${post("500ms")}: context deadline exceeded (Client.Timeout exceeded while awaiting headers)`),
  );
  expect(await hasty.metric("webhook_evaluations_total")).toEqual(["hook timeout 1"]);
  expect(await authorizer.authorize(request("close"))).toEqual(deny(`${post()}: EOF`));
  expect((await authorizer.authorize(request("garbage"))).error).toContain(
    "couldn't get version/kind; json parse error",
  );
  const ended = await authorizer.authorize(request("allow"), { signal: AbortSignal.abort() });
  expect(ended).toEqual(deny(`${post()}: context canceled`));
  expect(await metric("webhook_evaluations_total")).toEqual(["hook error 2", "hook canceled 1"]);
  expect(await metric("webhook_evaluations_fail_open_total")).toEqual([]);
  expect(errors).toHaveLength(3);
});

test.each<[keyof HookServer["ports"], string]>([
  ["self", "tls: failed to verify certificate: x509: certificate signed by unknown authority"],
  ["expired", "tls: failed to verify certificate: x509: certificate has expired or is not yet valid"],
  [
    "other",
    "tls: failed to verify certificate: x509: cannot validate certificate for 127.0.0.1 because it doesn't contain any IP SANs",
  ],
  ["plain", "http: server gave HTTP response to HTTPS client"],
  ["nobody", "connect: connection refused"],
  ["silent", "context deadline exceeded"],
])("a failure of the listener %s denies the request", async (listener, fault) => {
  const webhook = { timeout: listener === "silent" ? "500ms" : "20s" };
  const { authorizer } = createAuthorizer({ target: targetAt(server.ports[listener]), webhook });
  const { opinion, error } = await authorizer.authorize(request("allow"));
  expect(opinion).toBe("deny");
  expect(error).toContain(fault);
});

test("a response of 10 MiB is read, one of more than maxReviewAnswerBytes is not", async () => {
  const { authorizer } = createAuthorizer();
  expect((await authorizer.authorize(request("large"))).opinion).toBe("allow");
  expect(await authorizer.authorize(request("too-large"))).toEqual(deny("the response is larger than 33554432 bytes"));
});

test("a transient failure is retried at most four times", async () => {
  const { authorizer, metric } = createAuthorizer();
  failuresLeft.set("allow", 4);
  expect(await authorizer.authorize(request("allow"))).toMatchObject({ opinion: "allow" });
  expect(await metric("webhook_evaluations_total")).toEqual(["hook error 4", "hook success 1"]);
  failuresLeft.set("none", 5);
  expect(await authorizer.authorize(request("none"))).toMatchObject({ opinion: "deny" });
  expect(server.requests).toHaveLength(10);
  await authorizer.authorize(request("forbidden"));
  expect(server.requests).toHaveLength(11);
});

test("with NoOpinion, a failure leaves the decision to the next authorizer and is counted", async () => {
  const { authorizer, metric } = createAuthorizer({ webhook: { failurePolicy: "NoOpinion" } });
  expect(await authorizer.authorize(request("forbidden"))).toEqual({
    opinion: "no-opinion",
    reason: "",
    error: "not you",
  });
  expect(await metric("webhook_evaluations_fail_open_total")).toEqual(["hook error 1"]);
});

test("responses are cached as long as the configuration says, and failures are not cached", async () => {
  let now = 0;
  const { authorizer } = createAuthorizer({ nowMs: () => now });
  const times = async (user: string, count = 1, more = {}) => {
    server.requests.length = 0;
    for (let time = 0; time < count; time++) await authorizer.authorize(request(user, more));
    return server.requests.length;
  };
  expect(await times("allow", 3)).toBe(1);
  expect(await times("deny", 3)).toBe(1);
  expect(await times("forbidden", 3)).toBe(3);
  expect(await times("allow", 1, { groups: ["g"] })).toBe(1);
  now = 30_000;
  expect(await times("allow")).toBe(0);
  expect(await times("deny")).toBe(1);
  now = 300_000;
  expect(await times("allow")).toBe(1);
  // maxCachedAttributes: attributes of 10,000 bytes, the verb included, are not cached.
  const requestOfLength = (bytes: number) =>
    ({ ...request("allow"), attributes: { kind: "url", verb: "get", path: "x".repeat(bytes - 3) } }) as const;
  for (const [bytes, calls] of [
    [9999, 1],
    [10_000, 2],
  ] as const) {
    server.requests.length = 0;
    await authorizer.authorize(requestOfLength(bytes));
    await authorizer.authorize(requestOfLength(bytes));
    expect(server.requests, `${bytes} bytes`).toHaveLength(calls);
  }
});

test("without a cache, each request calls the webhook", async () => {
  const { authorizer } = createAuthorizer({ webhook: { cacheAuthorizedRequests: false, unauthorizedTTL: "0s" } });
  for (const user of ["allow", "allow", "deny", "deny"]) await authorizer.authorize(request(user));
  expect(server.requests).toHaveLength(4);
});

test("the least recently used response is evicted (maxCachedAnswers)", async () => {
  const { authorizer, calls } = createAuthorizer({ answer: { status: { allowed: true } } });
  const authorizeUser = (user: number) => authorizer.authorize(request(`u${user}`));
  for (let user = 0; user < 8192; user++) await authorizeUser(user);
  await authorizeUser(0);
  expect(calls()).toBe(8192);
  await authorizeUser(8192);
  await authorizeUser(0);
  expect(calls()).toBe(8193);
  await authorizeUser(1);
  expect(calls()).toBe(8194);
});

const conditions = (...expressions: string[]) => ({
  matchConditions: expressions.map((expression) => ({ expression })),
});

test("match conditions decide whether the webhook is called", async () => {
  const { authorizer, metric } = createAuthorizer({
    webhook: conditions("request.user != 'deny'", "int(request.uid) > 0"),
  });
  expect(await authorizer.authorize(request("allow", { uid: "1" }))).toMatchObject({ opinion: "allow" });
  expect(await authorizer.authorize(request("deny"))).toEqual({ opinion: "no-opinion", reason: "" });
  const { opinion, error } = await authorizer.authorize(request("allow"));
  expect(opinion).toBe("deny");
  expect(error).toContain("cel evaluation error: expression 'int(request.uid) > 0' resulted in error");
  expect(server.requests).toHaveLength(1);
  expect(await metric("match_condition_exclusions_total")).toEqual(["Webhook hook 1"]);
  expect(await metric("match_condition_evaluation_errors_total")).toEqual(["Webhook hook 1"]);
});

const sentReview = async (authorizer: Authorizer, accessRequest: AccessRequest) => {
  await authorizer.authorize(accessRequest);
  const [{ review: body } = {}] = server.requests;
  return body;
};

test("the review contains the request, in the version that the webhook accepts", async () => {
  const selector = [
    { key: "a", operator: "In", values: ["b"] },
    { key: "c", operator: "Exists", values: [] },
  ];
  const accessRequest: AccessRequest = {
    user: { username: "allow", uid: "u", groups: ["g"], extra: { k: ["v"] } },
    attributes: {
      ...{ kind: "resource", verb: "list", group: "apps", version: "v1", resource: "deployments", subresource: "" },
      ...{ name: "", namespace: "web", fieldSelector: selector.slice(0, 1), labelSelector: selector },
    },
  };
  const shared = {
    resourceAttributes: {
      ...{ namespace: "web", verb: "list", group: "apps", version: "v1", resource: "deployments" },
      fieldSelector: { requirements: [{ key: "a", operator: "In", values: ["b"] }] },
      labelSelector: {
        requirements: [
          { key: "a", operator: "In", values: ["b"] },
          { key: "c", operator: "Exists" },
        ],
      },
    },
    ...{ user: "allow", uid: "u", extra: { k: ["v"] } },
  };
  const form = { kind: "SubjectAccessReview", metadata: {}, status: { allowed: false } };
  expect(await sentReview(createAuthorizer().authorizer, accessRequest)).toEqual({
    ...form,
    apiVersion: "authorization.k8s.io/v1",
    spec: { ...shared, groups: ["g"] },
  });
  server.requests.length = 0;
  const old = createAuthorizer({ webhook: { subjectAccessReviewVersion: "v1beta1" } }).authorizer;
  expect(await sentReview(old, accessRequest)).toEqual({
    ...form,
    apiVersion: "authorization.k8s.io/v1beta1",
    spec: { ...shared, group: ["g"] },
  });
  expect(await old.rulesFor(accessRequest.user, "web")).toMatchObject({ rules: [], isComplete: false });
});

const configOf = (cluster: object, user: object) => ({
  contexts: [{ name: "c", context: { cluster: "k", user: "u" } }],
  clusters: [{ name: "k", cluster }],
  users: [{ name: "u", user }],
  "current-context": "c",
});
const files = (path: string): string => {
  if (path === join(folder, "token")) return " secret\n";
  if (path === join(folder, "ca.crt")) return Buffer.from(server.caBundle, "base64").toString();
  throw new Error(`no ${path}`);
};

test.each<[string, object, object, string | undefined]>([
  ["a token", {}, { token: "secret" }, "Bearer secret"],
  ["a token in a file", {}, { token: "other", tokenFile: "token" }, "Bearer secret"],
  ["a password", {}, { username: "a", password: "b" }, "Basic YTpi"],
  ["no credentials", {}, {}, undefined],
  ["a server name for the certificate", { "tls-server-name": "localhost" }, {}, undefined],
  [
    "insecure-skip-tls-verify",
    { "insecure-skip-tls-verify": true, port: "self", "certificate-authority": "" },
    {},
    undefined,
  ],
])(
  "a kubeconfig with %s",
  async (_name, { port = "good", ...cluster }: { port?: "good" | "self" }, user, authorization) => {
    const url = `https://127.0.0.1:${server.ports[port]}/authorize?x=y`;
    const config = configOf({ server: url, "certificate-authority": "ca.crt", ...cluster }, user);
    const { authorizer } = createAuthorizer({ target: kubeconfigTarget(config, join(folder, "hook.yaml"), files) });
    expect(await authorizer.authorize(request("allow"))).toMatchObject({ opinion: "allow" });
    const [asked] = server.requests;
    expect([asked?.path, asked?.query, asked?.headers.authorization]).toEqual([
      "/authorize",
      "timeout=20s",
      authorization,
    ]);
  },
);

test("a certificate for another name is rejected, also if the kubeconfig specifies the name", async () => {
  const url = `https://127.0.0.1:${server.ports.good}`;
  const config = configOf({ server: url, "certificate-authority": "ca.crt", "tls-server-name": "wrong.example" }, {});
  const { authorizer } = createAuthorizer({ target: kubeconfigTarget(config, join(folder, "hook.yaml"), files) });
  const { error } = await authorizer.authorize(request("allow"));
  expect(error).toContain("x509: certificate is valid for localhost, not wrong.example");
});

test.each([
  [{}, { exec: { command: "x" } }, "`exec` is not supported in the kubeconfig of a webhook"],
  [{}, { "auth-provider": { name: "x" } }, "`auth-provider` is not supported in the kubeconfig of a webhook"],
  [{}, { as: "x" }, "`as` is not supported in the kubeconfig of a webhook"],
  [{ "proxy-url": "http://p" }, {}, "`proxy-url` is not supported in the kubeconfig of a webhook"],
  [{ "certificate-authority": "gone" }, {}, "no "],
])("a kubeconfig that cannot be used: %j %j", (cluster, user, message) => {
  const config = configOf({ server: "https://localhost", ...cluster }, user);
  expect(() => kubeconfigTarget(config, join(folder, "hook.yaml"), files)).toThrow(message);
});

test("a client certificate is read from the kubeconfig", () => {
  const target = kubeconfigTarget(
    configOf({ server: "hook.example/x" }, { "client-certificate-data": "YQ==", "client-key-data": "Yg==" }),
    join(folder, "hook.yaml"),
    files,
  );
  expect(target).toMatchObject({ url: "http://hook.example/x", credentials: { certificate: "a", key: "b" } });
});
