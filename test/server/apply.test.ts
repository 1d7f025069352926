import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiAnswer } from "./api-client.ts";
import { startTestServer, type TestServer } from "./start.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const maps = "/api/v1/namespaces/default/configmaps";
const apps = "/apis/apps/v1/namespaces/default";
const applyType = { "content-type": "application/apply-patch+yaml" };
const mergeType = { "content-type": "application/merge-patch+json" };

const configMap = (name: string, more: object = {}) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name },
  ...more,
});

const apply = (path: string, query: string, body: unknown): Promise<ApiAnswer> =>
  server.call("PATCH", `${path}?${query}`, body, applyType);

interface Entry {
  readonly manager: string;
  readonly operation: string;
  readonly apiVersion: string;
  readonly subresource?: string;
  readonly time?: string;
  readonly fieldsType: string;
  readonly fieldsV1: object;
}

/** Returns the field owners as `manager Operation version/subresource: fields`, sorted. */
const ownersOf = ({ json }: ApiAnswer): string[] =>
  ((json.metadata.managedFields ?? []) as Entry[])
    .map(({ manager, operation, apiVersion, subresource = "", fieldsV1 }) => {
      return `${manager} ${operation} ${apiVersion}/${subresource}: ${JSON.stringify(fieldsV1)}`;
    })
    .sort();

describe("apply configurations", () => {
  test("apply creates an object, or changes an existing one", async () => {
    const path = `${maps}/made`;
    const made = await apply(path, "fieldManager=a", configMap("made", { data: { k: "1", l: "1" } }));
    expect(made.code).toBe(201);
    expect(made.json.metadata.managedFields).toEqual([
      {
        manager: "a",
        operation: "Apply",
        apiVersion: "v1",
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        fieldsType: "FieldsV1",
        fieldsV1: { "f:data": { "f:k": {}, "f:l": {} } },
      },
    ]);
    const changed = await apply(
      path,
      "fieldManager=a",
      "kind: ConfigMap\napiVersion: v1\nmetadata: {name: made}\ndata: {k: '2'}\n",
    );
    expect(changed).toMatchObject({ code: 200, json: { data: { k: "2" } } });
    expect(changed.json.data.l).toBeUndefined();
    expect((await server.call("GET", path)).json).toEqual(changed.json);
  });

  test("a repeated apply writes nothing; another manager with the same values becomes an owner without a time", async () => {
    const path = `${maps}/same`;
    const body = configMap("same", { data: { k: "1" } });
    const first = await apply(path, "fieldManager=a", body);
    expect((await apply(path, "fieldManager=a", body)).json).toEqual(first.json);
    const shared = await apply(path, "fieldManager=b", body);
    expect(shared.json.metadata.resourceVersion).not.toBe(first.json.metadata.resourceVersion);
    expect(ownersOf(shared)).toEqual(['a Apply v1/: {"f:data":{"f:k":{}}}', 'b Apply v1/: {"f:data":{"f:k":{}}}']);
    expect(shared.json.metadata.managedFields[0]).not.toHaveProperty("time");
  });

  test("a field that another manager owns with another value is a conflict, which force resolves", async () => {
    const path = `${maps}/conflict`;
    await server.call("POST", `${maps}?fieldManager=u`, configMap("conflict", { data: { k: "1", l: "1" } }));
    const body = configMap("conflict", { data: { k: "2" } });
    const refused = await apply(path, "fieldManager=a", body);
    expect(refused.json).toMatchObject({
      kind: "Status",
      code: 409,
      reason: "Conflict",
      message: 'Apply failed with 1 conflict: conflict with "u" using v1: .data.k',
      details: {
        causes: [{ reason: "FieldManagerConflict", message: 'conflict with "u" using v1', field: ".data.k" }],
      },
    });
    const tried = await apply(path, "fieldManager=a&force=true&dryRun=All", body);
    expect(tried.json.data).toEqual({ k: "2", l: "1" });
    expect((await server.call("GET", path)).json.data).toEqual({ k: "1", l: "1" });
    expect(ownersOf(await apply(path, "fieldManager=a&force=true", body))).toEqual([
      'a Apply v1/: {"f:data":{"f:k":{}}}',
      'u Update v1/: {"f:data":{".":{},"f:l":{}}}',
    ]);
  });

  test("apply by kubectl takes over from client-side apply and updates its annotation", async () => {
    const path = `${maps}/upgrade`;
    const annotation = "kubectl.kubernetes.io/last-applied-configuration";
    const last = JSON.stringify(configMap("upgrade", { data: { k: "1" } }));
    const metadata = { name: "upgrade", annotations: { [annotation]: last } };
    await server.call("POST", `${maps}?fieldManager=kubectl-client-side-apply`, {
      ...configMap("upgrade"),
      metadata,
      data: { k: "1" },
    });
    const { json } = await apply(path, "fieldManager=kubectl", configMap("upgrade", { data: { k: "2" } }));
    expect(json.data).toEqual({ k: "2" });
    expect(json.metadata.annotations[annotation]).toBe(
      '{"apiVersion":"v1","data":{"k":"2"},"kind":"ConfigMap","metadata":{"name":"upgrade"}}\n',
    );
  });

  test.each([
    {
      what: "the request has no field manager",
      query: "",
      body: configMap("bad"),
      code: 422,
      message: "is required for apply patch",
    },
    {
      what: "the body has another kind",
      query: "fieldManager=a",
      body: { apiVersion: "v1", kind: "Secret" },
      code: 400,
      message: "invalid object type: /v1, Kind=Secret",
    },
    {
      what: "the body is not an object",
      query: "fieldManager=a",
      body: "[]",
      code: 400,
      message: "error decoding patch",
    },
    {
      what: "the body has managed fields",
      query: "fieldManager=a",
      body: { ...configMap("bad"), metadata: { name: "bad", managedFields: [] } },
      code: 400,
      message: "metadata.managedFields must be nil",
    },
    {
      what: "the body has an unknown field",
      query: "fieldManager=a",
      body: configMap("bad", { oops: 1 }),
      code: 500,
      message: "failed to create typed patch object (/bad; /v1, Kind=ConfigMap): .oops: field not declared in schema",
    },
    {
      what: "the body has a uid, and the object does not exist",
      query: "fieldManager=a",
      body: { ...configMap("bad"), metadata: { name: "bad", uid: "1" } },
      code: 409,
      message: "uid mismatch: the provided object specified uid 1, and no existing object was found",
    },
    {
      what: "the body has another name",
      query: "fieldManager=a",
      body: configMap("other"),
      code: 400,
      message: "does not match the name on the URL",
    },
    {
      what: "the body has a duplicate key under strict validation",
      query: "fieldManager=a&fieldValidation=Strict",
      body: "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: bad}\ndata: {k: a, k: b}\n",
      code: 400,
      message:
        'error strict decoding patch: error converting YAML to JSON: yaml: unmarshal errors:\n  line 4: key "k" already set in map',
    },
  ])("an apply is rejected: $what", async ({ query, body, code, message }) => {
    const { json } = await apply(`${maps}/bad`, query, body);
    expect(json).toMatchObject({ code, message: expect.stringContaining(message) });
  });

  test.each([
    { fieldValidation: "Strict", code: 400, warnings: "" },
    {
      fieldValidation: "Warn",
      code: 201,
      warnings: '299 - "line 6: key \\"k\\" already set in map", 299 - "unknown field',
    },
  ])("creation from YAML with a duplicate key: $fieldValidation", async ({ fieldValidation, code, warnings }) => {
    const body = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: twice}\ndata:\n  k: a\n  k: b\nunknown: 1\n";
    const query = `${maps}?dryRun=All&fieldValidation=${fieldValidation}`;
    const { json, headers, ...answer } = await server.call("POST", query, body, { "content-type": "application/yaml" });
    expect(answer.code).toBe(code);
    expect(String(headers["warning"] ?? "")).toContain(warnings);
    if (code === 400) {
      const fault = 'yaml: unmarshal errors:\n  line 6: key "k" already set in map, unknown field "unknown"';
      expect(json.message).toContain(`strict decoding error: ${fault}`);
    }
  });

  test("a large object can be applied", async () => {
    const data = Object.fromEntries(Array.from({ length: 500 }, (_each, index) => [`k${index}`, "x".repeat(100)]));
    const path = `${maps}/large`;
    expect((await apply(path, "fieldManager=a", configMap("large", { data }))).code).toBe(201);
    const { k0: _gone, ...rest } = data;
    const { json } = await apply(path, "fieldManager=a", configMap("large", { data: rest }));
    expect(json.data).toEqual(rest);
  });
});

describe("other writes", () => {
  test("each write records its field owners; the manager is in the request or the first word of the user agent", async () => {
    const made = await server.call("POST", maps, configMap("written", { data: { k: "1", l: "1" } }), {
      "user-agent": "toolbox/1.2 (x)",
    });
    expect(ownersOf(made)).toEqual(['toolbox Update v1/: {"f:data":{".":{},"f:k":{},"f:l":{}}}']);
    const path = `${maps}/written`;
    const patched = await server.call("PATCH", `${path}?fieldManager=p`, { data: { k: "2" } }, mergeType);
    expect(ownersOf(patched)).toEqual([
      'p Update v1/: {"f:data":{"f:k":{}}}',
      'toolbox Update v1/: {"f:data":{".":{},"f:l":{}}}',
    ]);
    const put = await server.call("PUT", `${path}?fieldManager=w`, configMap("written", { data: { k: "2" } }));
    expect(ownersOf(put)).toEqual(['p Update v1/: {"f:data":{"f:k":{}}}', 'toolbox Update v1/: {"f:data":{}}']);
  });

  test("managedFields with one empty entry resets the owners, and an empty list does not", async () => {
    await server.call("POST", `${maps}?fieldManager=u`, configMap("reset", { data: { k: "1" } }));
    const path = `${maps}/reset`;
    const patchManagedFields = (managedFields: unknown) =>
      server.call("PATCH", `${path}?fieldManager=p`, { metadata: { managedFields } }, mergeType);
    expect(ownersOf(await patchManagedFields([]))).toEqual(['u Update v1/: {"f:data":{".":{},"f:k":{}}}']);
    expect((await patchManagedFields([{}])).json.metadata).not.toHaveProperty("managedFields");
    const after = await apply(path, "fieldManager=a", configMap("reset", { data: { l: "1" } }));
    expect(ownersOf(after)).toEqual([
      'a Apply v1/: {"f:data":{"f:l":{}}}',
      'before-first-apply Update v1/: {"f:data":{".":{},"f:k":{}}}',
    ]);
  });

  test("status and scale have separate field owners", async () => {
    const deployment = {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "scaled" },
      spec: {
        replicas: 1,
        selector: { matchLabels: { a: "b" } },
        template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } },
      },
    };
    const path = `${apps}/deployments/scaled`;
    expect((await apply(path, "fieldManager=a", deployment)).code).toBe(201);
    await server.call(
      "PATCH",
      `${path}/status?fieldManager=s`,
      { spec: { replicas: 9 }, status: { replicas: 1 } },
      mergeType,
    );
    const scale = await server.call("PATCH", `${path}/scale?fieldManager=h`, { spec: { replicas: 3 } }, mergeType);
    expect(scale.json.metadata).not.toHaveProperty("managedFields");
    const object = await server.call("GET", path);
    expect(object.json.spec.replicas).toBe(3);
    expect(ownersOf(object)).toEqual([
      expect.stringMatching(/^a Apply apps\/v1\/: (?!.*f:replicas)/),
      'h Update apps/v1/scale: {"f:spec":{"f:replicas":{}}}',
      's Update apps/v1/status: {"f:status":{"f:replicas":{}}}',
    ]);
    const config = { ...deployment, spec: { replicas: 5 } };
    expect((await apply(path, "fieldManager=a", config)).json.message).toBe(
      'Apply failed with 1 conflict: conflict with "h" with subresource "scale" using apps/v1: .spec.replicas',
    );
  });

  test("a status update ignores the labels of a Deployment and records no owner for them", async () => {
    const path = `${apps}/deployments/scaled/status`;
    const { json } = await server.call("PATCH", path, { metadata: { labels: { k: "1" } } }, mergeType);
    expect(json.metadata.labels).toBeUndefined();
    expect(JSON.stringify(json.metadata.managedFields)).not.toContain('"f:k"');
  });

  test("the writer of a DaemonSet owns the annotation with the template generation", async () => {
    const spec = {
      selector: { matchLabels: { a: "b" } },
      template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } },
    };
    const set = { apiVersion: "apps/v1", kind: "DaemonSet", metadata: { name: "counted" }, spec };
    const made = await server.call("POST", `${apps}/daemonsets`, set);
    const annotation = "deprecated.daemonset.template.generation";
    expect(made.json.metadata.annotations).toEqual({ [annotation]: "1" });
    expect(made.json.metadata.managedFields[0].fieldsV1["f:metadata"]).toEqual({
      "f:annotations": { ".": {}, [`f:${annotation}`]: {} },
    });
    const status = await server.call("PUT", `${apps}/daemonsets/counted/status`, set);
    expect(status.json.metadata.annotations).toEqual({ [annotation]: "1" });
    const metadata = { name: "counted", annotations: { [annotation]: "one" } };
    const written = await server.call("PUT", `${apps}/daemonsets/counted`, { ...set, metadata });
    expect(written.json).toMatchObject({ code: 400, reason: "BadRequest" });
    const patched = await server.call("PATCH", `${apps}/daemonsets/counted`, { metadata }, mergeType);
    expect(patched.json).toMatchObject({ code: 422, details: { causes: [{ field: "patch" }] } });
  });

  test("a conflict names the field in the API version that its owner wrote", async () => {
    const hpa = (version: string, spec: object) => ({
      apiVersion: `autoscaling/${version}`,
      kind: "HorizontalPodAutoscaler",
      metadata: { name: "told" },
      spec: { scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "d" }, maxReplicas: 3, ...spec },
    });
    const path = (version: string) => `/apis/autoscaling/${version}/namespaces/default/horizontalpodautoscalers/told`;
    await apply(path("v1"), "fieldManager=a", hpa("v1", { targetCPUUtilizationPercentage: 50 }));
    const cpu = {
      type: "Resource",
      resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 60 } },
    };
    const refused = await apply(path("v2"), "fieldManager=b", hpa("v2", { metrics: [cpu] }));
    expect(refused.json.message).toBe(
      'Apply failed with 1 conflict: conflict with "a": .spec.targetCPUUtilizationPercentage',
    );
  });
});
