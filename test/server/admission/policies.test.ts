/** Policies that the server stores, at work on what is written to it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../start.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const registration = "/apis/admissionregistration.k8s.io/v1";
const policies = `${registration}/validatingadmissionpolicies`;
const bindings = `${registration}/validatingadmissionpolicybindings`;

/** A policy on ConfigMaps of one namespace, at work when this returns. */
async function bind(name: string, spec: object, binding: object = {}): Promise<string> {
  const namespace = `ns-${name}`;
  await server.call("POST", "/api/v1/namespaces", { metadata: { name: namespace } });
  const matchConstraints = {
    namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": namespace } },
    resourceRules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["*"], resources: ["configmaps"] }],
  };
  const made = await server.call("POST", policies, { metadata: { name }, spec: { matchConstraints, ...spec } });
  expect(made.json).toMatchObject({ kind: "ValidatingAdmissionPolicy" });
  const bound = { policyName: name, validationActions: ["Deny"], ...binding };
  expect((await server.call("POST", bindings, { metadata: { name }, spec: bound })).code).toBe(201);
  return `/api/v1/namespaces/${namespace}/configmaps`;
}

test("a validation that is false refuses, in the words of kube-apiserver", async () => {
  const path = await bind("small", { validations: [{ expression: "size(object.data) < 2", message: "too many" }] });
  const { code, json } = await server.call("POST", path, { metadata: { name: "c" }, data: { a: "1", b: "2" } });
  const why = "ValidatingAdmissionPolicy 'small' with binding 'small' denied request: too many";
  expect({ code, json }).toEqual({
    code: 422,
    json: {
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Failure",
      message: `configmaps "c" is forbidden: ${why}`,
      reason: "Invalid",
      details: { name: "c", kind: "configmaps", causes: [{ message: why }] },
      code: 422,
    },
  });
  expect((await server.call("POST", path, { metadata: { name: "c" }, data: { a: "1" } })).code).toBe(201);
});

test("a mutating policy changes what is stored, by a configuration and by a JSON patch", async () => {
  const namespace = "ns-mutated";
  await server.call("POST", "/api/v1/namespaces", { metadata: { name: namespace } });
  const spec = {
    reinvocationPolicy: "Never",
    matchConstraints: {
      namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": namespace } },
      resourceRules: [{ apiGroups: ["apps"], apiVersions: ["v1"], operations: ["CREATE"], resources: ["deployments"] }],
    },
    variables: [{ name: "team", expression: "'team-' + request.namespace" }],
    mutations: [
      {
        patchType: "ApplyConfiguration",
        applyConfiguration: {
          expression: `Object{
            metadata: Object.metadata{labels: {"team": variables.team}},
            spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{
              containers: object.spec.template.spec.containers.map(c,
                Object.spec.template.spec.containers{name: c.name, imagePullPolicy: "Always"})
            }}}
          }`,
        },
      },
      {
        patchType: "JSONPatch",
        jsonPatch: {
          expression: `[
            JSONPatch{op: "test", path: "/metadata/labels/team", value: "team-ns-mutated"},
            JSONPatch{op: "add", path: "/metadata/labels/" + jsonpatch.escapeKey("a/b"), value: "c"},
            JSONPatch{op: "replace", path: "/spec/replicas", value: object.spec.replicas + 1}
          ]`,
        },
      },
    ],
  };
  const made = await server.call("POST", `${registration}/mutatingadmissionpolicies`, {
    metadata: { name: "m" },
    spec,
  });
  expect(made.json).toMatchObject({ kind: "MutatingAdmissionPolicy" });
  const binding = { metadata: { name: "m" }, spec: { policyName: "m" } };
  expect((await server.call("POST", `${registration}/mutatingadmissionpolicybindings`, binding)).code).toBe(201);
  const { json } = await server.call("POST", `/apis/apps/v1/namespaces/${namespace}/deployments`, {
    metadata: { name: "d" },
    spec: {
      selector: { matchLabels: { a: "b" } },
      template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i:1" }] } },
    },
  });
  expect(json).toMatchObject({
    metadata: { labels: { team: "team-ns-mutated", "a/b": "c" } },
    spec: { replicas: 2, template: { spec: { containers: [{ name: "c", image: "i:1", imagePullPolicy: "Always" }] } } },
  });
});
