import { expect, test } from "vitest";
import { directoryWith, lintJson, runCli } from "./run-cli.ts";

const head = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n";
const low = `${head}imageGCLowThresholdPercent: 90\n`;
const high = `${head}imageGCHighThresholdPercent: 95\n`;
const lowThreshold = `${head}imageGCHighThresholdPercent: 40\n`;

const findingsOf = (cwd: string, ...args: string[]) =>
  lintJson(cwd, ...args).report.diagnostics.map(
    ({ file, line, rule }: { file: string; line: number; rule: string }) => `${file}:${line} ${rule}`,
  );

const thresholdRule = "kubelet/image-gc-thresholds";

test.each([
  { name: "a base file alone", files: { "kubelet.yaml": low }, diagnostics: [`kubelet.yaml:3 ${thresholdRule}`] },
  { name: "drop-ins in a directory", files: { "kubelet.yaml": low, "kubelet.conf.d/10.conf": high }, diagnostics: [] },
  { name: "drop-ins and a base file", files: { "kubelet.yaml": low, "10.conf": high }, diagnostics: [] },
  {
    name: "an error in a drop-in",
    files: { "kubelet.yaml": head, "kubelet.conf.d/10.conf": lowThreshold },
    diagnostics: [`kubelet.conf.d/10.conf:3 ${thresholdRule}`],
  },
  {
    name: "files that are not drop-ins",
    files: { "kubelet.yaml": low, "conf.d/nginx.conf": "server {}\n" },
    diagnostics: [`kubelet.yaml:3 ${thresholdRule}`],
  },
  {
    name: "several base files: the one that the directory is named after",
    files: { "a.yaml": low, "b.yaml": low, "b.conf.d/10.conf": high },
    diagnostics: [`a.yaml:3 ${thresholdRule}`],
  },
  {
    name: "the project file",
    files: {
      "clustervet.yaml":
        "nodeAgents:\n- {config: node/a.yaml, configDir: node/drop, flags: [--image-gc-high-threshold=99]}\n",
      "node/a.yaml": low,
      "node/drop/10.conf": lowThreshold,
    },
    diagnostics: [],
  },
])("$name", ({ files, diagnostics }) => {
  // Leaves out the project file, which is a YAML document of unknown kind.
  const all = findingsOf(directoryWith(files));
  expect(all.filter((each: string) => !each.startsWith("clustervet.yaml"))).toEqual(diagnostics);
});

test("with --kind, each file is vetted by itself", () => {
  const cwd = directoryWith({ "kubelet.yaml": low, "kubelet.conf.d/10.conf": high });
  expect(findingsOf(cwd, "--kind", "KubeletConfiguration")).toEqual([`kubelet.yaml:3 ${thresholdRule}`]);
});

test("files of the drop-in directory that the kubelet ignores are reported as skipped", () => {
  const cwd = directoryWith({ "kubelet.yaml": head, "kubelet.d/10.conf": high, "kubelet.d/20.yaml": "maxPods: x\n" });
  const skipped = lintJson(cwd).report.files.filter((file: { skipped?: string }) => file.skipped);
  expect(skipped).toEqual([{ path: "kubelet.d/20.yaml", documents: 0, skipped: expect.stringContaining(".conf") }]);
});

test("a directory that the project file names must exist", () => {
  const cwd = directoryWith({ "clustervet.yaml": "nodeAgents: [{configDir: none}]\n", "a.yaml": head });
  const { code, stderr } = runCli(["lint"], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain("none");
});
