/** One stored object in several versions and groups, and subresources whose objects have a different kind. */
import { afterEach, expect, test } from "vitest";
import { parseRuntimeConfig, readRuntimeConfig } from "../../src/flags/runtime-config.ts";
import { startTestServer, type TestServer } from "./start.ts";
import { openWatch } from "./watch-client.ts";

let server: TestServer;
afterEach(() => server.close());

const start = async (config = "", target = "1.37") => {
  const { isEnabled } = readRuntimeConfig(parseRuntimeConfig(config), { target });
  server = await startTestServer({ target, runtimeConfig: isEnabled });
};

const namespaced = (group: string, resource: string) => `/apis/${group}/namespaces/default/${resource}`;
const merge = { "content-type": "application/merge-patch+json" };

test("an autoscaler in v1 is the same object as in v2, with annotations for the fields that v1 lacks", async () => {
  await start();
  const [v1, v2] = [1, 2].map((version) => namespaced(`autoscaling/v${version}`, "horizontalpodautoscalers"));
  const target = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };
  const metrics = [
    { type: "Pods", pods: { metric: { name: "qps" }, target: { type: "AverageValue", averageValue: "10" } } },
    { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 60 } } },
  ];
  const behavior = { scaleDown: { stabilizationWindowSeconds: 60 } };
  const spec = { scaleTargetRef: target, minReplicas: 2, maxReplicas: 5, metrics, behavior };
  const { json: stored } = await server.call("POST", `${v2}`, { metadata: { name: "web" }, spec });
  const { json: older } = await server.call("GET", `${v1}/web`);
  expect(older).toMatchObject({
    apiVersion: "autoscaling/v1",
    spec: { scaleTargetRef: target, minReplicas: 2, maxReplicas: 5, targetCPUUtilizationPercentage: 60 },
    status: { currentReplicas: 0, desiredReplicas: 0 },
  });
  expect(older.spec.metrics).toBeUndefined();
  const prefix = "autoscaling.alpha.kubernetes.io/";
  expect(JSON.parse(older.metadata.annotations[`${prefix}metrics`])).toEqual([
    { type: "Pods", pods: { metricName: "qps", targetAverageValue: "10" } },
  ]);
  expect(JSON.parse(older.metadata.annotations[`${prefix}behavior`]).ScaleDown.StabilizationWindowSeconds).toBe(60);
  expect((await server.call("PUT", `${v1}/web`, older)).json.metadata.resourceVersion).toBe(
    stored.metadata.resourceVersion,
  );
  const patch = { spec: { targetCPUUtilizationPercentage: 50 } };
  expect((await server.call("PATCH", `${v1}/web`, patch, merge)).json.spec.targetCPUUtilizationPercentage).toBe(50);
  const { json: newer } = await server.call("GET", `${v2}/web`);
  expect(newer.metadata.annotations).toBeUndefined();
  expect(newer.spec.metrics.map(({ type }: { type: string }) => type)).toEqual(["Pods", "Resource"]);
  expect(newer.spec.behavior).toEqual(stored.spec.behavior);
  const bare = { metadata: { name: "bare" }, spec: { scaleTargetRef: target, maxReplicas: 3 } };
  expect((await server.call("POST", `${v1}`, bare)).json.spec.targetCPUUtilizationPercentage).toBe(80);
});

test("shares of zero are the default in v1beta3, unless an annotation preserves them, and are zero in v1", async () => {
  await start("", "1.31");
  const pathIn = (version: string) => `/apis/flowcontrol.apiserver.k8s.io/${version}/prioritylevelconfigurations`;
  const preserved = "flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares";
  const create = (name: string, shares: number | undefined, annotations?: Record<string, string>) => {
    const limited = { nominalConcurrencyShares: shares, limitResponse: { type: "Reject" } };
    const level = { metadata: { name, annotations }, spec: { type: "Limited", limited } };
    return server.call("POST", pathIn("v1beta3"), level);
  };
  const read = async (version: string, name: string) => {
    const { metadata, spec } = (await server.call("GET", `${pathIn(version)}/${name}`)).json;
    return { shares: spec.limited.nominalConcurrencyShares, annotations: metadata.annotations };
  };
  await create("zero", 0);
  await create("absent", undefined);
  await create("set", 5);
  for (const [name, shares] of Object.entries({ zero: 30, absent: 30, set: 5 })) {
    expect(await read("v1", name)).toEqual({ shares });
    expect(await read("v1beta3", name)).toEqual({ shares });
  }
  await create("preserved", 0, { [preserved]: "", own: "kept" });
  await create("preserved-absent", undefined, { [preserved]: "" });
  expect(await read("v1", "preserved")).toEqual({ shares: 0, annotations: { own: "kept" } });
  expect(await read("v1beta3", "preserved")).toEqual({ shares: 0, annotations: { own: "kept", [preserved]: "" } });
  expect((await read("v1", "preserved-absent")).shares).toBe(0);
  const change = { spec: { limited: { nominalConcurrencyShares: 0 } } };
  expect((await server.call("PATCH", `${pathIn("v1")}/set`, change, merge)).code).toBe(200);
  expect(await read("v1beta3", "set")).toEqual({ shares: 0, annotations: { [preserved]: "" } });
  const withoutAnnotation = { metadata: { annotations: { [preserved]: null } } };
  await server.call("PATCH", `${pathIn("v1beta3")}/set`, withoutAnnotation, merge);
  expect((await read("v1", "set")).shares).toBe(30);
});

const event = {
  metadata: { name: "a" },
  eventTime: "2026-01-01T00:00:00.000000Z",
  type: "Normal",
  reason: "Tested",
  action: "Test",
  reportingController: "example.com/c",
  reportingInstance: "c-1",
  regarding: { kind: "Pod", namespace: "default", name: "p" },
  note: "hello",
};
const [coreEvents, newerEvents] = ["/api/v1/namespaces/default/events", namespaced("events.k8s.io/v1", "events")];

test("events of both groups are the same objects, with the rules and the selectors of the requested group", async () => {
  await start();
  const [core, newer] = [coreEvents, newerEvents];
  const watch = await openWatch(server, `${newer}?watch=true&resourceVersion=1&fieldSelector=regarding.name%3Dp`);
  expect((await server.call("POST", newer, { ...event, type: "Odd" })).code).toBe(422);
  expect((await server.call("POST", newer, event)).json).toMatchObject({
    apiVersion: "events.k8s.io/v1",
    note: "hello",
  });
  expect((await server.call("GET", `${core}/a`)).json).toMatchObject({
    apiVersion: "v1",
    message: "hello",
    involvedObject: { name: "p" },
    reportingComponent: "example.com/c",
  });
  await watch.until(1);
  expect(watch.objects[0]).toMatchObject({ apiVersion: "events.k8s.io/v1", note: "hello" });
  watch.stop();
  expect((await server.call("GET", `${newer}?fieldSelector=regarding.name%3Dp`)).json.items).toHaveLength(1);
  expect((await server.call("GET", `${newer}?fieldSelector=regarding.name%3Dq`)).json.items).toHaveLength(0);
  expect((await server.call("GET", `${newer}?fieldSelector=involvedObject.name%3Dp`)).code).toBe(400);
  const fixed = await server.call("PATCH", `${newer}/a`, { note: "other" }, merge);
  expect({ code: fixed.code, field: fixed.json.details.causes[0].field }).toEqual({ code: 422, field: "message" });
});

test("an event without a reporter has empty fields for it in the core group, and no such fields in events.k8s.io", async () => {
  await start();
  const involvedObject = { namespace: "default" };
  await server.call("POST", coreEvents, { metadata: { name: "plain" }, involvedObject });
  const [core, newer] = [
    await server.call("GET", `${coreEvents}/plain`),
    await server.call("GET", `${newerEvents}/plain`),
  ];
  expect(core.json).toMatchObject({ reportingComponent: "", reportingInstance: "" });
  expect(Object.keys(newer.json).filter((name) => name.startsWith("reporting"))).toEqual([]);
});

test("errors name events as the requested group does; validation errors name them as they are stored", async () => {
  await start();
  const message = async (method: string, path: string, body?: object) =>
    (await server.call(method, path, body, method === "PATCH" ? merge : undefined)).json.message;
  expect(await message("GET", `${newerEvents}/none`)).toBe('events.events.k8s.io "none" not found');
  expect(await message("PATCH", `${newerEvents}/none`, {})).toBe('events.events.k8s.io "none" not found');
  expect(await message("DELETE", `${newerEvents}/none`)).toBe('events.events.k8s.io "none" not found');
  expect(await message("GET", `${coreEvents}/none`)).toBe('events "none" not found');
  await server.call("POST", newerEvents, event);
  expect(await message("POST", newerEvents, event)).toBe('events.events.k8s.io "a" already exists');
  expect(await message("PUT", `${newerEvents}/a`, { ...event, metadata: { name: "a", resourceVersion: "1" } })).toBe(
    'Operation cannot be fulfilled on events.events.k8s.io "a": the object has been modified; please apply your changes to the latest version and try again',
  );
  expect(await message("POST", newerEvents, { ...event, metadata: { name: "b" }, reason: "" })).toBe(
    'Event "b" is invalid: reason: Required value',
  );
});

test("a write of an event in one group drops the managed fields of the other group", async () => {
  await start();
  await server.call("POST", newerEvents, event);
  await server.call("PATCH", `${coreEvents}/a`, { message: "other" }, merge);
  const { json } = await server.call("GET", `${newerEvents}/a`);
  expect(json.metadata.managedFields).toMatchObject([{ apiVersion: "v1", fieldsV1: { "f:message": {} } }]);
});

test("a claim in resource.k8s.io/v1beta1 is the same object as in v1", async () => {
  await start("resource.k8s.io/v1beta1=true");
  const [beta, stable] = ["v1beta1", "v1"].map((version) => namespaced(`resource.k8s.io/${version}`, "resourceclaims"));
  const requests = [{ name: "gpu", deviceClassName: "gpu.example.com" }];
  const claim = { metadata: { name: "a" }, spec: { devices: { requests } } };
  expect((await server.call("POST", `${beta}`, claim)).json.spec.devices.requests).toMatchObject(requests);
  const { json } = await server.call("GET", `${stable}/a`);
  expect(json.spec.devices.requests[0]).toMatchObject({ name: "gpu", exactly: { deviceClassName: "gpu.example.com" } });
});

const deployment = {
  metadata: { name: "web" },
  spec: {
    replicas: 3,
    selector: { matchLabels: { app: "web" } },
    template: {
      metadata: { labels: { app: "web" } },
      spec: { containers: [{ name: "web", image: "example.com/web:1" }] },
    },
  },
};

test("a Scale can be read, replaced and patched, and changes only the replicas", async () => {
  await start();
  const path = namespaced("apps/v1", "deployments");
  await server.call("POST", path, deployment);
  const { json: scale } = await server.call("GET", `${path}/web/scale`);
  expect(scale).toMatchObject({
    kind: "Scale",
    apiVersion: "autoscaling/v1",
    spec: { replicas: 3 },
    status: { replicas: 0, selector: "app=web" },
  });
  const put = await server.call("PUT", `${path}/web/scale`, { ...scale, spec: { replicas: 5 } });
  expect({ code: put.code, replicas: put.json.spec.replicas }).toEqual({ code: 200, replicas: 5 });
  expect((await server.call("PUT", `${path}/web/scale`, scale)).code).toBe(409);
  expect((await server.call("PATCH", `${path}/web/scale`, { spec: { replicas: 0 } }, merge)).json.spec).toEqual({});
  const { json } = await server.call("GET", `${path}/web`);
  expect({ replicas: json.spec.replicas, generation: json.metadata.generation }).toEqual({
    replicas: 0,
    generation: 3,
  });
  const refused = await server.call("PATCH", `${path}/web/scale`, { spec: { replicas: -1 } }, merge);
  expect([refused.code, refused.json.message]).toEqual([
    422,
    'Scale.autoscaling "web" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0',
  ]);
  const other = { metadata: { uid: "other" } };
  expect((await server.call("PATCH", `${path}/web/scale`, other, merge)).code).toBe(409);
  const renamed = await server.call("PATCH", `${path}/web`, other, merge);
  expect({ code: renamed.code, field: renamed.json.details.causes[0].field }).toEqual({
    code: 422,
    field: "metadata.uid",
  });
  const missing = await server.call("GET", `${path}/none/scale`);
  expect(missing.json.message).toBe('deployments.apps "none" not found');
});

test("a pod is bound once, by its subresource or by a Binding", async () => {
  await start();
  const pods = "/api/v1/namespaces/default/pods";
  const binding = (name: string, node: string) => ({ metadata: { name }, target: { kind: "Node", name: node } });
  for (const name of ["a", "b"]) {
    await server.call("POST", pods, {
      metadata: { name },
      spec: { containers: [{ name: "c", image: "example.com/c:1" }] },
    });
  }
  expect((await server.call("POST", `${pods}/a/binding`, binding("a", "n1"))).json).toMatchObject({
    status: "Success",
  });
  expect((await server.call("POST", "/api/v1/namespaces/default/bindings", binding("b", "n2"))).code).toBe(201);
  const { json } = await server.call("GET", `${pods}/a`);
  expect(json.spec.nodeName).toBe("n1");
  expect(json.status.conditions).toMatchObject([{ type: "PodScheduled", status: "True" }]);
  expect((await server.call("GET", `${pods}/b`)).json.spec.nodeName).toBe("n2");
  const again = await server.call("POST", `${pods}/a/binding`, binding("a", "n2"));
  expect({ code: again.code, message: again.json.message }).toEqual({
    code: 409,
    message: 'Operation cannot be fulfilled on pods/binding "a": pod a is already assigned to node "n1"',
  });
  expect((await server.call("POST", `${pods}/a/binding`, binding("b", "n2"))).code).toBe(400);
  expect((await server.call("POST", `${pods}/b/binding`, { metadata: { name: "b" } })).code).toBe(500);
});

test("a TokenReview returns the user of a known token", async () => {
  await start();
  const path = "/apis/authentication.k8s.io/v1/tokenreviews";
  const token = String(server.headers?.["authorization"]).replace("Bearer ", "");
  const known = await server.call("POST", path, { spec: { token } });
  expect(known.json.status).toMatchObject({ authenticated: true, user: { username: "admin" } });
  expect((await server.call("POST", path, { spec: { token: "wrong" } })).json.status.authenticated).toBeUndefined();
  expect((await server.call("POST", path, { spec: {} })).code).toBe(400);
});
