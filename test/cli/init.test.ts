/** `clustervet init`: the files of the repository decide the first settings, and existing settings do not change. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { directoryWith, lintJson, runCli } from "./run-cli.ts";

const configMap = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n";
const unknown = "apiVersion: example.com/v1\nkind: Web\nmetadata: {name: a}\n";
const cluster = (release: string) =>
  `apiVersion: kind.x-k8s.io/v1alpha4\nkind: Cluster\nnodes: [{image: "kindest/node:v${release}"}]\n`;
const role = "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: a}\nrules: []\n";

test("init sets the oldest release that files name as the target, and lint accepts the settings", () => {
  const directory = directoryWith({
    "a.yaml": configMap,
    "new.yaml": cluster("1.36.2"),
    ".github/workflows/test.yaml": "jobs: {a: {steps: [{run: kind create --image kindest/node:v1.34.1}]}}\n",
    "old.yaml": cluster("1.19.0"),
  });
  const { code, stdout } = runCli(["init"], { cwd: directory });
  expect([code, stdout]).toEqual([0, "wrote clustervet.yaml\n"]);
  const text = readFileSync(join(directory, "clustervet.yaml"), "utf8");
  expect(text).toContain(
    "# .github/workflows/test.yaml names kindest/node:v1.34.1, the oldest of 2 releases that files name.\n" +
      'target: "1.34"\n',
  );
  expect(lintJson(directory).report).toMatchObject({ target: "1.34", summary: { errors: 0 } });
});

test("init writes errors, warnings, unknown kinds and skipped files as comments", () => {
  const directory = directoryWith({
    "a.yaml": configMap.replace("a}", "A}"),
    "b.yaml": role,
    "c.yaml": unknown,
    "d.yaml": "a: 1\n",
    "web/Chart.yaml": "apiVersion: v2\nname: web\nversion: 1.0.0\n",
    "web/values.yaml": "kind: x\n",
  });
  const { code, stdout } = runCli(["init", "--print"], { cwd: directory });
  expect(code).toBe(0);
  for (const line of [
    '# target: "1.37"',
    "# 1 error today.",
    "#   meta/namespace-required: off  # 1 warning",
    "# 1 document of kinds that nothing defines: Web example.com/v1.",
    "#   1: values of a Helm chart",
  ]) {
    expect(stdout).toContain(line);
  }
  expect(lintJson(directory).report.summary.errors).toBe(1);
});

test("init does not change existing settings, also in a parent folder", () => {
  const settings = 'target: "1.33"\n';
  const directory = directoryWith({ "clustervet.yml": settings, "a/a.yaml": configMap });
  for (const cwd of [directory, join(directory, "a")]) {
    const { code, stderr } = runCli(["init"], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain("clustervet.yml exists; init never changes it");
  }
  expect(readFileSync(join(directory, "clustervet.yml"), "utf8")).toBe(settings);
});
