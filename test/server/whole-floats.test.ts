/** Whole numbers with a decimal point or an exponent, as kube-apiserver 1.37.1 accepts them in JSON. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./start.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const pod =
  '"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"a","image":"b"LIMITS}]}}';
const create = (metadata: string, spec: string, limits = "") =>
  server.call(
    "POST",
    "/apis/apps/v1/namespaces/default/deployments?dryRun=All",
    `{"metadata":{"name":"a"${metadata}},"spec":{${spec}${pod.replace("LIMITS", limits)}}}`,
  );

test.each([
  ["", '"replicas":2.0,', "number 2.0 into Go struct field DeploymentSpec.spec.replicas of type int32"],
  ["", '"replicas":-0.0,', "number -0.0 into Go struct field DeploymentSpec.spec.replicas of type int32"],
  ["", '"replicas":1E2,', "number 1E2 into Go struct field DeploymentSpec.spec.replicas of type int32"],
  [',"generation":2.0', "", "number 2.0 into Go struct field ObjectMeta.metadata.generation of type int64"],
  [
    "",
    '"strategy":{"rollingUpdate":{"maxSurge":2.0}},',
    "number 2.0 into Go struct field RollingUpdateDeployment.spec.strategy.rollingUpdate.maxSurge of type int32",
  ],
])("metadata %j and spec %j are refused", async (metadata, spec, message) => {
  const { code, json } = await create(metadata, spec);
  const head = 'Deployment in version "v1" cannot be handled as a Deployment: json: cannot unmarshal ';
  expect([code, json.message]).toEqual([400, head + message]);
});

test.each([
  ["a whole number with a sign", '"replicas":-0,', ""],
  ["an unknown field", '"unknown":1E2,"Replicas":2.0,', ""],
  ["a quantity", "", ',"resources":{"limits":{"cpu":2.0,"memory":1e9}}'],
  ["a string", '"strategy":{"type":"Recreate"},', ',"args":["2.0,","1e3]"]'],
])("%s is accepted", async (_, spec, limits) => {
  expect((await create("", spec, limits)).code).toBe(201);
});

test.each([
  ["application/merge-patch+json", 422],
  ["application/strategic-merge-patch+json", 200],
])("a whole float in a patch of type %s: %i", async (type, wanted) => {
  const path = "/apis/apps/v1/namespaces/default/deployments";
  const name = `patched-${wanted}`;
  await server.call("POST", path, `{"metadata":{"name":"${name}"},"spec":{${pod.replace("LIMITS", "")}}}`);
  const body = '{"spec":{"replicas":2.0}}';
  const { code, json } = await server.call("PATCH", `${path}/${name}`, body, { "content-type": type });
  expect(code).toBe(wanted);
  const why = "cannot unmarshal number 2.0 into Go struct field DeploymentSpec.spec.replicas of type int32";
  if (wanted === 422) expect(json.message).toContain(why);
});

test("YAML accepts a whole float for an integer", async () => {
  const path = "/apis/coordination.k8s.io/v1/namespaces/default/leases?dryRun=All";
  const body = "metadata: {name: a}\nspec: {leaseDurationSeconds: 15.0}\n";
  const { code, json } = await server.call("POST", path, body, { "content-type": "application/yaml" });
  expect([code, json.spec]).toEqual([201, { leaseDurationSeconds: 15 }]);
});
