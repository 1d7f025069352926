/** The authorizers that need no objects, their union, and the filter in front of the handlers. */
import { expect, test } from "vitest";
import type { AccessAttributes, UrlAttributes } from "../../../src/access/request.ts";
import { accessAttributes } from "../../../src/server/authz/access-attributes.ts";
import { alwaysAllow, alwaysDeny } from "../../../src/server/authz/always.ts";
import { assertAllowed, authorizationFilter, refusal } from "../../../src/server/authz/authorization-filter.ts";
import type { Authorizer, Decision, ListedRules } from "../../../src/server/authz/authorizer.ts";
import { masters } from "../../../src/server/authz/masters.ts";
import { union } from "../../../src/server/authz/union.ts";
import type { Exchange } from "../../../src/server/http/exchange.ts";
import { readRequestInfo } from "../../../src/server/request/request-info.ts";

const user = (...groups: string[]) => ({ username: "a", uid: "", groups, extra: {} });
const url = (verb: string, path: string): UrlAttributes => ({ kind: "url", verb, path });
const pods = {
  kind: "resource",
  verb: "get",
  group: "",
  version: "v1",
  resource: "pods",
  subresource: "",
  name: "p",
  namespace: "web",
} as const;
const allRules = [
  { verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
  { verbs: ["*"], nonResourceURLs: ["*"] },
];
const noOpinion: Decision = { opinion: "no-opinion", reason: "" };
const allow: Decision = { opinion: "allow", reason: "" };

test.each<[string, Authorizer, readonly string[], AccessAttributes, Decision]>([
  ["a member of system:masters", masters, ["g", "system:masters"], pods, allow],
  ["a member of system:masters, for a path", masters, ["system:masters"], url("delete", "/x"), allow],
  ["a user without groups", masters, [], pods, noOpinion],
  ["a group of a similar name", masters, ["system:master", "system:masters:x"], pods, noOpinion],
  ["any user of AlwaysAllow", alwaysAllow, [], pods, allow],
  [
    "a member of system:masters with AlwaysDeny",
    alwaysDeny,
    ["system:masters"],
    pods,
    { ...noOpinion, reason: "Everything is forbidden." },
  ],
])("%s", async (_name, authorizer, groups, attributes, decision) => {
  expect(await authorizer.authorize({ user: user(...groups), attributes })).toEqual(decision);
});

test.each<[string, Authorizer, readonly string[], ListedRules["rules"]]>([
  ["a member of system:masters, which come from a binding", masters, ["system:masters"], []],
  ["any user of AlwaysAllow", alwaysAllow, [], allRules],
  ["any user of AlwaysDeny", alwaysDeny, [], []],
])("the rules of %s", async (_name, authorizer, groups, rules) => {
  expect(await authorizer.rulesFor(user(...groups), "")).toEqual({ rules, isComplete: true });
});

/** Returns an authorizer that always makes the same decision and adds it to `calls`. */
function fakeAuthorizer(
  decision: Decision,
  listed: ListedRules = { rules: [], isComplete: true },
  calls: Decision[] = [],
) {
  const authorizer: Authorizer = {
    async authorize() {
      calls.push(decision);
      return decision;
    },
    rulesFor: async () => listed,
  };
  return authorizer;
}

const deny: Decision = { opinion: "deny", reason: "no" };
const noOpinionWith = (reason: string): Decision => ({ opinion: "no-opinion", reason });

test.each<[string, readonly Decision[], Decision, number]>([
  ["no authorizers", [], noOpinion, 0],
  ["the first that allows the request", [noOpinion, allow, deny], allow, 2],
  ["the first that denies the request", [noOpinionWith("x"), deny, allow], deny, 2],
  ["no decision, with all reasons", [noOpinionWith("x"), noOpinion, noOpinionWith("y")], noOpinionWith("x\ny"), 3],
  [
    "no decision, with all errors",
    [
      { ...noOpinion, error: "e" },
      { ...noOpinion, error: "f" },
      { ...noOpinion, error: "e" },
    ],
    { ...noOpinion, error: "[e, f]", errors: ["e", "f", "e"] },
    3,
  ],
  [
    "no decision, with a nested list of errors",
    [
      { ...noOpinion, error: "[e, f]", errors: ["e", "f"] },
      { ...noOpinion, error: "g" },
    ],
    { ...noOpinion, error: "[e, f, g]", errors: ["e", "f", "g"] },
    2,
  ],
  ["a denial, without earlier errors", [{ ...noOpinion, error: "e" }, deny], deny, 2],
])("the decision of several authorizers: %s", async (_name, decisions, expected, count) => {
  const calls: Decision[] = [];
  const all = union(decisions.map((decision) => fakeAuthorizer(decision, undefined, calls)));
  expect(await all.authorize({ user: user(), attributes: pods })).toEqual(expected);
  expect(calls).toHaveLength(count);
});

test("the rules of several authorizers are complete if all are, and their errors are combined", async () => {
  const [first, second] = allRules.map((rule) => ({ rules: [rule], isComplete: true }));
  const listUnion = (...parts: ListedRules[]) =>
    union(parts.map((part) => fakeAuthorizer(noOpinion, part))).rulesFor(user(), "");
  expect(await listUnion(first as ListedRules, second as ListedRules)).toEqual({
    rules: allRules,
    isComplete: true,
    errors: [],
  });
  expect(
    await listUnion(
      { rules: [], isComplete: true },
      { rules: [], isComplete: false, errors: ["x", "z"] },
      { rules: [], isComplete: true, errors: ["y"] },
    ),
  ).toEqual({ rules: [], isComplete: false, errors: ["x", "z", "y"] });
});

test("reasons start with the name of the authorizer", async () => {
  const all = union([
    { ...fakeAuthorizer(noOpinionWith("x")), name: "first" },
    { ...fakeAuthorizer(noOpinion), name: "second" },
    fakeAuthorizer(noOpinionWith("y")),
  ]);
  expect(await all.authorize({ user: user(), attributes: pods })).toEqual(noOpinionWith("first: x\ny"));
});

test.each<[string, string, AccessAttributes]>([
  ["GET", "/api/v1/namespaces/web/pods/p", pods],
  [
    "POST",
    "/apis/apps/v1/namespaces/web/deployments/d/scale",
    { ...pods, verb: "create", group: "apps", resource: "deployments", subresource: "scale", name: "d" },
  ],
  ["GET", "/healthz", url("get", "/healthz")],
  [
    "DELETE",
    "/api/v1/namespaces/web/pods?fieldSelector=spec.nodeName==n,metadata.name!=p&labelSelector=a+in+(y,x),!b,c>5,d",
    {
      ...pods,
      verb: "deletecollection",
      name: "",
      fieldSelector: [
        { key: "metadata.name", operator: "NotIn", values: ["p"] },
        { key: "spec.nodeName", operator: "In", values: ["n"] },
      ],
      labelSelector: [
        { key: "a", operator: "In", values: ["x", "y"] },
        { key: "b", operator: "DoesNotExist", values: [] },
        { key: "d", operator: "Exists", values: [] },
      ],
    },
  ],
  [
    "GET",
    "/api/v1/namespaces/web/pods?fieldSelector=spec.nodeName&labelSelector=(",
    { ...pods, verb: "list", name: "" },
  ],
  ["GET", "/api/v1/namespaces/web/pods/p?labelSelector=a", pods],
  ["GET", "/api/v1/watch/namespaces/web/pods?labelSelector=a", { ...pods, verb: "watch", name: "" }],
])("the access attributes of %s %s", (method, path, attributes) => {
  const { pathname, searchParams } = new URL(path, "https://server");
  expect(accessAttributes(readRequestInfo(method, pathname, searchParams))).toEqual(attributes);
});

test("an error of an authorizer that does not allow the request is an internal error", async () => {
  const info = readRequestInfo("GET", "/api/v1/pods", new URLSearchParams());
  const sent: unknown[] = [];
  const counted: string[] = [];
  const runFilter = async (decision: Decision) => {
    const auditAnnotations = new Map<string, string>();
    const answer = {
      setHeader: () => {},
      send: (code: number, body: Uint8Array) => sent.push(code, Buffer.from(body).toString()),
    };
    const exchange = { url: "/api/v1/pods?x=<y>", info, user: user(), auditAnnotations, answer } as unknown as Exchange;
    const filter = authorizationFilter(fakeAuthorizer(decision), { countAttempt: (result) => counted.push(result) });
    await filter(exchange, async () => void sent.push("passed"));
    return [...auditAnnotations];
  };
  expect(await runFilter({ ...noOpinion, error: "e" })).toEqual([["authorization.k8s.io/reason", "internal error"]]);
  expect(await runFilter({ ...deny, error: "f" })).toEqual([["authorization.k8s.io/reason", "internal error"]]);
  await runFilter({ ...allow, error: "g" });
  expect(sent).toEqual([
    ...[500, 'Internal Server Error: "/api/v1/pods?x=&lt;y&gt;": e\n'],
    ...[500, 'Internal Server Error: "/api/v1/pods?x=&lt;y&gt;": f\n'],
    "passed",
  ]);
  expect(counted).toEqual(["error", "error", "allow"]);
});

test("only allowed requests pass the filter, and the decision is annotated", async () => {
  const info = readRequestInfo("GET", "/api/v1/namespaces/web/pods/p", new URLSearchParams());
  const passed: string[] = [];
  const decisions: unknown[] = [];
  const runFilter = async (...groups: string[]) => {
    const auditAnnotations = new Map<string, string>();
    const exchange = { info, user: user(...groups), auditAnnotations } as unknown as Exchange;
    try {
      await authorizationFilter(masters)(exchange, async () => void passed.push(groups.join()));
    } finally {
      decisions.push(auditAnnotations.get("authorization.k8s.io/decision"));
    }
  };
  await runFilter("system:masters");
  await expect(runFilter("g")).rejects.toMatchObject({ code: 403, reason: "Forbidden" });
  expect(passed).toEqual(["system:masters"]);
  expect(decisions).toEqual(["allow", "forbid"]);
});

const refusalStart = 'User "a" cannot';
test.each<[string, AccessAttributes, Decision, string]>([
  [
    "an object",
    pods,
    noOpinion,
    `pods "p" is forbidden: ${refusalStart} get resource "pods" in API group "" in the namespace "web"`,
  ],
  [
    "a subresource, cluster-wide",
    { ...pods, group: "g", subresource: "log", name: "", namespace: "" },
    noOpinionWith("why"),
    `pods.g is forbidden: ${refusalStart} get resource "pods/log" in API group "g" at the cluster scope: why`,
  ],
  [
    "a path",
    url("get", "/<a&b>"),
    { ...noOpinion, error: "bad" },
    `forbidden: ${refusalStart} get path "/&lt;a&amp;b&gt;": bad`,
  ],
  [
    "a denial with a reason",
    url("get", "/"),
    { ...deny, error: "bad" },
    `forbidden: ${refusalStart} get path "/": no: bad`,
  ],
])("the message of a rejection: %s", async (_name, attributes, decision, message) => {
  await expect(assertAllowed(fakeAuthorizer(decision), { user: user(), attributes })).rejects.toHaveProperty(
    "message",
    message,
  );
  const why = [decision.reason, decision.error ?? ""].filter(Boolean).join(": ");
  expect(refusal({ user: user(), attributes }, why)).toMatchObject({ code: 403, reason: "Forbidden", message });
});
