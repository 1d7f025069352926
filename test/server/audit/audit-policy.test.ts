import { describe, expect, test } from "vitest";
import type { AccessRequest } from "../../../src/access/request.ts";
import type { Level, PolicyRule, Stage } from "../../../src/api/types/audit-v1.ts";
import { planAuditPolicy } from "../../../src/server/audit/audit-policy.ts";

const tim = { username: "tim@k8s.io", uid: "", groups: ["humans", "developers"], extra: {} };
const nobody = { username: "", uid: "", groups: [], extra: {} };
const rbacGroup = "rbac.authorization.k8s.io";
const get = { kind: "resource", verb: "get", subresource: "" } as const;
const pod = { ...get, group: "", version: "v1", resource: "pods", name: "busybox", namespace: "default" };
const role = { ...get, group: rbacGroup, version: "v1", resource: "clusterroles", name: "edit", namespace: "" };

/** Requests and rules from upstream's test table. */
const requests = {
  pod: { user: tim, attributes: pod },
  role: { user: tim, attributes: role },
  url: { user: tim, attributes: { kind: "url", verb: "get", path: "/logs/kubelet.log" } },
  log: { user: tim, attributes: { ...pod, subresource: "log" } },
  unknown: { user: nobody, attributes: pod },
  status: { user: tim, attributes: { ...role, verb: "update", subresource: "status", name: "somerole" } },
} satisfies Record<string, AccessRequest>;

const rules = {
  default: { level: "Metadata" },
  create: { level: "Request", verbs: ["create"] },
  tims: { level: "Metadata", users: ["tim@k8s.io"] },
  humans: { level: "Metadata", userGroups: ["humans"] },
  accounts: { level: "Request", userGroups: ["system:serviceaccounts"] },
  pods: { level: "RequestResponse", verbs: ["get"], resources: [{ resources: ["pods"] }] },
  podLogs: { level: "Request", verbs: ["get"], resources: [{ resources: ["pods/log"] }] },
  all: { level: "Request", verbs: ["get"], resources: [{ resources: ["*"] }] },
  allLogs: { level: "Request", verbs: ["get"], resources: [{ resources: ["*/log"] }] },
  podParts: { level: "Request", verbs: ["get"], resources: [{ resources: ["pods/*"] }] },
  roles: {
    level: "RequestResponse",
    verbs: ["get"],
    resources: [{ group: rbacGroup, resources: ["clusterroles"] }],
    namespaces: [""],
  },
  statuses: { level: "RequestResponse", verbs: ["update"], resources: [{ group: "*", resources: ["*/status"] }] },
  logs: { level: "RequestResponse", verbs: ["get"], nonResourceURLs: ["/logs*"] },
  metrics: { level: "Request", verbs: ["get"], nonResourceURLs: ["/metrics"] },
  edit: {
    level: "Request",
    resources: [{ group: rbacGroup, resources: ["clusterroles"], resourceNames: ["edit"] }],
  },
  groupOnly: { level: "Metadata", resources: [{ group: rbacGroup }] },
  anyUrl: { level: "Metadata", nonResourceURLs: ["*"] },
  elsewhere: { level: "Metadata", namespaces: ["other"] },
} satisfies Record<string, PolicyRule>;

type RuleName = keyof typeof rules;

describe.each<[keyof typeof requests, readonly (readonly [Level, readonly RuleName[]])[]]>([
  [
    "pod",
    [
      ["Metadata", ["default"]],
      ["None", ["create"]],
      ["Metadata", ["tims"]],
      ["Metadata", ["humans"]],
      ["None", ["accounts"]],
      ["RequestResponse", ["pods"]],
      ["None", ["roles"]],
      ["None", ["logs"]],
      ["None", ["anyUrl"]],
      ["None", ["groupOnly"]],
      ["None", ["elsewhere"]],
      ["Metadata", ["metrics", "accounts", "default"]],
      ["RequestResponse", ["metrics", "pods", "default"]],
      ["RequestResponse", ["podLogs", "pods"]],
      ["None", []],
    ],
  ],
  [
    "role",
    [
      ["Metadata", ["default"]],
      ["None", ["create"]],
      ["None", ["pods"]],
      ["RequestResponse", ["roles"]],
      ["Request", ["edit", "roles"]],
      ["Metadata", ["groupOnly"]],
      ["None", ["logs"]],
      ["RequestResponse", ["metrics", "roles", "default"]],
    ],
  ],
  [
    "url",
    [
      ["Metadata", ["default"]],
      ["None", ["pods"]],
      ["None", ["all"]],
      ["RequestResponse", ["logs"]],
      ["None", ["metrics"]],
      ["Metadata", ["anyUrl"]],
      ["None", ["elsewhere"]],
      ["RequestResponse", ["logs", "roles", "default"]],
    ],
  ],
  [
    "log",
    [
      ["Request", ["podLogs", "pods"]],
      ["None", ["pods"]],
      ["Request", ["all"]],
      ["Request", ["allLogs"]],
      ["Request", ["podParts"]],
    ],
  ],
  [
    "unknown",
    [
      ["None", ["tims"]],
      ["Metadata", ["tims", "default"]],
      ["None", ["humans"]],
    ],
  ],
  ["status", [["RequestResponse", ["statuses"]]]],
])("%s", (request, rows) => {
  test.each(rows)("level %s by %j", (level, names) => {
    const policy = planAuditPolicy({ rules: names.map((name) => rules[name]) });
    expect(policy(requests[request]).level).toBe(level);
  });
});

test("stages that the policy omits and stages that the rule omits are combined", () => {
  const omitStages: Stage[] = ["RequestReceived"];
  const rule = { level: "Request", omitStages: ["ResponseStarted"] } satisfies PolicyRule;
  const stages = (policy: Parameters<typeof planAuditPolicy>[0]) => [
    ...planAuditPolicy(policy)(requests.pod).omitStages,
  ];
  expect(stages({ omitStages, rules: [rule] })).toEqual(["RequestReceived", "ResponseStarted"]);
  expect(stages({ omitStages, rules: [rules.default] })).toEqual(["RequestReceived"]);
});

test.each([
  [undefined, undefined, false],
  [true, undefined, true],
  [true, false, false],
  [false, true, true],
])("managed fields: policy %s, rule %s", (omitManagedFields, ofRule, expected) => {
  const omitField = <T>(value: T | undefined) => (value === undefined ? {} : { omitManagedFields: value });
  const policy = planAuditPolicy({
    ...omitField(omitManagedFields),
    rules: [{ ...rules.default, ...omitField(ofRule) }],
  });
  expect(policy(requests.pod).omitsManagedFields).toBe(expected);
});
