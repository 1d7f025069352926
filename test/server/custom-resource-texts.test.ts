/**
 * Messages of kube-apiserver 1.37.1 for the same objects. Test suites of operators look for parts of these messages.
 */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startTestServer, type TestServer } from "./start.ts";

let server: TestServer;
const path = "/apis/example.org/v1/namespaces/default/widgets";

const properties = {
  count: { type: "integer", minimum: 0, maximum: 10 },
  above: { type: "integer", minimum: 0, exclusiveMinimum: true },
  below: { type: "number", maximum: 5, exclusiveMaximum: true },
  even: { type: "integer", multipleOf: 2 },
  half: { type: "number", multipleOf: 0.5 },
  name: { type: "string", minLength: 2, maxLength: 4, pattern: "^[a-z]+$" },
  size: { type: "string", enum: ["small", "large"] },
  when: { type: "string", format: "date-time" },
  list: { type: "array", minItems: 1, maxItems: 2, items: { type: "string" } },
  map: { type: "object", minProperties: 1, maxProperties: 1, additionalProperties: { type: "string" } },
  either: { "x-kubernetes-int-or-string": true },
  one: {
    type: "object",
    properties: { a: { type: "string" }, b: { type: "string" } },
    oneOf: [{ required: ["a"] }, { required: ["b"] }],
  },
  any: {
    type: "object",
    properties: { a: { type: "string" }, b: { type: "string" } },
    anyOf: [{ required: ["a"] }, { required: ["b"] }],
    not: { required: ["a", "b"] },
  },
};

const definition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "widgets.example.org" },
  spec: {
    group: "example.org",
    scope: "Namespaced",
    names: { plural: "widgets", kind: "Widget" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: "object", properties: { spec: { type: "object", properties } } } },
      },
    ],
  },
};

beforeAll(async () => {
  server = await startTestServer();
  await server.call("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition);
  await vi.waitFor(async () => expect(await server.call("GET", path)).toMatchObject({ code: 200 }), {
    timeout: 10_000,
  });
});
afterAll(() => server.close());

test.each([
  [{ count: -1 }, "Invalid value: -1: spec.count in body should be greater than or equal to 0"],
  [{ count: 11 }, "Invalid value: 11: spec.count in body should be less than or equal to 10"],
  [{ above: 0 }, "Invalid value: 0: spec.above in body should be greater than 0"],
  [{ below: 5.5 }, "Invalid value: 5.5: spec.below in body should be less than 5"],
  [{ even: 3 }, "Invalid value: 3: spec.even in body should be a multiple of 2"],
  [{ half: 3 }, "Invalid value: 0: factor MultipleOf declared for spec.half must be positive: 0"],
  [{ half: 1.2 }, "Invalid value: 1.2: spec.half in body should be a multiple of 0.5"],
  [{ count: "x" }, 'Invalid value: "string": spec.count in body must be of type integer: "string"'],
  [{ name: 1 }, 'Invalid value: "integer": spec.name in body must be of type string: "integer"'],
  [{ either: true }, 'Invalid value: "boolean": spec.either in body must be of type integer,string: "boolean"'],
  [{ name: "a" }, 'Invalid value: "a": spec.name in body should be at least 2 chars long'],
  [{ name: "abcde" }, "Too long: may not be more than 4 bytes"],
  [{ name: "A-1" }, `Invalid value: "A-1": spec.name in body should match '^[a-z]+$'`],
  [{ size: "middle" }, 'Unsupported value: "middle": supported values: "small", "large"'],
  [{ when: "soon" }, 'Invalid value: "soon": spec.when in body must be of type date-time: "soon"'],
  [{ list: [] }, "Invalid value: 0: spec.list in body should have at least 1 items"],
  [{ list: ["a", "b", "c"] }, "Too many: 3: must have at most 2 items"],
  [{ list: [1] }, 'Invalid value: "integer": spec.list[0] in body must be of type string: "integer"'],
  [{ map: {} }, "Invalid value: 0: spec.map in body should have at least 1 properties"],
  [{ map: { a: "1", b: "2" } }, "Too many: 2: must have at most 1 item"],
  [{ one: {} }, 'Invalid value: "": "spec.one" must validate one and only one schema (oneOf). Found none valid'],
  [
    { one: { a: "1", b: "2" } },
    'Invalid value: "": "spec.one" must validate one and only one schema (oneOf). Found 2 valid alternatives',
  ],
  [{ any: {} }, 'Invalid value: "": "spec.any" must validate at least one schema (anyOf)'],
  [{ any: { a: "1", b: "2" } }, 'Invalid value: "": "spec.any" must not validate the schema (not)'],
])("a custom resource with %j is rejected with kube-apiserver's message", async (spec, expected) => {
  const body = { apiVersion: "example.org/v1", kind: "Widget", metadata: { name: "w" }, spec };
  const { code, json } = await server.call("POST", path, body);
  expect(code).toBe(422);
  expect(json.details.causes.map(({ message }: { message: string }) => message)).toContain(expected);
});
