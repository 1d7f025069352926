/** Each text of a run is parsed once, also if comments, policies or other documents need it later. */
import { expect, test, vi } from "vitest";
import { Sources } from "../../src/engine/sources.ts";
import { createVetter } from "../../src/index.ts";
import { readSource } from "../../src/source/read-source.ts";

vi.mock(import("../../src/source/read-source.ts"), async (original) => {
  const actual = await original();
  return { ...actual, readSource: vi.fn(actual.readSource) };
});
const readSourceMock = vi.mocked(readSource);

const apiServer = `apiVersion: v1
kind: Pod
metadata: {name: kube-apiserver, namespace: kube-system}
spec:
  containers:
    - name: kube-apiserver
      image: registry.k8s.io/kube-apiserver:v1.37.0
      command: [kube-apiserver, --authentication-config=/etc/kubernetes/authn.yaml]
      volumeMounts: [{name: config, mountPath: /etc/kubernetes}]
  volumes: [{name: config, hostPath: {path: /etc/kubernetes}}]
`;
const files: Readonly<Record<string, string>> = {
  "thing.yaml": "apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: a}\nspec: {size: 1, more: 1}\n",
  "definition.yaml": `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: things, kind: Thing}
  versions:
    - name: v1
      served: true
      storage: true
      schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {size: {type: integer}}}}}}
`,
  "policy.yaml": `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: small}
spec:
  matchConstraints:
    resourceRules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [configmaps]}]
  validations: [{expression: "object.metadata.name != 'large'"}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: small}
spec: {policyName: small, validationActions: [Deny]}
`,
  "map.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: large, namespace: team}\n",
  "binding.yaml": `# clustervet-ignore meta/name: never needed
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: b, namespace: team}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader}
subjects: [{kind: ServiceAccount, name: default, namespace: team}]
`,
  "role.yaml": `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: writer, namespace: team}
rules: [{apiGroups: [""], resources: [pods], verbs: [get]}]
`,
  "/etc/kubernetes/manifests/kube-apiserver.yaml": apiServer,
};
const namedFile = "/etc/kubernetes/authn.yaml";
const authentication = "apiVersion: apiserver.config.k8s.io/v1\nkind: AuthenticationConfiguration\njwt: [{}]\n";

test("definitions, comments, named files, rules across documents and policies do not parse a text again", () => {
  const host = {
    stat: () => "file" as const,
    readFile: (path: string) => (path === namedFile ? Buffer.from(authentication) : undefined),
    nodePathOf: (name: string) => name,
  };
  const vetter = createVetter({ host });
  readSourceMock.mockClear();
  const { diagnostics } = vetter.vetFiles(Object.entries(files).map(([name, content]) => ({ name, content })));
  expect(readSourceMock.mock.calls.map(([name]) => name)).toEqual([...Object.keys(files), namedFile]);
  expect(diagnostics.map(({ file, rule }) => `${file} ${rule}`)).toEqual(
    expect.arrayContaining([
      "thing.yaml schema/unknown-field",
      "map.yaml policy/deny",
      "binding.yaml rbac/role-ref-defined",
      "binding.yaml suppression/unused",
      `${namedFile} authentication/issuer-url-required`,
    ]),
  );
});

test("files beyond 131,072 UTF-16 units (maxHeldText) are parsed again, and each replaces another held file", () => {
  const sources = new Sources();
  const half = `# ${"x".repeat(50_000)}\n`;
  for (const name of ["a", "b", "c"]) sources.read(name, half);
  expect(["a", "b", "c"].map((name) => sources.heldFile(name)?.name)).toEqual(["a", "b", undefined]);
  readSourceMock.mockClear();
  for (const name of ["c", "c", "b", "a"]) expect(sources.parsedFile(name).text).toBe(half);
  expect(readSourceMock.mock.calls.map(([name]) => name)).toEqual(["c", "a"]);
  sources.forget("a");
  expect(sources.parsedFile("a").text).toBe("");
});

test("a policy in one large file that denies objects in another large file causes at most 8 parses", () => {
  const padding = `# ${"x".repeat(140_000)}\n`;
  const admission = "apiVersion: admissionregistration.k8s.io/v1\n";
  const rule = '{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [configmaps]}';
  const policies = `${padding}${admission}kind: ValidatingAdmissionPolicy
metadata: {name: no-data}
spec:
  matchConstraints: {resourceRules: [${rule}]}
  validations: [{expression: "!has(object.data)"}]
---
${admission}kind: ValidatingAdmissionPolicyBinding
metadata: {name: no-data}
spec: {policyName: no-data, validationActions: [Deny]}
${["one", "two"].map((name) => idlePolicy(name)).join("")}`;
  const maps = ["a", "b", "c", "d"].map(
    (name) => `---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\ndata: {a: b}\n`,
  );
  readSourceMock.mockClear();
  const { diagnostics } = createVetter({}).vetFiles([
    { name: "maps.yaml", content: padding + maps.join("") },
    { name: "policies.yaml", content: policies },
  ]);
  expect(diagnostics.filter(({ rule: id }) => id === "policy/deny")).toHaveLength(maps.length);
  expect(diagnostics.filter(({ rule: id }) => id === "policy/not-applied")).toHaveLength(2);
  expect(readSourceMock.mock.calls.length).toBeLessThanOrEqual(8);

  function idlePolicy(name: string): string {
    const other = rule.replace("configmaps", "pods");
    return `---\n${admission}kind: ValidatingAdmissionPolicy\nmetadata: {name: ${name}}\nspec:
  matchConstraints: {resourceRules: [${other}]}\n  validations: [{expression: "true"}]\n---
${admission}kind: ValidatingAdmissionPolicyBinding\nmetadata: {name: ${name}}\nspec: {policyName: ${name}, validationActions: [Deny]}\n`;
  }
});

test("documents with neither `apiVersion` nor `kind` are not parsed again for policies", () => {
  const padding = `# ${"x".repeat(140_000)}\n`;
  const namespace = `apiVersion: v1\nkind: Namespace\nmetadata: {name: a, labels: {pod-security.kubernetes.io/enforce: restricted}}\n`;
  readSourceMock.mockClear();
  createVetter({}).vetFiles([
    { name: "namespace.yaml", content: namespace },
    { name: "values.yaml", content: `${padding}replicas: 1\n` },
  ]);
  expect(readSourceMock.mock.calls.map(([name]) => name)).toEqual(["namespace.yaml", "values.yaml"]);
});
