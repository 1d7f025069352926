/** Custom resources in versions that a webhook on this machine converts. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startTestServer, type TestServer } from "./start.ts";
import { openWatch } from "./watch-client.ts";
import { type HookHandler, type HookServer, startHookServer } from "./webhook/hook-server.ts";

// biome-ignore lint/suspicious/noExplicitAny: objects are looked into freely
type Json = any;

/** Converts an object: `v1` has one text for the two fields of `v2`. */
function convertedTo(apiVersion: string, { spec = {}, ...object }: Json): Json {
  if (apiVersion.endsWith("/v1")) return { ...object, apiVersion, spec: { hostPort: `${spec.host}:${spec.port}` } };
  const [host, port] = String(spec.hostPort).split(":");
  return { ...object, apiVersion, spec: { host, port } };
}

const conversionReview = ({ review }: Parameters<HookHandler>[0], more: object = {}) => {
  const { uid, desiredAPIVersion, objects } = review.request;
  const convertedObjects = objects.map((object: Json) => convertedTo(desiredAPIVersion, object));
  return {
    apiVersion: review.apiVersion,
    kind: "ConversionReview",
    response: { uid, convertedObjects, result: { status: "Success" }, ...more },
  };
};

let fault: ((hookRequest: Parameters<HookHandler>[0]) => ReturnType<HookHandler>) | undefined;
const handle: HookHandler = (hookRequest) => (fault ? fault(hookRequest) : { body: conversionReview(hookRequest) });

let server: TestServer;
let hook: HookServer;
const group = "conv.example.com";
const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const path = (version: string, name = "") => `/apis/${group}/${version}/namespaces/default/things${name && `/${name}`}`;
const text = { type: "string" };
const schema = (properties: object) => ({
  openAPIV3Schema: { type: "object", properties: { spec: { type: "object", properties } } },
});

beforeAll(async () => {
  server = await startTestServer();
  hook = await startHookServer((hookRequest) => handle(hookRequest));
  const clientConfig = { url: `https://127.0.0.1:${hook.ports.good}/convert`, caBundle: hook.caBundle };
  const spec = {
    group,
    scope: "Namespaced",
    names: { plural: "things", kind: "Thing" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: schema({ hostPort: text }),
        additionalPrinterColumns: [{ name: "Address", type: "string", jsonPath: ".spec.hostPort" }],
      },
      {
        name: "v2",
        served: true,
        storage: false,
        schema: schema({ host: text, port: text, mode: { ...text, default: "m" } }),
        additionalPrinterColumns: [{ name: "Host", type: "string", jsonPath: ".spec.host" }],
      },
    ],
    conversion: { strategy: "Webhook", webhook: { clientConfig, conversionReviewVersions: ["v1"] } },
  };
  await server.call("POST", definitions, { metadata: { name: `things.${group}` }, spec });
  await vi.waitUntil(async () => (await server.call("GET", path("v2"))).code === 200, {
    timeout: 10_000,
    interval: 20,
  });
});
afterAll(async () => {
  hook.close();
  await server.close();
});

const thing = (version: string, name: string, spec: object) => ({
  apiVersion: `${group}/${version}`,
  kind: "Thing",
  metadata: { name },
  spec,
});

test("an object is written, read, listed, changed, watched and deleted in each version", async () => {
  const made = await server.call("POST", path("v2"), thing("v2", "a", { host: "h", port: "1", mode: "x", extra: 1 }));
  expect([made.code, made.json.spec]).toEqual([201, { host: "h", port: "1" }]);
  await server.call("POST", path("v1"), thing("v1", "b", { hostPort: "i:2" }));
  const inV1 = await server.call("GET", path("v1", "a"));
  expect([inV1.json.apiVersion, inV1.json.spec]).toEqual([`${group}/v1`, { hostPort: "h:1" }]);
  const before = hook.requests.length;
  const list = await server.call("GET", path("v2"));
  expect(list.json.items.map(({ spec }: Json) => [spec.host, spec.port])).toEqual([
    ["h", "1"],
    ["i", "2"],
  ]);
  // One review contains all objects, and objects that are already converted are not sent again.
  await server.call("GET", path("v2"));
  expect(hook.requests.length - before).toBe(1);
  const merge = { "content-type": "application/merge-patch+json" };
  const patched = await server.call("PATCH", path("v2", "b"), { spec: { port: "3" } }, merge);
  expect(patched.json.spec).toMatchObject({ host: "i", port: "3" });
  expect((await server.call("GET", path("v1", "b"))).json.spec).toEqual({ hostPort: "i:3" });
  const events: Json[] = [];
  const { resourceVersion } = list.json.metadata;
  const watch = await openWatch(server, `${path("v2")}?watch=true&resourceVersion=${resourceVersion}`, (type, object) =>
    events.push([type, object.apiVersion, object.spec.port]),
  );
  await server.call("DELETE", path("v2", "b"));
  await watch.until(2);
  watch.stop();
  expect(events).toEqual([
    ["MODIFIED", `${group}/v2`, "3"],
    ["DELETED", `${group}/v2`, "3"],
  ]);
});

const kind = `conversion webhook for ${group}/v1, Kind=Thing`;
const withChangedReview =
  (change: (object: Json) => Json): typeof fault =>
  (hookRequest) => {
    const body = conversionReview(hookRequest);
    return {
      body: { ...body, response: { ...body.response, convertedObjects: body.response.convertedObjects.map(change) } },
    };
  };

test.each([
  {
    name: "returns a failure",
    fault: (hookRequest: Parameters<HookHandler>[0]) => ({
      body: conversionReview(hookRequest, { result: { status: "Failure", message: "not today" } }),
    }),
    message: `${kind} failed: not today`,
  },
  {
    name: "returns no response",
    fault: (hookRequest: Parameters<HookHandler>[0]) => ({ body: conversionReview(hookRequest, { result: {} }) }),
    message: `${kind} failed: response.result.status was '', not 'Success'`,
  },
  {
    name: "returns fewer objects",
    fault: (hookRequest: Parameters<HookHandler>[0]) => ({
      body: conversionReview(hookRequest, { convertedObjects: [] }),
    }),
    message: `${kind} returned 0 objects, expected 1`,
  },
  {
    name: "converts to another version",
    fault: withChangedReview((object) => ({ ...object, apiVersion: `${group}/v1` })),
    message: `${kind} returned invalid object at index 0: invalid groupVersion (expected ${group}/v2, received ${group}/v1)`,
  },
  {
    name: "renames an object",
    fault: withChangedReview((object) => ({ ...object, metadata: { ...object.metadata, name: "other" } })),
    message: `${kind} returned invalid object: must have the same name: c != other`,
  },
  {
    name: "returns labels that are not strings",
    fault: withChangedReview((object) => ({ ...object, metadata: { ...object.metadata, labels: { a: 5 } } })),
    message: `${kind} returned invalid metadata: metadata.labels[a] must be a string in the converted object`,
  },
  {
    name: "returns invalid labels",
    fault: withChangedReview((object) => ({ ...object, metadata: { ...object.metadata, labels: { a: "-" } } })),
    message: `${kind} returned invalid metadata: metadata.labels: `,
  },
  {
    name: "is down",
    fault: () => ({ code: 500, body: "oops", headers: { "content-type": "text/plain" } }),
    message: `${kind} failed: an error on the server ("oops") has prevented the request from succeeding`,
  },
])("a webhook that $name", async ({ fault: played, message }) => {
  await server.call("POST", path("v1"), thing("v1", "c", { hostPort: "h:1" }));
  fault = played;
  const read = await server.call("GET", path("v2", "c"));
  const list = await server.call("GET", path("v2"));
  fault = undefined;
  const later = await server.call("GET", path("v2", "c"));
  await server.call("DELETE", path("v1", "c"));
  expect([read.code, read.json.message]).toEqual([500, expect.stringContaining(`Internal error occurred: ${message}`)]);
  expect([list.code, later.code]).toEqual([500, 200]);
});

test("a webhook may change labels and annotations, but no other metadata", async () => {
  await server.call("POST", path("v1"), thing("v1", "d", { hostPort: "h:1" }));
  const added = { labels: { a: "b" }, generation: 99, finalizers: ["x/y"] };
  fault = withChangedReview((object) => ({ ...object, metadata: { ...object.metadata, ...added } }));
  const { json } = await server.call("GET", path("v2", "d"));
  fault = undefined;
  expect(json.metadata).toMatchObject({ name: "d", generation: 1, labels: { a: "b" } });
  expect(json.metadata.finalizers).toBeUndefined();
});

test("a table has the columns of its version", async () => {
  await server.call("POST", path("v1"), thing("v1", "shown", { hostPort: "h:1" }));
  const table = { accept: "application/json;as=Table;g=meta.k8s.io;v=v1" };
  const tableIn = async (version: string) => {
    const { json } = await server.call("GET", path(version, "shown"), undefined, table);
    return [json.columnDefinitions.map(({ name }: Json) => name), json.rows[0].cells];
  };
  expect(await tableIn("v1")).toEqual([
    ["Name", "Address"],
    ["shown", "h:1"],
  ]);
  expect(await tableIn("v2")).toEqual([
    ["Name", "Host"],
    ["shown", "h"],
  ]);
  await server.call("DELETE", path("v1", "shown"));
});

test("an object is converted once for all webhooks that validate it in another version", async () => {
  const configurations = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
  const webhooks = ["one", "two", "three"].map((name) => ({
    name: `${name}.example.com`,
    clientConfig: { url: `https://127.0.0.1:${hook.ports.good}/hook`, caBundle: hook.caBundle },
    rules: [{ operations: ["CREATE"], apiGroups: [group], apiVersions: ["v1"], resources: ["things"] }],
    admissionReviewVersions: ["v1"],
    sideEffects: "None",
  }));
  fault = ({ path: asked, review }) => {
    if (asked !== "/hook") return { body: conversionReview({ review } as Parameters<HookHandler>[0]) };
    const response = { uid: review.request.uid, allowed: true };
    return { body: { apiVersion: review.apiVersion, kind: "AdmissionReview", response } };
  };
  await server.call("POST", configurations, { metadata: { name: "many" }, webhooks });
  hook.requests.length = 0;
  const { code } = await server.call("POST", path("v2"), thing("v2", "once", { host: "h", port: "1" }));
  const calledPaths = hook.requests.map((each) => each.path);
  await server.call("DELETE", `${configurations}/many`);
  fault = undefined;
  await server.call("DELETE", path("v1", "once"));
  // The conversions are for the webhooks, for the store, and for the response.
  expect([code, ...calledPaths]).toEqual([201, "/convert", "/hook", "/hook", "/hook", "/convert", "/convert"]);
});

test("an object that a policy changed and no webhook converts back is rejected", async () => {
  const registrations = "/apis/admissionregistration.k8s.io/v1";
  const expression = "[JSONPatch{op: 'add', path: '/spec/host', value: 'changed'}]";
  const rule = { operations: ["CREATE"], apiGroups: [group], apiVersions: ["v2"], resources: ["things"] };
  const spec = {
    matchConstraints: { resourceRules: [rule] },
    reinvocationPolicy: "Never",
    mutations: [{ patchType: "JSONPatch", jsonPatch: { expression } }],
  };
  await server.call("POST", `${registrations}/mutatingadmissionpolicies`, { metadata: { name: "back" }, spec });
  const binding = { metadata: { name: "back" }, spec: { policyName: "back" } };
  await server.call("POST", `${registrations}/mutatingadmissionpolicybindings`, binding);
  fault = (hookRequest) => {
    const isChanged = hookRequest.review.request.objects.some((object: Json) => object.spec?.host === "changed");
    const result = { status: "Failure", message: "no way back" };
    return { body: isChanged ? conversionReview(hookRequest, { result }) : conversionReview(hookRequest) };
  };
  const { code, json } = await server.call("POST", path("v1"), thing("v1", "back", { hostPort: "h:1" }));
  fault = undefined;
  for (const each of ["policies", "policybindings"])
    await server.call("DELETE", `${registrations}/mutatingadmission${each}/back`);
  const failureMessage = `conversion webhook for ${group}/v2, Kind=Thing failed: no way back`;
  expect([code, json.message]).toEqual([500, `Internal error occurred: ${failureMessage}`]);
});

test("selectors match converted objects, page by page", async () => {
  for (const name of ["l1", "l2", "l3"]) await server.call("POST", path("v1"), thing("v1", name, { hostPort: "h:1" }));
  // Only converted objects have the label.
  const isEven = ({ metadata: { name } }: Json) => name !== "l2";
  fault = withChangedReview((object) =>
    isEven(object) ? { ...object, metadata: { ...object.metadata, labels: { in: "v2" } } } : object,
  );
  const namesOf = ({ json }: Json) => json.items.map(({ metadata }: Json) => metadata.name);
  const query = `${path("v2")}?labelSelector=in%3Dv2&limit=1`;
  const first = await server.call("GET", query);
  const second = await server.call("GET", `${query}&continue=${first.json.metadata.continue}`);
  const atRevision = `&resourceVersionMatch=Exact&resourceVersion=${first.json.metadata.resourceVersion}`;
  await server.call("DELETE", path("v1", "l2"));
  const exact = await server.call("GET", `${path("v2")}?labelSelector=in%3Dv2&limit=5${atRevision}`);
  fault = undefined;
  expect([namesOf(first), namesOf(second), second.json.metadata.continue]).toEqual([["l1"], ["l3"], ""]);
  expect(namesOf(exact)).toEqual(["l1", "l3"]);
  expect(namesOf(await server.call("GET", `${path("v1")}?labelSelector=in%3Dv2`))).toEqual([]);
  await server.call("DELETE", path("v1"));
});

/** As kube-apiserver 1.37.1 responded to the same requests. */
describe("field ownership", () => {
  const apply = (version: string, name: string, manager: string, spec: object, force = false) =>
    server.call("PATCH", `${path(version, name)}?fieldManager=${manager}&force=${force}`, thing(version, name, spec), {
      "content-type": "application/apply-patch+yaml",
    });
  const patch = (version: string, name: string, manager: string, spec: object) =>
    server.call(
      "PATCH",
      `${path(version, name)}?fieldManager=${manager}`,
      { spec },
      { "content-type": "application/merge-patch+json" },
    );
  const ownersOf = async (name: string) =>
    Object.fromEntries(
      (await server.call("GET", path("v1", name))).json.metadata.managedFields.map(
        ({ manager, apiVersion, fieldsV1 }: Json) => [manager, [apiVersion.split("/")[1], fieldsV1["f:spec"]]],
      ),
    );
  const [host, port, hostPort] = [{ "f:host": {} }, { "f:port": {} }, { "f:hostPort": {} }];

  test("is recorded in the version of the write", async () => {
    await server.call("POST", `${path("v2")}?fieldManager=one`, thing("v2", "owned", { host: "h", port: "1" }));
    expect(await ownersOf("owned")).toEqual({ one: ["v2", { ".": {}, ...host, ...port, "f:mode": {} }] });
    await patch("v1", "owned", "two", { hostPort: "z:1" });
    const lessHost = ["v2", { ".": {}, ...port, "f:mode": {} }];
    expect(await ownersOf("owned")).toEqual({ one: lessHost, two: ["v1", hostPort] });
    await patch("v2", "owned", "three", { port: "8" });
    expect(await ownersOf("owned")).toEqual({ one: ["v2", {}], three: ["v2", { ...port, "f:mode": {} }] });
  });

  test("conflicts with applies in other versions", async () => {
    await apply("v2", "applied", "one", { host: "h", port: "1" });
    const refused = await apply("v1", "applied", "two", { hostPort: "z:1" });
    expect(refused).toMatchObject({ code: 409, json: { details: { causes: [{ field: ".spec.host" }] } } });
    expect((await apply("v1", "applied", "two", { hostPort: "z:1" }, true)).code).toBe(200);
    expect(await ownersOf("applied")).toEqual({ one: ["v2", port], two: ["v1", hostPort] });
  });

  test("ends for fields that an apply in another version omits; values that share a field with others stay", async () => {
    await apply("v1", "left", "one", { hostPort: "h:1" });
    expect((await apply("v2", "left", "one", { host: "h" })).json.spec).toEqual({ host: "h", port: "1" });
    expect(await ownersOf("left")).toEqual({ one: ["v2", host] });
  });

  test("is unchanged if the webhook returns fields that the version does not have", async () => {
    await apply("v2", "odd", "one", { host: "h", port: "1" });
    const before = await ownersOf("odd");
    fault = withChangedReview(({ spec, ...object }) => ({ ...object, spec: { ...spec, other: 1 } }));
    try {
      expect((await patch("v1", "odd", "two", { hostPort: "z:2" })).code).toBe(200);
    } finally {
      fault = undefined;
    }
    expect(await ownersOf("odd")).toEqual(before);
  });

  test("is unchanged by a write that the webhook does not convert, and an apply fails", async () => {
    await apply("v2", "failing", "one", { host: "h", port: "1" });
    const before = await ownersOf("failing");
    fault = ({ review }) => {
      const { uid } = review.request;
      const result = { status: "Failure", message: "no luck" };
      return { body: { apiVersion: review.apiVersion, kind: "ConversionReview", response: { uid, result } } };
    };
    try {
      expect((await patch("v1", "failing", "two", { hostPort: "z:2" })).code).toBe(200);
      expect(await ownersOf("failing")).toEqual(before);
      const applied = await apply("v1", "failing", "two", { hostPort: "z:3" });
      expect([applied.code, applied.json.message]).toEqual([500, expect.stringContaining("failed: no luck")]);
    } finally {
      fault = undefined;
    }
  });
});

test("objects stored in an earlier version are converted, and the next write stores them in the newer version", async () => {
  await server.call("POST", path("v1"), thing("v1", "early", { hostPort: "h:1" }));
  await server.call("POST", path("v1"), thing("v1", "gone", { hostPort: "g:1" }));
  const merge = { "content-type": "application/merge-patch+json" };
  const { json: definition } = await server.call("GET", `${definitions}/things.${group}`);
  const versions = definition.spec.versions.map((each: Json) => ({ ...each, storage: each.name === "v2" }));
  await server.call("PATCH", `${definitions}/things.${group}`, { spec: { versions } }, merge);
  await vi.waitUntil(async () => (await server.call("GET", path("v2", "early"))).json.spec?.host === "h");
  const { json: list } = await server.call("GET", path("v2"));
  expect(list.items.map(({ spec }: Json) => spec.hostPort)).toEqual(list.items.map(() => undefined));
  expect((await server.call("GET", path("v1", "early"))).json.spec).toEqual({ hostPort: "h:1" });
  const events: Json[] = [];
  const { resourceVersion } = list.metadata;
  const watch = await openWatch(server, `${path("v2")}?watch=true&resourceVersion=${resourceVersion}`, (type, object) =>
    events.push([type, object.spec.host, object.spec.port]),
  );
  const same = await server.call("PATCH", path("v2", "early"), {}, merge);
  await server.call("PATCH", path("v2", "early"), { spec: { port: "2" } }, merge);
  await server.call("DELETE", path("v2", "gone"));
  await watch.until(3);
  watch.stop();
  // A write without changes stores the object in the new version, and only once.
  expect(same.json.metadata.resourceVersion).not.toBe(
    list.items.find(({ metadata }: Json) => metadata.name === "early").metadata.resourceVersion,
  );
  const again = await server.call("PATCH", path("v2", "early"), {}, merge);
  expect((await server.call("GET", path("v2", "early"))).json.metadata).toEqual(again.json.metadata);
  expect(events).toEqual([
    ["MODIFIED", "h", "1"],
    ["MODIFIED", "h", "2"],
    ["DELETED", "g", "1"],
  ]);
});

test("an object stored in a version that is no longer served is converted from that version", async () => {
  const versions = ["v1", "v2"].map((name, index) => ({
    name,
    served: true,
    storage: index === 0,
    schema: schema(index === 0 ? { hostPort: text } : { host: text, port: text }),
  }));
  const clientConfig = { url: `https://127.0.0.1:${hook.ports.good}/convert`, caBundle: hook.caBundle };
  const group = "former.example.com";
  const spec = {
    group,
    scope: "Namespaced",
    names: { plural: "things", kind: "Thing" },
    versions,
    conversion: { strategy: "Webhook", webhook: { clientConfig, conversionReviewVersions: ["v1"] } },
  };
  const thingPath = (version: string, name = "") => `/apis/${group}/${version}/namespaces/default/things/${name}`;
  await server.call("POST", definitions, { metadata: { name: `things.${group}` }, spec });
  const object = { apiVersion: `${group}/v1`, kind: "Thing", metadata: { name: "a" }, spec: { hostPort: "h:1" } };
  await vi.waitUntil(async () => (await server.call("POST", thingPath("v1"), object)).code === 201, {
    timeout: 10_000,
    interval: 20,
  });
  const next = versions.map((each) => ({ ...each, served: each.name === "v2", storage: each.name === "v2" }));
  const patch = { "content-type": "application/merge-patch+json" };
  await server.call("PATCH", `${definitions}/things.${group}`, { spec: { versions: next } }, patch);
  await vi.waitUntil(async () => (await server.call("GET", thingPath("v1"))).code === 404, {
    timeout: 10_000,
    interval: 20,
  });
  expect((await server.call("GET", thingPath("v2", "a"))).json).toMatchObject({
    apiVersion: `${group}/v2`,
    spec: { host: "h", port: "1" },
  });
});
