/** The status of FlowSchemas shows whether their priority level exists, as in kube-apiserver 1.37. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./start.ts";

const group = "/apis/flowcontrol.apiserver.k8s.io/v1";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clusterObjects: true });
});
afterAll(() => server.close());

const conditionsOf = async (name: string) =>
  (await server.call("GET", `${group}/flowschemas/${name}`)).json.status.conditions;

const danglingCondition = (level: string, isFound: boolean) => ({
  type: "Dangling",
  status: isFound ? "False" : "True",
  reason: isFound ? "Found" : "NotFound",
  message: `This FlowSchema references the PriorityLevelConfiguration object named "${level}" ${isFound ? "and it exists" : "but there is no such object"}`,
  lastTransitionTime: expect.stringMatching(/^20/),
});

test("the default schemas have their levels", async () => {
  await expect.poll(() => conditionsOf("catch-all")).toEqual([danglingCondition("catch-all", true)]);
  const { json } = await server.call("GET", `${group}/flowschemas/catch-all`);
  const owner = { manager: "api-priority-and-fairness-config-consumer-v1", subresource: "status" };
  expect(json.metadata.managedFields).toContainEqual(expect.objectContaining(owner));
});

test("the status follows the creation and the deletion of a level", async () => {
  const spec = { priorityLevelConfiguration: { name: "late" }, matchingPrecedence: 7 };
  await server.call("POST", `${group}/flowschemas`, { metadata: { name: "early" }, spec });
  await expect.poll(() => conditionsOf("early")).toEqual([danglingCondition("late", false)]);
  const limited = { nominalConcurrencyShares: 1, limitResponse: { type: "Reject" } };
  const level = { metadata: { name: "late" }, spec: { type: "Limited", limited } };
  await server.call("POST", `${group}/prioritylevelconfigurations`, level);
  await expect.poll(() => conditionsOf("early")).toEqual([danglingCondition("late", true)]);
  await server.call("DELETE", `${group}/prioritylevelconfigurations/late`);
  await expect.poll(() => conditionsOf("early")).toEqual([danglingCondition("late", false)]);
});
