/** Documents that validators of the schema alone accept, and that the API server refuses for several reasons. */
import { expect, test } from "vitest";
import { createVetter } from "../../src/engine/vetter.ts";

const faults = (text: string): string[] =>
  createVetter()
    .vetText(text, "probe.yaml")
    .filter(({ severity }) => severity === "error")
    .map(({ rule, path }) => `${rule} ${path.join(".")}`);

test("a DaemonSet with three errors has a finding for each", () => {
  const text = `apiVersion: apps/v1
kind: DaemonSet
metadata: { name: proxy, namespace: edge }
spec:
  selector: { matchLabels: { app: proxy } }
  updateStrategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } }
  template:
    metadata: { labels: { app: other } }
    spec:
      restartPolicy: Never
      containers: [{ name: proxy, image: "proxy:1" }]
`;
  expect(faults(text)).toEqual([
    "daemon-set/rolling-update spec.updateStrategy.rollingUpdate.maxUnavailable",
    "daemon-set/selector spec.template.metadata.labels",
    "daemon-set/pods-restart spec.template.spec.restartPolicy",
  ]);
});

test("a Role and its binding with four errors have a finding for each", () => {
  const text = `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: { name: reader, namespace: web }
rules:
  - { apiGroups: [""], resources: [pods], nonResourceURLs: [/healthz], verbs: [get] }
  - { apiGroups: [""], resources: [pods], verbs: [] }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: { name: readers, namespace: web }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader }
subjects: [{ kind: Usr, name: jane, namespace: web }]
`;
  const found = faults(text);
  expect(found).toContain("role/no-urls rules.0.nonResourceURLs");
  expect(found).toContain("rbac/verbs-required rules.1.verbs");
  expect(found).toContain("rbac/subject-kind subjects.0.kind");
  expect(found.filter((each) => each.startsWith("rbac/resources-or-urls"))).toHaveLength(1);
});

test("labels that YAML reads as booleans are errors", () => {
  const text = `apiVersion: v1
kind: ConfigMap
metadata: { name: switches, namespace: web, labels: { country: no, sw: on, y: "1" } }
`;
  expect(faults(text)).toEqual(["schema/type metadata.labels.country", "schema/type metadata.labels.sw"]);
});
