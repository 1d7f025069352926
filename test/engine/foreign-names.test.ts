/**
 * Names that every JavaScript object inherits, such as `constructor`, cause no exception and no function in a message.
 */
import { expect, test } from "vitest";
import { createVetter } from "../../src/index.ts";

const inheritedNames = Object.getOwnPropertyNames(Object.prototype);
const vetter = createVetter();

const endpointSlice = (type: string) => `apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: {name: a, namespace: default}
addressType: ${type}
endpoints: [{addresses: ["1.2.3.4"]}]
`;
const pod = (type: string) => `apiVersion: v1
kind: Pod
metadata:
  name: a
  namespace: default
  annotations: {seccomp.security.alpha.kubernetes.io/pod: unconfined}
spec:
  securityContext: {seccompProfile: {type: ${type}}}
  containers: [{name: ${type.toLowerCase().replaceAll("_", "x")}, image: x}]
`;
const definition = (type: string) => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: as.example.com}
spec:
  group: example.com
  names: {kind: A, plural: as}
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            ${type}: {type: string}
            spec: {type: ${type}, format: ${type}}
`;
const policy = (name: string) => `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: a}
spec:
  matchConstraints:
    resourceRules: [{apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [daemonsets]}]
  validations: [{expression: "object.spec.replicas.${name}() == ''"}]
`;
const quota = (name: string) => `apiVersion: v1
kind: LimitRange
metadata: {name: a, namespace: default}
spec: {limits: [{type: Container, max: {cpu: 1}, min: {${name}: 1}, defaultRequest: {${name}: 2}}]}
`;

test.each([
  { name: "an EndpointSlice's address type", text: endpointSlice, rule: "endpoint-slice/address-type" },
  { name: "a seccomp type", text: pod, rule: "schema/enum" },
  { name: "a type of a definition", text: definition, rule: "crd/schema-keyword" },
  { name: "a function of a policy", text: policy, rule: "admission/expression" },
  { name: "a resource", text: quota, rule: undefined },
])("$name", ({ text, rule }) => {
  for (const name of inheritedNames) {
    const found = vetter.vetText(text(name));
    if (rule !== undefined)
      expect({ name, rules: found.map((each) => each.rule) }).toEqual({ name, rules: expect.arrayContaining([rule]) });
    expect(found.filter(({ message }) => message.includes("native code"))).toEqual([]);
  }
});

test("a policy whose expression calls a function with an inherited name does not end the run", () => {
  const files = [
    { name: "policy.yaml", content: policy("toString") },
    { name: "slice.yaml", content: endpointSlice("IPv4") },
  ];
  const { diagnostics, summary } = vetter.vetFiles(files);
  expect(diagnostics.map(({ rule }) => rule)).toEqual(["policy/not-applied", "admission/expression"]);
  expect(diagnostics[1]?.message).toBe("undeclared function 'toString'");
  expect(summary.files).toBe(2);
});

test.each(inheritedNames)("a manifest URL header and a feature gate named %s cause no error of JavaScript", (name) => {
  const vetter = createVetter({ flagFiles: { "kubelet.flags": "kubelet" } });
  const content = `--config=/a --manifest-url-header=${name}:a --manifest-url-header=${name}:b --feature-gates=${name}=true\n`;
  const { diagnostics } = vetter.vetFiles([{ name: "kubelet.flags", content }]);
  expect(diagnostics.filter(({ message }) => /native code|is not iterable/.test(message))).toEqual([]);
});

test("kinds of another group with the names of built-in kinds cause no internal error", () => {
  const definition = (kind: string) => ({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${kind.toLowerCase()}s.iam.example.org` },
    spec: {
      group: "iam.example.org",
      scope: "Namespaced",
      names: { plural: `${kind.toLowerCase()}s`, singular: kind.toLowerCase(), kind, listKind: `${kind}List` },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
        },
      ],
    },
  });
  const kinds = ["Role", "RoleBinding", "ValidatingAdmissionPolicy", "Namespace", "Service", "Pod"];
  const objects = kinds.map((kind) => ({
    apiVersion: "iam.example.org/v1",
    kind,
    metadata: { name: "reader", namespace: "prod" },
    rules: "text",
    subjects: 3,
    roleRef: [],
    spec: [1],
  }));
  const binding = {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "RoleBinding",
    metadata: { name: "readers", namespace: "prod" },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "reader" },
    subjects: [{ kind: "Group", apiGroup: "rbac.authorization.k8s.io", name: "system:unauthenticated" }],
  };
  const content = [...kinds.map(definition), ...objects, binding].map((each) => JSON.stringify(each)).join("\n---\n");
  const { diagnostics } = createVetter().vetFiles([{ name: "a.yaml", content }]);
  expect(diagnostics.filter(({ cause }) => cause === "internal")).toEqual([]);
});
