/** Validates the pods and workloads of a run against the Pod Security levels in the labels of their namespaces. */
import { expect, test } from "vitest";
import { createVetter } from "../../src/engine/vetter.ts";

const namespace = (labels: Readonly<Record<string, string>>, name = "shop") => ({
  apiVersion: "v1",
  kind: "Namespace",
  metadata: {
    name,
    labels: Object.fromEntries(
      Object.entries(labels).map(([key, value]) => [`pod-security.kubernetes.io/${key}`, value]),
    ),
  },
});

const spec = { hostNetwork: true, containers: [{ name: "c", image: "registry.example.com/c:1.0" }] };
const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "p", namespace: "shop" }, spec };
const deployment = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "d", namespace: "shop" },
  spec: { selector: { matchLabels: { a: "b" } }, template: { metadata: { labels: { a: "b" } }, spec } },
};

function findingsOf(documents: readonly object[], policies: readonly object[] = []): readonly string[] {
  const files = documents.map((document, index) => ({ name: `${index}.json`, content: JSON.stringify(document) }));
  return createVetter({ policies: [...policies] })
    .vetFiles(files)
    .diagnostics.filter(({ rule }) => rule === "policy/pod-security" || rule === "policy/not-applied")
    .map(({ kind, severity, message }) => `${kind} ${severity} ${message}`);
}

const violation = `violates Pod Security "baseline:latest": host namespaces`;

test.each([
  { name: "no namespace", documents: [pod, deployment], expected: [] },
  { name: "no level", documents: [namespace({}), pod, deployment], expected: [] },
  {
    name: "enforce alone, which also applies to warn",
    documents: [namespace({ enforce: "baseline" }), pod, deployment],
    expected: [`Pod error ${violation}`, `Deployment warning ${violation}`],
  },
  {
    name: "enforce with warn: privileged",
    documents: [namespace({ enforce: "baseline", warn: "privileged" }), pod, deployment],
    expected: [`Pod error ${violation}`],
  },
  {
    name: "warned",
    documents: [namespace({ warn: "baseline" }), pod, deployment],
    expected: [`Pod warning ${violation}`, `Deployment warning ${violation}`],
  },
  { name: "audited", documents: [namespace({ audit: "baseline" }), pod, deployment], expected: [] },
  { name: "of another namespace", documents: [namespace({ enforce: "baseline" }, "other"), pod], expected: [] },
  {
    name: "described twice",
    documents: [namespace({ enforce: "baseline" }), namespace({ enforce: "restricted" }), pod],
    expected: [],
  },
])("the level of a namespace: $name", ({ documents, expected }) => {
  expect(findingsOf(documents)).toEqual(expected);
});

test("a namespace in the option policies, which is not vetted, sets a level, too", () => {
  expect(findingsOf([pod], [namespace({ enforce: "baseline" })])).toEqual([`Pod error ${violation}`]);
});

test("a binding that names no policy of the run is reported", () => {
  const binding = {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicyBinding",
    metadata: { name: "b" },
    spec: { policyName: "absent", validationActions: ["Deny"] },
  };
  expect(findingsOf([binding, pod])).toEqual([
    'ValidatingAdmissionPolicyBinding info matches no object of the run: the run has no policy "absent"',
  ]);
});
