/**
 * The authorizers of a configuration: which are called, in which order, and what a changed configuration may contain.
 */
import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { parseAbacFile } from "../../../src/access/abac.ts";
import type { AccessRequest } from "../../../src/access/request.ts";
import type { AuthorizationConfiguration, AuthorizerConfiguration } from "../../../src/api/types/apiserver-v1.ts";
import { authorizationMetrics } from "../../../src/server/authz/authorization-metrics.ts";
import type { Authorizer, Decision } from "../../../src/server/authz/authorizer.ts";
import { AuthorizerChain, missingTypes } from "../../../src/server/authz/authorizer-chain.ts";
import { RbacSource } from "../../../src/server/authz/rbac-source.ts";

const emptyCollection = { cached: () => [], subscribe: () => undefined };

interface Chain {
  readonly chain: AuthorizerChain;
  readonly calledWebhooks: string[];
  readonly register: Registry;
}

/** Returns a chain whose webhooks decide according to their names. */
function chainOf(types: readonly string[]): Chain {
  const calledWebhooks: string[] = [];
  const webhook = ({ name = "" }: AuthorizerConfiguration): Authorizer => ({
    authorize: async (): Promise<Decision> => {
      calledWebhooks.push(name);
      if (name === "allow") return { opinion: "allow", reason: "" };
      return { opinion: name === "deny" ? "deny" : "no-opinion", reason: "not mine" };
    },
    rulesFor: async () => ({ rules: [], isComplete: false, errors: [`no rules of ${name}`] }),
  });
  const register = new Registry();
  const file = parseAbacFile(
    JSON.stringify({
      apiVersion: "abac.authorization.kubernetes.io/v1beta1",
      kind: "Policy",
      spec: { user: "ann", nonResourcePath: "/abac" },
    }),
  );
  const policies = file.ok ? file.value.policies : [];
  const parts = {
    rbac: new RbacSource(() => emptyCollection),
    sourceOf: () => emptyCollection,
    metrics: authorizationMetrics(register, "server"),
    isEnabled: () => true,
    groupDomain: "k8s.io",
  };
  return { chain: new AuthorizerChain(configurationOf(types), { policies, webhook }, parts), calledWebhooks, register };
}

/** Returns a configuration of authorizer types, and of webhooks by name: `Webhook:deny`. */
const configurationOf = (types: readonly string[]): AuthorizationConfiguration => ({
  authorizers: types.map((each) => {
    const [type = "", name = type.toLowerCase()] = each.split(":");
    return { type, name };
  }),
});

const request = (username: string, path: string, groups: readonly string[] = []): AccessRequest => ({
  user: { username, uid: "", groups, extra: {} },
  attributes: { kind: "url", verb: "get", path },
});
const requestOfJoe = request("joe", "/x");

test.each<[string, readonly string[], AccessRequest, Decision["opinion"]]>([
  ["no authorizers", [], requestOfJoe, "no-opinion"],
  ["no authorizers, for a member of system:masters", [], request("root", "/x", ["system:masters"]), "allow"],
  ["AlwaysAllow", ["AlwaysAllow"], requestOfJoe, "allow"],
  ["AlwaysDeny", ["AlwaysDeny"], requestOfJoe, "no-opinion"],
  ["RBAC without roles", ["RBAC"], requestOfJoe, "no-opinion"],
  ["ABAC, for the user of a policy", ["ABAC"], request("ann", "/abac"), "allow"],
  ["ABAC, for another path", ["ABAC"], request("ann", "/x"), "no-opinion"],
  ["ABAC, for another user", ["ABAC"], request("joe", "/abac"), "no-opinion"],
  [
    "Node, for a permission of every node",
    ["Node"],
    request("system:node:a", "/version", ["system:nodes"]),
    "no-opinion",
  ],
  ["the first webhook that decides", ["Webhook:none", "Webhook:deny", "Webhook:allow"], requestOfJoe, "deny"],
  ["a webhook before AlwaysDeny", ["Webhook:allow", "AlwaysDeny"], requestOfJoe, "allow"],
  ["a webhook, for a member of system:masters", ["Webhook:deny"], request("root", "/x", ["system:masters"]), "allow"],
])("the decision of %s", async (_, types, asking, opinion) => {
  expect((await chainOf(types).chain.authorize(asking)).opinion).toBe(opinion);
});

test("a node has the permissions of its role", async () => {
  const { chain } = chainOf(["Node"]);
  const user = { username: "system:node:a", uid: "", groups: ["system:nodes"], extra: {} };
  const services = { group: "", version: "v1", resource: "services", subresource: "", name: "", namespace: "" };
  const opinionOn = async (verb: string) =>
    (await chain.authorize({ user, attributes: { kind: "resource", verb, ...services } })).opinion;
  expect([await opinionOn("list"), await opinionOn("delete")]).toEqual(["allow", "no-opinion"]);
});

test("reasons start with the name of their authorizer, and errors are combined", async () => {
  const { chain } = chainOf(["Webhook:one", "Webhook:two"]);
  expect(await chain.authorize(requestOfJoe)).toEqual({
    opinion: "no-opinion",
    reason: "one: not mine\ntwo: not mine",
  });
  expect(await chain.rulesFor(requestOfJoe.user, "")).toEqual({
    rules: [],
    isComplete: false,
    errors: ["no rules of one", "no rules of two"],
  });
});

test("authorizers are called in the order of the file, up to the first decision", async () => {
  const { chain, calledWebhooks } = chainOf(["Webhook:one", "Webhook:allow", "Webhook:deny"]);
  await chain.authorize(requestOfJoe);
  expect(calledWebhooks).toEqual(["one", "allow"]);
});

test("a changed configuration applies to the next request", async () => {
  const { chain } = chainOf(["Webhook:deny", "AlwaysAllow"]);
  expect((await chain.authorize(requestOfJoe)).opinion).toBe("deny");
  chain.replace(configurationOf(["AlwaysAllow", "Webhook:deny"]));
  expect((await chain.authorize(requestOfJoe)).opinion).toBe("allow");
});

test("a type that was not enabled at the start is rejected, and the chain stays unchanged", async () => {
  const { chain } = chainOf(["Webhook:deny"]);
  for (const type of ["AlwaysAllow", "ABAC", "RBAC", "Node", "Nonsense"]) {
    expect(() => chain.replace(configurationOf([type])), type).toThrow(
      `authorizer type ${type} is not allowed if it was not enabled when the server started`,
    );
  }
  expect((await chain.authorize(requestOfJoe)).opinion).toBe("deny");
});

test.each<[readonly string[], readonly string[], readonly string[]]>([
  [["Node", "RBAC", "Webhook:a"], ["Webhook:b"], ["Node", "RBAC"]],
  [["RBAC", "ABAC"], ["ABAC"], ["RBAC"]],
  [["Webhook:a"], [], []],
  [["RBAC"], ["RBAC", "Webhook:a"], []],
])("from %j to %j, %j are missing", (first, changed, missing) => {
  expect(missingTypes(configurationOf(first), configurationOf(changed))).toEqual(missing);
});

test("each decision is counted under the authorizer that made it", async () => {
  const { chain, register } = chainOf(["Webhook:none", "Webhook:deny"]);
  await chain.authorize(requestOfJoe);
  chain.replace(configurationOf(["Webhook:allow"]));
  await chain.authorize(requestOfJoe);
  await chain.authorize(requestOfJoe);
  await chain.authorize(request("root", "/x", ["system:masters"]));
  const lines = (await register.metrics()).split("\n").filter((line) => line.startsWith("apiserver_authorization_dec"));
  expect(lines).toEqual([
    'apiserver_authorization_decisions_total{type="Webhook",name="deny",decision="denied"} 1',
    'apiserver_authorization_decisions_total{type="Webhook",name="allow",decision="allowed"} 2',
  ]);
});
