/** JSON inside the strings of an object, nested deeper than the server walks (maxInnerDepth). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./start.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const maps = "/api/v1/namespaces/default/configmaps";
const nestedList = (depth: number, inside = "1") => `${"[".repeat(depth)}${inside}${"]".repeat(depth)}`;

function managedFieldsOf(elements: readonly string[]) {
  const fieldsV1 = { "f:data": Object.fromEntries(elements.map((element) => [element, {}])) };
  return [{ manager: "m", operation: "Update", apiVersion: "v1", fieldsType: "FieldsV1", fieldsV1 }];
}

const managersOf = ({ metadata }: { metadata: { managedFields: readonly { manager: string }[] } }) =>
  metadata.managedFields.map(({ manager }) => manager);

test.each([
  ["a value", 1000, (depth: number) => [`v:${nestedList(depth, "2")}`, `v:${nestedList(depth)}`], true],
  ["a value", 1001, (depth: number) => [`v:${nestedList(depth)}`], false],
  ["a value", 100_000, (depth: number) => [`v:${nestedList(depth, "2")}`, `v:${nestedList(depth)}`], false],
  ["keys", 999, (depth: number) => [`k:{"a":${nestedList(depth)}}`], true],
  ["keys", 100_000, (depth: number) => [`k:{"a":${nestedList(depth)}}`], false],
])("managed fields whose path has %s of %i levels", async (_name, depth, elements, isKept) => {
  const metadata = { generateName: "deep-", managedFields: managedFieldsOf(elements(depth)) };
  const { code, json } = await server.call("POST", `${maps}?fieldManager=me`, { metadata, data: { a: "b" } });
  expect(code).toBe(201);
  expect(managersOf(json)).toEqual(isKept ? ["m", "me"] : ["me"]);
});

test("an annotation with tolerations of 100,000 levels is refused", async () => {
  const tolerations = `[{"key":${nestedList(100_000)}}]`;
  const annotations = { "scheduler.alpha.kubernetes.io/tolerations": tolerations };
  const pod = { metadata: { name: "deep", annotations }, spec: { containers: [{ name: "a", image: "b" }] } };
  const { code, json } = await server.call("POST", "/api/v1/namespaces/default/pods", pod);
  expect(code).toBe(422);
  expect(json.message).toBe('Pod "deep" is invalid: metadata.annotations: Invalid value: must be tolerations in JSON');
});

test("an annotation with metrics of 100,000 levels is ignored", async () => {
  const path = "/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers";
  const metrics = `[{"type":"Object","object":{"metric":{"selector":${nestedList(100_000)}}}}]`;
  const annotations = { "autoscaling.alpha.kubernetes.io/metrics": metrics };
  const spec = { maxReplicas: 2, scaleTargetRef: { kind: "Deployment", name: "a", apiVersion: "apps/v1" } };
  const { code } = await server.call("POST", path, { metadata: { name: "deep", annotations }, spec });
  expect(code).toBe(201);
});
