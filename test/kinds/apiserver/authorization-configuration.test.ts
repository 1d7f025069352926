import { describe, expect, test } from "vitest";
import { authorizationConfiguration } from "../../../src/kinds/apiserver/authorization-configuration.ts";
import type { RuleContext } from "../../../src/rule/context.ts";
import type { FileState } from "../../../src/rule/host.ts";
import { decodeWithDefaults, findings, ruleIds } from "../../rule/rule-ids.ts";

const path = "/etc/kubernetes/policy.kubeconfig";
const required = {
  timeout: "3s",
  subjectAccessReviewVersion: "v1",
  failurePolicy: "Deny",
  connectionInfo: { type: "KubeConfigFile", kubeConfigFile: path },
};
const file = (webhook: object) => ({
  authorizers: [{ type: "Webhook", name: "policy", webhook: { ...required, ...webhook } }],
});
const host = { stat: (): FileState => "file" };
const ids = (object: unknown, context: Partial<RuleContext> = {}) =>
  ruleIds(authorizationConfiguration, object, { host, ...context });

describe("timeouts and times to live", () => {
  test.each([
    { webhook: { timeout: "30s" }, expected: [] },
    { webhook: { timeout: "30s1ns" }, expected: ["authorization/webhook-timeout"] },
    { webhook: { timeout: "1ns" }, expected: [] },
    { webhook: { timeout: "-1ns" }, expected: ["authorization/webhook-timeout"] },
    { webhook: { timeout: "0s" }, expected: ["authorization/webhook-required"] },
    { webhook: { timeout: "0" }, expected: ["authorization/webhook-required"] },
    { webhook: { authorizedTTL: "0s" }, expected: [] },
    { webhook: { authorizedTTL: "1000h", unauthorizedTTL: "1ns" }, expected: [] },
    { webhook: { authorizedTTL: "-1ns" }, expected: ["authorization/webhook-ttl"] },
    { webhook: { unauthorizedTTL: "-1ns" }, expected: ["authorization/webhook-ttl"] },
  ])("$webhook", ({ webhook, expected }) => {
    expect(ids(file(webhook))).toEqual(expected);
  });
});

describe("at most 64 match conditions", () => {
  const conditions = (count: number) => ({
    matchConditionSubjectAccessReviewVersion: "v1",
    matchConditions: Array.from({ length: count }, (_, index) => ({ expression: `request.usr == '${index}'` })),
  });
  test.each([
    { count: 64, expected: ["authorization/match-condition-expression"] },
    { count: 65, expected: ["authorization/match-condition-count"] },
  ])("$count", ({ count, expected }) => {
    expect(ids(file(conditions(count)))).toEqual(expected);
  });
});

describe("the kubeconfig file", () => {
  const withFileState = (state: FileState) => ({ host: { stat: () => state } });
  test.each([
    { what: "is a file", context: withFileState("file"), expected: [] },
    { what: "is a directory", context: withFileState("directory"), expected: [["error", "invalid"]] },
    { what: "is a device", context: withFileState("other"), expected: [["error", "invalid"]] },
    { what: "is missing", context: withFileState("missing"), expected: [["error", "not-found"]] },
    { what: "can't be looked up", context: { host: {} }, expected: [["info", "invalid"]] },
  ])("$what", ({ context, expected }) => {
    const found = findings(authorizationConfiguration, file({}), context);
    expect(found.map(({ severity, cause }) => [severity, cause])).toEqual(expected);
    for (const { rule } of found) expect(rule).toBe("authorization/kubeconfig-file");
  });

  test.each([
    { connectionInfo: { type: "InClusterConfig" }, expected: ["authorization/in-cluster-config"] },
    {
      connectionInfo: { type: "InClusterConfig", kubeConfigFile: "" },
      expected: ["authorization/kubeconfig-file", "authorization/in-cluster-config"],
    },
    { connectionInfo: { type: "KubeConfigFile" }, expected: ["authorization/kubeconfig-file"] },
    { connectionInfo: { type: "KubeConfigFile", kubeConfigFile: "a/b" }, expected: ["authorization/kubeconfig-file"] },
    { connectionInfo: { type: "KubeConfigFile", kubeConfigFile: "/a/../b" }, expected: [] },
  ])("$connectionInfo", ({ connectionInfo, expected }) => {
    expect(ids(file({ connectionInfo }))).toEqual(expected);
  });
});

describe("authorizers", () => {
  const authorizersOf = (...pairs: [string, string][]) => ({
    authorizers: pairs.map(([type, name]) => ({ type, name })),
  });
  test.each([
    { what: "none", object: {}, expected: ["authorization/authorizers-required"] },
    { what: "an empty list", object: { authorizers: [] }, expected: ["authorization/authorizers-required"] },
    {
      what: "without type: nothing else is said",
      object: { authorizers: [{ name: "A_B" }] },
      expected: ["authorization/type-required"],
    },
    { what: "of an unknown type: the schema says it", object: authorizersOf(["Rbac", "A_B"]), expected: [] },
    {
      what: "a repeat: its name is not looked at",
      object: authorizersOf(["RBAC", "rbac"], ["RBAC", "x"]),
      expected: ["authorization/type-unique"],
    },
    {
      what: "every type by its name",
      object: authorizersOf(["ABAC", "abac"], ["Node", "node"], ["RBAC", "rbac"], ["AlwaysDeny", "alwaysdeny"]),
      expected: [],
    },
    {
      what: "a name of another type",
      object: authorizersOf(["Node", "rbac"]),
      expected: ["authorization/name-of-type"],
    },
    {
      what: "a wrong and ill-formed name: one finding",
      object: authorizersOf(["RBAC", "R_B"]),
      expected: ["authorization/name-of-type"],
    },
    {
      what: "after AlwaysAllow",
      object: authorizersOf(["AlwaysAllow", "alwaysallow"], ["RBAC", "rbac"]),
      expected: ["authorization/unreachable"],
    },
    { what: "AlwaysAllow last", object: authorizersOf(["RBAC", "rbac"], ["AlwaysAllow", "alwaysallow"]), expected: [] },
  ])("$what", ({ object, expected }) => {
    expect(ids(object)).toEqual(expected);
  });

  test("a webhook may have the name of a type that is not listed", () => {
    expect(ids({ authorizers: [{ type: "Webhook", name: "rbac", webhook: required }] })).toEqual([]);
  });
});

describe("releases", () => {
  const before = { target: "1.31", reaches: (release: string) => release <= "1.31" };
  const rbac = { authorizers: [{ type: "RBAC", name: "rbac" }] };
  test.each([
    { what: "gate off", context: before, expected: ["authorization/feature-gate"] },
    { what: "gate on", context: { ...before, isEnabled: () => true }, expected: [] },
    { what: "gate locked on", context: {}, expected: [] },
  ])("$what", ({ context, expected }) => {
    expect(ids(rbac, context)).toEqual(expected);
  });

  test("match conditions may read the selectors of requests since 1.32", () => {
    const selectors = file({
      matchConditionSubjectAccessReviewVersion: "v1",
      matchConditions: [
        { expression: "has(request.resourceAttributes) && has(request.resourceAttributes.fieldSelector)" },
      ],
    });
    expect(ids(selectors)).toEqual([]);
    expect(ids(selectors, { ...before, isEnabled: () => true })).toEqual(["authorization/match-condition-expression"]);
  });
});

test("a webhook gets its defaults, and a TTL of 0 is replaced", () => {
  expect(decodeWithDefaults(authorizationConfiguration, file({ authorizedTTL: "0s" }))).toMatchObject({
    authorizers: [
      {
        webhook: {
          authorizedTTL: "5m",
          cacheAuthorizedRequests: true,
          unauthorizedTTL: "30s",
          cacheUnauthorizedRequests: true,
          timeout: "3s",
        },
      },
    ],
  });
});
