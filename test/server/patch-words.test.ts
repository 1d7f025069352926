/**
 * Patches that cannot be decoded, or whose result cannot be decoded, with the error messages of kube-apiserver 1.37.1.
 */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startTestServer, type TestServer } from "./start.ts";

const path = "/apis/apps/v1/namespaces/default/deployments";
const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "a", image: "b" }] } };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const spec = { selector: { matchLabels: { a: "b" } }, template };
  await server.call("POST", path, { metadata: { name: "one" }, spec });
  await server.call("POST", "/api/v1/namespaces/default/configmaps", { metadata: { name: "one" }, data: { a: "1" } });
});
afterAll(() => server.close());

type Type = "merge-patch+json" | "json-patch+json" | "strategic-merge-patch+json" | "apply-patch+yaml";
const patch = (type: Type, body: string, query = "", name = "one") =>
  server.call("PATCH", `${path}/${name}${query}`, body, { "content-type": `application/${type}` });

const undecodable = (what: string, type: string) =>
  `error decoding patch: json: cannot unmarshal ${what} into Go value of type ${type}`;
const goMap = "map[string]interface {}";

test.each<[Type, string, string]>([
  ["merge-patch+json", "", "invalid JSON patch"],
  ["merge-patch+json", "{", "invalid JSON patch"],
  ["json-patch+json", "[", "invalid JSON patch"],
  ["strategic-merge-patch+json", "a", "invalid JSON patch"],
  ["merge-patch+json", "null", "Invalid JSON Patch"],
  ["merge-patch+json", "[]", undecodable("array", goMap)],
  ["merge-patch+json", "1", undecodable("number", goMap)],
  ["json-patch+json", "{}", undecodable("object", "[]handlers.jsonPatchOp")],
  ["json-patch+json", "[1]", undecodable("number", "handlers.jsonPatchOp")],
  [
    "json-patch+json",
    '[{"op":1}]',
    "error decoding patch: json: cannot unmarshal number into Go struct field jsonPatchOp.op of type string",
  ],
  [
    "merge-patch+json",
    '{"metadata":null}',
    "the name of the object (one based on URL) was undeterminable: name must be provided",
  ],
])("%s %j is refused: %s", async (type, body, message) => {
  const { code, json } = await patch(type, body);
  expect([code, json.message]).toEqual([400, message]);
});

test.each([
  ["levels", `${'{"a":'.repeat(600)}1${"}".repeat(600)}`, 400, "must have at most 500 levels"],
  ["values", `[${"{},".repeat(100_000)}{}]`, 413, "limit is 100000 members and items"],
])("a patch above the limit of %s is not parsed a second time", async (_name, body, code, message) => {
  const parse = vi.spyOn(JSON, "parse");
  const answer = await patch("merge-patch+json", body);
  expect(parse.mock.calls.filter(([text]) => text === body)).toEqual([]);
  parse.mockRestore();
  expect(answer).toMatchObject({ code, json: { message: expect.stringContaining(message) } });
});

test.each([
  ["", "invalid object type: /, Kind="],
  [
    "5",
    `error decoding patch: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal number into Go value of type ${goMap}`,
  ],
])("an applied configuration %j is refused", async (body, message) => {
  const { code, json } = await patch("apply-patch+yaml", body, "?fieldManager=x");
  expect([code, json.message]).toEqual([400, message]);
});

test.each<[object, string]>([
  [{ replicas: "1" }, "unrecognized type: int32"],
  [{ replicas: 1.5 }, "cannot convert float64 to int32"],
  [{ paused: 1 }, "unrecognized type: bool"],
  [{ selector: "x" }, "cannot restore struct from: string"],
  [{ selector: [1] }, "cannot restore struct from: slice"],
  [{ strategy: { rollingUpdate: { maxSurge: true } } }, "json: cannot unmarshal bool into Go value of type int32"],
  [{ template: { spec: { containers: { a: 1 } } } }, "cannot restore slice from map"],
  [{ template: { spec: { nodeSelector: 5 } } }, "cannot restore map from int64"],
  [{ template: { spec: { nodeSelector: { a: 1 } } } }, "cannot convert int64 to string"],
])("a strategic merge patch of %j is refused", async (spec, why) => {
  const { code, json } = await patch("strategic-merge-patch+json", JSON.stringify({ spec }));
  expect([code, json.details.causes[0].message]).toEqual([
    422,
    expect.stringMatching(/^Invalid value: "map\[spec:map\[/),
  ]);
  expect(json.message.endsWith(`": ${why}`)).toBe(true);
});

test.each<[Type, string]>([
  ["merge-patch+json", '{"data":{"a":5}}'],
  ["json-patch+json", '[{"op":"replace","path":"/data/a","value":5}]'],
])("%s: the message shows the patched object", async (type, body) => {
  const url = "/api/v1/namespaces/default/configmaps/one";
  const { code, json } = await server.call("PATCH", url, body, { "content-type": `application/${type}` });
  expect(code).toBe(422);
  expect(json.message).toContain(
    String.raw`patch: Invalid value: "{\"apiVersion\":\"v1\",\"data\":{\"a\":5},\"kind\":\"ConfigMap\",\"metadata\":{`,
  );
  expect(json.message).toContain("json: cannot unmarshal number into Go struct field ConfigMap.data of type string");
});

test("strict decoding errors are in Go's order", async () => {
  const strict = (type: Type, body: string) => patch(type, body, "?fieldValidation=Strict&dryRun=All");
  const doubled = await strict("merge-patch+json", '{"metadata":{"labels":{"a":"1","a":"2"}},"foo":1}');
  expect(doubled.json.message).toMatch(
    /strict decoding error: duplicate field "metadata.labels.a", unknown field "foo"$/,
  );
  const sorted = await strict("strategic-merge-patch+json", '{"metadata":{"bar":1},"foo":1}');
  expect(sorted.json.message).toMatch(/strict decoding error: unknown field "foo", unknown field "metadata.bar"$/);
  const operation = '[{"op":"add","path":"/metadata/labels","value":{},"foo":1}]';
  expect((await strict("json-patch+json", operation)).json.message).toMatch(/json patch unknown field "\[0\]\.foo"$/);
  const warned = await patch("json-patch+json", operation, "?dryRun=All");
  expect([warned.code, warned.headers["warning"]]).toEqual([
    200,
    String.raw`299 - "json patch unknown field \"[0].foo\""`,
  ]);
});

test.each([
  ['[{"op":"replace","path":"/spec/replicas","value":2.0}]', 422],
  ['[{"op":"add","path":"/spec/template/spec/terminationGracePeriodSeconds","value":2e1}]', 422],
  [
    '[{"op":"add","path":"/spec/template/spec/containers/-","value":{"name":"c","image":"d","ports":[{"containerPort":80.0}]}}]',
    422,
  ],
  ['[{"op":"replace","path":"/spec/replicas","value":2.0},{"op":"replace","path":"/spec/replicas","value":2}]', 200],
  ['[{"op":"add","path":"/spec/template/metadata/labels/c","value":"1.0"}]', 200],
])("a JSON patch with whole floats or their text, %s: %i", async (body, code) => {
  expect((await patch("json-patch+json", body, "?dryRun=All")).code).toBe(code);
});

test("a missing object is reported before a patch of the wrong type, but after invalid JSON", async () => {
  expect((await patch("merge-patch+json", "5", "", "none")).code).toBe(404);
  expect((await patch("merge-patch+json", "{", "", "none")).code).toBe(400);
});

test("an unsupported media type gets 415 without details", async () => {
  const { code, json } = await server.call("PATCH", `${path}/one`, "{}", { "content-type": "text/plain" });
  expect([code, json.message, json.details]).toEqual([415, "415: Unsupported Media Type", {}]);
});
