import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { parse } from "yaml";
import { WorkQueue } from "../../src/server/controllers/work-queue.ts";
import { startTestServer, type TestServer } from "./start.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const mergePatch = { "content-type": "application/merge-patch+json" };
const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

const spec = {
  type: "object",
  properties: {
    size: { type: "integer", default: 1, minimum: 0 },
    colour: { type: "string", enum: ["red", "blue"] },
    replicas: { type: "integer" },
    ports: {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name"],
      items: {
        type: "object",
        required: ["name"],
        properties: { name: { type: "string" }, port: { type: "integer" } },
      },
    },
    either: { "x-kubernetes-int-or-string": true },
    inner: {
      type: "object",
      "x-kubernetes-embedded-resource": true,
      "x-kubernetes-preserve-unknown-fields": true,
    },
  },
  "x-kubernetes-validations": [
    {
      rule: "self.size >= oldSelf.size",
      message: "must not shrink",
      fieldPath: ".size",
      reason: "FieldValueForbidden",
    },
  ],
};

const status = { type: "object", properties: { phase: { type: "string" }, replicas: { type: "integer" } } };

interface Names {
  readonly plural: string;
  readonly kind: string;
  readonly listKind?: string;
  readonly shortNames?: readonly string[];
}

const version = (name: string, more: object = {}) => ({
  name,
  served: true,
  storage: false,
  schema: { openAPIV3Schema: { type: "object", properties: { spec, status } } },
  ...more,
});

function definition({ shortNames = [], ...names }: Names, more: object = {}, group = "example.com") {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${names.plural}.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { ...names, shortNames, categories: ["all"] },
      versions: [
        version("v1", {
          storage: true,
          subresources: {
            status: {},
            scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" },
          },
          selectableFields: [{ jsonPath: ".spec.colour" }],
          additionalPrinterColumns: [
            { name: "Size", type: "integer", jsonPath: ".spec.size" },
            { name: "Phase", type: "string", jsonPath: ".status.phase" },
          ],
        }),
      ],
      ...more,
    },
  };
}

async function conditions(name: string): Promise<Record<string, string>> {
  const { json } = await server.call("GET", `${definitions}/${name}`);
  const conditions = json.status?.conditions ?? [];
  return Object.fromEntries(conditions.map(({ type, reason }: Record<string, string>) => [type, reason]));
}

/** The time that a busy machine may need to establish a definition. */
const waitOptions = { timeout: 10_000 };

async function define(newDefinition: ReturnType<typeof definition>): Promise<void> {
  const { code, json } = await server.call("POST", definitions, newDefinition);
  expect([code, json.message]).toEqual([201, undefined]);
  await vi.waitFor(
    async () =>
      expect(await conditions(newDefinition.metadata.name)).toMatchObject({ Established: "InitialNamesAccepted" }),
    waitOptions,
  );
}

const toys = "/apis/example.com/v1/namespaces/default/toys";
const toy = (name: string, content: object = {}, kind = "Toy") => ({
  apiVersion: "example.com/v1",
  kind,
  metadata: { name },
  spec: content,
});

test("a definition is accepted, established, and listed in discovery", async () => {
  await define(definition({ plural: "toys", kind: "Toy", shortNames: ["ty"] }));
  const { json } = await server.call("GET", `${definitions}/toys.example.com`);
  expect(json.status).toMatchObject({
    acceptedNames: { plural: "toys", singular: "toy", kind: "Toy", listKind: "ToyList", shortNames: ["ty"] },
    storedVersions: ["v1"],
    conditions: [
      { type: "NamesAccepted", status: "True", reason: "NoConflicts", message: "no conflicts found" },
      { type: "Established", status: "True", message: "the initial names have been accepted" },
    ],
  });
  expect(json.metadata.generation).toBe(1);
  const { json: list } = await server.call("GET", "/apis/example.com/v1");
  expect(list.resources.map(({ name }: { name: string }) => name)).toEqual(["toys", "toys/status", "toys/scale"]);
  const { json: groups } = await server.call("GET", "/apis");
  expect(groups.groups.map(({ name }: { name: string }) => name)).toContain("example.com");
});

describe("a definition whose conversion webhook has no certificate in its caBundle", () => {
  const converted = (caBundle: string) => ({
    conversion: {
      strategy: "Webhook",
      webhook: { conversionReviewVersions: ["v1"], clientConfig: { url: "https://127.0.0.1:1/convert", caBundle } },
    },
  });
  const text = Buffer.from("text").toString("base64");
  const patch = (name: string, caBundle: string) =>
    server.call("PATCH", `${definitions}/${name}`, { spec: converted(caBundle) }, mergePatch);

  test("is accepted with a warning, and not established until it has a certificate", async () => {
    const bundleDefinition = definition({ plural: "bundles", kind: "Bundle" }, converted(text));
    const { code, headers } = await server.call("POST", definitions, bundleDefinition);
    expect([code, String(headers["warning"])]).toEqual([201, expect.stringContaining("caBundle")]);
    const { name } = bundleDefinition.metadata;
    await vi.waitFor(async () =>
      expect(await conditions(name)).toEqual({ NamesAccepted: "NoConflicts", Established: "InvalidCABundle" }),
    );
    expect((await server.call("GET", "/apis/example.com/v1/bundles")).code).toBe(404);
    await patch(name, Buffer.from(server.authority).toString("base64"));
    await vi.waitFor(async () => expect(await conditions(name)).toMatchObject({ Established: "InitialNamesAccepted" }));
    expect((await server.call("GET", "/apis/example.com/v1/bundles")).code).toBe(200);
    const { json } = await patch(name, text);
    expect(json).toMatchObject({
      code: 422,
      details: { causes: [{ field: "spec.conversion.webhookClientConfig.caBundle" }] },
    });
  });
});

test("deleting a definition does not increase its generation", async () => {
  const leaverDefinition = definition({ plural: "leavers", kind: "Leaver" });
  await define(leaverDefinition);
  const { json } = await server.call("DELETE", `${definitions}/${leaverDefinition.metadata.name}`);
  expect(json.metadata).toMatchObject({ generation: 1, deletionTimestamp: expect.any(String) });
});

test("the schema is published in both versions of OpenAPI", async () => {
  const { json: v3 } = await server.call("GET", "/openapi/v3/apis/example.com/v1");
  const schema = v3.components.schemas["com.example.v1.Toy"];
  expect(schema).toMatchObject({
    properties: {
      spec: { properties: { size: { type: "integer", minimum: 0, default: 1 } } },
      kind: { type: "string" },
    },
    "x-kubernetes-group-version-kind": [{ group: "example.com", kind: "Toy", version: "v1" }],
    "x-kubernetes-selectable-fields": [{ fieldPath: "spec.colour" }],
  });
  expect(schema.properties.spec.properties.either.anyOf).toEqual([{ type: "integer" }, { type: "string" }]);
  const { json: v2 } = await server.call("GET", "/openapi/v2");
  const either = v2.definitions["com.example.v1.Toy"].properties.spec.properties.either;
  expect(either).toEqual({ "x-kubernetes-int-or-string": true });
  // As in kube-apiserver: OpenAPI v2 has no defaults, and the metadata of a list has no default in either version.
  expect(v2.definitions["com.example.v1.Toy"].properties.spec.properties.size).toEqual({ type: "integer", minimum: 0 });
  const list = v3.components.schemas["com.example.v1.ToyList"];
  expect(list["x-kubernetes-selectable-fields"]).toEqual([{ fieldPath: "spec.colour" }]);
  const { metadata } = list.properties;
  expect(metadata).toEqual({ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta" });
  const path = v2.paths["/apis/example.com/v1/namespaces/{namespace}/toys/{name}"];
  expect(path.patch.consumes).toEqual([
    "application/json-patch+json",
    "application/merge-patch+json",
    "application/apply-patch+yaml",
  ]);
  expect(path.put).toMatchObject({ consumes: texts, produces: texts });
  const accept = { accept: "application/com.github.proto-openapi.spec.v2.v1.0+protobuf" };
  expect((await server.call("GET", "/openapi/v2", undefined, accept)).code).toBe(200);
});

const texts = ["application/json", "application/yaml"];

test("operations on custom resources are described as in kube-apiserver's OpenAPI", async () => {
  await define(definition({ plural: "octopi", kind: "Octopus", listKind: "Octopuses" }, {}, "sea.example.com"));
  const { json } = await server.call("GET", "/openapi/v3/apis/sea.example.com/v1");
  const root = "/apis/sea.example.com/v1/namespaces/{namespace}/octopi";
  const { get: list, delete: clear } = json.paths[root];
  const { patch, parameters } = json.paths[`${root}/{name}`];
  const { get: scale } = json.paths[`${root}/{name}/scale`];
  const lists = "#/components/schemas/com.example.sea.v1.Octopuses";
  expect(list.responses[200].content).toEqual(
    Object.fromEntries(texts.map((type) => [type, { schema: { $ref: lists } }])),
  );
  expect(clear.requestBody).toBeUndefined();
  expect(clear.parameters).toEqual(list.parameters);
  expect(Object.keys(patch.responses)).toEqual(["200", "401"]);
  expect(parameters.map(({ name }: { readonly name: string }) => name)).toEqual(["name", "namespace", "pretty"]);
  expect(scale["x-kubernetes-group-version-kind"]).toEqual({
    group: "sea.example.com",
    kind: "Octopus",
    version: "v1",
  });
  expect(json.components.securitySchemes).toBeUndefined();
});

test("a list has the kind that its definition specifies", async () => {
  await define(definition({ plural: "fishes", kind: "Fish", listKind: "Shoal" }, {}, "sea.example.com"));
  for (const accept of texts) {
    const { bytes } = await server.call("GET", "/apis/sea.example.com/v1/fishes", undefined, { accept });
    expect(Buffer.from(bytes).toString("latin1"), accept).toContain("Shoal");
  }
});

test("a changed definition is published, and ends the watches of its resource", async () => {
  const path = "/apis/changing.example.com/v1/things";
  await define(definition({ plural: "things", kind: "Thing" }, {}, "changing.example.com"));
  const hashes = async () => {
    const { json } = await server.call("GET", "/openapi/v3");
    return json.paths["apis/changing.example.com/v1"].serverRelativeURL;
  };
  const before = await hashes();
  const watching = server.call("GET", `${path}?watch=true&timeoutSeconds=30`);
  const changed = definition({ plural: "things", kind: "Thing", shortNames: ["th"] }, {}, "changing.example.com");
  const type = { "content-type": "application/merge-patch+json" };
  await server.call("PATCH", `${definitions}/things.changing.example.com`, { spec: changed.spec }, type);
  const { json } = await vi.waitFor(async () => {
    const discovered = await server.call("GET", "/apis/changing.example.com/v1");
    expect(discovered.json.resources[0].shortNames).toEqual(["th"]);
    return discovered;
  });
  expect((await watching).code).toBe(200);
  expect(json.resources[0].kind).toBe("Thing");
  const renamed = await hashes();
  expect(renamed).not.toBe(before);
  const described = [{ op: "add", path: "/spec/versions/0/schema/openAPIV3Schema/description", value: "Changed." }];
  const patch = { "content-type": "application/json-patch+json" };
  await server.call("PATCH", `${definitions}/things.changing.example.com`, described, patch);
  await vi.waitFor(async () => expect(await hashes()).not.toBe(renamed));
  expect((await server.call("GET", await hashes())).text).toContain('"description":"Changed."');
});

describe("versions", () => {
  const path = (version: string) => `/apis/many.example.com/${version}/namespaces/default/things`;
  const shape = (properties: object) => ({
    schema: { openAPIV3Schema: { type: "object", properties: { spec: { type: "object", properties } } } },
  });
  const text = { type: "string" };

  test("show the fields that they have in common, each with its own schema", async () => {
    const versions = [
      { ...version("v1", { storage: true }), ...shape({ a: text, b: { ...text, default: "filled" } }) },
      { ...version("v1beta1"), ...shape({ a: text, old: text }) },
    ];
    await define(definition({ plural: "things", kind: "Thing" }, { versions }, "many.example.com"));
    const body = { apiVersion: "many.example.com/v1beta1", kind: "Thing", metadata: { name: "x" } };
    const made = await server.call("POST", path("v1beta1"), { ...body, spec: { a: "1", old: "2", b: "3" } });
    expect(made).toMatchObject({ code: 201, json: { apiVersion: "many.example.com/v1beta1" } });
    const newest = await server.call("GET", `${path("v1")}/x`);
    expect(newest.json).toMatchObject({ apiVersion: "many.example.com/v1", spec: { a: "1", b: "filled" } });
    expect((await server.call("GET", `${path("v1beta1")}/x`)).json.spec).toEqual({ a: "1" });
    expect(newest.json.metadata.managedFields[0].apiVersion).toBe("many.example.com/v1beta1");
  });

  test("return the stored object after a write: with defaults of the stored version, and only its fields", async () => {
    const versions = [
      { ...version("v1", { storage: true }), ...shape({ a: text, b: { ...text, default: "stored" } }) },
      { ...version("v1beta1"), ...shape({ a: text, b: text, old: { ...text, default: "lost" } }) },
    ];
    await define(definition({ plural: "kepts", kind: "Kept" }, { versions }, "kept.example.com"));
    const kepts = "/apis/kept.example.com/v1beta1/namespaces/default/kepts";
    const body = (a: string, resourceVersion?: string) => ({
      apiVersion: "kept.example.com/v1beta1",
      kind: "Kept",
      metadata: { name: "x", resourceVersion },
      spec: { a },
    });
    const filled = { a: "1", b: "stored" };
    expect((await server.call("POST", `${kepts}?dryRun=All`, body("1"))).json.spec).toEqual(filled);
    const made = await server.call("POST", kepts, body("1"));
    expect(made).toMatchObject({ code: 201, json: { spec: filled } });
    expect(made.json.spec).toEqual(filled);
    const { resourceVersion } = made.json.metadata;
    const changed = await server.call("PUT", `${kepts}/x`, body("2", resourceVersion));
    expect(changed.json.spec).toEqual({ a: "2", b: "stored" });
    expect(changed.json.metadata.generation).toBe(2);
  });

  /** Responses of kube-apiserver 1.37.1: the pitfalls of a migration to another version. */
  test.each([true, false])(
    "applies fail while an owner's version lacks a field that a newer one adds by default, served: %s",
    async (served) => {
      const [group, plural] = [`m${served}.example.com`, "moves"];
      const pathOfVersion = (name: string) => `/apis/${group}/${name}/moves/x`;
      const versions = (more: object, isOldServed: boolean) => [
        { ...version("v1", { storage: true }), ...shape({ a: text, ...more }) },
        { ...version("v1beta1", { served: isOldServed }), ...shape({ a: text }) },
      ];
      const names = { plural, kind: "Move" };
      const before = definition(names, { versions: versions({}, true), scope: "Cluster" }, group);
      await define(before);
      const apply = (name: string, manager: string, a: string) =>
        server.call(
          "PATCH",
          `${pathOfVersion(name)}?fieldManager=${manager}&force=true`,
          { apiVersion: `${group}/${name}`, kind: "Move", metadata: { name: "x" }, spec: { a } },
          { "content-type": "application/apply-patch+yaml" },
        );
      await vi.waitFor(async () => expect((await apply("v1beta1", "old", "1")).code).toBe(201));
      const changed = { spec: { versions: versions({ b: { ...text, default: "new" } }, served) } };
      await server.call("PATCH", `${definitions}/${before.metadata.name}`, changed, mergePatch);
      await vi.waitFor(async () => expect((await server.call("GET", pathOfVersion("v1"))).json.spec.b).toBe("new"));

      const update = await server.call(
        "PATCH",
        `${pathOfVersion("v1")}?fieldManager=other`,
        { spec: { a: "2" } },
        mergePatch,
      );
      const owners = (json: { metadata: { managedFields: { manager: string }[] } }) =>
        json.metadata.managedFields.map(({ manager }) => manager);
      expect([update.code, update.json.spec, owners(update.json)]).toEqual([200, { a: "2", b: "new" }, ["old"]]);
      for (const manager of ["old", "other"]) {
        const refused = await apply("v1", manager, "3");
        expect([refused.code, refused.json.message]).toEqual([500, ".spec.b: field not declared in schema"]);
      }
    },
  );

  test("have the hash of the stored version in discovery, and a warning if they are deprecated", async () => {
    const versions = [
      { ...version("v1", { storage: true }), ...shape({ a: text }) },
      { ...version("v1beta1"), ...shape({ a: text }), deprecated: true },
      { ...version("v1alpha1"), ...shape({ a: text }), deprecated: true, deprecationWarning: "use something else" },
    ];
    await define(definition({ plural: "olds", kind: "Old" }, { versions }, "old.example.com"));
    const hashOf = async (name: string) => {
      const { json } = await server.call("GET", `/apis/old.example.com/${name}`);
      return json.resources[0].storageVersionHash;
    };
    const stored = createHash("sha256").update("old.example.com/v1/Old").digest().subarray(0, 8).toString("base64");
    for (const { name } of versions) expect(await hashOf(name)).toBe(stored);
    const warningOf = async (method: string, name: string, body?: object, query = "") => {
      const olds = `/apis/old.example.com/${name}/namespaces/default/olds${query}`;
      const { headers } = await server.call(method, olds, body);
      return headers["warning"];
    };
    const old = { apiVersion: "old.example.com/v1beta1", kind: "Old", metadata: { name: "a" } };
    const deprecation = '299 - "old.example.com/v1beta1 Old is deprecated; use old.example.com/v1 Old"';
    expect(await warningOf("POST", "v1beta1", old)).toBe(deprecation);
    expect(await warningOf("GET", "v1beta1")).toBe(deprecation);
    expect(await warningOf("GET", "v1beta1", undefined, "?watch=true&timeoutSeconds=1")).toBe(deprecation);
    expect(await warningOf("GET", "v1alpha1")).toBe('299 - "use something else"');
    expect(await warningOf("GET", "v1")).toBeUndefined();
  });

  describe("in which field owners wrote", () => {
    const apiVersion = (version: string) => `owned.example.com/${version}`;
    const ownedPath = (version: string, name = "") => `/apis/${apiVersion(version)}/namespaces/default/owned/${name}`;
    const name = "owned.owned.example.com";
    const v2 = { ...version("v2", { storage: true }), ...shape({ a: text, b: text }) };
    const v1 = { ...version("v1"), ...shape({ a: text, b: text }) };
    const apply = (form: string, name: string, spec: object) =>
      server.call(
        "PATCH",
        `${ownedPath(form, name)}?fieldManager=one&force=true`,
        { apiVersion: apiVersion(form), kind: "Owned", metadata: { name }, spec },
        { "content-type": "application/apply-patch+yaml" },
      );
    const ownersOf = async (name: string) =>
      (await server.call("GET", ownedPath("v2", name))).json.metadata.managedFields.map(
        ({ manager, apiVersion, fieldsV1 }: Record<string, unknown>) => [manager, apiVersion, fieldsV1],
      );
    const serveVersions = async (versions: readonly object[]) => {
      const { json } = await server.call("PATCH", `${definitions}/${name}`, { spec: { versions } }, mergePatch);
      await vi.waitFor(async () => {
        const { json: found } = await server.call("GET", "/apis/owned.example.com");
        const served = versions.filter((each) => (each as typeof v1).served);
        expect(found.versions).toHaveLength(served.length);
      });
      return json;
    };

    test("remain usable while the definition has them, served or not", async () => {
      await define(definition({ plural: "owned", kind: "Owned" }, { versions: [v2, v1] }, "owned.example.com"));
      for (const name of ["unserved", "gone", "updated"]) await apply("v1", name, { a: "1", b: "1" });
      await serveVersions([v2, { ...v1, served: false }]);
      expect((await apply("v2", "unserved", { a: "2" })).json.spec).toEqual({ a: "2" });
      expect(await ownersOf("unserved")).toEqual([["one", apiVersion("v2"), { "f:spec": { "f:a": {} } }]]);
    });

    test("must stay while objects may be stored in them, with the message that programs look for", async () => {
      const { code, json } = await server.call(
        "PATCH",
        `${definitions}/${name}`,
        { spec: { versions: [{ ...v1, storage: true }] } },
        mergePatch,
      );
      expect([code, json.message]).toEqual([
        422,
        expect.stringContaining('status.storedVersions[0]: Invalid value: "v2": missing from spec.versions'),
      ]);
    });

    test("fail an apply once they are removed, and other writes leave the owners unchanged", async () => {
      await serveVersions([v2]);
      const message = `request to convert CR to an invalid group/version: ${apiVersion("v1")}`;
      expect(await apply("v2", "gone", { a: "2" })).toMatchObject({ code: 500, json: { message } });
      const before = await ownersOf("updated");
      const patched = await server.call("PATCH", ownedPath("v2", "updated"), { spec: { a: "3" } }, mergePatch);
      expect(patched).toMatchObject({ code: 200, json: { spec: { a: "3", b: "1" } } });
      expect(await ownersOf("updated")).toEqual(before);
    });
  });
});

describe("a custom resource", () => {
  test("is pruned, defaulted and validated", async () => {
    const made = await server.call("POST", toys, toy("a", { colour: "red", other: 1 }));
    expect(made).toMatchObject({
      code: 201,
      json: { spec: { colour: "red", size: 1 }, metadata: { generation: 1 } },
    });
    expect(made.json.spec).not.toHaveProperty("other");
    const strict = await server.call("POST", `${toys}?fieldValidation=Strict`, toy("b", { other: 1 }));
    expect(strict).toMatchObject({
      code: 400,
      json: { message: expect.stringContaining('unknown field "spec.other"') },
    });
    const refused = await server.call("POST", toys, toy("b", { colour: "green", size: -1 }));
    expect(refused).toMatchObject({ code: 422, json: { reason: "Invalid" } });
    expect(refused.json.details.causes.map(({ field }: { field: string }) => field)).toEqual([
      "spec.colour",
      "spec.size",
      "<nil>",
    ]);
  });

  test.each(["application/json", "application/yaml"])("has its kind and version in lists: %s", async (accept) => {
    for (const query of ["", "?pretty=true"]) {
      const { text } = await server.call("GET", `${toys}${query}`, undefined, { accept });
      const { items } = parse(text) as { items: readonly object[] };
      expect(items).toMatchObject([{ apiVersion: "example.com/v1", kind: "Toy", metadata: { name: "a" } }]);
    }
  });

  test.each([
    { body: { kind: undefined }, code: 400, message: "Object 'Kind' is missing" },
    { body: { kind: "" }, code: 400, message: "Object 'Kind' is missing" },
    { body: { apiVersion: undefined }, code: 400, message: "the API version in the data () does not match" },
    { body: { apiVersion: "example.com/v2" }, code: 400, message: "the API version in the data (example.com/v2)" },
    { body: { kind: "Boy" }, code: 422, message: 'Boy.example.com "b" is invalid: kind: Invalid value: "Boy"' },
  ])("is rejected if its kind or version does not match: $body", async ({ body, code, message }) => {
    const sent = { ...toy("b"), ...body };
    for (const [method, path] of [
      ["POST", toys],
      ["PUT", `${toys}/b`],
    ] as const) {
      const { json, ...answer } = await server.call(method, path, sent);
      expect([answer.code, json.message]).toEqual([code, expect.stringContaining(message)]);
    }
  });

  test.each([
    { patch: { kind: null }, field: "patch" },
    { patch: { kind: "Boy" }, field: "kind" },
    { patch: { apiVersion: "example.com/v2" }, field: "apiVersion" },
  ])("cannot be patched to another kind or version: $patch", async ({ patch, field }) => {
    const type = { "content-type": "application/merge-patch+json" };
    const { code, json } = await server.call("PATCH", `${toys}/a`, patch, type);
    expect([code, json.details.causes[0].field]).toEqual([422, field]);
  });

  test("has unknown fields dropped from embedded metadata", async () => {
    const inner = { apiVersion: "v1", kind: "Pod", metadata: { name: "p", odd: 1 }, x: 1 };
    const made = await server.call("POST", `${toys}?dryRun=All`, toy("inner", { inner }));
    expect(made).toMatchObject({ code: 201, json: { spec: { inner: { x: 1 } } } });
    expect(made.json.spec.inner.metadata).toEqual({ name: "p" });
  });

  test("is validated by transition rules when it is changed", async () => {
    const patch = (size: number) =>
      server.call("PATCH", `${toys}/a`, { spec: { size } }, { "content-type": "application/merge-patch+json" });
    expect(await patch(3)).toMatchObject({ code: 200, json: { spec: { size: 3 }, metadata: { generation: 2 } } });
    expect(await patch(2)).toMatchObject({
      code: 422,
      json: { details: { causes: [{ reason: "FieldValueForbidden", field: "spec.size" }] } },
    });
  });

  test("has a separate status", async () => {
    const type = { "content-type": "application/merge-patch+json" };
    const changed = await server.call(
      "PATCH",
      `${toys}/a/status`,
      { spec: { size: 9 }, status: { phase: "Up" } },
      type,
    );
    expect(changed).toMatchObject({ code: 200, json: { spec: { size: 3 }, status: { phase: "Up" } } });
    const refused = await server.call("PATCH", `${toys}/a/status`, { status: { phase: 1 } }, type);
    expect(refused.code).toBe(422);
  });

  test("accepts no strategic merge patch", async () => {
    const type = { "content-type": "application/strategic-merge-patch+json" };
    expect((await server.call("PATCH", `${toys}/a`, { spec: { size: 4 } }, type)).code).toBe(415);
    expect((await server.call("PATCH", `${toys}/a/scale`, { spec: { replicas: 4 } }, type)).code).toBe(415);
  });

  test("can be scaled", async () => {
    const path = `${toys}/a/scale`;
    expect((await server.call("GET", path)).json.message).toContain(
      'the spec replicas field ".spec.replicas" does not exist',
    );
    const type = { "content-type": "application/merge-patch+json" };
    const scaled = await server.call("PATCH", path, { spec: { replicas: 4 } }, type);
    expect(scaled).toMatchObject({ code: 200, json: { kind: "Scale", spec: { replicas: 4 } } });
    expect((await server.call("GET", `${toys}/a`)).json.spec.replicas).toBe(4);
    // An autoscaler's client sends no resource version; an update of the custom resource itself would be rejected
    // without it.
    const own = { metadata: { name: "a", namespace: "default" }, spec: { replicas: 5 } };
    expect((await server.call("PUT", path, own)).code).toBe(200);
    expect((await server.call("GET", `${toys}/a`)).json.spec.replicas).toBe(5);
    const outdated = await server.call("PUT", path, { ...own, metadata: { ...own.metadata, resourceVersion: "1" } });
    expect(outdated.code).toBe(409);
    const applied = { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name: "a" }, spec: { replicas: 6 } };
    const apply = { "content-type": "application/apply-patch+yaml" };
    const refused = await server.call("PATCH", `${path}?fieldManager=m&force=true`, applied, apply);
    expect([refused.code, refused.json.message]).toEqual([
      500,
      "failed to convert new object (default/a; autoscaling/v1, Kind=Scale) to proper version: request to convert CR to an invalid group/version: autoscaling/v1",
    ]);
  });

  test("without replicas accepts no patch of its scale without a number, and an update sets 0", async () => {
    await server.call("POST", toys, toy("unscaled", { size: 1 }));
    const path = `${toys}/unscaled`;
    const patched = await server.call("PATCH", `${path}/scale`, { metadata: { labels: { a: "b" } } }, mergePatch);
    const needsNumber = 'the spec replicas field ".spec.replicas" cannot be empty';
    expect([patched.code, patched.json.message]).toEqual([400, needsNumber]);
    expect((await server.call("PUT", `${path}/scale`, { metadata: { name: "unscaled" } })).code).toBe(200);
    expect((await server.call("GET", path)).json.spec.replicas).toBe(0);
    await server.call("DELETE", path);
  });

  test.each([
    [5, "json: cannot unmarshal number into Go value of type v1.ObjectMeta"],
    [{ name: 5 }, "json: cannot unmarshal number into Go struct field ObjectMeta.name of type string"],
    [
      { ownerReferences: [{ name: [] }] },
      "json: cannot unmarshal array into Go struct field OwnerReference.ownerReferences.name of type string",
    ],
    [{ deletionTimestamp: "x" }, 'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"'],
  ])("is refused with the metadata %j", async (metadata, why) => {
    const { code, json } = await server.call("POST", toys, { ...toy("odd"), metadata });
    expect([code, json.message]).toEqual([400, `Toy in version "v1" cannot be handled as a Toy: ${why}`]);
  });

  test("is shown in columns, and selected by its fields", async () => {
    const accept = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };
    const { json } = await server.call("GET", toys, undefined, accept);
    expect(json.columnDefinitions.map(({ name }: { name: string }) => name)).toEqual(["Name", "Size", "Phase"]);
    expect(json.rows.map(({ cells }: { cells: unknown }) => cells)).toEqual([["a", 3, "Up"]]);
    const count = async (selector: string) =>
      (await server.call("GET", `${toys}?fieldSelector=${encodeURIComponent(selector)}`)).json.items?.length;
    expect([await count("spec.colour=red"), await count("spec.colour=blue"), await count("spec.size=1")]).toEqual([
      1,
      0,
      undefined,
    ]);
  });

  test("is applied, with owners of list items", async () => {
    const apply = (manager: string, ports: unknown) =>
      server.call("PATCH", `${toys}/applied?fieldManager=${manager}`, toy("applied", { ports }), {
        "content-type": "application/apply-patch+yaml",
      });
    expect((await apply("one", [{ name: "a", port: 1 }])).code).toBe(201);
    const both = await apply("two", [{ name: "b", port: 2 }]);
    expect(both).toMatchObject({ code: 200, json: { spec: { ports: [{ name: "a" }, { name: "b" }] } } });
    expect((await apply("two", [{ name: "a", port: 2 }])).code).toBe(409);
    expect((await apply("one", [{ name: "a", unknown: 2 }])).json.message).toContain("field not declared in schema");
  });
});

test.each([
  { rule: "self.z == 1", words: "undefined field 'z'" },
  { rule: "self = 42", words: "Syntax error" },
  { rule: "self.list.all(a, self.list.all(b, self.list.all(c, a + b == c)))", words: "exceeds budget" },
])("an invalid rule is rejected with a message that clients look for: $words", async ({ rule, words }) => {
  const list = { type: "array", items: { type: "string" } };
  const schema = { type: "object", properties: { list }, "x-kubernetes-validations": [{ rule }] };
  const versions = [
    version("v1", {
      storage: true,
      schema: { openAPIV3Schema: { type: "object", properties: { spec: schema } } },
    }),
  ];
  const { code, json } = await server.call("POST", definitions, definition({ plural: "r", kind: "R" }, { versions }));
  expect([code, json.message]).toEqual([422, expect.stringContaining(words)]);
});

test("the names of another definition are not accepted until they are free", async () => {
  await server.call("POST", definitions, definition({ plural: "rivals", kind: "Toy" }));
  await vi.waitFor(async () =>
    expect(await conditions("rivals.example.com")).toMatchObject({ NamesAccepted: "ListKindConflict" }),
  );
  expect(await conditions("rivals.example.com")).toEqual({
    NamesAccepted: "ListKindConflict",
    Established: "NotAccepted",
  });
  const gone = await server.call("GET", "/apis/example.com/v1/rivals");
  expect(gone.code).toBe(404);
});

test("definitions of a group are processed a few times each, however many there are", async () => {
  const added = vi.spyOn(WorkQueue.prototype, "add");
  onTestFinished(() => added.mockRestore());
  const count = 60;
  const plurals = Array.from({ length: count }, (_, index) => `crowds${index}`);
  await Promise.all(plurals.map((plural) => define(definition({ plural, kind: plural.replace("c", "C") }))));
  const looks = added.mock.calls.filter(([key]) => key.startsWith("crowds"));
  // Fewer than if each definition added all others again. The count includes the queue for what deleted definitions
  // leave behind.
  expect(looks.length).toBeLessThan(10 * count);
  for (const plural of plurals) await server.call("DELETE", `${definitions}/${plural}.example.com`);
});

test("a deleted definition deletes its custom resources", async () => {
  const deleted = await server.call("DELETE", `${definitions}/toys.example.com`);
  expect(deleted).toMatchObject({
    code: 200,
    json: { metadata: { finalizers: ["customresourcecleanup.apiextensions.k8s.io"] } },
  });
  await vi.waitFor(
    async () => expect((await server.call("GET", `${definitions}/toys.example.com`)).code).toBe(404),
    5000,
  );
  await vi.waitFor(async () =>
    expect(await conditions("rivals.example.com")).toMatchObject({ Established: "InitialNamesAccepted" }),
  );
  expect((await server.call("GET", toys)).code).toBe(404);
  expect((await server.call("GET", "/apis/example.com/v1/rivals")).json.items).toEqual([]);
});

describe("a definition with keywords that the API server does not read", () => {
  const oddDefinition = (schema: object) => {
    const versions = [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }];
    return definition({ plural: "odds", kind: "Odd" }, { versions });
  };
  const unknown = oddDefinition({ type: "object", properties: { spec: { type: "object", unknownKeyword: true } } });

  test("is accepted without them, with a warning", async () => {
    const { code, headers, json } = await server.call("POST", `${definitions}?dryRun=All`, unknown);
    expect([code, String(headers["warning"])]).toEqual([201, expect.stringContaining(".spec.unknownKeyword")]);
    expect(JSON.stringify(json)).not.toContain("unknownKeyword");
  });

  test("is rejected by strict requests", async () => {
    const { code } = await server.call("POST", `${definitions}?dryRun=All&fieldValidation=Strict`, unknown);
    expect(code).toBe(400);
  });

  test("is rejected if a known keyword has the wrong type", async () => {
    const fractionDefinition = oddDefinition({
      type: "object",
      properties: { spec: { type: "array", items: {}, maxItems: 1.5 } },
    });
    expect(await server.call("POST", definitions, fractionDefinition)).toMatchObject({
      code: 400,
      json: { reason: "BadRequest" },
    });
  });
});

test.each([
  { annotation: "https://github.com/kubernetes/enhancements/pull/1111", reason: "ApprovedAnnotation" },
  { annotation: "unapproved, a test", reason: "UnapprovedAnnotation" },
])(
  "a definition in a group of the Kubernetes project reports its approval: $reason",
  async ({ annotation, reason }) => {
    const plural = `${reason.toLowerCase()}s`;
    const unapprovedDefinition = definition({ plural, kind: reason }, {}, "crd.k8s.io");
    Object.assign(unapprovedDefinition.metadata, { annotations: { "api-approved.kubernetes.io": annotation } });
    await define(unapprovedDefinition);
    expect(await conditions(`${plural}.crd.k8s.io`)).toMatchObject({ KubernetesAPIApprovalPolicyConformant: reason });
  },
);
