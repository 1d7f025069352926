import { afterAll, beforeAll, expect, test } from "vitest";
import { definition } from "../../parity-server/policy-cases.ts";
import { startTestServer, type TestServer } from "../start.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.call("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition);
});
afterAll(() => server.close());

test.each([
  ["/api/v1/configmaps", "*core.ConfigMapList"],
  ["/apis/rbac.authorization.k8s.io/v1/roles", "*rbac.RoleList"],
  ["/apis/events.k8s.io/v1/events", "*core.EventList"],
  ["/apis/parity.example.com/v1/widgets", "*unstructured.UnstructuredList"],
])("a list cannot be returned as PartialObjectMetadata: %s", async (path, type) => {
  const accept = "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io";
  const { code, json } = await server.call("GET", path, undefined, { accept });
  expect([code, json.message]).toEqual([
    406,
    `you requested PartialObjectMetadata, but the requested object is a list (${type})`,
  ]);
});

test.each([
  { plural: "daemonsets", annotations: { mine: "a" }, shown: { mine: "a" } },
  { plural: "daemonsets", annotations: undefined, shown: undefined },
  { plural: "deployments", annotations: { "deprecated.deployment.rollback.to": "3" }, shown: undefined },
])(
  "$plural: metadata-only responses omit the annotations that kube-apiserver keeps as internal fields",
  async (row) => {
    const { plural, annotations, shown } = row;
    const labels = { app: "x" };
    const template = { metadata: { labels }, spec: { containers: [{ name: "c", image: "i" }] } };
    const spec = { selector: { matchLabels: labels }, template };
    const path = `/apis/apps/v1/namespaces/default/${plural}`;
    const { json: made } = await server.call("POST", path, {
      metadata: { generateName: "x-", ...(annotations && { annotations }) },
      spec,
    });
    expect(Object.keys(made.metadata.annotations)).toEqual([
      ...Object.keys(annotations ?? {}),
      ...(plural === "daemonsets" ? ["deprecated.daemonset.template.generation"] : []),
    ]);
    const get = async (as: string) =>
      (
        await server.call("GET", `${path}/${made.metadata.name}`, undefined, {
          accept: `application/json;as=${as};v=v1;g=meta.k8s.io`,
        })
      ).json;
    expect((await get("PartialObjectMetadata")).metadata.annotations).toEqual(shown);
    expect((await get("Table")).rows[0].object.metadata.annotations).toEqual(shown);
  },
);
