/**
 * Authentication and authorization over HTTP: certificates, tokens, impersonation, and RBAC with the bootstrap policy.
 */
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:http2";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { mastersGroup } from "../../src/access/user.ts";
import { anonymous } from "../../src/server/authn/anonymous.ts";
import { clientCertificate } from "../../src/server/authn/client-certificate.ts";
import { staticTokens } from "../../src/server/authn/static-tokens.ts";
import { alwaysAllow, alwaysDeny } from "../../src/server/authz/always.ts";
import { masters } from "../../src/server/authz/masters.ts";
import { rbacAuthorizer } from "../../src/server/authz/rbac-authorizer.ts";
import { union } from "../../src/server/authz/union.ts";
import { prepareCertificates, type ServerCertificates } from "../../src/server/certificates/data-directory.ts";
import { createAuthority, issueCertificate, type KeyPair } from "../../src/server/certificates/issue.ts";
import { type RunningServer, startServer } from "../../src/server/server.ts";
import { openMemoryStorage } from "../../src/storage/memory.ts";
import { Messages } from "./messages.ts";

const rbac = "/apis/rbac.authorization.k8s.io/v1";
const directory = mkdtempSync(join(tmpdir(), "security-"));
let certificates: ServerCertificates;
let server: RunningServer;
let clockShiftMs = 0;

const tokens = ["alice", "bob", "carol"].map((username) => ({
  token: `token-of-${username}`,
  user: { username, uid: "", groups: [], extra: {} },
}));

beforeAll(async () => {
  certificates = await prepareCertificates(directory, { hosts: ["127.0.0.1"], nowMs: Date.now() });
  server = await startServer({
    storage: openMemoryStorage(),
    port: 0,
    ...certificates.serving,
    clientAuthority: certificates.authority,
    authenticators: [clientCertificate, staticTokens(tokens), anonymous],
    authorizer: (source) => union([masters, rbacAuthorizer(source)]),
    log: new Messages(),
    nowMs: () => Date.now() + clockShiftMs,
  });
});
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

interface Options {
  readonly body?: object;
  readonly headers?: Record<string, string | string[]>;
  readonly tls?: KeyPair;
  readonly type?: string;
}

interface Answer {
  readonly code: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely
  readonly json: any;
}

function call(method: string, path: string, { body, headers = {}, tls, type = "application/json" }: Options) {
  return new Promise<Answer>((resolve, reject) => {
    const sent = request(
      {
        host: "127.0.0.1",
        port: server.port,
        ca: certificates.authority,
        method,
        path,
        agent: false,
        headers: { ...headers, ...(body ? { "content-type": type } : {}) },
        ...(tls ? { cert: tls.certificate, key: tls.key } : {}),
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString();
          resolve({ code: response.statusCode ?? 0, json: text.startsWith("{") ? JSON.parse(text) : text });
        });
      },
    );
    sent.on("error", reject);
    sent.end(body && JSON.stringify(body));
  });
}

const callAsAdmin = (method: string, path: string, options: Options = {}) =>
  call(method, path, { ...options, tls: certificates.admin });
const bearer = (name: string) => ({ authorization: `Bearer token-of-${name}` });
const callAsUser = (name: string, method: string, path: string, body?: object) =>
  call(method, path, { headers: bearer(name), ...(body ? { body } : {}) });

const rule = (resource: string, ...verbs: string[]) => ({ apiGroups: [""], resources: [resource], verbs });
const role = (name: string, ...rules: object[]) => ({ metadata: { name }, rules });
const binding = (name: string, user: string, kind: string, to: string) => ({
  metadata: { name },
  subjects: [{ kind: "User", apiGroup: "rbac.authorization.k8s.io", name: user }],
  roleRef: { apiGroup: "rbac.authorization.k8s.io", kind, name: to },
});

/** Waits until a request has the code: roles and bindings take effect when the server has seen them in its watch. */
async function waitForCode(check: () => Promise<Answer>, code: number): Promise<Answer> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const answer = await check();
    if (answer.code === code) return answer;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return check();
}

async function bindNewRole(user: string, name: string, ...rules: object[]): Promise<void> {
  expect((await callAsAdmin("POST", `${rbac}/clusterroles`, { body: role(name, ...rules) })).code).toBe(201);
  const body = binding(name, user, "ClusterRole", name);
  expect((await callAsAdmin("POST", `${rbac}/clusterrolebindings`, { body })).code).toBe(201);
}

test("anonymous users can read only health and version", async () => {
  expect((await call("GET", "/healthz", {})).code).toBe(200);
  expect((await call("GET", "/version", {})).code).toBe(200);
  for (const path of ["/api", "/apis/apps/v1", "/api/v1/namespaces", "/metrics"]) {
    const { code, json } = await call("GET", path, {});
    expect([code, json.reason], path).toEqual([403, "Forbidden"]);
  }
});

test("an unknown token is refused instead of treated as anonymous", async () => {
  const { code, json } = await call("GET", "/healthz", { headers: { authorization: "Bearer wrong" } });
  expect([code, json.message]).toEqual([401, "Unauthorized"]);
});

test("the administrator's certificate gives access to all roles and bindings", async () => {
  const { code, json } = await callAsAdmin("GET", `${rbac}/clusterroles`);
  expect(code).toBe(200);
  expect(json.items).toHaveLength(73);
  expect((await callAsAdmin("GET", `${rbac}/clusterrolebindings`)).json.items).toHaveLength(54);
  expect((await callAsAdmin("GET", `${rbac}/namespaces/kube-system/roles`)).json.items).toHaveLength(6);
});

test("the client certificate counts over HTTP/2 too, and repeated headers stay separate", async () => {
  const session = connect(`https://127.0.0.1:${server.port}`, {
    ca: certificates.authority,
    cert: certificates.admin.certificate,
    key: certificates.admin.key,
  });
  const get = (headers: object) =>
    new Promise<number | undefined>((resolve, reject) => {
      const stream = session.request({ ":path": `${rbac}/clusterroles`, ...headers });
      stream.on("response", (answer) => resolve(answer[":status"]));
      stream.on("error", reject);
      stream.resume();
    });
  expect(await get({})).toBe(200);
  expect(await get({ "impersonate-user": "a" })).toBe(403);
  expect(await get({ "impersonate-user": "a", "impersonate-group": ["g,h", mastersGroup] })).toBe(200);
  session.close();
});

const validity = { nowMs: Date.now(), lifetimeMs: 3_600_000 };
const ownAuthority = () => ({
  certificate: certificates.authority,
  key: readFileSync(join(directory, "ca.key"), "utf8"),
});
const clientPurpose = { use: "client", groups: [mastersGroup] } as const;

test.each<[string, () => KeyPair]>([
  [
    "of another authority",
    () => issueCertificate(createAuthority("other", validity), "mallory", { ...clientPurpose, ...validity }),
  ],
  [
    "that has expired",
    () => issueCertificate(ownAuthority(), "mallory", { ...clientPurpose, ...validity, lifetimeMs: -1000 }),
  ],
  [
    "that is not valid yet",
    () => issueCertificate(ownAuthority(), "mallory", { ...clientPurpose, ...validity, nowMs: Date.now() + 7_200_000 }),
  ],
  [
    "whose usage is server authentication",
    () => issueCertificate(ownAuthority(), "mallory", { use: "server", hosts: ["127.0.0.1"], ...validity }),
  ],
])("a certificate %s is refused instead of treated as anonymous", async (_name, issue) => {
  const tls = issue();
  expect(await call("GET", "/healthz", { tls })).toMatchObject({ code: 401, json: { reason: "Unauthorized" } });
  // A valid token beside it is accepted.
  expect((await call("GET", "/apis", { tls, headers: bearer("alice") })).code).toBe(200);
});

test("a certificate that expires while its connection is open is no longer accepted", async () => {
  const session = connect(`https://127.0.0.1:${server.port}`, {
    ca: certificates.authority,
    ...(({ certificate: cert, key }) => ({ cert, key }))(
      await issueCertificate(ownAuthority(), "root", { ...clientPurpose, ...validity }),
    ),
  });
  const get = async () => {
    const stream = session.request({ ":path": `${rbac}/clusterroles` });
    stream.resume();
    return (await once(stream, "response"))[0][":status"];
  };
  expect(await get()).toBe(200);
  clockShiftMs = validity.lifetimeMs + 60_000;
  expect(await get()).toBe(401);
  clockShiftMs = 0;
  session.close();
});

test("a certificate takes precedence over a token", async () => {
  const path = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
  for (const headers of [bearer("alice"), { authorization: "Bearer wrong" }]) {
    const { json } = await callAsAdmin("POST", path, { body: {}, headers });
    expect(json.status.userInfo.username).toBe("clustervet-admin");
  }
});

test("an authenticated user can read discovery, and gets 403 for the rest", async () => {
  expect((await callAsUser("alice", "GET", "/apis")).code).toBe(200);
  const { code, json } = await callAsUser("alice", "GET", "/api/v1/namespaces/web/configmaps/c");
  expect(code).toBe(403);
  expect(json).toMatchObject({
    status: "Failure",
    reason: "Forbidden",
    message:
      'configmaps "c" is forbidden: User "alice" cannot get resource "configmaps" in API group "" in the namespace "web"',
    details: { name: "c", kind: "configmaps" },
  });
});

test("a binding grants permissions until it is deleted", async () => {
  await bindNewRole("bob", "map-reader", rule("configmaps", "get", "list"));
  const listConfigMaps = () => callAsUser("bob", "GET", "/api/v1/namespaces/default/configmaps");
  expect((await waitForCode(listConfigMaps, 200)).code).toBe(200);
  expect((await callAsUser("bob", "DELETE", "/api/v1/namespaces/default/configmaps")).code).toBe(403);
  await callAsAdmin("DELETE", `${rbac}/clusterrolebindings/map-reader`);
  expect((await waitForCode(listConfigMaps, 403)).code).toBe(403);
});

test.each([
  ["/api/v1/nodes/a%00", 'nodes "a\\x00" is forbidden: User "carol" cannot get resource "nodes"'],
  ["//api/v1/nodes/a", 'nodes "a" is forbidden: User "carol" cannot get resource "nodes"'],
  ["/api/v1/proxy/nodes/a", 'nodes "a" is forbidden: User "carol" cannot proxy resource "nodes"'],
  ["/api/v1//a/b", 'forbidden: User "carol" cannot get resource "/b"'],
])("the error for a forbidden request shows the parsed resource: %s", async (path, words) => {
  const { code, json } = await callAsUser("carol", "GET", path);
  expect([code, json.message]).toEqual([403, `${words} in API group "" at the cluster scope`]);
});

test("a path with two leading slashes is not found", async () => {
  expect((await callAsAdmin("GET", "//api/v1/nodes")).code).toBe(404);
});

test("a user with all permissions in one namespace cannot reach other namespaces through nested paths", async () => {
  await callAsAdmin("POST", "/api/v1/namespaces", { body: { metadata: { name: "own" } } });
  const rolebindings = `${rbac}/namespaces/own/rolebindings`;
  await callAsAdmin("POST", rolebindings, { body: binding("all", "bob", "ClusterRole", "cluster-admin") });
  await waitForCode(() => callAsUser("bob", "GET", "/api/v1/namespaces/own"), 200);
  const inside = "/api/v1/namespaces/own/namespaces";
  const made = { metadata: { name: "made" } };
  const answers = await Promise.all([
    callAsUser("bob", "GET", inside),
    callAsUser("bob", "GET", `${inside}?watch=true&timeoutSeconds=1`),
    callAsUser("bob", "POST", inside, made),
    ...["default", "own"].flatMap((name) => [
      callAsUser("bob", "GET", `${inside}/${name}`),
      callAsUser("bob", "PUT", `${inside}/${name}`, { metadata: { name } }),
      callAsUser("bob", "PUT", `${inside}/${name}/finalize`, { metadata: { name } }),
      callAsUser("bob", "GET", `${inside}/${name}/status`),
      callAsUser("bob", "DELETE", `${inside}/${name}`),
    ]),
  ]);
  expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 404));
  expect((await callAsAdmin("GET", "/api/v1/namespaces/default")).json.metadata.deletionTimestamp).toBeUndefined();
});

test.each<[string, string, object, number, string]>([
  ["a role with permissions that the user holds", "clusterroles", role("e1", rule("secrets", "get")), 201, ""],
  [
    "a role with permissions that the user lacks",
    "clusterroles",
    role("e2", rule("secrets", "get", "list"), rule("nodes", "get")),
    403,
    'clusterroles.rbac.authorization.k8s.io "e2" is forbidden: user "carol" (groups=["system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n{APIGroups:[""], Resources:["nodes"], Verbs:["get"]}\n{APIGroups:[""], Resources:["secrets"], Verbs:["list"]}',
  ],
  [
    "an aggregated role",
    "clusterroles",
    { metadata: { name: "e3" }, aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: "b" } }] } },
    403,
    "must have cluster-admin privileges to use the aggregationRule",
  ],
  [
    "a binding to a role whose permissions the user holds",
    "clusterrolebindings",
    binding("e4", "x", "ClusterRole", "rbac-writer"),
    201,
    "",
  ],
  [
    "a binding to a role whose permissions the user lacks",
    "clusterrolebindings",
    binding("e5", "x", "ClusterRole", "cluster-admin"),
    403,
    '{NonResourceURLs:["*"], Verbs:["*"]}',
  ],
  [
    "a binding to a role that does not exist",
    "clusterrolebindings",
    binding("e6", "x", "ClusterRole", "none"),
    404,
    'clusterrolebindings.rbac.authorization.k8s.io "none" not found',
  ],
])("the escalation check for %s", async (_name, resource, body, code, message) => {
  const rules = [
    { apiGroups: ["rbac.authorization.k8s.io"], resources: ["clusterroles", "clusterrolebindings"], verbs: ["*"] },
    rule("secrets", "get"),
  ];
  // The verb `*` includes `escalate` and `bind`, so the user gets all verbs except those.
  const verbs = ["get", "list", "create", "update", "patch", "delete"];
  const held = rules.map((each, index) => (index === 0 ? { ...each, verbs } : each));
  if ((await callAsAdmin("GET", `${rbac}/clusterroles/rbac-writer`)).code === 404)
    await bindNewRole("carol", "rbac-writer", ...held);
  await waitForCode(() => callAsUser("carol", "GET", `${rbac}/clusterroles`), 200);
  const answer = await callAsUser("carol", "POST", `${rbac}/${resource}`, body);
  expect(answer.code).toBe(code);
  if (message !== "") expect(answer.json.message).toContain(message);
});

test("an update is checked for escalation like a creation, except removed rules and changed finalizers", async () => {
  await callAsAdmin("POST", `${rbac}/clusterroles`, { body: role("big", rule("nodes", "delete")) });
  const path = `${rbac}/clusterroles/big`;
  const patch = (body: object) =>
    call("PATCH", path, { body, headers: bearer("carol"), type: "application/merge-patch+json" });
  expect((await patch({ metadata: { labels: { a: "b" } } })).code).toBe(403);
  expect((await patch({ metadata: { finalizers: ["example.org/f"] } })).code).toBe(200);
  expect((await patch({ rules: [] })).code).toBe(200);
});

test("the verbs escalate and bind allow more than the user holds", async () => {
  const group = "rbac.authorization.k8s.io";
  await bindNewRole(
    "alice",
    "escalator",
    { apiGroups: [group], resources: ["clusterroles"], verbs: ["create", "escalate", "list"] },
    {
      apiGroups: [group],
      resources: ["clusterrolebindings"],
      verbs: ["create"],
    },
    { apiGroups: [group], resources: ["clusterroles"], resourceNames: ["view"], verbs: ["bind"] },
  );
  await waitForCode(() => callAsUser("alice", "GET", `${rbac}/clusterroles`), 200);
  const body = role("anything", rule("nodes", "*"));
  expect((await callAsUser("alice", "POST", `${rbac}/clusterroles`, body)).code).toBe(201);
  const bind = (to: string) =>
    callAsUser("alice", "POST", `${rbac}/clusterrolebindings`, binding(`b-${to}`, "x", "ClusterRole", to));
  expect([(await bind("view")).code, (await bind("admin")).code]).toEqual([201, 403]);
});

test("a user who may impersonate acts as the impersonated user", async () => {
  const forbidden = await callAsAdmin("GET", "/api/v1/namespaces/default/configmaps", {
    headers: { "Impersonate-User": "dave", "Impersonate-Group": ["g1", "g2"] },
  });
  expect(forbidden.json.message).toContain('User "dave" cannot list resource "configmaps"');
  const masters = await callAsAdmin("GET", "/api/v1/nodes", {
    headers: { "Impersonate-User": "dave", "Impersonate-Group": ["g1", mastersGroup] },
  });
  expect(masters.code).toBe(200);
});

test.each<[string, Record<string, string>, string]>([
  ["a user", {}, 'forbidden: User "bob" cannot impersonate-on:user-info:get path "/apis"'],
  [
    "a service account",
    { "Impersonate-User": "system:serviceaccount:web:robot" },
    'forbidden: User "bob" cannot impersonate-on:serviceaccount:get path "/apis"',
  ],
])("impersonating %s needs a permission", async (_name, headers, message) => {
  const options = { headers: { ...bearer("bob"), "Impersonate-User": "dave", ...headers } };
  const { code, json } = await call("GET", "/apis", options);
  expect([code, json.message]).toEqual([403, message]);
});

test("each impersonated attribute needs a separate permission", async () => {
  await bindNewRole("bob", "impersonator", rule("users", "impersonate"), {
    apiGroups: ["authentication.k8s.io"],
    resources: ["userextras/scopes"],
    resourceNames: ["read"],
    verbs: ["impersonate"],
  });
  const getWithHeaders = (headers: Record<string, string>) =>
    call("GET", "/apis", { headers: { ...bearer("bob"), "Impersonate-User": "dave", ...headers } });
  expect((await waitForCode(() => getWithHeaders({}), 200)).code).toBe(200);
  expect((await getWithHeaders({ "Impersonate-Extra-Scopes": "read" })).code).toBe(200);
  for (const headers of [
    { "Impersonate-Group": "g" },
    { "Impersonate-Uid": "1" },
    { "Impersonate-Extra-Scopes": "write" },
    { "Impersonate-Extra-A%2fb": "read" },
  ]) {
    expect((await getWithHeaders(headers as Record<string, string>)).code).toBe(403);
  }
});

test("impersonation can be permitted for single verbs and resources", async () => {
  await bindNewRole("carol", "narrow", rule("nodes", "impersonate-on:user-info:list"), {
    apiGroups: ["authentication.k8s.io"],
    resources: ["users"],
    resourceNames: ["alice"],
    verbs: ["impersonate:user-info"],
  });
  const getAsAlice = (path: string) =>
    call("GET", path, { headers: { ...bearer("carol"), "Impersonate-User": "alice" } });
  const { json } = await waitForCode(async () => {
    const answer = await getAsAlice("/api/v1/nodes");
    return { ...answer, code: /"alice" cannot list/.test(answer.json.message) ? 200 : answer.code };
  }, 200);
  expect(json.message).toContain('User "alice" cannot list resource "nodes"');
  expect((await getAsAlice("/api/v1/pods")).json.message).toContain(
    'User "carol" cannot impersonate-on:user-info:list',
  );
});

test("impersonating a group without a user is refused", async () => {
  const { code, json } = await callAsAdmin("GET", "/apis", {
    headers: { "Impersonate-Group": "g", "Impersonate-Uid": "1" },
  });
  expect([code, json.message]).toEqual([
    400,
    "requested [{Group  g    } {UID  1  authentication.k8s.io/v1  }] without impersonating a user",
  ]);
});

/**
 * Resolves when the roles `view`, `edit` and `admin` have all their rules, after which the server writes nothing more.
 */
async function aggregated({ registry }: RunningServer): Promise<void> {
  const roles = registry.store("rbac.authorization.k8s.io", "clusterroles");
  const rulesOf = (name: string) =>
    (roles?.cachedObject({ namespace: "", name })?.["rules"] ?? []) as readonly unknown[];
  await vi.waitFor(() => {
    expect(rulesOf("view").length).toBeGreaterThan(5);
    expect(rulesOf("edit")).toEqual(expect.arrayContaining([...rulesOf("view")]));
    expect(rulesOf("admin")).toEqual(expect.arrayContaining([...rulesOf("edit")]));
  });
}

test("rules removed from the bootstrap policy come back at the next start", async () => {
  const storage = openMemoryStorage();
  const start = () =>
    startServer({
      storage,
      port: 0,
      ...certificates.serving,
      authenticators: [],
      authorizer: () => alwaysDeny,
      log: new Messages(),
      nowMs: Date.now,
    });
  const first = await start();
  const storeOf = (running: RunningServer, resource: string) => {
    const found = running.registry.store("rbac.authorization.k8s.io", resource);
    if (!found) throw new Error(`${resource} is not served`);
    return found;
  };
  const write = {
    user: { username: "a", uid: "", groups: [mastersGroup], extra: {} },
    isDryRun: false,
    fieldManager: "test",
    warn: () => {},
  };
  const target = (name: string) => ({ namespace: "", name });
  await storeOf(first, "clusterroles").delete({ target: target("view") }, write);
  await storeOf(first, "clusterroles").update(
    { target: target("system:discovery"), subresource: "", change: (role) => ({ metadata: {}, ...role, rules: [] }) },
    write,
  );
  await storeOf(first, "clusterrolebindings").update(
    { target: target("cluster-admin"), subresource: "", change: (old) => ({ metadata: {}, ...old, subjects: [] }) },
    write,
  );
  await first.close();
  const second = await start();
  expect(await storeOf(second, "clusterroles").get(target("view"))).toHaveProperty("aggregationRule");
  expect(await storeOf(second, "clusterroles").get(target("system:discovery"))).toHaveProperty("rules.length", 11);
  expect(await storeOf(second, "clusterrolebindings").get(target("cluster-admin"))).toHaveProperty(
    "subjects.length",
    1,
  );
  await aggregated(second);
  await second.close();
  const revision = await storage.currentRevision();
  const third = await start();
  expect(await storage.currentRevision()).toBe(revision);
  await third.close();
});

test("AlwaysAllow allows and AlwaysDeny refuses every request", async () => {
  const attributes = { kind: "url", verb: "get", path: "/x" } as const;
  const [user] = tokens.map((entry) => entry.user);
  const asked = { user: user ?? { username: "", uid: "", groups: [], extra: {} }, attributes };
  expect(await alwaysAllow.authorize(asked)).toEqual({ opinion: "allow", reason: "" });
  expect(await alwaysDeny.authorize(asked)).toEqual({ opinion: "no-opinion", reason: "Everything is forbidden." });
  expect((await alwaysAllow.rulesFor(asked.user, "")).rules).toHaveLength(2);
  expect((await alwaysDeny.rulesFor(asked.user, "")).rules).toHaveLength(0);
});
