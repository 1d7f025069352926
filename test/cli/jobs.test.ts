import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import type { Outcome } from "../../src/cli/examination.ts";
import { batchSize, examineTogether } from "../../src/cli/jobs.ts";
import { directoryWith, lintJson, lintRules, runCli } from "./run-cli.ts";

/** The report of a run on so many threads, without what it took. */
function reportOf(cwd: string, jobs: number, ...args: readonly string[]) {
  const { code, stderr, report } = lintJson(cwd, "--jobs", String(jobs), ...args);
  const { durationMs: _, ...summary } = report.summary;
  return { code, stderr, report: { ...report, summary } };
}

describe("as many threads as there may be, the same report", () => {
  test.each([
    { name: "fixtures and examples", args: ["fixtures", "examples"] },
    { name: "an older target, other settings", args: ["--target", "1.33", "--namespace", "team", "fixtures"] },
    { name: "with policies", args: ["--policy", "fixtures/policies", "examples", "fixtures/core", "fixtures/apps"] },
    { name: "one kind", args: ["--kind", "KubeletConfiguration", "fixtures/kubelet.config.k8s.io"] },
  ])("$name", ({ args }) => {
    expect(reportOf(".", 4, ...args)).toEqual(reportOf(".", 1, ...args));
  });

  test("what looks across files: bindings, definitions, policies, drop-ins, named files, comments", () => {
    const directory = directoryWith(connectedFiles());
    const args = ["--root", "node", "."];
    expect(reportOf(directory, 3, ...args)).toEqual(reportOf(directory, 1, ...args));
    const rules = new Set(lintRules(directory, "--jobs", "3", ...args));
    expect([...rules]).toEqual(
      expect.arrayContaining(["policy/deny", "rbac/role-ref-defined", "schema/unknown-field", "suppression/unused"]),
    );
  });
});

/** More files than one thread takes at once, which have to do with each other. */
function connectedFiles(): Record<string, string> {
  const files: Record<string, string> = {
    "a/definition.yaml": `apiVersion: apiextensions.k8s.io/v1
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
    "a/policy.yaml": `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: small}
spec:
  matchConstraints:
    resourceRules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [configmaps]}]
  validations: [{expression: "object.metadata.name != 'map-40'"}]
`,
    "z/binding.yaml": `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: small}
spec: {policyName: small, validationActions: [Deny]}
`,
    "kubelet/kubelet.yaml": "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nmaxPods: 10\n",
    "kubelet/kubelet.conf.d/10-more.conf":
      "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nmaxPods: -3\n",
    "node/etc/kubernetes/manifests/kube-apiserver.yaml": `apiVersion: v1
kind: Pod
metadata: {name: kube-apiserver, namespace: kube-system}
spec:
  containers:
    - name: kube-apiserver
      image: registry.k8s.io/kube-apiserver:v1.37.0
      command: [kube-apiserver, --authentication-config=/etc/kubernetes/authn.yaml]
`,
    "node/etc/kubernetes/authn.yaml":
      "apiVersion: apiserver.config.k8s.io/v1\nkind: AuthenticationConfiguration\njwt: [{}]\n",
  };
  for (let index = 0; index < 3 * batchSize; index++) {
    files[`m/map-${index}.yaml`] = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: map-${index}}\n`;
    files[`m/thing-${index}.yaml`] =
      `apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: t-${index}}\nspec: {size: ${index}, more: 1}\n`;
    files[`m/binding-${index}.yaml`] = `# clustervet-ignore meta/name: never needed
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: b-${index}, namespace: team}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader-${index}}
subjects: [{kind: ServiceAccount, name: default, namespace: team}]
`;
    if (index % 2 === 0) continue;
    files[`r/role-${index}.yaml`] = `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: reader-${index}, namespace: team}
rules: [{apiGroups: [""], resources: [pods], verbs: [get]}]
`;
  }
  return files;
}

test("a count of threads is a whole number above 0", () => {
  expect(runCli(["lint", "--jobs", "0", "examples/good"])).toMatchObject({ code: 2 });
});

const outcomeOf = (name: string): Outcome => ({ name, reason: "examined here" });

test.each([
  { name: "never starts", code: "throw new Error('no')" },
  { name: "ends with files in hand", code: `Atomics.add(workerData.next, 0, ${batchSize}); process.exit(1)` },
  {
    name: "says what it cannot say",
    code: `Atomics.add(workerData.next, 0, ${batchSize}); parentPort.postMessage(() => 1)`,
  },
])("a thread that $name costs no file", async ({ code }) => {
  const module = join(directoryWith({}), "thread.cjs");
  writeFileSync(module, `const { parentPort, workerData } = require("node:worker_threads"); ${code}`);
  const names = Array.from({ length: 5 * batchSize }, (_, index) => `file-${index}`);
  const project = { settings: {}, directory: "." };
  const outcomes = await examineTogether(
    { names, named: [], flags: { ignore: true, color: "auto" }, project },
    { module: pathToFileURL(module), count: 3, examine: outcomeOf, advance() {} },
  );
  expect(outcomes).toEqual(names.map(outcomeOf));
});
