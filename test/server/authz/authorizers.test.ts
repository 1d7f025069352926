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
const everything = [
  { verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
  { verbs: ["*"], nonResourceURLs: ["*"] },
];
const none: Decision = { opinion: "no-opinion", reason: "" };
const allow: Decision = { opinion: "allow", reason: "" };

test.each<[string, Authorizer, readonly string[], AccessAttributes, Decision]>([
  ["a master", masters, ["g", "system:masters"], pods, allow],
  ["a master, a path", masters, ["system:masters"], url("delete", "/x"), allow],
  ["nobody's group", masters, [], pods, none],
  ["a group of a similar name", masters, ["system:master", "system:masters:x"], pods, none],
  ["anyone where all is allowed", alwaysAllow, [], pods, allow],
  ["a master where nothing is", alwaysDeny, ["system:masters"], pods, { ...none, reason: "Everything is forbidden." }],
])("%s", async (_name, authorizer, groups, attributes, decision) => {
  expect(await authorizer.authorize({ user: user(...groups), attributes })).toEqual(decision);
});

test.each<[string, Authorizer, readonly string[], ListedRules["rules"]]>([
  ["a master, who has them from a binding", masters, ["system:masters"], []],
  ["anyone where all is allowed", alwaysAllow, [], everything],
  ["anyone where nothing is", alwaysDeny, [], []],
])("the rules of %s", async (_name, authorizer, groups, rules) => {
  expect(await authorizer.rulesFor(user(...groups), "")).toEqual({ rules, isComplete: true });
});

/** Returns an authorizer that always makes the same decision and adds it to `asked`. */
function says(decision: Decision, listed: ListedRules = { rules: [], isComplete: true }, asked: Decision[] = []) {
  const authorizer: Authorizer = {
    async authorize() {
      asked.push(decision);
      return decision;
    },
    rulesFor: async () => listed,
  };
  return authorizer;
}

const deny: Decision = { opinion: "deny", reason: "no" };
const because = (reason: string): Decision => ({ opinion: "no-opinion", reason });

test.each<[string, readonly Decision[], Decision, number]>([
  ["nobody", [], none, 0],
  ["the first that allows", [none, allow, deny], allow, 2],
  ["the first that denies", [because("x"), deny, allow], deny, 2],
  ["no one, with all reasons", [because("x"), none, because("y")], because("x\ny"), 3],
  [
    "no one, with all errors",
    [
      { ...none, error: "e" },
      { ...none, error: "f" },
      { ...none, error: "e" },
    ],
    { ...none, error: "[e, f]", errors: ["e", "f", "e"] },
    3,
  ],
  [
    "no one, with the errors of one in the list of all",
    [
      { ...none, error: "[e, f]", errors: ["e", "f"] },
      { ...none, error: "g" },
    ],
    { ...none, error: "[e, f, g]", errors: ["e", "f", "g"] },
    2,
  ],
  ["the first that denies, without the errors before", [{ ...none, error: "e" }, deny], deny, 2],
])("the decision of several authorizers: %s", async (_name, decisions, expected, count) => {
  const asked: Decision[] = [];
  const all = union(decisions.map((decision) => says(decision, undefined, asked)));
  expect(await all.authorize({ user: user(), attributes: pods })).toEqual(expected);
  expect(asked).toHaveLength(count);
});

test("the rules of several authorizers are complete if all are, and their errors are combined", async () => {
  const [first, second] = everything.map((rule) => ({ rules: [rule], isComplete: true }));
  const listed = (...parts: ListedRules[]) => union(parts.map((part) => says(none, part))).rulesFor(user(), "");
  expect(await listed(first as ListedRules, second as ListedRules)).toEqual({
    rules: everything,
    isComplete: true,
    errors: [],
  });
  expect(
    await listed(
      { rules: [], isComplete: true },
      { rules: [], isComplete: false, errors: ["x", "z"] },
      { rules: [], isComplete: true, errors: ["y"] },
    ),
  ).toEqual({ rules: [], isComplete: false, errors: ["x", "z", "y"] });
});

test("reasons start with the name of the authorizer", async () => {
  const all = union([{ ...says(because("x")), name: "first" }, { ...says(none), name: "second" }, says(because("y"))]);
  expect(await all.authorize({ user: user(), attributes: pods })).toEqual(because("first: x\ny"));
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
  const pass = async (decision: Decision) => {
    const auditAnnotations = new Map<string, string>();
    const answer = {
      setHeader: () => {},
      send: (code: number, body: Uint8Array) => sent.push(code, Buffer.from(body).toString()),
    };
    const exchange = { url: "/api/v1/pods?x=<y>", info, user: user(), auditAnnotations, answer } as unknown as Exchange;
    const filter = authorizationFilter(says(decision), { countAttempt: (result) => counted.push(result) });
    await filter(exchange, async () => void sent.push("passed"));
    return [...auditAnnotations];
  };
  expect(await pass({ ...none, error: "e" })).toEqual([["authorization.k8s.io/reason", "internal error"]]);
  expect(await pass({ ...deny, error: "f" })).toEqual([["authorization.k8s.io/reason", "internal error"]]);
  await pass({ ...allow, error: "g" });
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
  const send = async (...groups: string[]) => {
    const auditAnnotations = new Map<string, string>();
    const exchange = { info, user: user(...groups), auditAnnotations } as unknown as Exchange;
    try {
      await authorizationFilter(masters)(exchange, async () => void passed.push(groups.join()));
    } finally {
      decisions.push(auditAnnotations.get("authorization.k8s.io/decision"));
    }
  };
  await send("system:masters");
  await expect(send("g")).rejects.toMatchObject({ code: 403, reason: "Forbidden" });
  expect(passed).toEqual(["system:masters"]);
  expect(decisions).toEqual(["allow", "forbid"]);
});

const who = 'User "a" cannot';
test.each<[string, AccessAttributes, Decision, string]>([
  ["an object", pods, none, `pods "p" is forbidden: ${who} get resource "pods" in API group "" in the namespace "web"`],
  [
    "a subresource, cluster-wide",
    { ...pods, group: "g", subresource: "log", name: "", namespace: "" },
    because("why"),
    `pods.g is forbidden: ${who} get resource "pods/log" in API group "g" at the cluster scope: why`,
  ],
  ["a path", url("get", "/<a&b>"), { ...none, error: "bad" }, `forbidden: ${who} get path "/&lt;a&amp;b&gt;": bad`],
  ["a denial", url("get", "/"), { ...deny, error: "bad" }, `forbidden: ${who} get path "/": no: bad`],
])("the message of a rejection: %s", async (_name, attributes, decision, message) => {
  await expect(assertAllowed(says(decision), { user: user(), attributes })).rejects.toHaveProperty("message", message);
  const why = [decision.reason, decision.error ?? ""].filter(Boolean).join(": ");
  expect(refusal({ user: user(), attributes }, why)).toMatchObject({ code: 403, reason: "Forbidden", message });
});
