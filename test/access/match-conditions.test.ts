import { describe, expect, test } from "vitest";
import { type AssumedResponse, planAuthorization } from "../../src/access/authorize.ts";
import { configurationScope } from "../../src/access/placed-expression.ts";
import type { AccessRequest } from "../../src/access/request.ts";
import { planExpression } from "../../src/cel-kubernetes/planned-expression.ts";

/** The cases of the table `TestV1WebhookMatchConditions` of kubernetes/apiserver (plugin/pkg/authorizer/webhook). */
const namespaceCondition =
  "has(request.resourceAttributes) && request.resourceAttributes.namespace == 'kittensandponies'";

const requestOfAlice: AccessRequest = {
  user: { username: "alice", uid: "1", groups: ["group1", "group2"], extra: { key1: ["a", "b", "c"] } },
  attributes: {
    kind: "resource",
    verb: "get",
    namespace: "kittensandponies",
    group: "",
    version: "",
    resource: "",
    subresource: "",
    name: "",
  },
};
const urlRequest = (username: string, verb: string): AccessRequest => ({
  user: { username, uid: "", groups: [], extra: {} },
  attributes: { kind: "url", verb, path: "" },
});
const requestOfBob = urlRequest("bob", "get");
const requestOfAlice2 = urlRequest("alice2", "");
const emptyRequest = urlRequest("", "");

function webhookStep(request: AccessRequest, expressions: readonly string[], failurePolicy = "NoOpinion") {
  const webhook = { failurePolicy, matchConditions: expressions.map((expression) => ({ expression })) };
  const authorize = planAuthorization({ authorizers: [{ type: "Webhook", name: "hook", webhook }] }, "1.37");
  const assumed = new Map<string, AssumedResponse>([["hook", "allow"]]);
  return authorize(request, { assumed }).steps[0];
}

describe("a webhook that would allow, with match conditions", () => {
  test.each([
    { name: "no conditions", request: requestOfAlice, expressions: [], opinion: "allow" },
    {
      name: "all true",
      request: requestOfAlice,
      expressions: [
        "request.user == 'alice'",
        "request.uid == '1'",
        "('group1' in request.groups)",
        "('key1' in request.extra)",
        "!('key2' in request.extra)",
        "('a' in request.extra['key1'])",
        "!('z' in request.extra['key1'])",
        namespaceCondition,
      ],
      opinion: "allow",
    },
    {
      name: "a user who is not in the group",
      request: requestOfAlice,
      expressions: [
        "request.user == 'alice'",
        "request.uid == '1'",
        "('group3' in request.groups)",
        namespaceCondition,
      ],
      opinion: "no-opinion",
    },
    {
      name: "another uid",
      request: requestOfAlice,
      expressions: [
        "request.user == 'alice'",
        "request.uid == '2'",
        "('group1' in request.groups)",
        namespaceCondition,
      ],
      opinion: "no-opinion",
    },
    {
      name: "another namespace",
      request: requestOfAlice,
      expressions: ["request.user == 'alice'", namespaceCondition.replace("kittensandponies", "kube-system")],
      opinion: "no-opinion",
    },
    { name: "another user", request: requestOfBob, expressions: ["request.user == 'alice'"], opinion: "no-opinion" },
    {
      name: "a request without a resource",
      request: requestOfBob,
      expressions: ["request.user == 'bob'", namespaceCondition],
      opinion: "no-opinion",
    },
    {
      name: "an error without a false condition",
      request: requestOfAlice2,
      expressions: ["request.user == 'alice2'", "request.resourceAttributes.namespace == 'kittensandponies'"],
      opinion: "no-opinion",
      error:
        "cel evaluation error: expression 'request.resourceAttributes.namespace == 'kittensandponies'' resulted in error:" +
        " no such key: resourceAttributes",
    },
    {
      name: "a false condition and an error",
      request: requestOfAlice2,
      expressions: ["request.user != 'alice2'", "request.resourceAttributes.namespace == 'kittensandponies'"],
      opinion: "no-opinion",
    },
    {
      name: "a request for a path",
      request: requestOfBob,
      expressions: [
        "request.user == 'bob'",
        "has(request.nonResourceAttributes) && request.nonResourceAttributes.verb == 'get'",
      ],
      opinion: "allow",
    },
    {
      name: "an empty request",
      request: emptyRequest,
      expressions: ["request.resourceAttributes.verb == 'get'"],
      opinion: "no-opinion",
      error:
        "cel evaluation error: expression 'request.resourceAttributes.verb == 'get'' resulted in error:" +
        " no such key: resourceAttributes",
    },
  ])("$name: $opinion", ({ request, expressions, opinion, error }) => {
    const step = webhookStep(request, expressions);
    expect(step?.opinion).toBe(opinion);
    expect(step?.match?.conditions.find(({ outcome }) => outcome === "error")?.message).toBe(error);
  });
});

describe("conditions that do not compile", () => {
  test.each([
    { text: "('group3' in request.group)", column: 21, code: "field" },
    { text: "request.nonResourceAttributes.verb == 2", column: 36, code: "overload" },
  ])("$text", ({ text, column, code }) => {
    const planned = planExpression(text, configurationScope("request", "1.37"));
    const [issue] = planned.ok ? [] : planned.error;
    expect(issue).toMatchObject({ start: column - 1, code });
  });

  test("a condition that is not boolean compiles, and its output type is known", () => {
    const planned = planExpression("request.user", configurationScope("request", "1.37"));
    expect(planned.ok && planned.value.checked.outputType.kind).toBe("string");
  });
});

test("a false condition overrides an earlier error, and later conditions are not evaluated", () => {
  const conditions = ["true", "request.resourceAttributes.verb == 'get'", "request.user == 'alice'", "true"];
  const step = webhookStep(requestOfBob, conditions, "Deny");
  expect(step?.opinion).toBe("no-opinion");
  expect(step?.match?.conditions.map(({ outcome }) => outcome)).toEqual(["true", "error", "false", "not evaluated"]);
});

test("the failure policy decides if a condition fails and no condition is false", () => {
  expect(webhookStep(requestOfBob, ["request.resourceAttributes.verb == 'get'"], "Deny")?.opinion).toBe("deny");
});

test.each([
  ["labelSelector", "fieldSelector"],
  ["fieldSelector", "labelSelector"],
])("expressions can read the requirements of a %s", (present, absent) => {
  const selector = [{ key: "team", operator: "In", values: ["a"] }];
  const request = {
    ...requestOfAlice,
    attributes: { ...requestOfAlice.attributes, [present]: selector },
  } as AccessRequest;
  const expression = `request.resourceAttributes.${present}.requirements.exists(r, r.key == 'team' && 'a' in r.values)`;
  expect(webhookStep(request, [expression])?.opinion).toBe("allow");
  expect(webhookStep(request, [`has(request.resourceAttributes.${absent})`])?.opinion).toBe("no-opinion");
});
