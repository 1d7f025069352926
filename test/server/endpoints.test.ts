/** Each operation of the resources with which the service is described: its response, parameters and failures. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./start.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

type Json = Record<string, unknown>;

interface Endpoint {
  readonly kind: string;
  readonly apiVersion: string;
  readonly group: string;
  readonly resource: string;
  /** The path at which objects are created. */
  readonly collection: string;
  /** The path of the collection over all namespaces. */
  readonly everywhere?: string;
  readonly subresources: readonly string[];
  /** The fields of an object, without its version, kind and metadata. */
  readonly content: Json;
  /** Other fields, to which an update may change the object. */
  readonly changed: Json;
}

const rbac = "rbac.authorization.k8s.io";
const podTemplate = {
  metadata: { labels: { app: "x" } },
  spec: { containers: [{ name: "main", image: "example.com/x:1" }] },
};
const daemonSetSpec = { selector: { matchLabels: { app: "x" } }, template: podTemplate };
const roleRef = { apiGroup: rbac, kind: "ClusterRole", name: "view" };

const endpoints: readonly Endpoint[] = [
  {
    kind: "Role",
    apiVersion: `${rbac}/v1`,
    group: rbac,
    resource: "roles",
    collection: `/apis/${rbac}/v1/namespaces/default/roles`,
    everywhere: `/apis/${rbac}/v1/roles`,
    subresources: [],
    content: { rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }] },
    changed: { rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["list"] }] },
  },
  {
    kind: "ClusterRoleBinding",
    apiVersion: `${rbac}/v1`,
    group: rbac,
    resource: "clusterrolebindings",
    collection: `/apis/${rbac}/v1/clusterrolebindings`,
    subresources: [],
    content: { roleRef, subjects: [{ apiGroup: rbac, kind: "User", name: "jane" }] },
    changed: { roleRef, subjects: [{ apiGroup: rbac, kind: "Group", name: "readers" }] },
  },
  {
    kind: "DaemonSet",
    apiVersion: "apps/v1",
    group: "apps",
    resource: "daemonsets",
    collection: "/apis/apps/v1/namespaces/default/daemonsets",
    everywhere: "/apis/apps/v1/daemonsets",
    subresources: ["status"],
    content: { spec: daemonSetSpec },
    changed: { spec: { ...daemonSetSpec, minReadySeconds: 5 } },
  },
];

const mergePatch = { "content-type": "application/merge-patch+json" };
const labelPatch = { metadata: { labels: { patched: "yes" } } };
let names = 0;

interface WatchEvent {
  readonly type: string;
  readonly object: { readonly kind: string; readonly metadata: { readonly name?: string } };
}

const eventsOf = (text: string): WatchEvent[] =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

/** Returns a name that no object has. */
const newName = (): string => `object-${++names}`;

describe.each(endpoints)("$kind", (endpoint) => {
  const { kind, apiVersion, group, resource, collection, content, changed } = endpoint;
  const objectOf = (name: string, own: Json = content): Json => ({ apiVersion, kind, metadata: { name }, ...own });
  const create = async (own: Json = content) => {
    const name = newName();
    const { code, json } = await server.call("POST", collection, objectOf(name, own));
    expect(code).toBe(201);
    return { name, path: `${collection}/${name}`, object: json };
  };
  const items = ["", ...endpoint.subresources.map((name) => `/${name}`)];
  /** Requests to an existing object, and to a collection. */
  const operations = [
    ...items.flatMap((sub) => [
      { operation: `get${sub}`, method: "GET", sub, code: 200, answers: kind },
      { operation: `update${sub}`, method: "PUT", sub, code: 200, answers: kind },
      { operation: `patch${sub}`, method: "PATCH", sub, code: 200, answers: kind },
    ]),
    { operation: "delete", method: "DELETE", sub: "", code: 200, answers: "Status" },
    { operation: "list", method: "GET", collection, code: 200, answers: `${kind}List` },
    ...(endpoint.everywhere === undefined
      ? []
      : [
          {
            operation: "list all namespaces",
            method: "GET",
            collection: endpoint.everywhere,
            code: 200,
            answers: `${kind}List`,
          },
        ]),
    { operation: "create", method: "POST", collection, code: 201, answers: kind },
    { operation: "deletecollection", method: "DELETE", collection, code: 200, answers: `${kind}List` },
  ];
  const writes = operations.filter(({ method }) => method !== "GET");
  const bodies = operations.filter(({ method }) => ["POST", "PUT", "PATCH"].includes(method));

  type Operation = (typeof operations)[number];

  /** Sends one of the operations to a new object. */
  async function sendOperation(operation: Operation, query = "", headers: Record<string, string> = {}, own: Json = {}) {
    const { name, path, object } = await create();
    const { method } = operation;
    const target = "sub" in operation ? path + operation.sub : operation.collection;
    const body =
      method === "POST"
        ? { ...objectOf(newName()), ...own }
        : method === "PUT"
          ? { ...object, ...changed, ...own }
          : method === "PATCH"
            ? { ...labelPatch, ...own }
            : undefined;
    const answer = await server.call(method, target + query, body, {
      ...(method === "PATCH" ? mergePatch : {}),
      ...headers,
    });
    return { name, path, object, body, answer };
  }

  test.each(operations)("$operation returns $code with $answers", async (operation) => {
    const { answer } = await sendOperation(operation);
    expect({ code: answer.code, kind: answer.json.kind }).toEqual({ code: operation.code, kind: operation.answers });
    expect(answer.json.apiVersion).toBe(operation.answers === "Status" ? "v1" : apiVersion);
    expect(answer.headers["audit-id"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers["cache-control"]).toBe("no-cache, private");
  });

  test.each(operations)("$operation with bad credentials is a 401", async (operation) => {
    const { answer } = await sendOperation(operation, "", { authorization: "Bearer wrong" });
    expect(answer.json).toEqual({
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Failure",
      message: "Unauthorized",
      reason: "Unauthorized",
      code: 401,
    });
  });

  test.each(operations)("$operation supports pretty", async (operation) => {
    expect((await sendOperation(operation, "?pretty=true")).answer.text).toMatch(/^\{\n {2}"kind": /);
    expect((await sendOperation(operation, "?pretty=false")).answer.text.trimEnd()).not.toContain("\n");
  });

  test.each(operations)("$operation is a 406 for clients that accept no available type", async (operation) => {
    expect((await sendOperation(operation, "", { accept: "text/html" })).answer.json).toMatchObject({
      code: 406,
      reason: "NotAcceptable",
    });
  });

  test.each(operations.filter((operation) => "sub" in operation))(
    "$operation of a missing object",
    async (operation) => {
      const path = `${collection}/${newName()}${operation.sub}`;
      const isCreation = operation.method === "PUT" && operation.sub === "" && group === rbac;
      const name = path.split("/").at(operation.sub === "" ? -1 : -2) ?? "";
      const body = operation.method === "PATCH" ? labelPatch : operation.method === "PUT" ? objectOf(name) : undefined;
      const headers = operation.method === "PATCH" ? mergePatch : {};
      const { code, json } = await server.call(operation.method, path, body, headers);
      if (isCreation) return expect({ code, kind: json.kind }).toEqual({ code: 201, kind });
      expect(json).toMatchObject({
        code: 404,
        reason: "NotFound",
        message: `${resource}.${group} "${name}" not found`,
        details: { name, group, kind: resource },
      });
    },
  );

  test.each(writes)("$operation with dryRun=All writes nothing", async (operation) => {
    const { path, object, body, answer } = await sendOperation(operation, "?dryRun=All");
    expect({ code: answer.code, kind: answer.json.kind }).toEqual({ code: operation.code, kind: operation.answers });
    expect((await server.call("GET", path)).json).toEqual(object);
    if (operation.method !== "POST") return;
    const { name } = (body as { metadata: { name: string } }).metadata;
    expect((await server.call("GET", `${collection}/${name}`)).code).toBe(404);
  });

  test.each(writes)("$operation with an unknown dryRun is a 422", async (operation) => {
    const { answer } = await sendOperation(operation, "?dryRun=Some");
    const options = { POST: "Create", PUT: "Update", PATCH: "Patch", DELETE: "Delete" }[operation.method];
    expect(answer.json).toMatchObject({
      code: 422,
      reason: "Invalid",
      details: {
        group: "meta.k8s.io",
        kind: `${options}Options`,
        causes: [{ reason: "FieldValueNotSupported", field: "dryRun" }],
      },
    });
  });

  test.each(bodies)("$operation accepts a fieldManager that is short and printable", async (operation) => {
    expect((await sendOperation(operation, "?fieldManager=me")).answer.code).toBe(operation.code);
    expect((await sendOperation(operation, `?fieldManager=${"m".repeat(129)}`)).answer.json).toMatchObject({
      code: 422,
      details: { causes: [{ reason: "FieldValueTooLong", field: "fieldManager" }] },
    });
    expect((await sendOperation(operation, "?fieldManager=%00")).answer.json).toMatchObject({
      code: 422,
      details: { causes: [{ reason: "FieldValueInvalid", field: "fieldManager" }] },
    });
  });

  test.each(bodies)("$operation treats unknown fields according to fieldValidation", async (operation) => {
    const unknown = { surprise: 1 };
    const ignored = await sendOperation(operation, "?fieldValidation=Ignore", {}, unknown);
    expect(ignored.answer).toMatchObject({ code: operation.code, json: { kind } });
    expect(ignored.answer.headers["warning"]).toBeUndefined();
    expect(ignored.answer.json).not.toHaveProperty("surprise");
    for (const query of ["", "?fieldValidation=Warn"]) {
      const warned = await sendOperation(operation, query, {}, unknown);
      expect(warned.answer.code).toBe(operation.code);
      expect(warned.answer.headers["warning"]).toBe('299 - "unknown field \\"surprise\\""');
    }
    const refused = await sendOperation(operation, "?fieldValidation=Strict", {}, unknown);
    expect(refused.answer.json).toMatchObject(
      operation.method === "PATCH" ? { code: 422, reason: "Invalid" } : { code: 400, reason: "BadRequest" },
    );
    expect(refused.answer.json.message).toContain('strict decoding error: unknown field "surprise"');
    expect((await sendOperation(operation, "?fieldValidation=Other")).answer.json).toMatchObject({
      code: 422,
      details: { causes: [{ reason: "FieldValueNotSupported", field: "fieldValidation" }] },
    });
  });

  test.each(bodies)("$operation rejects unknown content types", async (operation) => {
    const { answer } = await sendOperation(operation, "", { "content-type": "text/plain" });
    expect(answer.json).toMatchObject({ code: 415, reason: "UnsupportedMediaType" });
  });

  test.each(items)("an update of item%s with an old version is a conflict", async (sub) => {
    const { name, path, object } = await create();
    expect((await server.call("PATCH", path, labelPatch, mergePatch)).code).toBe(200);
    const { json } = await server.call("PUT", path + sub, { ...object, ...changed });
    expect(json).toMatchObject({
      code: 409,
      reason: "Conflict",
      message: `Operation cannot be fulfilled on ${resource}.${group} "${name}": the object has been modified; please apply your changes to the latest version and try again`,
      details: { name, group, kind: resource },
    });
  });

  test("force is only for server-side apply", async () => {
    const { path } = await create();
    expect((await server.call("PATCH", `${path}?force=true`, labelPatch, mergePatch)).json).toMatchObject({
      code: 422,
      details: { kind: "PatchOptions", causes: [{ reason: "FieldValueForbidden", field: "force" }] },
    });
  });

  test("a deletion accepts options in its query and in its body", async () => {
    const delay = (await create()).path;
    expect((await server.call("DELETE", `${delay}?gracePeriodSeconds=x`)).json).toMatchObject({ code: 400 });
    expect((await server.call("DELETE", `${delay}?propagationPolicy=Other`)).json).toMatchObject({
      code: 422,
      details: { kind: "DeleteOptions", causes: [{ field: "propagationPolicy" }] },
    });
    const stale = { preconditions: { uid: "other" } };
    expect((await server.call("DELETE", delay, stale)).json).toMatchObject({ code: 409, reason: "Conflict" });
    for (const query of ["uid=other", "resourceVersion=1"]) {
      expect((await server.call("DELETE", `${delay}?${query}`)).json).toMatchObject({ code: 409, reason: "Conflict" });
    }
    const wrong = await server.call("DELETE", delay, { gracePeriodSeconds: "1" });
    const words = "json: cannot unmarshal string into Go struct field DeleteOptions.gracePeriodSeconds of type int64";
    expect(wrong.json).toMatchObject({ code: 400, message: words });
    expect((await server.call("DELETE", delay, "{")).json.message).toMatch(
      /^couldn't get version\/kind; json parse error/,
    );
    expect((await server.call("DELETE", `${delay}?dryRun=`)).json).toMatchObject({ code: 422 });
    expect((await server.call("DELETE", `${delay}?gracePeriodSeconds=0&propagationPolicy=Background`)).code).toBe(200);
    const { path, object } = await create();
    const waiting = await server.call("DELETE", path, { propagationPolicy: "Orphan" });
    expect(waiting.json).toMatchObject({ kind, metadata: { finalizers: ["orphan"], uid: object.metadata.uid } });
    expect(waiting.json.metadata.deletionTimestamp).toBeDefined();
  });

  test.each([{ of: "the collection" }, { of: "one object" }])("a watch of $of reports changes", async ({ of }) => {
    const { name, path, object } = await create();
    const place = of === "one object" ? path : collection;
    const since = object.metadata.resourceVersion;
    const watching = server.call("GET", `${place}?watch=true&resourceVersion=${since}&timeoutSeconds=1`);
    await server.call("PATCH", path, labelPatch, mergePatch);
    await server.call("DELETE", path, {});
    const events = eventsOf((await watching).text).filter((event) => event.object.metadata.name === name);
    expect(events.map(({ type }) => type)).toEqual(["MODIFIED", "DELETED"]);
    expect(events.map((event) => event.object.kind)).toEqual([kind, kind]);
  });

  test("a watch may begin with the existing objects and mark their end", async () => {
    const { name } = await create();
    const { text } = await server.call(
      "GET",
      `${collection}?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&timeoutSeconds=1`,
    );
    const events = eventsOf(text);
    expect(events.filter(({ type }) => type === "ADDED").map((event) => event.object.metadata.name)).toContain(name);
    expect(events.at(-1)).toMatchObject({
      type: "BOOKMARK",
      object: { kind, metadata: { annotations: { "k8s.io/initial-events-end": "true" } } },
    });
    const refused = await server.call("GET", `${collection}?watch=true&sendInitialEvents=true`);
    expect(refused.json).toMatchObject({ code: 422, details: { kind: "ListOptions" } });
  });

  test("reads may specify the resource version that they need", async () => {
    const { path, object } = await create();
    const { resourceVersion } = object.metadata;
    for (const version of ["", "0", resourceVersion]) {
      const { code } = await server.call("GET", `${path}?resourceVersion=${version}`);
      expect({ version, code: version === "0" ? 200 : code }).toEqual({ version, code: 200 });
    }
    expect((await server.call("GET", `${path}?resourceVersion=x`)).json).toMatchObject({ code: 400 });
    const exact = await server.call(
      "GET",
      `${collection}?resourceVersion=${resourceVersion}&resourceVersionMatch=Exact`,
    );
    expect(exact.json.metadata.resourceVersion).toBe(resourceVersion);
    const newer = await server.call(
      "GET",
      `${collection}?resourceVersion=${resourceVersion}&resourceVersionMatch=NotOlderThan`,
    );
    expect(Number(newer.json.metadata.resourceVersion)).toBeGreaterThanOrEqual(Number(resourceVersion));
    expect((await server.call("GET", `${collection}?resourceVersionMatch=Exact`)).json).toMatchObject({
      code: 422,
      details: { causes: [{ reason: "FieldValueForbidden", field: "resourceVersionMatch" }] },
    });
    expect((await server.call("GET", `${collection}?limit=1&continue=x`)).json).toMatchObject({ code: 400 });
    expect((await server.call("GET", `${collection}?timeoutSeconds=x`)).json).toMatchObject({ code: 400 });
  });

  test("a collection is listed by selectors and pages, and deleted by selectors", async () => {
    const chosen = await create();
    await server.call("PATCH", chosen.path, { metadata: { labels: { chosen: chosen.name } } }, mergePatch);
    const other = await create();
    const selected = await server.call("GET", `${collection}?labelSelector=chosen%3D${chosen.name}`);
    const namesOf = (list: { readonly items: readonly { readonly metadata: { readonly name: string } }[] }) =>
      list.items.map(({ metadata }) => metadata.name);
    expect(namesOf(selected.json)).toEqual([chosen.name]);
    const named = await server.call("GET", `${collection}?fieldSelector=metadata.name%3D${other.name}`);
    expect(namesOf(named.json)).toEqual([other.name]);
    const page = await server.call("GET", `${collection}?limit=1`);
    expect(page.json.items).toHaveLength(1);
    const next = await server.call("GET", `${collection}?limit=1&continue=${page.json.metadata.continue}`);
    expect(next.json.metadata.resourceVersion).toBe(page.json.metadata.resourceVersion);
    expect(namesOf(next.json)).not.toEqual(namesOf(page.json));
    await server.call("DELETE", `${collection}?labelSelector=chosen%3D${chosen.name}`);
    expect((await server.call("GET", chosen.path)).code).toBe(404);
    expect((await server.call("GET", other.path)).code).toBe(200);
  });

  test.each([
    { method: "PUT", path: collection },
    { method: "PATCH", path: collection },
    { method: "POST", path: `${collection}/one` },
    ...endpoint.subresources.flatMap((name) => [
      { method: "POST", path: `${collection}/one/${name}` },
      { method: "DELETE", path: `${collection}/one/${name}` },
    ]),
    ...(endpoint.everywhere === undefined ? [] : [{ method: "POST", path: endpoint.everywhere }]),
  ])("$method $path is not allowed", async ({ method, path }) => {
    expect((await server.call(method, path, {})).json).toMatchObject({ code: 405, reason: "MethodNotAllowed" });
  });
});

test("the status of a DaemonSet is written only through its subresource", async () => {
  const collection = "/apis/apps/v1/namespaces/default/daemonsets";
  const status = { currentNumberScheduled: 1, numberMisscheduled: 0, desiredNumberScheduled: 1, numberReady: 1 };
  const { json: created } = await server.call("POST", collection, {
    metadata: { name: "split" },
    spec: daemonSetSpec,
    status,
  });
  const none = { currentNumberScheduled: 0, numberMisscheduled: 0, desiredNumberScheduled: 0, numberReady: 0 };
  expect(created.status).toEqual(none);
  const path = `${collection}/split`;
  const both = { ...created, spec: { ...created.spec, minReadySeconds: 9 }, status: { numberReady: 1 } };
  const { json: reported } = await server.call("PUT", `${path}/status`, both);
  expect(reported.status).toEqual({ ...none, numberReady: 1 });
  expect(reported.spec).toEqual(created.spec);
  expect(reported.metadata.generation).toBe(1);
  const { json: updated } = await server.call("PUT", path, { ...both, metadata: reported.metadata, status: none });
  expect(updated.status).toEqual({ ...none, numberReady: 1 });
  expect({ seconds: updated.spec.minReadySeconds, generation: updated.metadata.generation }).toEqual({
    seconds: 9,
    generation: 2,
  });
});

const authorization = "/apis/authorization.k8s.io/v1";
const attributes = { verb: "get", resource: "pods", namespace: "default" };

describe.each([
  {
    kind: "SubjectAccessReview",
    path: `${authorization}/subjectaccessreviews`,
    spec: { user: "jane", resourceAttributes: attributes },
    status: { allowed: false },
    wrong: { spec: { user: "jane" } },
    field: "spec",
  },
  {
    kind: "LocalSubjectAccessReview",
    path: `${authorization}/namespaces/default/localsubjectaccessreviews`,
    spec: { user: "jane", resourceAttributes: attributes },
    status: { allowed: false },
    wrong: { spec: { user: "jane", resourceAttributes: { ...attributes, namespace: "other" } } },
    field: "spec.resourceAttributes.namespace",
  },
  {
    kind: "SelfSubjectAccessReview",
    path: `${authorization}/selfsubjectaccessreviews`,
    spec: { nonResourceAttributes: { verb: "get", path: "/metrics" } },
    status: { allowed: true },
    wrong: { metadata: { name: "named" }, spec: { resourceAttributes: attributes } },
    field: "metadata",
  },
  {
    kind: "SelfSubjectRulesReview",
    path: `${authorization}/selfsubjectrulesreviews`,
    spec: { namespace: "default" },
    status: { incomplete: false, resourceRules: expect.any(Array), nonResourceRules: expect.any(Array) },
    answered: { metadata: {}, spec: {} },
  },
  {
    kind: "SelfSubjectReview",
    path: "/apis/authentication.k8s.io/v1/selfsubjectreviews",
    spec: undefined,
    status: { userInfo: { username: "admin", groups: ["system:masters", "system:authenticated"] } },
  },
])("$kind", ({ kind, path, spec, status, answered, wrong, field }) => {
  test("is answered and not stored", async () => {
    const { code, json } = await server.call("POST", path, { spec });
    expect({ code, kind: json.kind, status: json.status }).toEqual({ code: 201, kind, status });
    if (answered) expect({ metadata: json.metadata, spec: json.spec }).toEqual(answered);
    expect((await server.call("GET", path)).json).toMatchObject({ code: 405, reason: "MethodNotAllowed" });
    const methods = ["GET", "PUT", "PATCH", "DELETE", "POST"];
    const ofOne = await Promise.all(methods.map((method) => server.call(method, `${path}/one`, {})));
    expect(ofOne.map(({ json: { code: seen, reason } }) => `${seen} ${reason}`)).toEqual(Array(5).fill("404 NotFound"));
    expect((await server.call("POST", `${path}/one/status`, {})).code).toBe(404);
  });

  test("accepts the parameters of a creation", async () => {
    expect((await server.call("POST", `${path}?dryRun=All&fieldManager=me`, { spec })).code).toBe(201);
    expect((await server.call("POST", `${path}?pretty=true`, { spec })).text).toMatch(/^\{\n {2}"kind": /);
    expect((await server.call("POST", `${path}?dryRun=Some`, { spec })).json).toMatchObject({ code: 422 });
    const surprise = { spec, surprise: 1 };
    expect((await server.call("POST", path, surprise)).headers["warning"]).toContain("surprise");
    expect((await server.call("POST", `${path}?fieldValidation=Strict`, surprise)).json).toMatchObject({ code: 400 });
  });

  test("rejects invalid requests like other resources", async () => {
    expect((await server.call("POST", path, { kind: "Pod" })).json).toMatchObject({ code: 400, reason: "BadRequest" });
    expect((await server.call("POST", path, "")).json.message).toMatch(/unrecognized \(must be of type .*\(<empty>\)$/);
    const wrongToken = { authorization: "Bearer wrong" };
    expect((await server.call("POST", path, { spec }, wrongToken)).json).toMatchObject({ code: 401 });
    expect((await server.call("POST", path, { spec }, { accept: "text/html" })).json).toMatchObject({ code: 406 });
    if (!wrong) return;
    expect((await server.call("POST", path, wrong)).json).toMatchObject({
      code: 422,
      details: { group: "authorization.k8s.io", causes: [{ reason: "FieldValueInvalid", field }] },
    });
  });
});

test.each([
  { path: "/apis/rbac.authorization.k8s.io/v1/rolez", isStatus: true },
  { path: "/apis/rbac.authorization.k8s.io/v2/roles", isStatus: true },
  { path: "/apis/rbac.authorization.k8s.io/v2", isStatus: true },
  { path: "/api/v2", isStatus: true },
  { path: "/nonsense", isStatus: false },
  { path: "/apis/things.example/v1/things", isStatus: false },
  { path: "/apis/things.example", isStatus: false },
])("$path is not found", async ({ path, isStatus }) => {
  const { code, json, text } = await server.call("GET", path);
  expect(code).toBe(404);
  if (isStatus) expect(json.message).toBe("the server could not find the requested resource");
  else expect(text).toBe("404 page not found\n");
});

test.each([
  [{ fieldSelector: {} }, ["fieldSelector.requirements"]],
  [{ fieldSelector: { rawSelector: "a=b" }, labelSelector: { rawSelector: "a" } }, []],
  [
    { labelSelector: { rawSelector: "a", requirements: [{ key: "", operator: "New" }] } },
    ["labelSelector.rawSelector", "labelSelector.requirements[0].key", "labelSelector.requirements[0].key"],
  ],
  [{ labelSelector: { requirements: [{ key: "a", operator: "In" }] } }, ["labelSelector.requirements[0].values"]],
  [{ labelSelector: { requirements: [{ key: "a", values: ["/"] }] } }, ["labelSelector.requirements[0].values[0]"]],
  [
    { fieldSelector: { requirements: [{ key: "", operator: "Exists", values: ["b"] }] } },
    ["fieldSelector.requirements[0].key", "fieldSelector.requirements[0].values"],
  ],
])("selectors of a SubjectAccessReview: %j", async (selectors, expected) => {
  const spec = { user: "jane", resourceAttributes: { ...attributes, ...selectors } };
  const { json } = await server.call("POST", `${authorization}/subjectaccessreviews`, { spec });
  const fields = (json.details?.causes ?? []).map(({ field }: { field: string }) => field);
  expect(fields).toEqual(expected.map((field) => `spec.resourceAttributes.${field}`));
});
