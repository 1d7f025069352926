// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are what is vetted
/** The files around a file decide whether lint vets it, and whether a problem is an error. */
import { describe, expect, test } from "vitest";
import { directoryWith, lintJson } from "./run-cli.ts";

interface Found {
  readonly errors: readonly string[];
  readonly others: readonly string[];
  readonly passed: Readonly<Record<string, string>>;
}

function lint(files: Readonly<Record<string, string>>, ...args: readonly string[]): Found {
  const { report } = lintJson(directoryWith(files), ...args);
  const diagnostics: { file: string; severity: string; rule: string }[] = report.diagnostics;
  const known = diagnostics.filter(({ rule }) => rule !== "kind/unknown");
  const findingsWhere = (isWanted: (severity: string) => boolean) =>
    known.filter(({ severity }) => isWanted(severity)).map(({ file, rule }) => `${file} ${rule}`);
  const inRun: { path: string; skipped?: string }[] = report.files;
  const summaries = inRun.filter(({ path }) => !path.endsWith("kustomization.yaml"));
  return {
    errors: findingsWhere((severity) => severity === "error"),
    others: findingsWhere((severity) => severity !== "error"),
    passed: Object.fromEntries(
      summaries.flatMap(({ path, skipped }) => (skipped === undefined ? [] : [[path, skipped.replace(/[;:].*/, "")]])),
    ),
  };
}

const noFindings: Found = { errors: [], others: [], passed: {} };
const chart = "apiVersion: v2\nname: web\nversion: 1.0.0\n";
const configMap = (name: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`;
const brokenConfigMap = configMap("Upper_Case");

describe("templates", () => {
  const unquoted = "{{- if .Values.on }}\napiVersion: v1\n{{- end }}\n";
  const quoted = configMap('"{{ .Release.Name }}-test"');
  const nested = configMap('"{{ .Chart.Version | replace "+" "_" }}"');

  test("of a chart are not vetted, with or without quotes, in a walk or named", () => {
    const files = { "web/Chart.yaml": chart, "web/templates/tests/a.yaml": unquoted, "web/templates/b.yaml": quoted };
    const passed = { "web/templates/tests/a.yaml": "Helm template", "web/templates/b.yaml": "Helm template" };
    expect(lint(files)).toEqual({ ...noFindings, passed });
    expect(lint(files, ...Object.keys(files))).toEqual({ ...noFindings, passed });
  });

  test("do not prevent vetting of a plain file in their folder", () => {
    const files = { "web/Chart.yaml": chart, "web/templates/a.yaml": brokenConfigMap };
    expect(lint(files)).toEqual({ ...noFindings, errors: ["web/templates/a.yaml meta/name"] });
  });

  test("of other programs are skipped in a walk, and are errors if named", () => {
    const files = { "a.yaml": unquoted, "b.yaml": nested };
    expect(lint(files).passed).toEqual({ "a.yaml": "template", "b.yaml": "template" });
    expect(lint(files, "a.yaml", "b.yaml").errors).toEqual(["a.yaml source/template", "b.yaml source/template"]);
  });
});

describe("placeholders", () => {
  test.each([
    ["envsubst", "${APP}"],
    ["Flux, with a default", "${APP:=web}-x"],
    ["a word in angle brackets", "<your-app>"],
    ["words between underscores", "__APP__"],
    ["words between at signs, which YAML does not allow", "@APP@"],
    ["a word in single braces", "{APP}.16"],
    ["kustomize", "$(APP)-x"],
    ["Terraform", "'%{ if a }x%{ endif }'"],
    ["quoted template actions", "'{{ name }}'"],
    ["a word that the reader must replace", "token-YOUR_TOKEN_ID"],
    ["a word that an overlay replaces", "FROM_OVERLAY"],
    ["chainsaw", "(join('-', ['a', $namespace]))"],
    ["SOPS", "ENC[AES256_GCM,data:KHC=,type:str]"],
    ["a long SOPS value", `ENC[AES256_GCM,data:${"a".repeat(2_000)},type:str]`],
  ])("of %s cause one finding, of severity info", (_name, value) => {
    const files = { "a.yaml": `${configMap(value)}  labels:\n    a: ${value}\n    b: ${value}\n` };
    expect(lint(files)).toEqual({ ...noFindings, others: ["a.yaml source/placeholder"] });
    expect(lint(files, "--as-sent").errors.length).toBeGreaterThan(0);
  });

  test("in capitals with an underscore are recognized only where the value can't be a string", () => {
    const scaleManifest = (replicas: string) =>
      `apiVersion: autoscaling/v1\nkind: Scale\nmetadata: {name: a, namespace: a}\nspec: {replicas: ${replicas}}\n`;
    expect(lint({ "a.yaml": scaleManifest("WEB_REPLICAS") })).toEqual({
      ...noFindings,
      others: ["a.yaml source/placeholder"],
    });
    expect(lint({ "a.yaml": scaleManifest("MANY") }).errors).toEqual(["a.yaml schema/type"]);
    expect(lint({ "a.yaml": configMap("WEB_NAME") }).errors).toEqual(["a.yaml meta/name"]);
  });

  test("in brackets are recognized only in capitals, and where no list is allowed", () => {
    const secret = (value: string) =>
      `apiVersion: v1\nkind: Secret\nmetadata: {name: a, namespace: a}\ndata: {key: ${value}, other: ${value}}\n`;
    expect(lint({ "a.yaml": secret("[ACCESS_KEY]") })).toEqual({
      ...noFindings,
      others: ["a.yaml source/placeholder"],
    });
    for (const value of ["[1, a]", "[key]", "[ACCESS_KEY, key]"]) {
      expect(lint({ "a.yaml": secret(value) }).errors).toEqual(["a.yaml schema/type", "a.yaml schema/type"]);
    }
    expect(lint({ "a.yaml": configMap("HEYOUR_NAME") }).errors).toEqual(["a.yaml meta/name"]);
  });

  test("in place of fields are recognized, too", () => {
    const service =
      "apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec:\n  WEB_PORTS: ''\n  ports: [{port: 80}]\n";
    expect(lint({ "a.yaml": service })).toEqual({ ...noFindings, others: ["a.yaml source/placeholder"] });
  });

  test("other values of the document are validated", () => {
    const files = { "a.yaml": `${configMap("${APP}")}  labels:\n    a: not allowed\n` };
    const expected = { errors: ["a.yaml meta/labels"], others: ["a.yaml source/placeholder"] };
    expect(lint(files)).toEqual({ ...noFindings, ...expected });
  });

  test("in the name of a Namespace cause no finding for the label with this name", () => {
    const files = { "a.yaml": "apiVersion: v1\nkind: Namespace\nmetadata: {name: _}\n" };
    expect(lint(files)).toEqual({ ...noFindings, others: ["a.yaml source/placeholder"] });
  });

  test("text beyond maxPlaceholderLength is not a placeholder", () => {
    expect(lint({ "a.yaml": configMap(`\${${"a".repeat(1_000)}}`) }).errors).toContain("a.yaml meta/name");
  });

  test("an expression with < and > is not a placeholder", () => {
    const rule = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a <b> c\n";
    expect(lint({ "a.yaml": rule }).errors).toEqual(["a.yaml meta/name"]);
  });
});

test("output of helm needs no namespace, except with --as-sent", () => {
  const role = "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: a}\n";
  const files = { "a.yaml": `---\n# Source: web/templates/role.yaml\n${role}`, "b.yaml": `# Source: web\n${role}` };
  expect(lint(files)).toEqual({ ...noFindings, others: ["b.yaml meta/namespace-required"] });
  expect(lint(files, "--as-sent").errors).toEqual(["a.yaml meta/namespace-required", "b.yaml meta/namespace-required"]);
});

test.each(["values.yaml", "values-small.yaml", "ci/03-daemon-set-values.yml"])(
  "%s of a chart is not vetted, although it has a kind",
  (name) => {
    const files = { "web/Chart.yaml": chart, [`web/${name}`]: "kind: DaemonSet\nspec: {}\n", [name]: brokenConfigMap };
    expect(lint(files)).toEqual({
      errors: [`${name} meta/name`],
      others: [],
      passed: { [`web/${name}`]: "values of a Helm chart" },
    });
  },
);

describe("definitions in test data", () => {
  const definition = (types: string) => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: webs.example.com}
spec:
  group: example.com
  scope: Cluster
  names: {kind: Web, plural: webs, singular: web, listKind: WebList}
  versions:
    - name: v1
      served: true
      storage: true
      schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {a: {type: ${types}}}}}}}
`;
  const web = "apiVersion: example.com/v1\nkind: Web\nmetadata: {name: a}\nspec: {a: 1}\n";

  test("apply only to the files next to them, unless they are named", () => {
    const files = { "x/testdata/one/crds/web.yaml": definition("string"), "x/testdata/one/a.yaml": web, "b.yaml": web };
    expect(lint(files).errors).toEqual(["x/testdata/one/a.yaml custom-resource/schema"]);
    expect(lint(files, ...Object.keys(files)).errors).toEqual([
      "x/testdata/one/a.yaml custom-resource/schema",
      "b.yaml custom-resource/schema",
    ]);
  });

  test("take precedence in their folder over definitions for all files", () => {
    const files = {
      "crds/web.yaml": definition("boolean"),
      "x/testdata/web.yaml": definition("integer"),
      "x/testdata/a.yaml": web,
      "b.yaml": web,
    };
    expect(lint(files).errors).toEqual(["b.yaml custom-resource/schema"]);
  });
});

test("a definition that several files repeat has its findings in each file, with their lines there", () => {
  const definition = [
    "apiVersion: apiextensions.k8s.io/v1",
    "kind: CustomResourceDefinition",
    "metadata: {name: wrong.example.com}",
    "spec:",
    "  group: example.com",
    "  scope: Cluster",
    "  names: {kind: Web, plural: webs, singular: web, listKind: WebList}",
    "  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]",
    "",
  ].join("\n");
  const { report } = lintJson(directoryWith({ "a.yaml": definition, "b.yaml": `${configMap("x")}---\n${definition}` }));
  const found: { file: string; line: number; document: number; rule: string }[] = report.diagnostics;
  expect(found.map(({ file, line, document, rule }) => `${file}:${line} ${document} ${rule}`)).toEqual([
    "a.yaml:3 0 crd/name",
    "b.yaml:8 1 crd/name",
  ]);
});

describe("kustomize", () => {
  const patch =
    "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  template:\n    spec:\n      containers:\n        - name: web\n          args: [-v]\n";
  const role = "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata:\n  name: web\nrules: []\n";

  test.each([
    ["patches", "patches:\n  - path: change.yaml\n"],
    ["patchesStrategicMerge", "patchesStrategicMerge: [change.yaml]\n"],
    [
      "patchesJson6902",
      "patchesJson6902:\n  - path: change.yaml\n    target: {kind: Deployment, name: web, version: v1}\n",
    ],
  ])("a file under %s is vetted as a part of an object", (_name, kustomization) => {
    expect(lint({ "kustomization.yaml": kustomization, "change.yaml": patch })).toEqual(noFindings);
    const misspelt = { "kustomization.yaml": kustomization, "change.yaml": patch.replace("args", "arg") };
    expect(lint(misspelt).errors).toEqual(["change.yaml schema/unknown-field"]);
    expect(lint({ "change.yaml": patch }).errors.length).toBeGreaterThan(0);
  });

  test("files named like patches, and files with directives, are vetted as parts of objects, too", () => {
    const deletion = "$patch: delete\napiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n";
    const files = { "a.patch.yaml": deletion, "patches/b.yaml": patch, "manager_auth_patch.yaml": patch };
    expect(lint(files)).toEqual(noFindings);
  });

  test("a resource of a kustomization needs no namespace", () => {
    const files = { "base/role.yaml": role, "base/kustomization.yaml": "resources: [role.yaml]\n" };
    expect(lint(files)).toEqual(noFindings);
    expect(lint({ "base/role.yaml": role }).others).toEqual(["base/role.yaml meta/namespace-required"]);
  });

  test("references in a resource need no namespace if a kustomization above sets one", () => {
    const binding = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: web}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view}
subjects: [{kind: ServiceAccount, name: web}]
`;
    const hooks = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: web}
webhooks:
  - {name: a.example.com, sideEffects: None, admissionReviewVersions: [v1], clientConfig: {service: {name: web}}}
`;
    const files = (namespace: string) => ({
      "default/kustomization.yaml": `resources: [../rbac]\n${namespace}`,
      "rbac/kustomization.yaml": "resources: [binding.yaml, hooks.yaml]\n",
      "rbac/binding.yaml": binding,
      "rbac/hooks.yaml": hooks,
    });
    expect(lint(files("namespace: web\n"))).toEqual(noFindings);
    expect(lint(files("")).errors).toEqual([
      "rbac/binding.yaml cluster-role-binding/service-account-namespace",
      "rbac/hooks.yaml admission/client-config",
    ]);
  });

  test("a Deployment needs no selector if the kustomization adds labels to selectors", () => {
    const deployment = patch.replace("args: [-v]", "image: web");
    const withLabels = (labels: string) => ({
      "kustomization.yaml": `resources: [web.yaml]\n${labels}`,
      "web.yaml": deployment,
    });
    expect(lint(withLabels("commonLabels: {app: web}\n"))).toEqual(noFindings);
    expect(lint(withLabels("labels:\n  - pairs: {app: web}\n    includeSelectors: true\n"))).toEqual(noFindings);
    expect(lint(withLabels("labels:\n  - pairs: {app: web}\n")).errors).toEqual(["web.yaml workload/selector"]);
  });

  test("a Deployment needs no selector if a kustomization above adds labels to selectors", () => {
    const files = (path: string) => ({
      "default/kustomization.yaml": `commonLabels: {app: web}\nresources: [../parts]\n`,
      "parts/kustomization.yaml": `resources: [${path}/]\n`,
      "parts/web/kustomization.yaml": "resources: [web.yaml]\n",
      "parts/web/web.yaml": patch.replace("args: [-v]", "image: web"),
    });
    expect(lint(files("web"))).toEqual(noFindings);
    expect(lint(files("other")).errors).toEqual(["parts/web/web.yaml workload/selector"]);
  });
});

describe("tests of clusters", () => {
  test("lint skips documents that chainsaw asserts or expects to be refused", () => {
    const steps = [
      "    - try:",
      "        - apply: {file: bad.yaml, expect: [{check: {($error != null): true}}]}",
      "        - assert: {file: ready.yaml}",
      "        - assert: {file: applied.yaml}",
      "        - apply: {file: applied.yaml}",
    ];
    const test = ["apiVersion: chainsaw.kyverno.io/v1alpha1", "kind: Test", "metadata: {name: a}", "spec:", "  steps:"];
    const files = {
      "chainsaw-test.yaml": [...test, ...steps, ""].join("\n"),
      "bad.yaml": brokenConfigMap,
      "ready.yaml": brokenConfigMap,
      "applied.yaml": brokenConfigMap,
    };
    expect(lint(files)).toMatchObject({
      errors: ["applied.yaml meta/name"],
      passed: { "bad.yaml": expect.any(String), "ready.yaml": expect.any(String) },
    });
  });

  test("lint skips the asserts and errors of kuttl", () => {
    const files = {
      "00-assert.yaml": brokenConfigMap,
      "00-assert-folder.yaml": brokenConfigMap,
      "01-errors.yaml": brokenConfigMap,
      "02-step.yaml": brokenConfigMap,
    };
    expect(lint(files).errors).toEqual(["02-step.yaml meta/name"]);
  });
});

test.each([
  ["aadmissionregistration.k8s.io/v1", "ValidatingAdmissionPolicy", "admissionregistration.k8s.io/v1"],
  ["app/v1", "Deployment", "apps/v1"],
])("a group one letter off is a warning: %s", (apiVersion, kind, meant) => {
  const text = `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: a}\n`;
  const { report } = lintJson(directoryWith({ "a.yaml": text }));
  expect(report.diagnostics).toMatchObject([{ rule: "kind/unknown", severity: "warning" }]);
  expect(report.diagnostics[0].help).toBe(`did you mean \`apiVersion: ${meant}\`?`);
});

describe("policies of a repository", () => {
  const policy = (expression: string) => `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: deny}
spec:
  matchConstraints:
    resourceRules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [configmaps]}]
  validations: [{expression: "${expression}"}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: deny}
spec: {policyName: deny, validationActions: [Deny]}
`;
  const sound = configMap("a");

  test("apply to files below their folder, and from a folder named policies to the files next to it", () => {
    const files = { "a/p.yaml": policy("false"), "a/x/y.yaml": sound, "b/z.yaml": sound };
    expect(lint(files).errors).toEqual(["a/x/y.yaml policy/deny"]);
    expect(lint(files, ...Object.keys(files)).errors).toEqual(["a/x/y.yaml policy/deny", "b/z.yaml policy/deny"]);
    expect(lint(files, "b", "--policy", "a").errors).toEqual(["b/z.yaml policy/deny"]);
    const next = { "a/policies/no/p.yaml": policy("false"), "a/x/y.yaml": sound, "b/z.yaml": sound };
    expect(lint(next).errors).toEqual(["a/x/y.yaml policy/deny"]);
  });

  test("that are invalid deny nothing", () => {
    const files = { "p.yaml": policy("objekt.a"), "y.yaml": sound };
    expect(lint(files).errors).toEqual(["p.yaml admission/expression"]);
  });
});

test("hidden folders and vendored modules are reported as skipped, and not searched", () => {
  const files = {
    ".github/a.yaml": brokenConfigMap,
    "vendor/x/b.yaml": brokenConfigMap,
    "vendor/modules.txt": "",
    "c/vendor/d.yaml": brokenConfigMap,
  };
  expect(lint(files)).toEqual({
    ...noFindings,
    errors: ["c/vendor/d.yaml meta/name"],
    passed: { ".github": "hidden folder", vendor: "vendored Go modules" },
  });
  expect(lint(files, ".github").errors).toEqual([".github/a.yaml meta/name"]);
});

describe("syntax errors", () => {
  test("only the first is an error; the following ones, and findings about the rest, are warnings", () => {
    const text = "apiVersion: v1\nkind: Secret\nmetadata:\n  name: A_\nstringData: {a: b\n  c: d: e\ndata:\n  - [\n";
    const { errors, others } = lint({ "a.yaml": text });
    expect(errors).toEqual(["a.yaml source/syntax"]);
    expect(others).toContain("a.yaml meta/name");
  });
});

describe("documents that do not belong to Kubernetes", () => {
  test.each([
    ["values of a chart", "kind: CronJob\nimage: {name: a}\nschedule: x\nreplicas: 2\n"],
    ["a file of another tool", "apiVersion: apiserver.config.k8s.io/v1\nimages: [a]\nmirrors: {}\n"],
    [
      "another project's group",
      "apiVersion: kubelet.config.example.com/v1beta1\nkind: KubeletConfiguration\nurl: a\nsecret: b\nlog: c\n",
    ],
  ])("%s", (_name, text) => {
    expect(lint({ "a.yaml": text })).toEqual(noFindings);
  });

  test("a document with the fields of a kind is vetted as that kind", () => {
    expect(lint({ "a.yaml": "kind: ConfigMap\nmetadata: {name: a}\ndata: {}\n" }).errors).toEqual([
      "a.yaml kind/missing",
    ]);
    const text = "apiVersion: kubelet.config.example.com/v1beta1\nkind: KubeletConfiguration\nmaxPods: 4\n";
    expect(lint({ "a.yaml": text }).errors).toEqual(["a.yaml kind/group"]);
  });
});
