/** Objects that kustomizations and charts are rendered to, and where their faults come from. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readRendered } from "../../src/cli/helm-template.ts";
import { readBuilt } from "../../src/cli/kustomize-build.ts";
import { ledBack } from "../../src/cli/led-back.ts";
import type { Rendered } from "../../src/cli/rendered.ts";
import { programOnPath } from "../../src/cli/run-program.ts";
import { createVetter } from "../../src/engine/vetter.ts";
import { readSource } from "../../src/source/read-source.ts";
import { directoryWith, lintJson } from "./run-cli.ts";

const data = (name: string) => readFileSync(join(import.meta.dirname, "data/rendered", name), "utf8");

/** Where the errors of rendered text are led back to. */
function placesOf(rendered: Rendered, files: Readonly<Record<string, string>>): readonly string[] {
  const made = readSource(rendered.file, rendered.text);
  const read = (name: string) => (name in files ? readSource(name, files[name] ?? "") : undefined);
  return createVetter()
    .vetText(rendered.text, rendered.file)
    .filter(({ severity }) => severity === "error")
    .map((each) => ledBack(each, rendered, made, read))
    .map(({ file, range, rule, message }) => `${file}:${range?.start.line} ${rule} ${message.split(":")[0]}`);
}

const deployment = data("deployment.yaml");
const patch = data("patch.yaml");

test("a chart's documents are from the files of its templates", () => {
  const { origins } = readRendered(data("helm.txt"), "charts/web", "charts/web/Chart.yaml");
  expect(origins).toEqual(["charts/web/templates/service.yaml", "charts/web/templates/deployment.yaml"]);
});

test("a fault is led back to the line that the template has once, else to the template", () => {
  const rendered = readRendered(data("helm.txt"), "charts/web", "charts/web/Chart.yaml");
  const files = {
    "charts/web/templates/service.yaml": data("service.tpl.yaml"),
    "charts/web/templates/deployment.yaml": data("deployment.tpl.yaml"),
  };
  expect(placesOf(rendered, files)).toEqual([
    "charts/web/templates/service.yaml:9 service/ports must be from 1 to 65535; got 70000",
    "charts/web/templates/deployment.yaml:1 workload/counts as rendered",
  ]);
});

test("a kustomization's faults are led back to the file of the object, to a patch, or to the kustomization", () => {
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

/** `apt-get install kubectl`, or any other way. */
const kubectl = programOnPath("kubectl") ?? programOnPath("kustomize");

describe.skipIf(kubectl === undefined && !process.env["CI"])("with kubectl or kustomize", () => {
  const files = {
    "base/kustomization.yaml": "resources: [deploy.yaml]\n",
    "base/deploy.yaml": deployment,
    "prod/kustomization.yaml":
      "resources: [../base]\nnamePrefix: prod-\nnamespace: Prod\npatches:\n  - path: patch.yaml\n",
    "prod/patch.yaml": patch,
  };
  const lint = (given: Readonly<Record<string, string>>) => {
    const { report, code: status, stderr } = lintJson(directoryWith(given), "--render", "kustomize");
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

  test("objects that a kustomization builds are vetted, each fault once", () => {
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

  test("a remote base is not fetched, and said", () => {
    const remote = { "kustomization.yaml": "resources: [github.com/example/web?ref=v1]\n" };
    const { skipped, status, stderr } = lint(remote);
    expect(stderr).toContain("kustomization.yaml: not rendered: it needs the remote github.com/example/web?ref=v1");
    expect({ skipped, status }).toEqual({ skipped: ["kustomization.yaml"], status: 0 });
  });

  test("a kustomization that cannot be built ends the run with 2", () => {
    const { status, stderr } = lint({ "kustomization.yaml": "resources: [missing.yaml]\n" });
    expect(stderr).toContain("kustomization.yaml: not rendered: ");
    expect(status).toBe(2);
  });
});
