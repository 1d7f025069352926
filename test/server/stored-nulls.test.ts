/**
 * Go writes null for an empty value of a field that is always written, and for the zero time, which is not the same as
 * an absent value.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./start.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const inDefault = "/api/v1/namespaces/default";
const merge = { "content-type": "application/merge-patch+json" };
const schema = { openAPIV3Schema: { type: "object" } };
const definition = {
  group: "example.com",
  scope: "Cluster",
  names: { plural: "apples", kind: "Apple" },
  versions: [{ name: "v1", served: true, storage: true, schema }],
};

test.each([
  { list: `${inDefault}/configmaps`, name: "a", object: {} },
  { list: `${inDefault}/pods`, name: "a", object: { spec: { containers: [{ name: "a", image: "a" }] } } },
  { list: "/api/v1/namespaces", name: "a", object: {} },
  {
    list: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
    name: "apples.example.com",
    object: { spec: definition },
  },
])("an update of $list cannot set the deletionTimestamp to the zero time", async ({ list, name, object }) => {
  const made = await server.call("POST", list, { metadata: { name }, ...object });
  const deletionTimestamp = "0001-01-01T00:00:00Z";
  const { code, json } = await server.call("PATCH", `${list}/${name}`, { metadata: { deletionTimestamp } }, merge);
  const after = await server.call("GET", `${list}/${name}`);
  expect([made.code, code]).toEqual([201, 422]);
  expect(json.details.causes).toEqual([
    expect.objectContaining({
      field: "metadata.deletionTimestamp",
      message: "Invalid value: null: field is immutable",
    }),
  ]);
  expect(after.json.metadata).not.toHaveProperty("deletionTimestamp");
});

const claims = `${inDefault}/persistentvolumeclaims`;
const claim = (more: object) => ({
  metadata: { name: "p" },
  spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1" } }, ...more },
});

test("a claim cannot get a dataSource later; one of the core group, stored with `apiGroup: null`, is not dropped", async () => {
  await server.call("POST", claims, claim({}));
  const dataSource = { kind: "PersistentVolumeClaim", name: "q" };
  const { code, json } = await server.call("PUT", `${claims}/p`, claim({ dataSource }));
  expect([code, json.details.causes[0].field]).toEqual([422, "spec"]);
});
