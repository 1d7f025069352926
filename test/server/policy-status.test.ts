/**
 * The status of ValidatingAdmissionPolicies: warnings about expressions that do not fit the kinds that the policy
 * matches.
 */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { definition } from "../parity-server/policy-cases.ts";
import { startTestServer, type TestServer } from "./start.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const path = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies";

const rule = (group: string, version: string, resources: readonly string[]) => ({
  apiGroups: [group],
  apiVersions: [version],
  operations: ["CREATE"],
  resources,
});

const statusAt = (name: string, generation: number) =>
  vi.waitFor(async () => {
    const { status } = (await server.call("GET", `${path}/${name}`)).json;
    expect(status?.observedGeneration).toBe(generation);
    return status;
  }, 5000);

test("expressions are checked against the types of the matched kinds, and again when the policy changes", async () => {
  await server.call("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition);
  const rules = [rule("apps", "v1", ["statefulsets", "deployments", "deployments/scale"])];
  const validations = [
    { expression: "object.spec.replicas > 1" },
    { expression: "object.spec.replicas > '1'", messageExpression: "'wants ' + object.spec.replicas" },
    { expression: "variables.own == 1" },
  ];
  const spec = {
    matchConstraints: { resourceRules: rules },
    variables: [{ name: "own", expression: "object.spec.nope" }],
    validations,
  };
  await server.call("POST", path, { metadata: { name: "typed" }, spec });
  const fault = (kind: string) =>
    `apps/v1, Kind=${kind}: ERROR: <input>:1:22: found no matching overload for '_>_' applied to '(int, string)'\n | object.spec.replicas > '1'\n | .....................^\n`;
  const { typeChecking } = await statusAt("typed", 1);
  expect(typeChecking.expressionWarnings).toEqual([
    { fieldRef: "spec.validations[1].expression", warning: `${fault("Deployment")}\n${fault("StatefulSet")}` },
    {
      fieldRef: "spec.validations[1].messageExpression",
      warning: expect.stringContaining("found no matching overload for '_+_' applied to '(string, int)'"),
    },
  ]);
  const sound = { ...spec, matchConstraints: { resourceRules: [rule("parity.example.com", "v1", ["widgets"])] } };
  const merge = { "content-type": "application/merge-patch+json" };
  const patchExpression = (expression: string) =>
    server.call("PATCH", `${path}/typed`, { spec: { ...sound, validations: [{ expression }] } }, merge);
  expect((await patchExpression("object.spec.size > 1")).code).toBe(200);
  expect(await statusAt("typed", 2)).toEqual({ observedGeneration: 2, typeChecking: {} });
  await patchExpression("object.spec.size > 'x'");
  expect((await statusAt("typed", 3)).typeChecking.expressionWarnings).toMatchObject([
    { warning: expect.stringContaining("parity.example.com/v1, Kind=Widget: ERROR: <input>:1:18") },
  ]);
});
