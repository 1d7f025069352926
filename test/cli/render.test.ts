/** Rendering of kustomizations and charts, and tracing of errors from the rendered objects to their sources. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { capabilityFlags, chartFault, readRendered } from "../../src/cli/helm-template.ts";
import { innermost, readBuilt } from "../../src/cli/kustomize-build.ts";
import type { Rendered } from "../../src/cli/rendered.ts";
import { programOnPath } from "../../src/cli/run-program.ts";
import { mapToSource } from "../../src/cli/source-mapping.ts";
import { settle } from "../../src/engine/options.ts";
import { createVetter } from "../../src/engine/vetter.ts";
import { readSource } from "../../src/source/read-source.ts";
import { directoryWith, lintJson } from "./run-cli.ts";

const data = (name: string) => readFileSync(join(import.meta.dirname, "data/rendered", name), "utf8");

/** Returns the places in the sources that the errors of a rendered text are traced to. */
function placesOf(rendered: Rendered, files: Readonly<Record<string, string>>): readonly string[] {
  const made = readSource(rendered.file, rendered.text);
  const readTemplate = (name: string) => (name in files ? readSource(name, files[name] ?? "") : undefined);
  return createVetter()
    .vetText(rendered.text, rendered.file)
    .filter(({ severity }) => severity === "error")
    .map((each) => mapToSource(each, rendered, made, readTemplate))
    .map(({ file, range, rule, message }) => `${file}:${range?.start.line} ${rule} ${message.split(":")[0]}`);
}

const deployment = data("deployment.yaml");
const patch = data("patch.yaml");

test("the origins of a chart's documents are the files of its templates", () => {
  const { origins } = readRendered(data("helm.txt"), "charts/web", "charts/web/Chart.yaml");
  expect(origins).toEqual(["charts/web/templates/service.yaml", "charts/web/templates/deployment.yaml"]);
});

test("an error is traced to the line of the template, also next to an action", () => {
  const rendered = readRendered(data("helm.txt"), "charts/web", "charts/web/Chart.yaml");
  const files = {
    "charts/web/templates/service.yaml": data("service.tpl.yaml"),
    "charts/web/templates/deployment.yaml": data("deployment.tpl.yaml"),
  };
  expect(placesOf(rendered, files)).toEqual([
    "charts/web/templates/service.yaml:9 service/ports must be from 1 to 65535; got 70000",
    "charts/web/templates/deployment.yaml:6 workload/counts must be 0 or above; got -1",
  ]);
});

test("errors in a kustomization are traced to the file of the object, to a patch, or to the kustomization", () => {
  const rendered = readBuilt(data("kustomize.txt"), {
    file: "prod/kustomization.yaml",
    home: "tmp",
    patches: ["prod/patch.yaml"],
  });
  const files = {
    "base/deploy.yaml": deployment,
    "prod/patch.yaml": patch,
    "prod/kustomization.yaml": "resources: []\n",
  };
  expect(rendered.text).not.toContain("config.kubernetes.io/origin");
  expect(placesOf(rendered, files)).toEqual([
    "prod/kustomization.yaml:1 meta/namespace as rendered",
    "base/deploy.yaml:6 workload/counts must be 0 or above; got -1",
    "prod/patch.yaml:11 pod/ports must be from 1 to 65535; got 70000",
  ]);
});

test("charts are rendered for the groups, versions and kinds that the target serves", () => {
  const flags = capabilityFlags(settle({ target: "1.37" }));
  expect(flags.slice(0, 3)).toEqual(["--kube-version", "v1.37.0", "--api-versions"]);
  expect(flags).toEqual(
    expect.arrayContaining([
      "apiregistration.k8s.io/v1",
      "admissionregistration.k8s.io/v1/MutatingAdmissionPolicy",
      "v1",
    ]),
  );
  // Off by default, removed, and added in a later release.
  expect(flags).not.toContain("admissionregistration.k8s.io/v1beta1/MutatingAdmissionPolicy");
  expect(flags).not.toContain("flowcontrol.apiserver.k8s.io/v1beta3");
  expect(capabilityFlags(settle({ target: "1.30" }))).not.toContain("resource.k8s.io/v1");
});

test.each([
  ["a name is needed\n\nUse --debug flag to render out invalid YAML", "a name is needed"],
  [
    "values don't meet the schema of:\nweb:\n- (root): Missing property 'n'\n",
    "values don't meet the schema of: web: - (root): Missing property 'n'",
  ],
  ["unknown flag: --kube-version", "unknown flag: --kube-version; a newer helm is needed"],
])("helm's %j is reported in one line", (complaint, expected) => {
  expect(chartFault(complaint)).toBe(expected);
});

const currentDirectory = process.cwd();
test.each([
  [
    `accumulating resources: accumulation err='accumulating resources from '../../w': '${currentDirectory}/w' must resolve to a file': recursed accumulation of path '${currentDirectory}/w': accumulating resources: accumulation err='accumulating resources from './hpa.yaml': evalsymlink failure on '${currentDirectory}/w/hpa.yaml' : lstat ${currentDirectory}/w/hpa.yaml: no such file or directory': must build at directory: not a valid directory: evalsymlink failure on '${currentDirectory}/w/hpa.yaml' : lstat ${currentDirectory}/w/hpa.yaml: no such file or directory`,
    "accumulating resources from './hpa.yaml': evalsymlink failure on 'w/hpa.yaml' : lstat w/hpa.yaml: no such file or directory",
  ],
  [
    `accumulating resources: accumulation err='accumulating resources from '../../w': '${currentDirectory}/w' must resolve to a file': couldn't make target for path '${currentDirectory}/w': invalid Kustomization: json: unknown field "spec"`,
    'invalid Kustomization: json: unknown field "spec"',
  ],
  [
    `recursed accumulation of path '${currentDirectory}/w': trouble configuring builtin PatchStrategicMergeTransformer with config: \`\npaths:\n- p.yaml\n\`: lstat ${currentDirectory}/w/p.yaml: no such file or directory`,
    "PatchStrategicMergeTransformer: lstat w/p.yaml: no such file or directory",
  ],
])("only the innermost of kustomize's reasons is reported", (complaint, expected) => {
  expect(innermost(complaint)).toBe(expected);
});

/** Install helm by `go install helm.sh/helm/v3/cmd/helm@latest`, or any other way. */
describe.skipIf(programOnPath("helm") === undefined)("with helm", () => {
  const chart = {
    "web/Chart.yaml": "apiVersion: v2\nname: web\nversion: 0.1.0\n",
    "web/values.yaml": "port: 70000\n",
    "web/templates/service.yaml": `{{- if .Capabilities.APIVersions.Has "apiregistration.k8s.io/v1" }}
apiVersion: v1
{{- end }}
kind: Service
metadata:
  name: {{ .Release.Name }}
spec:
  ports:
    - port: {{ .Values.port }}
`,
  };

  test("an error caused by a value is reported at the line of the template", () => {
    const { report, code } = lintJson(directoryWith(chart), "--render", "helm");
    const found: { file: string; line: number; rule: string; severity: string }[] = report.diagnostics;
    const errors = found.filter(({ severity }) => severity === "error");
    expect(errors).toMatchObject([{ file: "web/templates/service.yaml", line: 9, rule: "service/ports" }]);
    expect(code).toBe(1);
  });

  test("a chart that cannot be rendered is named with its reason, and its templates are not vetted", () => {
    const broken = { ...chart, "web/templates/service.yaml": '{{ required "a port is needed" .Values.none }}\n' };
    const { report, code, stderr } = lintJson(directoryWith(broken), "--render", "helm");
    expect(stderr).toMatch(/web\/Chart.yaml: not rendered: execution error at .*: a port is needed\n/);
    const skipped: { path: string; skipped?: string }[] = report.files;
    expect(skipped).toContainEqual({
      path: "web/templates/service.yaml",
      documents: 0,
      skipped: "template of a chart that could not be rendered",
    });
    expect(code).toBe(2);
  });
});

/** Install kubectl by `apt-get install kubectl`, or any other way. */
const kubectl = programOnPath("kubectl") ?? programOnPath("kustomize");

describe.skipIf(kubectl === undefined && !process.env["CI"])("with kubectl or kustomize", () => {
  const files = {
    "base/kustomization.yaml": "resources: [deploy.yaml]\n",
    "base/deploy.yaml": deployment,
    "prod/kustomization.yaml":
      "resources: [../base]\nnamePrefix: prod-\nnamespace: Prod\npatches:\n  - path: patch.yaml\n",
    "prod/patch.yaml": patch,
  };
  const lint = (texts: Readonly<Record<string, string>>) => {
    const { report, code: status, stderr } = lintJson(directoryWith(texts), "--render", "kustomize");
    const found: { file: string; rule: string; line: number }[] = report.diagnostics;
    const skipped: { path: string; skipped?: string }[] = report.files;
    return {
      found: found
        .filter(({ rule }) => rule !== "kind/unknown")
        .map(({ file, rule, line }) => `${file}:${line} ${rule}`),
      skipped: skipped.flatMap((each) => (each.skipped === undefined ? [] : [each.path])),
      status,
      stderr,
    };
  };

  test("objects that a kustomization builds are vetted, and each error is reported once", () => {
    expect(lint(files)).toMatchObject({
      found: [
        "base/deploy.yaml:6 workload/counts",
        "prod/kustomization.yaml:1 meta/namespace",
        "prod/patch.yaml:11 pod/ports",
      ],
      skipped: [],
      status: 1,
    });
  });

  test("a remote base is not fetched, but reported", () => {
    const remote = { "kustomization.yaml": "resources: [github.com/example/web?ref=v1]\n" };
    const { skipped, status, stderr } = lint(remote);
    expect(stderr).toContain("kustomization.yaml: not rendered: it needs the remote github.com/example/web?ref=v1");
    expect({ skipped, status }).toEqual({ skipped: ["kustomization.yaml"], status: 0 });
  });

  test("a missing namespace that kustomize sets and placeholders cause no findings", () => {
    const template = {
      "kustomization.yaml": `namespace: web\nresources: [role.yaml, schema.yaml]\nlabels: [{pairs: {env: "$\{ENV}"}}]\n`,
      "role.yaml": "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: r}\nrules: []\n",
      "schema.yaml": `apiVersion: flowcontrol.apiserver.k8s.io/v1
kind: FlowSchema
metadata: {name: f}
spec: {priorityLevelConfiguration: {name: exempt}}
`,
    };
    expect(lint(template).found).toEqual([]);
    expect(
      lint({ ...template, "kustomization.yaml": "namespace: web\nresources: [role.yaml, schema.yaml]\n" }).found,
    ).toEqual([]);
  });

  test("an error within an expression is reported once", () => {
    const definition = {
      "kustomization.yaml": "resources: [crd.yaml]\n",
      "crd.yaml": `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: webs.example.com}
spec:
  group: example.com
  names: {plural: webs, singular: web, kind: Web, listKind: WebList}
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec: {type: object, properties: {a: {type: integer}}}
          x-kubernetes-validations:
            - rule: self.kind == 'Web' &&
                self.spec.a == 1
`,
    };
    expect(lint(definition).found).toEqual(["crd.yaml:19 cel/has-guard"]);
  });

  test("a kustomization that cannot be built causes exit code 2", () => {
    const { status, stderr } = lint({ "kustomization.yaml": "resources: [missing.yaml]\n" });
    expect(stderr).toContain("kustomization.yaml: not rendered: ");
    expect(status).toBe(2);
  });
});
