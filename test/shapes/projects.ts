/**
 * Projects of many files whose documents are checked together: each repeats a part of a project n times.
 *
 * @module
 */
import { settle } from "../../src/engine/options.ts";
import { createRun } from "../../src/engine/run.ts";
import { repeat, type Shape } from "./growth.ts";

const separator = "\n=== ";

/** @param parts - names and contents of the files of one part; `#` is the number of the part */
function project(name: string, parts: Readonly<Record<string, string>>): Shape {
  const part = Object.entries(parts)
    .map(([file, content]) => `${separator}${file}\n${content}`)
    .join("");
  return { name: `a project of ${name}`, text: (n) => repeat(part, n), read: vetProject };
}

const settings = { ...settle({}), isFoundByWalk: () => true };

function vetProject(text: string): unknown {
  const run = createRun(settings);
  for (const part of text.split(separator).slice(1)) {
    const end = part.indexOf("\n");
    const file = run.read(part.slice(0, end), part.slice(end + 1));
    if (file) run.add(file);
  }
  return run.finish();
}

const rbac = "apiVersion: rbac.authorization.k8s.io/v1\n";
const admission = "apiVersion: admissionregistration.k8s.io/v1\n";
const roleRef = (kind: string, name: string) =>
  `roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ${kind}, name: ${name} }\nsubjects: [{ kind: User, name: u# }]\n`;
const rules = 'rules: [{ apiGroups: [""], resources: [pods], verbs: [get] }]\n';
const matches = '{ apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [configmaps] }';
const configMap = "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: c#, namespace: n# }\n";
const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: k#s.g#.io }
spec:
  group: g#.io
  scope: Namespaced
  names: { kind: K#, plural: k#s, singular: k#, listKind: K#List }
  versions: [{ name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }]
`;
const resource = "apiVersion: g#.io/v1\nkind: K#\nmetadata: { name: a, namespace: b }\nspec: { a: 1 }\n";
const policy = `${admission}kind: ValidatingAdmissionPolicy\nmetadata: { name: p# }\nspec:
  matchConstraints: { resourceRules: [${matches}] }\n  validations: [{ expression: "object.metadata.name != 'x'" }]\n`;

export const projects: readonly Shape[] = [
  project("bindings to unknown Roles", {
    "r#.yaml": `${rbac}kind: Role\nmetadata: { name: role-#, namespace: n# }\n${rules}`,
    "b#.yaml": `${rbac}kind: RoleBinding\nmetadata: { name: b#, namespace: n# }\n${roleRef("Role", "rloe-#")}`,
  }),
  project("bindings to Roles of one name", {
    "r#.yaml": `${rbac}kind: Role\nmetadata: { name: role, namespace: n# }\n${rules}`,
    "b#.yaml": `${rbac}kind: RoleBinding\nmetadata: { name: b#, namespace: n# }\n${roleRef("Role", "role")}`,
  }),
  project("roles that aggregate each other", {
    "r#.yaml": `${rbac}kind: ClusterRole\nmetadata: { name: r#, labels: { a: "b" } }
aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: "b" } }] }\nrules: []\n`,
  }),
  project("definitions and their resources", { "d#/crd.yaml": definition, "d#/a.yaml": resource }),
  project("definitions in test data", { "d#/testdata/crds/crd.yaml": definition, "d#/testdata/a.yaml": resource }),
  project("resources without definition", { "a#.yaml": resource, "d#.yaml": definition.replaceAll("K#", "Kk#") }),
  project("policies that nothing binds", { "p#/policy.yaml": policy }),
  project("policies for themselves", {
    "p#/policies/policy.yaml": `${policy}---\n${admission}kind: ValidatingAdmissionPolicyBinding
metadata: { name: b# }\nspec: { policyName: p#, validationActions: [Deny], matchResources: { resourceRules: [] } }\n`,
  }),
  project("webhooks", {
    "w#.yaml": `${admission}kind: ValidatingWebhookConfiguration\nmetadata: { name: w# }\nwebhooks:
- { name: w#.x.y, admissionReviewVersions: [v1], sideEffects: None, clientConfig: { url: "https://w#.x.y" }, rules: [${matches}] }\n`,
  }),
  project("namespaces with a level, and pods", {
    "n#.yaml": `apiVersion: v1\nkind: Namespace\nmetadata: { name: n#, labels: { pod-security.kubernetes.io/enforce: restricted } }\n`,
    "p#.yaml": `apiVersion: v1\nkind: Pod\nmetadata: { name: p, namespace: n# }\nspec: { containers: [{ name: a, image: "b:1" }] }\n`,
  }),
  project("one object again and again", { "c#.yaml": configMap.replaceAll("#", "") }),
  project("files that cannot be read", { "c#.yaml": "a: [\n" }),
  project("files that others name", {
    "a#/server.yaml": `apiVersion: v1\nkind: Pod\nmetadata: { name: kube-apiserver, namespace: kube-system }
spec: { containers: [{ name: a, image: "registry.k8s.io/kube-apiserver:v1.37.0", command: [kube-apiserver, --etcd-servers=http://e] }] }\n`,
  }),
];
