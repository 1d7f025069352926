import { describe, expect, test } from "vitest";
import { type AssumedResponse, planAuthorization } from "../../src/access/authorize.ts";
import { attributes, user } from "./rbac-objects.ts";

const webhook = (failurePolicy: string) => ({ failurePolicy, timeout: "3s" });
const authorizersOf = (...types: readonly string[]) =>
  types.map((type) => {
    const [kind = "", failurePolicy] = type.split(":");
    return { type: kind, name: kind.toLowerCase(), ...(failurePolicy ? { webhook: webhook(failurePolicy) } : {}) };
  });

const allows = () => ({ isAllowed: true, reason: "RBAC: allowed" });
const noDecision = () => ({ isAllowed: false, reason: "" });

describe("the chain of authorizers", () => {
  test.each([
    { chain: ["AlwaysAllow"], decision: "allowed", opinions: ["allow"] },
    { chain: ["AlwaysDeny"], decision: "denied", opinions: ["no-opinion"] },
    { chain: ["AlwaysDeny", "AlwaysAllow"], decision: "allowed", opinions: ["no-opinion", "allow"] },
    { chain: ["Node", "RBAC"], rbac: allows, decision: "allowed", opinions: ["no-opinion", "allow"] },
    { chain: ["Node", "RBAC"], rbac: noDecision, decision: "denied", opinions: ["no-opinion", "no-opinion"] },
    { chain: ["RBAC", "AlwaysAllow"], rbac: allows, decision: "allowed", opinions: ["allow"] },
    { chain: ["RBAC"], decision: "depends", opinions: ["unknown"], dependsOn: ["rbac"] },
    {
      chain: ["ABAC", "RBAC"],
      rbac: noDecision,
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
    const result = planAuthorization({ authorizers: authorizersOf(...chain) }, "1.37")(
      { user: user("ann"), attributes: attributes("get pods in prod") },
      {
        ...(rbac ? { rbac } : {}),
        ...(answer ? { assumed: new Map([["webhook", answer as AssumedResponse]]) } : {}),
      },
    );
    expect(result).toMatchObject({ decision, dependsOn });
    expect(result.steps.map(({ opinion }) => opinion)).toEqual(opinions);
  });

  test("system:masters may do everything without a request to the authorizers", () => {
    const authorize = planAuthorization({ authorizers: authorizersOf("AlwaysDeny") }, "1.37");
    const result = authorize({ user: user("root", "system:masters"), attributes: attributes("delete nodes") });
    expect(result.decision).toBe("allowed");
    expect(result.steps).toHaveLength(1);
  });

  test.each([
    { who: user("system:node:a", "system:nodes"), dependsOn: ["node"] },
    { who: user("system:node:a", "system:authenticated"), dependsOn: [] },
    { who: user("a", "system:nodes"), dependsOn: [] },
    { who: user("asystem:node:a", "system:nodes"), dependsOn: [] },
  ])("the decision about $who.username in $who.groups depends on the authorizers $dependsOn", ({ who, dependsOn }) => {
    const authorize = planAuthorization({ authorizers: authorizersOf("Node") }, "1.37");
    expect(authorize({ user: who, attributes: attributes("get secrets in prod") }).dependsOn).toEqual(dependsOn);
  });

  test("each step has the path of its authorizer and a reason", () => {
    const never = { ...webhook("Deny"), matchConditions: [{ expression: "request.user == 'bob'" }] };
    const fails = { ...webhook("NoOpinion"), matchConditions: [{ expression: "request.extra['a'] == []" }] };
    const matches = { ...webhook("NoOpinion"), matchConditions: [{ expression: "true" }] };
    const hook = (name: string, settings: object) => ({ type: "Webhook", name, webhook: settings });
    const authorizers = [
      ...authorizersOf("Other", "AlwaysDeny", "ABAC", "Node", "RBAC"),
      ...[hook("never", never), hook("fails", fails), hook("matches", matches), hook("down", webhook("NoOpinion"))],
      ...authorizersOf("AlwaysAllow", "RBAC"),
    ];
    const authorize = planAuthorization({ authorizers }, "1.37");
    const request = { user: user("ann"), attributes: attributes("get pods in prod") };
    const result = authorize(request, { assumed: new Map<string, AssumedResponse>([["down", "fail"]]) });
    const failed = "cel evaluation error: expression 'request.extra['a'] == []' resulted in error: no such key: a";
    expect(result.steps.map(({ name, type, opinion, reason }) => [name, type, opinion, reason])).toEqual([
      ["other", "Other", "unknown", "clustervet does not know this authorizer"],
      ["alwaysdeny", "AlwaysDeny", "no-opinion", "it allows nothing and has no opinion"],
      ["abac", "ABAC", "unknown", "clustervet does not read its policy file"],
      ["node", "Node", "no-opinion", "the user is not a node"],
      ["rbac", "RBAC", "unknown", "no roles and bindings were given (--rbac)"],
      ["never", "Webhook", "no-opinion", "skipped: a match condition is false"],
      ["fails", "Webhook", "no-opinion", "not asked: a match condition failed, and failurePolicy NoOpinion decides"],
      ["matches", "Webhook", "unknown", "would be asked"],
      ["down", "Webhook", "no-opinion", "assumed to fail; failurePolicy NoOpinion decides"],
      ["alwaysallow", "AlwaysAllow", "allow", "it allows everything"],
    ]);
    expect(result.steps.map(({ path }) => path)).toEqual(result.steps.map((_, index) => ["authorizers", index]));
    expect(result.steps.map(({ match }) => match?.outcome)).toEqual([
      ...[undefined, undefined, undefined, undefined, undefined],
      ...["no match", "error", "match", undefined, undefined],
    ]);
    const path = ["authorizers", 6, "webhook", "matchConditions", 0, "expression"];
    const text = "request.extra['a'] == []";
    const conditions = [{ text, path, outcome: "error", message: failed, span: expect.anything() }];
    expect(result.steps[6]?.match?.conditions).toEqual(conditions);
    expect(result).toMatchObject({ decision: "depends", dependsOn: ["other", "abac", "rbac", "matches"] });
  });

  test("a node depends on the node authorizer, and authorizers without a name or type are accepted", () => {
    const authorize = planAuthorization({ authorizers: [...authorizersOf("Node"), {}, { type: "Webhook" }] }, "1.37");
    const request = { user: user("system:node:a", "system:nodes"), attributes: attributes("get pods in prod") };
    const assumed = new Map<string, AssumedResponse>([["", "deny"]]);
    const { steps } = authorize(request, { assumed });
    expect(steps.map(({ name, type, opinion, reason }) => [name, type, opinion, reason])).toEqual([
      ["node", "Node", "unknown", "the answer depends on the objects that are bound to the node"],
      ["", "", "unknown", "clustervet does not know this authorizer"],
      ["", "Webhook", "deny", "assumed to answer deny"],
    ]);
  });

  test("steps contain the reasons of RBAC and of assumed webhook responses", () => {
    const authorize = planAuthorization({ authorizers: authorizersOf("RBAC", "Webhook:Deny") }, "1.37");
    const request = { user: user("ann"), attributes: attributes("get pods in prod") };
    const assumed = new Map<string, AssumedResponse>([["webhook", "deny"]]);
    const reasons = (reason: string) =>
      authorize(request, { rbac: () => ({ isAllowed: false, reason }), assumed }).steps.map((step) => step.reason);
    expect(reasons("")).toEqual(["no binding allows it", "assumed to answer deny"]);
    expect(reasons("RBAC: gone")).toEqual(["RBAC: gone", "assumed to answer deny"]);
    expect(planAuthorization({}, "1.37")(request)).toEqual({ decision: "denied", steps: [], dependsOn: [] });
    const masters = authorize({ ...request, user: user("root", "system:masters") });
    expect(masters.steps).toEqual([
      {
        name: "system:masters",
        type: "built in",
        path: [],
        opinion: "allow",
        reason: "members of system:masters may do everything",
      },
    ]);
  });
});
