/** Logs of pods and connections to them. The responses were recorded from kube-apiserver 1.37. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { staticTokens } from "../../../src/server/authn/static-tokens.ts";
import { masters } from "../../../src/server/authz/masters.ts";
import { rbacAuthorizer } from "../../../src/server/authz/rbac-authorizer.ts";
import { union } from "../../../src/server/authz/union.ts";
import { adminToken, startTestServer, type TestServer } from "../start.ts";
import { type Echo, makeKubeletTrust, startKubelet } from "./kubelet-server.ts";
import { upgrade } from "./upgrade.ts";

let server: TestServer;
let kubelet: Echo;
const pods = "/api/v1/namespaces/default/pods";
const merge = { "content-type": "application/merge-patch+json" };

async function create(path: string, object: object, status?: object): Promise<void> {
  const { code, text, json } = await server.call("POST", path, object);
  expect(code, text).toBe(201);
  if (status) await server.call("PATCH", `${path}/${json.metadata.name}/status`, { status }, merge);
}

const node = (name: string, address: object | undefined, port: number) =>
  create(
    "/api/v1/nodes",
    { metadata: { name } },
    { addresses: address ? [address] : [], daemonEndpoints: { kubeletEndpoint: { Port: port } } },
  );

const pod = (name: string, spec: object = {}) =>
  create(pods, { metadata: { name }, spec: { containers: [{ name: "c", image: "x" }], ...spec } });

beforeAll(async () => {
  const trust = await makeKubeletTrust();
  kubelet = await startKubelet(trust);
  const user = (username: string, groups: readonly string[]) => ({ username, uid: "", groups, extra: {} });
  server = await startTestServer({
    kubelets: { authority: trust.authority, identity: trust.identity },
    authenticators: [
      staticTokens([
        { token: adminToken, user: user("admin", ["system:masters"]) },
        { token: "reader", user: user("reader", []) },
      ]),
    ],
    authorizer: (rbac) => union([masters, rbacAuthorizer(rbac)]),
  });
  await node("bare", undefined, 0);
  await node("good", { type: "InternalIP", address: "127.0.0.1" }, kubelet.port);
  await node("alias", { type: "Hostname", address: "localhost" }, kubelet.port);
  await node("foreign", { type: "InternalIP", address: "127.0.0.2" }, kubelet.port);
  await node("dead", { type: "InternalIP", address: "127.0.0.1" }, 1);
  await pod("p1");
  await pod("many", {
    initContainers: [{ name: "i", image: "x" }],
    containers: [
      { name: "c", image: "x" },
      { name: "d", image: "x" },
    ],
  });
  for (const nodeName of ["bare", "good", "alias", "foreign", "dead", "gone"]) await pod(`p-${nodeName}`, { nodeName });
  const containers = ["broken", "missing", "away", "c"].map((name) => ({ name, image: "x" }));
  await pod("faults", { nodeName: "good", containers });
  await pod("refused", { nodeName: "good" });
});
afterAll(async () => {
  await server.close();
  kubelet.close();
});

const errorOf = async (method: string, path: string) => {
  const { code, json, text } = await server.call(method, path);
  return [code, json?.reason, json?.message ?? text];
};

const noAddress = [500, undefined, "no preferred addresses found; known addresses: []"];

test.each([
  { path: "none/log", answer: [404, "NotFound", 'pods "none" not found'] },
  { path: "p1/log?container=nope", answer: [400, "BadRequest", "container nope is not valid for pod p1"] },
  {
    path: "many/log",
    answer: [400, "BadRequest", "a container name must be specified for pod many, choose one of: [i c d]"],
  },
  { path: "p1/log", answer: [204, undefined, ""] },
  { path: "many/log?container=i&follow=true", answer: [204, undefined, ""] },
  { path: "p-bare/log", answer: noAddress },
  { path: "p-gone/log", answer: [404, "NotFound", 'pods "gone" not found'] },
  {
    path: "p-dead/log?follow=1",
    answer: [
      500,
      undefined,
      'Get "https://127.0.0.1:1/containerLogs/default/p-dead/c?follow=true": dial tcp 127.0.0.1:1: connect: connection refused',
    ],
  },
  { path: "faults/log?container=broken", answer: [500, "InternalError", "Internal error occurred: disk on fire"] },
  {
    path: "faults/log?container=missing",
    answer: [404, "NotFound", "the server could not find the requested resource ( pods/log faults)"],
  },
  {
    path: "p1/log?tailLines=-1",
    answer: [
      422,
      "Invalid",
      'PodLogOptions "p1" is invalid: tailLines: Invalid value: -1: must be greater than or equal to 0',
    ],
  },
  {
    path: "none/log?sinceSeconds=1&sinceTime=2020-01-01T00:00:00Z",
    answer: [
      422,
      "Invalid",
      'PodLogOptions "none" is invalid: []: Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified',
    ],
  },
  {
    path: "p1/log?sinceSeconds=-3&tailLines=-1&limitBytes=0",
    answer: [
      422,
      "Invalid",
      'PodLogOptions "p1" is invalid: [tailLines: Invalid value: -1: must be greater than or equal to 0, limitBytes: Invalid value: 0: must be greater than 0, sinceSeconds: Invalid value: -3: must be greater than 0]',
    ],
  },
  {
    path: "p1/log?stream=Stdout",
    answer: [422, "Invalid", 'PodLogOptions "p1" is invalid: stream: Forbidden: may not be specified'],
  },
  { path: "p1/log?tailLines=x", answer: [400, "BadRequest", 'strconv.ParseInt: parsing "x": invalid syntax'] },
  { path: "p1/log?tailLines=", answer: [400, "BadRequest", 'strconv.ParseInt: parsing "": invalid syntax'] },
  {
    path: "p1/log?limitBytes=99999999999999999999",
    answer: [400, "BadRequest", 'strconv.ParseInt: parsing "99999999999999999999": value out of range'],
  },
  {
    path: "p1/log?sinceTime=bad",
    answer: [400, "BadRequest", 'parsing time "bad" as "2006-01-02T15:04:05Z07:00": cannot parse "bad" as "2006"'],
  },
])("GET $path", async ({ path, answer }) => {
  expect(await errorOf("GET", `${pods}/${path}`)).toEqual(answer);
});

test.each(["exec", "attach", "portforward"])("%s without an upgrade request", async (name) => {
  const upgradeRequired = [400, "BadRequest", "Upgrade request required"];
  const isOfContainer = name !== "portforward";
  const noHost = (pod: string) => [400, "BadRequest", `pod ${pod} does not have a host assigned`];
  const choice = "a container name must be specified for pod many, choose one of: [i c d]";
  expect(await errorOf("POST", `${pods}/p1/${name}`)).toEqual(noHost("p1"));
  expect(await errorOf("GET", `${pods}/p1/${name}?container=nope`)).toEqual(
    isOfContainer ? [400, "BadRequest", "container nope is not valid for pod p1"] : noHost("p1"),
  );
  expect(await errorOf("POST", `${pods}/many/${name}`)).toEqual(
    isOfContainer ? [400, "BadRequest", choice] : noHost("many"),
  );
  expect(await errorOf("POST", `${pods}/p-bare/${name}`)).toEqual(noAddress);
  expect(await errorOf("POST", `${pods}/p-good/${name}`)).toEqual(upgradeRequired);
  expect(await errorOf("GET", `${pods}/p-dead/${name}`)).toEqual(upgradeRequired);
  for (const method of ["DELETE", "PUT", "OPTIONS"]) {
    expect((await errorOf(method, `${pods}/p-good/${name}`))[0]).toBe(405);
  }
});

const receivedRequest = (text: string) => JSON.parse(text.split("\n", 1)[0] ?? "");

test.each([
  { query: "", url: "" },
  {
    query: "?follow=x&previous=0&timestamps=False&tailLines=5&limitBytes=7&sinceSeconds=9&container=c",
    url: "?follow=true&limitBytes=7&sinceSeconds=9&tailLines=5",
  },
  { query: "?sinceTime=2020-01-01T00:00:00.123%2B02:00", url: "?sinceTime=2019-12-31T22%3A00%3A00Z" },
  { query: "?sinceTime=", url: "?sinceTime=0001-01-01T00%3A00%3A00Z" },
])("the kubelet is called for log$query", async ({ query, url }) => {
  const { code, text, headers } = await server.call("GET", `${pods}/p-good/log${query}`);
  expect([code, headers["content-type"], headers["x-own"]]).toEqual([200, "text/plain", undefined]);
  expect(receivedRequest(text)).toMatchObject({
    method: "GET",
    url: `/containerLogs/default/p-good/c${url}`,
    client: "apiserver",
  });
});

test("the certificate of a kubelet is verified, unless the client skips the verification", async () => {
  expect((await server.call("GET", `${pods}/p-alias/log`)).code).toBe(200);
  const [code, , message] = await errorOf("GET", `${pods}/p-foreign/log`);
  expect([code, message]).toEqual([500, expect.stringContaining("x509: certificate is valid for")]);
  const { text } = await server.call("GET", `${pods}/p-foreign/log?insecureSkipTLSVerifyBackend=true`);
  expect(receivedRequest(text).url).toBe("/containerLogs/default/p-foreign/c");
});

describe("an upgrade to another protocol", () => {
  test.each([
    {
      path: "exec?command=ls&command=-l&stdout=1&stderr=true&stdin=false&tty=0&container=c",
      url: "/exec/default/p-good/c?command=ls&command=-l&error=1&output=1",
    },
    { path: "attach?stdin=1&tty=1", url: "/attach/default/p-good/c?input=1&tty=1" },
    { path: "portforward?ports=80&ports=81,82", url: "/portForward/default/p-good?port=80%2C81%2C82" },
  ])("is passed to the kubelet: $path", async ({ path, url }) => {
    for (const method of ["GET", "POST"]) {
      const request = { method, path: `${pods}/p-good/${path}` };
      const { code, headers, text } = await upgrade(server, request, "hello\n", /HELLO/);
      expect([code, headers.upgrade]).toEqual([101, "SPDY/3.1"]);
      expect(receivedRequest(text)).toMatchObject({
        method,
        url,
        client: "apiserver",
        headers: { "x-forwarded-for": "127.0.0.1" },
      });
      expect(receivedRequest(text).headers.authorization).toBeUndefined();
      expect(text).toContain("\nHELLO\n");
    }
  });

  test("ends when the server closes", async () => {
    const own = await startTestServer();
    const call = (path: string, object: object) => own.call("POST", path, object);
    await call("/api/v1/nodes", { metadata: { name: "n" } });
    const status = { addresses: [{ type: "InternalIP", address: "127.0.0.1" }] };
    const endpoints = { daemonEndpoints: { kubeletEndpoint: { Port: kubelet.port } } };
    await own.call("PATCH", "/api/v1/nodes/n/status", { status: { ...status, ...endpoints } }, merge);
    await call(pods, { metadata: { name: "p" }, spec: { nodeName: "n", containers: [{ name: "c", image: "x" }] } });
    const closed: Promise<void>[] = [];
    const close = () => void (closed.length === 0 && closed.push(own.close()));
    const open = upgrade(own, { method: "POST", path: `${pods}/p/attach` }, "hello\n", /HELLO/, close);
    const isBroken = (error: unknown) => ({ text: String(error) });
    expect((await open.catch(isBroken)).text).toMatch(/HELLO|aborted|ECONNRESET/);
    await Promise.all(closed);
    expect(closed).toHaveLength(1);
  });

  test.each([
    {
      path: "p-dead/exec?command=x",
      code: 500,
      text: "error dialing backend: dial tcp 127.0.0.1:1: connect: connection refused",
    },
    { path: "refused/exec?command=x", code: 403, text: "no" },
    { path: "p1/exec?command=x", code: 400, text: "pod p1 does not have a host assigned" },
    { path: "p-good/portforward?ports=x", code: 400, text: "invalid syntax" },
  ])("is refused: $path", async ({ path, code, text }) => {
    const answer = await upgrade(server, { method: "POST", path: `${pods}/${path}` });
    expect([answer.code, answer.text]).toEqual([code, expect.stringContaining(text)]);
  });

  test("is ignored for lists, and rejected for requests with a body", async () => {
    const list = await upgrade(server, { method: "GET", path: `${pods}?limit=1` });
    expect([list.code, JSON.parse(list.text).kind]).toEqual([200, "PodList"]);
    const sent = await upgrade(server, { method: "POST", path: pods, body: "{}" });
    expect([sent.code, sent.text]).toEqual([400, expect.stringContaining("a request with a body")]);
  });

  test("needs the permission to create, also with GET", async () => {
    const grantNodeVerbs = async (name: string, verbs: readonly string[]) => {
      const rbac = "/apis/rbac.authorization.k8s.io/v1/namespaces/default";
      await create(`${rbac}/roles`, {
        metadata: { name },
        rules: [{ apiGroups: [""], resources: ["pods/exec", "pods/log"], verbs }],
      });
      const subjects = [{ kind: "User", name: "reader", apiGroup: "rbac.authorization.k8s.io" }];
      const roleRef = { kind: "Role", name, apiGroup: "rbac.authorization.k8s.io" };
      await create(`${rbac}/rolebindings`, { metadata: { name }, subjects, roleRef });
    };
    const reader = { ...server, headers: { authorization: "Bearer reader" } };
    const exec = { method: "GET", path: `${pods}/p-good/exec?command=x` };
    expect((await upgrade(reader, exec)).code).toBe(403);
    await grantNodeVerbs("get", ["get"]);
    const refused = await upgrade(reader, exec);
    expect([refused.code, refused.text]).toEqual([403, expect.stringContaining("cannot create resource")]);
    expect((await upgrade(reader, { ...exec, path: `${pods}/p-good/log` })).code).toBe(200);
    await grantNodeVerbs("create", ["create"]);
    expect((await upgrade(reader, exec, "x", /X/)).code).toBe(101);
  });
});
