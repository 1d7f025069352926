/**
 * Whole numbers that a client writes as floats, accepted or rejected as by kube-apiserver 1.37.1; Go decodes them as
 * `float64`.
 */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startTestServer, type TestServer } from "./start.ts";

let server: TestServer;
const path = "/apis/floats.example.org/v1/scales";

const integerWithRule = { type: "integer", "x-kubernetes-validations": [{ rule: "self < 10" }] };
const properties = {
  half: { type: "number", multipleOf: 0.5 },
  least: { type: "number", minimum: 0.5 },
  ruled: integerWithRule,
  ruledNumber: { type: "number", "x-kubernetes-validations": [{ rule: "self < 10.0" }] },
  free: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
  listed: { type: "integer", enum: [2, 3] },
  text: { type: "string" },
  object: { type: "object", properties: { a: { type: "integer" } } },
  either: { "x-kubernetes-int-or-string": true, "x-kubernetes-validations": [{ rule: "self != 7" }] },
  large: { type: "integer" },
  set: { type: "array", maxItems: 9, "x-kubernetes-list-type": "set", items: { type: "integer" } },
  keyed: {
    type: "array",
    maxItems: 9,
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["port"],
    items: { type: "object", required: ["port"], properties: { port: { type: "integer" } } },
  },
  replicas: { type: "integer" },
};
const status = { type: "object", properties: { replicas: { type: "integer" }, ruled: integerWithRule } };

const definition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "scales.floats.example.org" },
  spec: {
    group: "floats.example.org",
    scope: "Cluster",
    names: { plural: "scales", kind: "Scale" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        subresources: {
          status: {},
          scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" },
        },
        schema: {
          openAPIV3Schema: { type: "object", properties: { spec: { type: "object", properties }, status } },
        },
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

const bodyOf = (name: string, rest: string, resourceVersion = ""): string =>
  `{"apiVersion":"floats.example.org/v1","kind":"Scale","metadata":{"name":"${name}","resourceVersion":"${resourceVersion}"},${rest}}`;

/** Returns the code, or the first cause of a rejection. */
async function send(method: string, path: string, body: string, type = "application/json") {
  const { code, json } = await server.call(method, path, Buffer.from(body), { "content-type": type });
  const { details } = json as { details?: { causes?: { message: string }[] } };
  return code === 422 ? (details?.causes?.[0]?.message ?? "") : code;
}

let count = 0;
test.each([
  ['{"half":2.0}', 201],
  ['{"half":2}', "Invalid value: 0: factor MultipleOf declared for spec.half must be positive: 0"],
  ['{"half":2.25}', "Invalid value: 2.25: spec.half in body should be a multiple of 0.5"],
  ['{"least":0.0}', "Invalid value: 0: spec.least in body should be greater than or equal to 0.5"],
  ['{"least":0}', 201],
  ['{"least":1.0}', 201],
  ['{"ruled":2.0}', 'Invalid value: "integer": invalid data, expected int, got float64 evaluating rule: self < 10'],
  ['{"ruled":2}', 201],
  ['{"ruled":2e0}', 'Invalid value: "integer": invalid data, expected int, got float64 evaluating rule: self < 10'],
  ['{"ruledNumber":2.0}', 201],
  ['{"ruledNumber":2}', 201],
  ['{"listed":2.0}', 201],
  ['{"listed":4.0}', 'Unsupported value: 4: supported values: "2", "3"'],
  ['{"text":2.0}', 'Invalid value: "number": spec.text in body must be of type string: "number"'],
  ['{"object":2.0}', 'Invalid value: "number": spec.object in body must be of type object: "number"'],
  ['{"object":{"a":2.0}}', 201],
  [
    '{"either":2.0}',
    'Invalid value: "": invalid data, expected XIntOrString value to be either a string or integer evaluating rule: self != 7',
  ],
  ['{"large":9007199254740993.0}', 'Invalid value: "number": spec.large in body must be of type integer: "number"'],
  ['{"large":1e16}', 'Invalid value: "number": spec.large in body must be of type integer: "number"'],
  ['{"large":10000000000000000}', 201],
  ['{"set":[2,2.0]}', 201],
  ['{"set":[2.0,2.0]}', "Duplicate value: 2"],
  ['{"set":[2,2]}', "Duplicate value: 2"],
  ['{"keyed":[{"port":2},{"port":2.0}]}', 201],
  ['{"keyed":[{"port":2.0},{"port":2.0}]}', 'Duplicate value: {"port":2}'],
  ['{"replicas":2.0}', "Invalid value: 0: .spec.replicas accessor error: 2 is of the type float64, expected int64"],
  ['{"replicas":-1.0}', "Invalid value: 0: .spec.replicas accessor error: -1 is of the type float64, expected int64"],
  ['{"free":{"a":2.0}}', 201],
  ['{"half":-0.0,"ruled":-0}', 201],
  ['{"half":1E1}', 201],
])("a spec of %s", async (spec, expected) => {
  expect(await send("POST", path, bodyOf(`create-${count++}`, `"spec":${spec}`))).toBe(expected);
});

const noInteger = 'Invalid value: "integer": invalid data, expected int, got float64 evaluating rule: self < 10';
const noFactor = "Invalid value: 0: factor MultipleOf declared for spec.half must be positive: 0";
const merge = "application/merge-patch+json";

test.each([
  { name: "an update", rest: '"spec":{"ruled":2.0,"half":1.5}', expected: noInteger },
  { name: "an update that changes to a float", rest: '"spec":{"ruled":2,"half":2.0}', expected: 200 },
  { name: "an update that changes to a whole number", rest: '"spec":{"ruled":2,"half":2}', expected: noFactor },
  { name: "the status in an update of the spec", rest: '"spec":{},"status":{"ruled":2.0}', expected: 200 },
  { name: "the spec in an update of the status", sub: "/status", rest: '"spec":{"ruled":2.0}', expected: 200 },
  { name: "an update of the status", sub: "/status", rest: '"status":{"ruled":2.0}', expected: noInteger },
  { name: "a merge patch", type: merge, rest: '{"spec":{"ruled":3.0}}', expected: noInteger },
  { name: "a merge patch of another field", type: merge, rest: '{"spec":{"text":"a"}}', expected: 200 },
  {
    name: "a JSON patch",
    type: "application/json-patch+json",
    rest: '[{"op":"replace","path":"/spec/ruled","value":3.0}]',
    expected: noInteger,
  },
  {
    name: "an apply in YAML",
    type: "application/apply-patch+yaml",
    rest: '{"apiVersion":"floats.example.org/v1","kind":"Scale","spec":{"ruled":5.0}}',
    expected: 200,
  },
])("$name", async ({ sub = "", type, rest, expected }) => {
  const name = `update-${count++}`;
  const at = `${path}/${name}`;
  const { json } = await server.call("POST", path, Buffer.from(bodyOf(name, '"spec":{"ruled":2,"half":1.5}')));
  const { resourceVersion } = (json as { metadata: { resourceVersion: string } }).metadata;
  const patchHeaders = type
    ? await send("PATCH", `${at}?fieldManager=other${type.includes("apply") ? "&force=true" : ""}`, rest, type)
    : await send("PUT", at + sub, bodyOf(name, rest, resourceVersion));
  expect(patchHeaders).toBe(expected);
});
