/**
 * Which rules match which requests: the table of upstream's match_test.go, and the variations of its generated cases.
 */
import { expect, test } from "vitest";
import type { UserInfo } from "../../../src/access/user.ts";
import type {
  NonResourcePolicyRule,
  PolicyRulesWithSubjects,
  ResourcePolicyRule,
  Subject,
} from "../../../src/api/types/flowcontrol-v1.ts";
import { compileRules, type RequestTarget } from "../../../src/server/fairness/flow-schema.ts";

const user: UserInfo = { username: "goodu", uid: "1", groups: ["goodg1", "goodg2"], extra: {} };
const account: UserInfo = { ...user, username: "system:serviceaccount:goodns:goodsa" };

const target = (fields: Partial<RequestTarget>): RequestTarget => ({
  isResource: true,
  verb: "goodverb",
  path: "",
  group: "goodapig",
  resource: "goodrscs",
  subresource: "",
  namespace: "",
  ...fields,
});
const namespacedTarget = target({ namespace: "goodns" });
const clusterTarget = target({});
const path = (text: string) => target({ isResource: false, group: "", resource: "", path: text });

const goodUser: Subject = { kind: "User", user: { name: "goodu" } };
const goodRule: ResourcePolicyRule = {
  verbs: ["goodverb"],
  apiGroups: ["goodapig"],
  resources: ["goodrscs"],
  namespaces: ["goodns"],
};
const resources = (rule: ResourcePolicyRule, subject = goodUser): PolicyRulesWithSubjects => ({
  subjects: [subject],
  resourceRules: [{ ...goodRule, ...rule }],
});
const clusterWide = (rule: ResourcePolicyRule = {}) => {
  const { namespaces: _, ...others } = goodRule;
  return { subjects: [goodUser], resourceRules: [{ ...others, clusterScope: true, ...rule }] };
};
const paths = (rule: NonResourcePolicyRule): PolicyRulesWithSubjects => ({
  subjects: [goodUser],
  nonResourceRules: [{ verbs: ["goodverb"], nonResourceURLs: ["/openapi/v2"], ...rule }],
});
const group = (name: string): Subject => ({ kind: "Group", group: { name } });
const serviceAccount = (namespace: string, name: string): Subject => ({
  kind: "ServiceAccount",
  serviceAccount: { namespace, name },
});

test.each<[request: RequestTarget, rule: PolicyRulesWithSubjects, matches: boolean, by?: UserInfo]>([
  [namespacedTarget, resources({}), true],
  [namespacedTarget, resources({}, group("goodg1")), true],
  [namespacedTarget, resources({}, group("goodg2")), true],
  [namespacedTarget, resources({}, { kind: "User", user: { name: "*" } }), true],
  [namespacedTarget, resources({}, group("*")), true],
  [namespacedTarget, resources({ verbs: ["*"] }), true],
  [namespacedTarget, resources({ apiGroups: ["*"] }), true],
  [namespacedTarget, resources({ resources: ["*"] }), true],
  [namespacedTarget, resources({ namespaces: ["*"] }), true],
  [namespacedTarget, resources({}, { kind: "User", user: { name: "badu" } }), false],
  [namespacedTarget, resources({}, group("badg")), false],
  [namespacedTarget, resources({ verbs: ["badverb"] }), false],
  [namespacedTarget, resources({ apiGroups: ["badapig"] }), false],
  [namespacedTarget, resources({ resources: ["badrscs"] }), false],
  [namespacedTarget, resources({ namespaces: ["badns"] }), false],
  [namespacedTarget, clusterWide(), false],
  [namespacedTarget, paths({ nonResourceURLs: ["*"] }), false],
  [clusterTarget, clusterWide(), true],
  [clusterTarget, clusterWide({ verbs: ["*"] }), true],
  [clusterTarget, clusterWide({ apiGroups: ["*"] }), true],
  [clusterTarget, clusterWide({ resources: ["*"] }), true],
  [clusterTarget, clusterWide({ verbs: ["badverb"] }), false],
  [clusterTarget, clusterWide({ apiGroups: ["badapig"] }), false],
  [clusterTarget, clusterWide({ resources: ["badrscs"] }), false],
  [clusterTarget, clusterWide({ clusterScope: false }), false],
  [clusterTarget, resources({ namespaces: ["*"] }), false],
  [path("/openapi/v2"), paths({}), true],
  [path("/openapi/v2"), paths({ verbs: ["*"] }), true],
  [path("/openapi/v2"), paths({ nonResourceURLs: ["*"] }), true],
  [path("/openapi/v2"), paths({ verbs: ["badverb"] }), false],
  [path("/openapi/v2"), paths({ nonResourceURLs: ["/closedapi/v2"] }), false],
  [path("/openapi/v2"), paths({ nonResourceURLs: ["/openapi/*"] }), true],
  [path("/openapi/v2/a"), paths({}), true],
  [path("/openapi/v22"), paths({}), false],
  [path("/openapi"), paths({ nonResourceURLs: ["/openapi/*"] }), false],
  [path("/openapi/v2"), resources({ namespaces: ["*"] }), false],
  [target({ namespace: "goodns", subresource: "status" }), resources({}), false],
  [target({ namespace: "goodns", subresource: "status" }), resources({ resources: ["goodrscs/status"] }), true],
  [target({ namespace: "goodns", subresource: "status" }), resources({ resources: ["*"] }), true],
  [namespacedTarget, resources({ verbs: ["*", "other"] }), false],
  [namespacedTarget, resources({}, serviceAccount("goodns", "goodsa")), true, account],
  [namespacedTarget, resources({}, serviceAccount("goodns", "*")), true, account],
  [namespacedTarget, resources({}, serviceAccount("goodns", "other")), false, account],
  [namespacedTarget, resources({}, serviceAccount("good", "*")), false, account],
  [namespacedTarget, resources({}, serviceAccount("goodns", "*")), false],
  [namespacedTarget, resources({}, { kind: "User" }), false],
  [namespacedTarget, { subjects: [], resourceRules: [goodRule] }, false],
  [namespacedTarget, {}, false],
])("%j, %j: %j", (request, rule, matches, by = user) => {
  const found = compileRules({ rules: [{}, rule] }).some((each) => each.appliesTo(by) && each.matches(request));
  expect(found).toBe(matches);
});

test("rules that have null for lists without items match like rules with empty lists", () => {
  const rule = {
    subjects: null,
    resourceRules: [{ verbs: ["*"], apiGroups: ["*"], resources: ["*"], clusterScope: true, namespaces: null }],
    nonResourceRules: [{ verbs: null, nonResourceURLs: null }],
  };
  const [nobodys] = compileRules({ rules: [rule as never] });
  expect(nobodys?.appliesTo(user)).toBe(false);
  const [users] = compileRules({ rules: [{ ...rule, subjects: [goodUser] } as never] });
  expect(users?.appliesTo(user)).toBe(true);
  expect([clusterTarget, namespacedTarget, path("/")].map((requestTarget) => users?.matches(requestTarget))).toEqual([
    true,
    false,
    false,
  ]);
});
