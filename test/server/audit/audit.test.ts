import { afterEach, expect, test } from "vitest";
import type { Level, Policy, Stage } from "../../../src/api/types/audit-v1.ts";
import { maxUserAgentLength } from "../../../src/server/audit/audit-event.ts";
import { planAuditPolicy } from "../../../src/server/audit/audit-policy.ts";
import { auditSink, type OpenSink, type SinkOptions } from "../../../src/server/audit/audit-sink.ts";
import { type LineWriter, logOutput } from "../../../src/server/audit/log-output.ts";
import { createTokenKey, readSigningKey } from "../../../src/server/authn/service-account-key.ts";
import type { TokenSettings } from "../../../src/server/authn/service-account-tokens.ts";
import { call } from "../api-client.ts";
import { startTestServer, type TestServer } from "../start.ts";

interface Recorded {
  readonly stage: Stage;
  readonly [field: string]: unknown;
}

let server: TestServer;
let lines: string[];
afterEach(() => server.close());

async function start(policy: Policy, options: Partial<SinkOptions & LineWriter> = {}): Promise<void> {
  lines = [];
  const { write = (line: string) => void lines.push(line), ...more } = options;
  const openSink: OpenSink = (lost) => {
    const sinkOptions = { mode: "blocking", format: "json", ...more } as const;
    return auditSink(logOutput({ write }, lost), sinkOptions, lost);
  };
  const issuer = "https://issuer.example";
  const keys = { signingKey: readSigningKey(createTokenKey()), otherKeys: [] };
  const serviceAccountTokens: TokenSettings = { issuers: [issuer], audiences: [issuer], ...keys };
  server = await startTestServer({
    serviceAccountTokens,
    audit: { policy: planAuditPolicy(policy), sinks: [openSink] },
  });
}
const startAt = (level: Level) => start({ rules: [{ level }] });

/** Waits until `count` events are recorded, and returns them. */
async function events(count: number): Promise<readonly Recorded[]> {
  await expect.poll(() => lines.length).toBe(count);
  return lines.map((line) => JSON.parse(line));
}

const configMaps = "/api/v1/namespaces/default/configmaps";
const map = { metadata: { name: "one" }, data: { a: "b" } };
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
const allowed = { "authorization.k8s.io/decision": "allow", "authorization.k8s.io/reason": "" };

test("a request is recorded when it arrives and when its response is complete", async () => {
  await startAt("Metadata");
  await server.call("POST", configMaps, map, { "user-agent": "tester", "x-forwarded-for": "10.0.0.1, nonsense, ::1" });
  const shared = {
    kind: "Event",
    apiVersion: "audit.k8s.io/v1",
    level: "Metadata",
    auditID: expect.stringMatching(/^[0-9a-f-]{36}$/),
    requestURI: configMaps,
    verb: "create",
    user: { username: "admin", groups: ["system:masters", "system:authenticated"] },
    sourceIPs: ["10.0.0.1", "::1", "127.0.0.1"],
    userAgent: "tester",
    requestReceivedTimestamp: time,
    stageTimestamp: time,
  };
  const objectRef = { resource: "configmaps", namespace: "default", apiVersion: "v1" };
  const [received, complete, ...others] = await events(2);
  expect(others).toEqual([]);
  expect(received).toEqual({ ...shared, stage: "RequestReceived", objectRef });
  expect(complete).toEqual({
    ...shared,
    stage: "ResponseComplete",
    objectRef: { ...objectRef, name: "one" },
    responseStatus: { metadata: {}, code: 201 },
    annotations: allowed,
  });
});

test("the level Request records the request body, and RequestResponse also the response", async () => {
  await startAt("Request");
  await server.call("POST", configMaps, map);
  const [, request] = await events(2);
  expect(request).toMatchObject({ requestObject: { kind: "ConfigMap", apiVersion: "v1", ...map } });
  expect(request).not.toHaveProperty("responseObject");
  await server.close();
  await startAt("RequestResponse");
  const { json } = await server.call("POST", configMaps, map);
  const [, response] = await events(2);
  expect(response).toMatchObject({ requestObject: { ...map }, responseObject: json });
});

test("a request body is recorded as decoded: with defaults, and in the fields that are stored", async () => {
  await startAt("Request");
  const secret = { metadata: { name: "one" }, stringData: { key: "text" } };
  await server.call("POST", "/api/v1/namespaces/default/secrets", secret);
  const [, event] = await events(2);
  expect(event?.["requestObject"]).toEqual({
    kind: "Secret",
    apiVersion: "v1",
    metadata: { name: "one" },
    data: { key: "dGV4dA==" },
    type: "Opaque",
  });
});

test("documents without a kind are not recorded", async () => {
  await startAt("RequestResponse");
  await server.call("GET", "/version");
  const [, event] = await events(2);
  expect(event).not.toHaveProperty("responseObject");
});

test("responses are recorded as sent: tables, lists, deletions and failures", async () => {
  await startAt("RequestResponse");
  await server.call("POST", configMaps, map);
  lines.length = 0;
  const accept = "application/json;as=Table;v=v1;g=meta.k8s.io";
  const table = await server.call("GET", configMaps, undefined, { accept });
  const list = await server.call("GET", configMaps, undefined, { accept: "application/vnd.kubernetes.protobuf" });
  const patch = await server.call("PATCH", `${configMaps}/one`, '{"data":\n{"c":"d"}}', {
    "content-type": "application/merge-patch+json",
  });
  const gone = await server.call("DELETE", `${configMaps}/one`, { propagationPolicy: "Background" });
  const missing = await server.call("GET", `${configMaps}/one`);
  const done = (await events(10)).filter(({ stage }) => stage === "ResponseComplete");
  expect(done[0]).toMatchObject({ responseObject: table.json });
  expect(list.bytes.length).toBeGreaterThan(0);
  expect(done[1]).toMatchObject({ responseObject: { kind: "ConfigMapList", items: [{ data: { a: "b" } }] } });
  expect(done[2]).toMatchObject({ requestObject: { data: { c: "d" } }, responseObject: patch.json });
  const options = { kind: "DeleteOptions", apiVersion: "meta.k8s.io/__internal", propagationPolicy: "Background" };
  expect(done[3]?.["requestObject"]).toEqual(options);
  const { status, details } = gone.json;
  expect(done[3]).toMatchObject({ responseStatus: { metadata: {}, status, details, code: 200 } });
  const { kind: _kind, apiVersion: _version, ...failure } = missing.json;
  expect(done[4]).toMatchObject({ responseStatus: failure, responseObject: missing.json });
});

test("managed fields can be omitted", async () => {
  await start({ omitManagedFields: true, rules: [{ level: "RequestResponse" }] });
  await server.call("POST", configMaps, { ...map, metadata: { name: "one", managedFields: [] } });
  await server.call("GET", configMaps);
  await server.call("GET", configMaps, undefined, { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" });
  const accounts = "/api/v1/namespaces/default/serviceaccounts";
  await server.call("POST", accounts, { metadata: { name: "one" } });
  const token = await server.call("POST", `${accounts}/one/token`, { spec: { expirationSeconds: 3600 } });
  expect(token.json.metadata).toHaveProperty("managedFields");
  await events(10);
  for (const line of lines) expect(line).not.toContain("managedFields");
});

test("a watch is recorded when its response starts and when it ends", async () => {
  await startAt("Metadata");
  await server.call("GET", `${configMaps}?watch=true&timeoutSeconds=1`);
  const stages = (await events(3)).map(({ stage, responseStatus }) => [stage, responseStatus]);
  const ok = { metadata: {}, code: 200 };
  expect(stages).toEqual([
    ["RequestReceived", undefined],
    ["ResponseStarted", ok],
    ["ResponseComplete", ok],
  ]);
});

test("failed authentication and forbidden requests are recorded", async () => {
  await startAt("Metadata");
  const { authority, port } = server;
  const headers = { authorization: "Bearer nonsense" };
  await call({ authority, port, headers }, { method: "GET", path: configMaps });
  await call({ authority, port }, { method: "GET", path: configMaps });
  const [stranger, , forbidden] = await events(3);
  expect(stranger).toMatchObject({
    stage: "ResponseStarted",
    user: {},
    responseStatus: { status: "Failure", message: "Unauthorized", reason: "Unauthorized", code: 401 },
  });
  expect(forbidden).toMatchObject({
    stage: "ResponseComplete",
    user: { username: "system:anonymous", groups: ["system:unauthenticated"] },
    responseStatus: { reason: "Forbidden", code: 403 },
    annotations: { "authorization.k8s.io/decision": "forbid" },
  });
});

test("both users of an impersonation are recorded", async () => {
  await startAt("Metadata");
  await server.call("GET", configMaps, undefined, { "impersonate-user": "jane", "impersonate-group": "devs" });
  const [, complete] = await events(2);
  expect(complete).toMatchObject({
    user: { username: "admin" },
    impersonatedUser: { username: "jane", groups: ["devs", "system:authenticated"] },
    authenticationMetadata: { impersonationConstraint: "impersonate:user-info" },
    responseStatus: { code: 403 },
  });
});

test("a long user agent is truncated", async () => {
  await startAt("Metadata");
  await server.call("GET", configMaps, undefined, { "user-agent": "a".repeat(maxUserAgentLength + 1) });
  const [received] = await events(2);
  expect(received?.["userAgent"]).toBe(`${"a".repeat(maxUserAgentLength)}...TRUNCATED`);
});

test("the legacy format is a line of text", async () => {
  await start({ rules: [{ level: "Metadata" }] }, { format: "legacy" });
  await server.call("GET", `${configMaps}/one`, undefined, { "user-agent": 'te"st' });
  await expect.poll(() => lines.length).toBe(2);
  const rest =
    'ip="127.0.0.1" method="get" user="admin" groups="\\"system:masters\\",\\"system:authenticated\\"" as="<self>" ' +
    'asgroups="<lookup>" user-agent="te\\"st" namespace="default" uri="/api/v1/namespaces/default/configmaps/one"';
  const id = 'id="[0-9a-f-]{36}"';
  const escaped = rest.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  expect(lines[0]).toMatch(new RegExp(`^\\S+Z AUDIT: ${id} stage="RequestReceived" ${escaped} response="<deferred>"$`));
  expect(lines[1]).toMatch(new RegExp(`^\\S+Z AUDIT: ${id} stage="ResponseComplete" ${escaped} response="404"$`));
});

const throwError = (): never => {
  throw new Error("no space left");
};

test("a request continues if its event is lost, and the loss is counted", async () => {
  await start({ rules: [{ level: "Metadata" }] }, { write: throwError });
  expect((await server.call("GET", configMaps)).code).toBe(200);
  expect(server.messages.lines).toContainEqual(expect.objectContaining({ message: "audit events are lost" }));
  const { text } = await server.call("GET", "/metrics");
  expect(text).toMatch(/^apiserver_audit_error_total\{plugin="log"\} 3$/m);
  expect(text).toMatch(/^apiserver_audit_level_total\{level="Metadata"\} 2$/m);
});

test("a strict server rejects requests that it cannot record", async () => {
  await start(
    { rules: [{ level: "None", nonResourceURLs: ["*"] }, { level: "Metadata" }] },
    { write: throwError, mode: "blocking-strict" },
  );
  const { code, text: said } = await server.call("POST", configMaps, map);
  expect([code, said]).toEqual([500, `Internal Server Error: "${configMaps}": failed to store audit event\n`]);
  const { text } = await server.call("GET", "/metrics");
  expect(text).toMatch(/^apiserver_audit_requests_rejected_total 1$/m);
  // The end of the rejected request is not another event.
  expect(text).toMatch(/^apiserver_audit_event_total 1$/m);
});
