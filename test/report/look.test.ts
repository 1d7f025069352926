import { expect, test } from "vitest";
import { reportText } from "../../src/report/text.ts";
import { diagnosticOf, rangeOf, reportOf } from "./report-of.ts";

const authentication = `apiVersion: apiserver.config.k8s.io/v1
kind: AuthenticationConfiguration
jwt:
- issuer:
    url: http://idp.example.com
    audiences: [prod]
  claimMappings:
    username:
      expression: 'claims.email'
    uid:
      expression: >-
        has(claims.sub)
          ? claims.sub
          : claims.oid + 1
  claimValidationRules:
  - expression: claims.hd == "example.com" && claims.exp - claims.nbf <= duration("24h") && claims.emial_verified == true && claims.groups.exists(g, g.startsWith("k8s-"))
    message: hosted domain, lifetime, verified e-mail and a group are needed
`;

const rbac = `apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
\tname: 管理者-admins  # 開発チーム
  namespace: team-a
subjects:
- kind: Usr
  name: 李雷
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: admin}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: readers
  namespace: team-a
  namespace: team-b
`;

const kubeconfig = `apiVersion: v1
kind: Config
users:
- name: webhook
  user:
    username: root
    password: hunter2 hunter3
`;

const texts = new Map([
  ["auth/config.yaml", authentication],
  ["rbac/admins.yaml", rbac],
  ["auth/webhook.kubeconfig", kubeconfig],
]);

const issuer = {
  file: "auth/config.yaml",
  apiVersion: "apiserver.config.k8s.io/v1",
  kind: "AuthenticationConfiguration",
};

const report = reportOf(
  [
    diagnosticOf({
      ...issuer,
      rule: "authentication/issuer-url",
      cause: "invalid",
      message: 'must be an https URL; got "http://idp.example.com"',
      path: ["jwt", 0, "issuer", "url"],
      range: rangeOf(authentication, "http://idp.example.com"),
      help: "write https://idp.example.com; the discovery document must be served there",
      docs: "https://example.org/rules/authentication/issuer-url",
    }),
    diagnosticOf({
      ...issuer,
      rule: "cel/no-overload",
      cause: "invalid",
      message: "found no matching overload for '_?_:_' applied to '(bool, string, int)'",
      path: ["jwt", 0, "claimMappings", "uid", "expression"],
      range: rangeOf(authentication, "has(claims.sub)\n          ? claims.sub\n          : claims.oid + 1\n"),
      help: "both branches must have one type:\nstring(claims.oid + 1) gives a string",
    }),
    diagnosticOf({
      ...issuer,
      rule: "authentication/email-verified",
      severity: "warning",
      cause: "invalid",
      message: "claims.emial_verified is not a claim that the username rule names",
      path: ["jwt", 0, "claimValidationRules", 0, "expression"],
      range: rangeOf(authentication, "emial_verified"),
      help: "did you mean email_verified?",
    }),
    diagnosticOf({
      kind: "RoleBinding",
      rule: "source/syntax",
      cause: "syntax",
      message: "a tab may not indent a key",
      path: [],
      range: rangeOf(rbac, "\t"),
      help: "indent with spaces",
    }),
    diagnosticOf({
      kind: "RoleBinding",
      namespace: "team-a",
      name: "管理者-admins",
      range: rangeOf(rbac, "Usr"),
      help: 'did you mean "User"?',
      docs: "https://example.org/rules/role-binding/subject-kind",
    }),
    diagnosticOf({
      document: 1,
      kind: "RoleBinding",
      name: "readers",
      rule: "source/duplicate-key",
      cause: "duplicate",
      message: 'key "namespace" is given twice; the last one counts',
      path: ["metadata", "namespace"],
      range: rangeOf(rbac, "namespace", "team-a\n  namespace"),
      related: [
        { file: "rbac/admins.yaml", range: rangeOf(rbac, "namespace", "readers"), message: "first given here" },
      ],
    }),
    diagnosticOf({
      file: "auth/webhook.kubeconfig",
      kind: "Config",
      rule: "kubeconfig/one-credential",
      severity: "info",
      cause: "forbidden",
      message: "a password in a file is readable by everyone who may read the file",
      path: ["users", 0, "user", "password"],
      range: rangeOf(kubeconfig, "hunter2 hunter3"),
      sensitive: true,
    }),
    diagnosticOf({ file: "broken.yaml", rule: "source/encoding", cause: "decode", message: "must be UTF-8", path: [] }),
  ],
  {
    files: [
      { path: "auth/config.yaml", documents: 1 },
      { path: "rbac/admins.yaml", documents: 2 },
      { path: "auth/webhook.kubeconfig", documents: 1 },
      { path: "broken.yaml", documents: 0 },
      { path: "charts/app/templates/role.yaml", documents: 0, skipped: "Helm template" },
      { path: "values.yaml", documents: 1, skipped: "no apiVersion and kind" },
    ],
    summary: { suppressed: 2, unknownKinds: 1 },
  },
);
const sourceText = (file: string) => texts.get(file);

test.each([
  { name: "plain", options: {} },
  { name: "narrow", options: { width: 60 } },
  { name: "color", options: { color: true } },
])("the text report matches the snapshot: $name", async ({ name, options }) => {
  await expect(reportText(report, { ...options, sourceText })).toMatchFileSnapshot(`look/${name}.txt`);
});

test("the text report of a clean run is one line", async () => {
  const clean = reportOf([], { files: [{ path: "a.yaml", documents: 3 }], summary: { durationMs: 1840 } });
  await expect(reportText(clean)).toMatchFileSnapshot("look/clean.txt");
});
