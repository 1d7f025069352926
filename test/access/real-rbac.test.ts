import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isSubject } from "../../src/access/rbac.ts";
import type { AccessAttributes } from "../../src/access/request.ts";
import { uncoveredRules } from "../../src/access/rule-coverage.ts";
import { ruleAllows, urlCovers } from "../../src/access/rule-match.ts";
import { attributes, policyOf, user } from "./rbac-objects.ts";

/** Upstream's test tables. */
const folder = new URL("data/upstream/", import.meta.url);
const readTable = (name: string) => JSON.parse(readFileSync(new URL(name, folder), "utf8"));

interface Request {
  readonly verb: string;
  readonly resourceRequest: boolean;
  readonly path?: string;
  readonly resource?: string;
  readonly subresource?: string;
  readonly apiGroup?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly allow: boolean;
  readonly user?: { readonly name: string; readonly groups: readonly string[] };
}

function attributesOf(request: Request): AccessAttributes {
  const { verb, path = "", apiGroup = "", resource = "", subresource = "", namespace = "", name = "" } = request;
  if (!request.resourceRequest) return { kind: "url", verb, path };
  return { kind: "resource", verb, group: apiGroup, version: "", resource, subresource, namespace, name };
}

describe("the tables of upstream's RBAC authorizer", () => {
  test("authorizer: decisions", () => {
    const wrong = [];
    let total = 0;
    for (const { name, requests, ...lists } of readTable("authorizer.json")) {
      const policy = policyOf(lists);
      for (const request of requests as Request[]) {
        total++;
        const requestUser = user(request.user?.name ?? "", ...(request.user?.groups ?? []));
        const allowed = policy.authorize({ user: requestUser, attributes: attributesOf(request) }).grant !== undefined;
        if (allowed !== request.allow) wrong.push({ name, request });
      }
    }
    expect(wrong).toEqual([]);
    expect(total).toBe(31);
  });

  test("rule-matches: single rules", () => {
    const wrong = readTable("rule-matches.json").flatMap(
      ({ name, rule, requests }: { name: string; rule: object; requests: Request[] }) =>
        requests
          .filter((request) => ruleAllows(rule, attributesOf(request)) !== request.allow)
          .map((request) => ({ name, request })),
    );
    expect(wrong).toEqual([]);
  });

  test("rules-for-user: all rules of a user", () => {
    const { objects, cases } = readTable("rules-for-user.json");
    const policy = policyOf(objects);
    for (const { user: who, namespace, effectiveRules } of cases) {
      expect(policy.rulesFor(user(who.name, ...who.groups), namespace)).toEqual(effectiveRules);
    }
  });

  test("subject-applies: users that a subject matches", () => {
    for (const { name, subjects, user: who, namespace, appliesTo } of readTable("subject-applies.json")) {
      const applies = subjects.some((subject: object) => isSubject(user(who.name, ...who.groups), subject, namespace));
      expect(applies, name).toBe(appliesTo);
    }
  });

  test("escalation-covers: permissions that a user may grant to others", () => {
    for (const { name, ownerRules, servantRules, covered, uncovered } of readTable("escalation-covers.json")) {
      const missing = uncoveredRules(ownerRules ?? [], servantRules ?? []);
      expect(missing.length === 0, name).toBe(covered);
      expect(missing, name).toEqual(uncovered ?? []);
    }
  });

  test("non-resource-url-covers: paths", () => {
    for (const { owner, requested, covers } of readTable("non-resource-url-covers.json")) {
      expect(urlCovers(owner, requested), `${owner} ${requested}`).toBe(covers);
    }
  });
});

/**
 * The cases of upstream's table of subjects that may do an action, without `system:masters`, which upstream's locator
 * adds.
 */
describe("subjects that may do an action", () => {
  const apiGroup = "rbac.authorization.k8s.io";
  const subject = (text: string) => ({ kind: text.split(":")[0] ?? "", name: text.split(":")[1] ?? "", apiGroup });
  const binding = (name: string, kind: string, subjects: readonly string[], namespace?: string) => ({
    metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
    subjects: subjects.map(subject),
    roleRef: { kind, name: "admin", apiGroup },
  });
  const clusterRoles = [{ metadata: { name: "admin" }, rules: [{ verbs: ["*"], apiGroups: ["*"], resources: ["*"] }] }];
  const clusterRoleBindings = [binding("all", "ClusterRole", ["User:super-admin", "Group:super-admins"])];
  const admins = ["User:admin", "Group:admins"];
  const roles = [
    {
      metadata: { name: "admin", namespace: "ns1" },
      rules: [{ verbs: ["get"], apiGroups: ["*"], resources: ["Pods"] }],
    },
  ];
  const ofCluster = policyOf({
    clusterRoles,
    clusterRoleBindings,
    roleBindings: [binding("some", "ClusterRole", admins, "ns1")],
  });
  const ofRole = policyOf({
    clusterRoles,
    clusterRoleBindings,
    roles,
    roleBindings: [binding("some", "Role", admins, "ns1")],
  });
  const supers = ["User:super-admin", "Group:super-admins"];

  test.each([
    [ofCluster, "get Pods in ns1", [...supers, ...admins]],
    [ofCluster, "* Pods in *", supers],
    [ofCluster, "* Pods", supers],
    [ofRole, "get Pods in ns1", [...supers, ...admins]],
    [ofRole, "create Pods in ns1", supers],
    [ofRole, "get Pods in ns2", supers],
  ])("%#: %s", (policy, action, expected) => {
    const { grants } = policy.grantsOf(attributes(action));
    expect(grants.map(({ subject: found }) => `${found.kind}:${found.name}`)).toEqual(expected);
  });
});
