/** `/statusz`, `/flagz` and `/metrics/slis`, as in kube-apiserver 1.37.1. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./start.ts";

let server: TestServer;
let nowMs = Date.UTC(2026, 0, 2, 3, 4, 5);
beforeAll(async () => {
  const flags = new Map([
    ["storage", "memory"],
    ["etcd-servers", "[]"],
  ]);
  server = await startTestServer({ flags, nowMs: () => nowMs });
});
afterAll(() => server.close());

const get = (path: string, accept = "") => server.call("GET", path, undefined, accept === "" ? {} : { accept });
const acceptParameters = (kind: string, version: string) => `as=${kind};v=${version};g=config.k8s.io`;

test("/statusz shows people since when the server runs, and the other pages", async () => {
  nowMs += 3_723_000;
  const { headers, text } = await get("/statusz");
  expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
  expect(text).toMatch(/^\napiserver statusz\nWarning: /);
  for (const line of [
    "Started: Fri Jan  2 03:04:05 UTC 2026",
    "Up: 1 hr 02 min 03 sec",
    "Binary version: 1.37.0",
    "Emulation version: 1.37",
    "Paths: /flagz /healthz /livez /metrics /readyz /statusz /version",
  ])
    expect(text.split("\n")).toContain(line);
  expect((await get("/")).json.paths).toEqual(expect.arrayContaining(["/flagz", "/metrics/slis", "/statusz"]));
});

test("/flagz lists the flags by name", async () => {
  expect((await get("/flagz", "text/plain")).text).toMatch(/\netcd-servers=\[\]\nstorage=memory\n$/);
  const { json } = await get("/flagz", `application/json;${acceptParameters("Flagz", "v1beta1")}`);
  expect(json).toEqual({
    kind: "Flagz",
    apiVersion: "config.k8s.io/v1beta1",
    metadata: { name: "apiserver" },
    flags: { "etcd-servers": "[]", storage: "memory" },
  });
});

test("/statusz returns objects to programs", async () => {
  const { json, headers } = await get("/statusz", `application/json;${acceptParameters("Statusz", "v1beta1")}`);
  expect(headers["content-type"]).toBe("application/json;g=config.k8s.io;v=v1beta1;as=Statusz");
  expect(headers["warning"]).toBeUndefined();
  expect(json).toMatchObject({
    kind: "Statusz",
    apiVersion: "config.k8s.io/v1beta1",
    metadata: { name: "apiserver" },
    startTime: "2026-01-02T03:04:05Z",
    uptimeSeconds: 3723,
    emulationVersion: "1.37",
  });
  const old = await get("/statusz", `application/yaml;${acceptParameters("Statusz", "v1alpha1")}`);
  expect(old.headers["warning"]).toContain("deprecated");
  expect(old.text).toContain("apiVersion: config.k8s.io/v1alpha1");
});

test.each([
  ["*/*", 200],
  ["text/*", 200],
  [`application/*;${acceptParameters("Statusz", "v1beta1")}`, 200],
  [`application/json;${acceptParameters("Statusz", "v9")}, text/plain`, 200],
  ["application/json", 406],
  ["application/*", 406],
  ["text/html", 406],
  [`application/json;${acceptParameters("Flagz", "v1beta1")}`, 406],
  [`text/plain;${acceptParameters("Statusz", "v1beta1")}`, 406],
  [`application/vnd.kubernetes.protobuf;${acceptParameters("Statusz", "v1beta1")}`, 406],
])("Accept: %s gets the code %i", async (accept, code) => {
  expect((await get("/statusz", accept)).code).toBe(code);
});

test("/statusz needs its feature gate, and /flagz needs the flags of a command line", async () => {
  const plain = await startTestServer({ featureGates: { ComponentStatusz: false } });
  expect((await plain.call("GET", "/statusz")).code).toBe(404);
  expect((await plain.call("GET", "/flagz")).code).toBe(404);
  await plain.close();
});

test("/metrics/slis counts the checks that run together, until DELETE resets it", async () => {
  await get("/livez/ping");
  expect((await get("/metrics/slis")).text).not.toContain("ping");
  await get("/readyz");
  await get("/readyz");
  const { text } = await get("/metrics/slis");
  expect(text).toContain('kubernetes_healthcheck{name="ping",type="readyz"} 1');
  expect(text).toContain('kubernetes_healthchecks_total{name="ping",status="success",type="readyz"} 2');
  expect((await server.call("DELETE", "/metrics/slis")).text).toBe("metrics reset\n");
  expect((await get("/metrics/slis")).text).not.toContain("ping");
});
