/** The authorizers that the flags of `serve` and their files configure, and their replacement when the file changes. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { stringify } from "yaml";
import { type Authorization, type AuthorizationFlags, readAuthorization } from "../../src/cli/serve-authorization.ts";
import { Messages } from "../server/messages.ts";
import { startTestServer, type TestServer } from "../server/start.ts";
import { type HookServer, startHookServer } from "../server/webhook/hook-server.ts";

let hook: HookServer;
let folder: string;
let startedServer: { readonly server: TestServer; readonly authorization: Authorization } | undefined;
beforeAll(async () => {
  hook = await startHookServer(({ review }) => {
    const { user, groups = [], group = groups } = review.spec;
    if (user === "fails") return { code: 403, body: "" };
    const status = { allowed: group.includes("hooked"), denied: group.includes("banned"), reason: `asked as ${user}` };
    return { body: { ...review, status } };
  });
});
afterAll(() => hook.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "clustervet-authorization-"));
});
afterEach(async () => {
  startedServer?.authorization.stop();
  await startedServer?.server.close();
  startedServer = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const file = (name: string): string => join(folder, name);

function write(name: string, content: unknown): string {
  writeFileSync(file(name), typeof content === "string" ? content : stringify(content));
  return file(name);
}

const kubeconfig = () => ({
  apiVersion: "v1",
  kind: "Config",
  clusters: [
    {
      name: "hook",
      cluster: { server: `https://127.0.0.1:${hook.ports.good}`, "certificate-authority-data": hook.caBundle },
    },
  ],
  users: [{ name: "server", user: {} }],
  contexts: [{ name: "hook", context: { cluster: "hook", user: "server" } }],
  "current-context": "hook",
});

const webhook = (name: string, more: object = {}) => ({
  type: "Webhook",
  name,
  webhook: {
    timeout: "3s",
    subjectAccessReviewVersion: "v1",
    failurePolicy: "Deny",
    connectionInfo: { type: "KubeConfigFile", kubeConfigFile: file("hook.yaml") },
    ...more,
  },
});

const configuration = (...authorizers: object[]) => ({
  apiVersion: "apiserver.config.k8s.io/v1",
  kind: "AuthorizationConfiguration",
  authorizers,
});

const policy = (spec: object): string =>
  JSON.stringify({ apiVersion: "abac.authorization.kubernetes.io/v1beta1", kind: "Policy", spec });

async function start(flags: AuthorizationFlags) {
  const log = new Messages();
  const authorization = readAuthorization(flags, log);
  const server = await startTestServer({ authorizer: (_rbac, parts) => authorization.start(parts) });
  startedServer = { server, authorization };
  /** Returns the status of a SubjectAccessReview on whether a user may get the pod web/p. */
  const reviewAccess = async (user: string, groups: readonly string[] = []) => {
    const resourceAttributes = { verb: "get", resource: "pods", name: "p", namespace: "web" };
    const path = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
    const { json } = await server.call("POST", path, { spec: { user, groups, resourceAttributes } });
    return json.status;
  };
  return { server, log, reviewAccess };
}

const faultsOf = (log: Messages) =>
  log.lines.flatMap(({ fields }) => ("faults" in fields ? [fields.faults as readonly string[]] : []));

const rbac = { type: "RBAC", name: "rbac" };
const node = { type: "Node", name: "node" };
const abac = { type: "ABAC", name: "abac" };

test("the authorizers of the configuration are called in order, and the first that decides gives the reason", async () => {
  write("hook.yaml", kubeconfig());
  const authorizationConfig = write("authz.yaml", configuration(node, abac, webhook("first"), rbac));
  const authorizationPolicyFile = write(
    "abac.jsonl",
    `# people\n${policy({ user: "ann", namespace: "web", resource: "pods" })}\n`,
  );
  const { reviewAccess, server } = await start({ authorizationConfig, authorizationPolicyFile });
  expect(await reviewAccess("ann", ["banned"])).toEqual({ allowed: true });
  expect(await reviewAccess("bob", ["hooked"])).toEqual({ allowed: true, reason: "asked as bob" });
  expect(await reviewAccess("bob", ["banned"])).toEqual({ allowed: false, denied: true, reason: "asked as bob" });
  expect(await reviewAccess("bob")).toEqual({
    allowed: false,
    reason: "abac: No policy matched.\nfirst: asked as bob",
  });
  expect(await reviewAccess("fails")).toEqual({ allowed: false, denied: true, evaluationError: "unknown" });
  expect(await reviewAccess("system:node:n", ["system:nodes"])).toMatchObject({
    reason:
      "node: no relationship found between node 'n' and this object\nabac: No policy matched.\nfirst: asked as system:node:n",
  });
  expect(await reviewAccess("fails", ["system:masters"])).toEqual({ allowed: true });

  const getPodAs = (user: string) =>
    server.call("GET", "/api/v1/namespaces/web/pods/p", undefined, { "impersonate-user": user });
  expect((await getPodAs("bob")).json.message).toBe(
    'pods "p" is forbidden: User "bob" cannot get resource "pods" in API group "" in the namespace "web": abac: No policy matched.\nfirst: asked as bob',
  );
  const failed = await getPodAs("fails");
  expect([failed.code, failed.text]).toEqual([
    500,
    'Internal Server Error: "/api/v1/namespaces/web/pods/p": unknown\n',
  ]);
  expect((await getPodAs("ann")).code).toBe(404);

  const rules = await server.call(
    "POST",
    "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews",
    { spec: { namespace: "web" } },
    { "impersonate-user": "ann" },
  );
  expect(rules.code).toBe(403);
  const { text } = await server.call("GET", "/metrics");
  expect(text).toContain('apiserver_authorization_decisions_total{type="Webhook",name="first",decision="denied"}');
  expect(text).toContain('authorization_attempts_total{result="error"}');
  expect(text).toContain("apiserver_authorization_config_controller_last_config_info{");
});

test("a SelfSubjectRulesReview lists the rules of all authorizers, and reports which of them cannot list theirs", async () => {
  write("hook.yaml", kubeconfig());
  const review = policy({ user: "ann", namespace: "*", resource: "selfsubjectrulesreviews", apiGroup: "*" });
  const flags = {
    authorizationMode: ["ABAC", "Webhook", "RBAC"] as const,
    authorizationPolicyFile: write("abac.jsonl", review),
    authorizationWebhookConfigFile: file("hook.yaml"),
  };
  const { server } = await start(flags);
  const path = "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews";
  const { json } = await server.call("POST", path, { spec: { namespace: "web" } }, { "impersonate-user": "ann" });
  expect(json.status).toEqual({
    resourceRules: [{ verbs: ["*"], apiGroups: ["*"], resources: ["selfsubjectrulesreviews"] }],
    nonResourceRules: [],
    incomplete: true,
    evaluationError: "webhook authorizer does not support user rule resolution",
  });
});

test("a changed configuration is used; an unusable one leaves the authorizers unchanged and counts as a failure", async () => {
  write("hook.yaml", kubeconfig());
  const authorizationConfig = write("authz.yaml", configuration(rbac));
  const { reviewAccess, log, server } = await start({ authorizationConfig });
  expect(await reviewAccess("bob", ["hooked"])).toEqual({ allowed: false });
  write("authz.yaml", configuration(webhook("new"), rbac));
  const within = { timeout: 10_000 };
  await vi.waitFor(async () => expect(await reviewAccess("bob", ["hooked"])).toMatchObject({ allowed: true }), within);
  const bad: readonly [object, string][] = [
    [configuration(webhook("new")), "authorizers: must still have the types RBAC"],
    [configuration(node, rbac), "authorizer type Node is not allowed if it was not enabled when the server started"],
    [configuration({ ...rbac, name: "other" }), 'authorizers[0].name: must be "rbac" for type RBAC; got "other"'],
  ];
  for (const [index, [changed, fault]] of bad.entries()) {
    write("authz.yaml", changed);
    await vi.waitFor(() => expect(faultsOf(log)).toHaveLength(index + 1), within);
    expect(faultsOf(log).at(-1)).toEqual([fault]);
    expect(await reviewAccess("bob", ["hooked"])).toMatchObject({ allowed: true });
  }
  const { text } = await server.call("GET", "/metrics");
  const reloads = (status: string) =>
    new RegExp(`automatic_reloads_total\\{[^}]*status="${status}"[^}]*\\} (\\d+)`).exec(text)?.[1];
  expect([reloads("success"), reloads("failure")]).toEqual(["1", "3"]);
});

test.each<[string, () => AuthorizationFlags, string]>([
  [
    "both a mode and a configuration file",
    () => ({ authorizationConfig: write("authz.yaml", configuration(rbac)), authorizationMode: ["RBAC"] }),
    "--authorization-config can't be used together with --authorization-mode",
  ],
  [
    "a mode twice",
    () => ({ authorizationMode: ["RBAC", "RBAC"] }),
    "--authorization-mode must name each mode once; got RBAC twice",
  ],
  [
    "Webhook without its file",
    () => ({ authorizationMode: ["Webhook"] }),
    "--authorization-mode Webhook needs --authorization-webhook-config-file",
  ],
  [
    "a webhook file without the mode Webhook",
    () => ({ authorizationWebhookConfigFile: "/x" }),
    "--authorization-webhook-config-file needs --authorization-mode Webhook",
  ],
  [
    "ABAC without a policy file",
    () => ({ authorizationMode: ["ABAC"] }),
    "the authorizer ABAC needs --authorization-policy-file",
  ],
  [
    "a policy file without ABAC",
    () => ({ authorizationPolicyFile: "/x" }),
    "--authorization-policy-file needs the authorizer ABAC",
  ],
  [
    "an invalid policy file",
    () => ({ authorizationMode: ["ABAC"], authorizationPolicyFile: write("abac.jsonl", "\n{}\n[]\n1") }),
    ":3: must be a JSON object; ",
  ],
  [
    "an invalid configuration file",
    () => ({ authorizationConfig: write("authz.yaml", configuration({ type: "RBAC", name: "x" })) }),
    "is not valid, so the API server would not start with it",
  ],
  [
    "a kubeconfig that cannot be used",
    () => {
      write("hook.yaml", { ...kubeconfig(), users: [{ name: "server", user: { as: "someone" } }] });
      return { authorizationConfig: write("authz.yaml", configuration(webhook("w"))) };
    },
    "`as` is not supported in the kubeconfig of a webhook",
  ],
])("the server does not start with %s", (_name, flags, message) => {
  expect(() => readAuthorization(flags(), new Messages())).toThrow(message);
});
