import { describe, expect, test } from "vitest";
import { type AssumedAnswer, planAuthorization } from "../../src/access/authorize.ts";
import { attributes, user } from "./rbac-objects.ts";

const webhook = (failurePolicy: string) => ({ failurePolicy, timeout: "3s" });
const of = (...types: readonly string[]) =>
  types.map((type) => {
    const [kind = "", failurePolicy] = type.split(":");
    return { type: kind, name: kind.toLowerCase(), ...(failurePolicy ? { webhook: webhook(failurePolicy) } : {}) };
  });

const allows = () => ({ isAllowed: true, reason: "RBAC: allowed" });
const passes = () => ({ isAllowed: false, reason: "" });

describe("the chain", () => {
  test.each([
    { chain: ["AlwaysAllow"], decision: "allowed", opinions: ["allow"] },
    { chain: ["AlwaysDeny"], decision: "denied", opinions: ["no-opinion"] },
    { chain: ["AlwaysDeny", "AlwaysAllow"], decision: "allowed", opinions: ["no-opinion", "allow"] },
    { chain: ["Node", "RBAC"], rbac: allows, decision: "allowed", opinions: ["no-opinion", "allow"] },
    { chain: ["Node", "RBAC"], rbac: passes, decision: "denied", opinions: ["no-opinion", "no-opinion"] },
    { chain: ["RBAC", "AlwaysAllow"], rbac: allows, decision: "allowed", opinions: ["allow"] },
    { chain: ["RBAC"], decision: "depends", opinions: ["unknown"], dependsOn: ["rbac"] },
    {
      chain: ["ABAC", "RBAC"],
      rbac: passes,
      decision: "depends",
      opinions: ["unknown", "no-opinion"],
      dependsOn: ["abac"],
    },
    {
      chain: ["Webhook:Deny", "AlwaysAllow"],
      decision: "depends",
      opinions: ["unknown", "allow"],
      dependsOn: ["webhook"],
    },
    { chain: ["Webhook:Deny", "AlwaysAllow"], answer: "allow", decision: "allowed", opinions: ["allow"] },
    { chain: ["Webhook:Deny", "AlwaysAllow"], answer: "deny", decision: "denied", opinions: ["deny"] },
    {
      chain: ["Webhook:Deny", "AlwaysAllow"],
      answer: "no-opinion",
      decision: "allowed",
      opinions: ["no-opinion", "allow"],
    },
    { chain: ["Webhook:Deny", "AlwaysAllow"], answer: "fail", decision: "denied", opinions: ["deny"] },
    {
      chain: ["Webhook:NoOpinion", "AlwaysAllow"],
      answer: "fail",
      decision: "allowed",
      opinions: ["no-opinion", "allow"],
    },
  ])("$chain $answer: $decision", ({ chain, rbac, answer, decision, opinions, dependsOn = [] }) => {
    const result = planAuthorization({ authorizers: of(...chain) }, "1.37")(
      { user: user("ann"), attributes: attributes("get pods in prod") },
      {
        ...(rbac ? { rbac } : {}),
        ...(answer ? { assumed: new Map([["webhook", answer as AssumedAnswer]]) } : {}),
      },
    );
    expect(result).toMatchObject({ decision, dependsOn });
    expect(result.steps.map(({ opinion }) => opinion)).toEqual(opinions);
  });

  test("masters are asked no questions", () => {
    const authorize = planAuthorization({ authorizers: of("AlwaysDeny") }, "1.37");
    const result = authorize({ user: user("root", "system:masters"), attributes: attributes("delete nodes") });
    expect(result.decision).toBe("allowed");
    expect(result.steps).toHaveLength(1);
  });

  test("only of a node the node authorizer has something to say", () => {
    const authorize = planAuthorization({ authorizers: of("Node") }, "1.37");
    const node = user("system:node:a", "system:nodes");
    expect(authorize({ user: node, attributes: attributes("get secrets in prod") }).dependsOn).toEqual(["node"]);
  });
});
