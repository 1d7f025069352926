/** The server as a whole: its health checks, metrics, limits and shutdown. */
import { afterEach, describe, expect, test } from "vitest";
import { alwaysAllow } from "../../src/server/authz/always.ts";
import { startTestServer, type TestServer } from "./start.ts";
import { openWatch } from "./watch-client.ts";

let server: TestServer | undefined;
afterEach(() => server?.close());

const maps = "/api/v1/namespaces/default/configmaps";

/** `call` sends requests as the administrator, who is never refused because of load. */
const withoutCredentials = { authorization: "" };

describe("health", () => {
  test.each([
    { path: "/healthz", text: "ok" },
    { path: "/livez?verbose", text: expect.stringMatching(/^\[\+\]ping ok\n\[\+\]log ok\n\[\+\]etcd ok\n\[/) },
    {
      path: "/readyz?verbose&exclude=etcd",
      text: expect.stringContaining("[+]etcd excluded: ok\n[+]etcd-readiness ok\n"),
    },
    { path: "/readyz/ping", text: "ok" },
    { path: "/readyz/poststarthook/rbac/bootstrap-roles", text: "ok" },
  ])("$path", async ({ path, text }) => {
    server = await startTestServer();
    expect(await server.call("GET", path)).toMatchObject({ code: 200, text });
  });

  /** The checks of kube-apiserver 1.37.1, except one of `/healthz` about a certificate of kube-apiserver. */
  test("the checks have the names and the order of those of kube-apiserver", async () => {
    server = await startTestServer();
    const namesIn = (text: string) => [...text.matchAll(/^\[\+\](\S+) ok$/gm)].map(([, name]) => name);
    const ready = namesIn((await server.call("GET", "/readyz?verbose")).text);
    const healthy = namesIn((await server.call("GET", "/healthz?verbose")).text);
    const ofReadiness = ["etcd-readiness", "informer-sync", "shutdown"];
    expect(ready).toHaveLength(37);
    expect(healthy).toEqual(ready.filter((name) => name !== undefined && !ofReadiness.includes(name)));
    expect(ready.slice(0, 6)).toEqual([
      "ping",
      "log",
      "etcd",
      "etcd-readiness",
      "informer-sync",
      "poststarthook/start-apiserver-admission-initializer",
    ]);
    expect(ready.slice(-4)).toEqual([
      "autoregister-completion",
      "poststarthook/apiservice-openapi-controller",
      "poststarthook/apiservice-openapiv3-controller",
      "shutdown",
    ]);
  });
});

test("metrics count requests and objects", async () => {
  server = await startTestServer();
  await server.call("POST", maps, { metadata: { name: "one" } });
  await server.call("GET", "/apis/nowhere.example/v1/things");
  const { code, text } = await server.call("GET", "/metrics");
  expect(code).toBe(200);
  expect(text).toContain(
    'apiserver_request_total{verb="create",group="",version="v1",resource="configmaps",subresource="",code="201"} 1',
  );
  expect(text).toContain('apiserver_resource_objects{group="",resource="configmaps"} 1');
  expect(text).not.toContain("nowhere");
});

test("a request above the limit of concurrent requests gets 429 with Retry-After", async () => {
  server = await startTestServer({
    limits: { maxReads: 1 },
    priorityAndFairness: false,
    authorizer: () => alwaysAllow,
  });
  const first = server;
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => first.call("GET", `${maps}?resourceVersion=99999`, undefined, withoutCredentials)),
  );
  const codes = new Set(answers.map(({ code }) => code));
  expect(codes).toEqual(new Set([504, 429]));
  const refused = answers.find(({ code }) => code === 429);
  expect(refused?.headers["retry-after"]).toBe("1");
  expect(refused?.json).toMatchObject({ reason: "TooManyRequests", details: { retryAfterSeconds: 1 } });
});

test("a request gets 504 after its timeout", async () => {
  server = await startTestServer();
  const { json } = await server.call("GET", `${maps}?resourceVersion=99999&timeout=50ms`);
  expect(json).toMatchObject({ code: 504, reason: "Timeout" });
});

test("the shutdown waits for requests, and ends watches", async () => {
  const ending = await startTestServer();
  const watch = await openWatch(ending, `${maps}?watch=true`);
  const writes = Array.from({ length: 20 }, (_, index) =>
    ending.call("POST", maps, { metadata: { name: `w${index}` } }),
  );
  const settled = Promise.allSettled(writes);
  await writes[0];
  const startMs = Date.now();
  await ending.close();
  expect(Date.now() - startMs).toBeLessThan(5000);
  await watch.ended;
  const answered = (await settled).flatMap((result) => (result.status === "fulfilled" ? [result.value.code] : []));
  expect(answered).toEqual(answered.map(() => 201));
});
