import { expect, test } from "vitest";
import { outcomes, runSuiteText } from "./run-suite-text.ts";

const match = (operations: string, resources = "deployments") => `
  matchConstraints:
    resourceRules:
      - { apiGroups: [apps, ""], apiVersions: [v1], operations: [${operations}], resources: [${resources}] }`;
const policies = `
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicy
metadata: { name: sidecar }
spec:
  reinvocationPolicy: Never${match("CREATE, UPDATE")}
  mutations:
    - patchType: JSONPatch
      jsonPatch:
        expression: >-
          object.spec.template.spec.containers.exists(c, c.name == "side") ? [] :
          [JSONPatch{op: "add", path: "/spec/template/spec/containers/-",
            value: Object.spec.template.spec.containers{name: "side", image: "side:1"}}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicyBinding
metadata: { name: sidecar }
spec: { policyName: sidecar }
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: limits }
spec:
  paramKind: { apiVersion: v1, kind: ConfigMap }${match("CREATE, UPDATE")}
  validations:
    - expression: object.spec.replicas <= int(params.data.replicas)
      messageExpression: "'at most ' + params.data.replicas + ' for ' + request.userInfo.username"
    - expression: size(object.spec.template.spec.containers) == 2
      message: no sidecar
  auditAnnotations: [{ key: replicas, valueExpression: string(object.spec.replicas) }]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: limits }
spec:
  policyName: limits
  validationActions: [Deny]
  paramRef: { name: limits, parameterNotFoundAction: Deny }
  matchResources: { namespaceSelector: { matchExpressions: [{ key: free, operator: DoesNotExist }] } }
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: kept }
spec:${match("DELETE, CONNECT", 'deployments, "pods/exec"')}
  validations:
    - expression: request.operation == "CONNECT" || !("keep" in oldObject.metadata.labels)
      message: must be kept
    - expression: request.operation == "DELETE" || object.command[0] != "sh"
      messageExpression: "'no ' + object.command[0] + ' in ' + request.namespace + '/' + request.name"
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: kept }
spec: { policyName: kept, validationActions: [Deny] }
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: up }
spec:${match("UPDATE")}
  validations:
    - expression: object.spec.replicas >= oldObject.spec.replicas
      messageExpression: "'from ' + string(oldObject.spec.replicas) + ' down to ' + string(object.spec.replicas)"
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: up }
spec: { policyName: up, validationActions: [Warn] }
`;
const params =
  "params: { apiVersion: v1, kind: ConfigMap, metadata: { name: limits, namespace: shop }, data: { replicas: '3' } }";
const deployment = (replicas: number, labels = "", containers = "{ name: web, image: web }") =>
  `{ apiVersion: apps/v1, kind: Deployment, metadata: { name: web, namespace: shop, labels: { app: web${labels} } }, ` +
  `spec: { replicas: ${replicas}, selector: { matchLabels: { app: web } }, template: { metadata: { labels: { app: web } }, ` +
  `spec: { containers: [${containers}] } } } }`;
const withSidecar = "{ name: web, image: web }, { name: side, image: 'side:1' }";
const created = (replicas: number) => `object: ${deployment(replicas)}, ${params}`;
const updateInput = (from: number, to: number) => `${created(to)}, oldObject: ${deployment(from)}`;

function runCases(...cases: readonly string[]) {
  const lines = cases.map((item, index) => `      - { name: case ${index}, ${item} }`);
  const head = ["apiVersion: clustervet/v1", "kind: VetSuite", "admission:", "  - policies: [policies]", "    cases:"];
  const files = { "policies/all.yaml": policies, "web.yaml": deployment(2) };
  return runSuiteText([...head, ...lines, ""].join("\n"), files);
}

test.each([
  { item: `${created(2)}, expect: { decision: allowed }`, found: "passed" },
  { item: `object: web.yaml, ${params}, expect: { decision: allowed }`, found: "passed" },
  { item: `${created(2)}, expect: { object: ${deployment(2, "", withSidecar)} }`, found: "passed" },
  { item: `${created(2)}, expect: { object: ${deployment(2)} }`, found: "failed expect.object" },
  {
    item: `${created(2)}, expect: { patch: [{ op: add, path: /spec/template/spec/containers/1, value: { name: side, image: 'side:1', imagePullPolicy: IfNotPresent, terminationMessagePath: /dev/termination-log, terminationMessagePolicy: File, resources: {} } }] }`,
    found: "passed",
  },
  { item: `${created(2)}, expect: { patch: [] }`, found: "failed expect.patch" },
  { item: `${created(2)}, expect: { auditAnnotations: { limits/replicas: "2" }, warnings: [] }`, found: "passed" },
  { item: `${created(2)}, expect: { auditAnnotations: {} }`, found: "failed expect.auditAnnotations" },
  {
    item: `${created(4)}, as: { user: ann }, expect: { decision: denied, by: limits, message: at most 3 for ann }`,
    found: "passed",
  },
  { item: `${created(4)}, expect: { decision: allowed }`, found: "failed expect.decision" },
  { item: `${created(4)}, expect: { object: ${deployment(4)} }`, found: "failed expect.object" },
  { item: `${created(4)}, expect: { decision: denied, by: kept }`, found: "failed expect.by" },
  { item: `object: ${deployment(2)}, expect: { decision: denied, message: no params found }`, found: "passed" },
  {
    item: `object: ${deployment(9)}, namespaceObject: { metadata: { labels: { free: "" } } }, expect: { decision: allowed }`,
    found: "passed",
  },
  { item: `${created(-1)}, expect: { decision: denied, by: "", message: spec.replicas }`, found: "passed" },
  { item: `${updateInput(3, 1)}, expect: { decision: allowed, warnings: [from 3 down to 1] }`, found: "passed" },
  { item: `${updateInput(1, 3)}, expect: { warnings: [from 3 down to 1] }`, found: "failed expect.warnings" },
  { item: `${updateInput(3, 1)}, expect: { warnings: [] }`, found: "failed expect.warnings" },
  {
    item: `${created(2)}, oldObject: ${deployment(2).replace("matchLabels: { app: web }", "matchLabels: { app: other }")}, expect: { decision: denied, by: "", message: immutable }`,
    found: "passed",
  },
  { item: `oldObject: ${deployment(2, ", keep: x")}, expect: { decision: denied, by: kept }`, found: "passed" },
  { item: `oldObject: ${deployment(2)}, expect: { decision: allowed }`, found: "passed" },
  {
    item: `operation: CONNECT, resource: pods/exec, namespace: shop, resourceName: web-1, object: { apiVersion: v1, kind: PodExecOptions, command: [sh] }, expect: { decision: denied, by: kept, message: no sh in shop/web-1 }`,
    found: "passed",
  },
  {
    item: `operation: CONNECT, resource: pods/exec, object: { apiVersion: v1, kind: PodExecOptions, command: [ls] }, expect: { decision: allowed }`,
    found: "passed",
  },
])("$item: $found", ({ item, found }) => {
  expect(outcomes(runCases(item))).toEqual([found]);
});

test("the result contains the changes of mutating policies", () => {
  const [found] = runCases(`${created(2)}, expect: { decision: allowed }`).suites[0]?.cases ?? [];
  expect(found?.changes).toEqual([expect.stringMatching(/^sidecar adds `spec\.template\.spec\.containers\[1\]`: \{/)]);
  expect(found?.object).toMatchObject({ spec: { template: { spec: { containers: [{}, { name: "side" }] } } } });
});

test("a failed case names the file and line of the deciding expression", () => {
  const [found] = runCases(`${created(4)}, expect: { decision: allowed }`).suites[0]?.cases ?? [];
  const line = policies.split("\n").findIndex((text) => text.includes("int(params.data.replicas)")) + 1;
  expect(found?.related.map(({ file, range }) => `${file}:${range.start.line}`)).toEqual([`policies/all.yaml:${line}`]);
});
