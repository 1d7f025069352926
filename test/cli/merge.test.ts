import { expect, test } from "vitest";
import { directoryWith, runCli } from "./run-cli.ts";

const head = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n";

interface Case {
  readonly name: string;
  /** Fields of the files by path; `base.yaml` is the file of --config, the others are drop-ins below `conf.d`. */
  readonly files: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Some expected values of the result, by field. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** Expected origins of some values: `file:line`, the flag, `default`, or `flag default`. */
  readonly origins?: Readonly<Record<string, string>>;
  /** Each expected diagnostic as `file:line severity rule`. */
  readonly diagnostics?: readonly string[];
}

const cases: readonly Case[] = [
  {
    name: "without a file, the defaults are those of the flags",
    files: {},
    config: { readOnlyPort: 10255, authorization: expect.objectContaining({ mode: "AlwaysAllow" }) },
    origins: { readOnlyPort: "flag default", "authentication.anonymous.enabled": "flag default", maxPods: "default" },
  },
  {
    name: "the last file counts, lists are replaced, objects are merged",
    files: {
      "base.yaml": "clusterDNS: [10.0.0.1, 10.0.0.2]\nevictionMinimumReclaim: {memory.available: 1Mi}\nmaxPods: 10\n",
      "conf.d/10.conf": "clusterDNS: [10.0.0.3]\nevictionMinimumReclaim: {nodefs.available: 2Mi}\nmaxPods: 20\n",
      "conf.d/9.conf": "maxPods: 30\n",
    },
    config: {
      clusterDNS: ["10.0.0.3"],
      evictionMinimumReclaim: { "memory.available": "1Mi", "nodefs.available": "2Mi" },
      maxPods: 30,
    },
    origins: {
      clusterDNS: "conf.d/10.conf:3",
      'evictionMinimumReclaim["memory.available"]': "base.yaml:4",
      'evictionMinimumReclaim["nodefs.available"]': "conf.d/10.conf:4",
      maxPods: "conf.d/9.conf:3",
    },
  },
  {
    name: "null restores a default, and zero stays where it differs from absent",
    files: {
      "base.yaml": "maxPods: 10\nregistryPullQPS: 7\n",
      "conf.d/10.conf": "maxPods: null\nregistryPullQPS: 0\n",
    },
    config: { maxPods: 110, registryPullQPS: 0 },
    origins: { maxPods: "default", registryPullQPS: "conf.d/10.conf:4" },
  },
  {
    name: "drop-ins are sorted by path, and files with other suffixes are ignored",
    files: {
      "conf.d/10.conf": "maxPods: 1\n",
      "conf.d/15.conf/1.conf": "maxPods: 2\npodsPerCore: 5\n",
      "conf.d/20.conf": "podsPerCore: 6\n",
      "conf.d/30.yaml": "maxPods: 4\n",
    },
    config: { maxPods: 2, podsPerCore: 6 },
  },
  {
    name: "flags override files, and feature gates are merged",
    files: { "base.yaml": "maxPods: 10\nfeatureGates: {QOSReserved: true, MemoryQoS: true}\n" },
    args: ["--max-pods", "20", "--feature-gates=MemoryQoS=false"],
    config: { maxPods: 20, featureGates: { QOSReserved: true, MemoryQoS: false } },
    origins: { maxPods: "--max-pods 20", "featureGates.QOSReserved": "base.yaml:4" },
  },
  {
    name: "field names in another case are read from drop-ins",
    files: { "base.yaml": "", "conf.d/10.conf": "maxpods: 20\n" },
    config: { maxPods: 20 },
    origins: { maxPods: "conf.d/10.conf:3" },
    diagnostics: ["conf.d/10.conf:3 warning schema/unknown-field"],
  },
  {
    name: "a replaced value is not reported; the effective value is reported at its place",
    files: {
      "base.yaml": "imageGCLowThresholdPercent: 90\nimageGCHighThresholdPercent: 80\n",
      "conf.d/10.conf": "imageGCHighThresholdPercent: 95\nimageGCLowThresholdPercent: 97\n",
    },
    diagnostics: ["conf.d/10.conf:4 error kubelet/image-gc-thresholds"],
  },
  {
    name: "a wrong type is reported only in the effective value",
    files: { "conf.d/10.conf": "maxPods: many\nport: many\n", "conf.d/20.conf": "maxPods: 5\n" },
    diagnostics: ["conf.d/10.conf:4 error schema/type"],
  },
  {
    name: "a drop-in without apiVersion and kind is rejected",
    files: { "conf.d/10.conf": "none" },
    diagnostics: ["conf.d/10.conf:1 error kind/missing"],
  },
  {
    name: "an invalid value that a flag sets is reported at the flag",
    files: { "base.yaml": "imageGCHighThresholdPercent: 80\n" },
    args: ["--image-gc-low-threshold=90"],
    diagnostics: ["<command line>:- error kubelet/image-gc-thresholds"],
  },
];

test.each(cases)("$name", ({ files, args = [], config = {}, origins, diagnostics = [] }) => {
  const { code, output } = merge(files, args);
  expect(output.config).toMatchObject(config);
  if (origins) expect(pickOrigins(output.provenance, origins)).toEqual(origins);
  expect(output.diagnostics.map(line)).toEqual(diagnostics);
  expect(code).toBe(diagnostics.some((each) => each.includes(" error ")) ? 1 : 0);
});

test("files that the kubelet ignores are listed as skipped", () => {
  const files = { "conf.d/10.conf": "maxPods: 1\n", "conf.d/20.yaml": "maxPods: 2\n" };
  expect(merge(files, []).output.skipped).toEqual(["conf.d/20.yaml"]);
});

test("--provenance adds the file and line of each value to the YAML", () => {
  const cwd = write({ "base.yaml": "maxPods: 10\n", "conf.d/10.conf": "clusterDNS: [10.0.0.1]\n" });
  const args = ["merge", "kubelet", "--config", "base.yaml", "--config-dir", "conf.d", "--provenance"];
  const { stdout, stderr, code } = runCli(args, { cwd });
  expect(stdout).toMatch(/^apiVersion: kubelet.config.k8s.io\/v1beta1\nkind: KubeletConfiguration\n/);
  expect(stdout).toContain("maxPods: 10 # base.yaml:3\n");
  expect(stdout).toContain("clusterDNS:\n  # conf.d/10.conf:3\n  - 10.0.0.1\n");
  expect(stdout).toContain("port: 10250 # default\n");
  expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
});

test("merging the result alone changes nothing", () => {
  const cwd = write({
    "base.yaml": "maxPods: 10\nevictionHard: {memory.available: 5%}\nlogging: {verbosity: 3}\n",
    "conf.d/10.conf": "registerWithTaints: [{key: a, effect: NoSchedule}]\nkubeReserved: {cpu: 100m}\n",
  });
  const first = runCli(["merge", "kubelet", "--config", "base.yaml", "--config-dir", "conf.d"], { cwd }).stdout;
  const second = runCli(["merge", "node-agent", "--config", "-"], { cwd, stdin: first }).stdout;
  expect(second).toBe(first);
});

test.each([
  { name: "a missing file", args: ["--config", "none.yaml"] },
  { name: "a missing directory", args: ["--config-dir", "none"] },
  { name: "a file that a flag of the kubelet names", args: ["--", "--max-pods=9", "--config=none.yaml"] },
  { name: "a directory that a flag of the kubelet names", args: ["--", "--config-dir=none"] },
])("$name can't be merged", ({ args }) => {
  const { code, stderr } = runCli(["merge", "kubelet", ...args], { cwd: directoryWith({}) });
  expect(code).toBe(2);
  expect(stderr).toContain("none");
});

test("values of secrets are masked", () => {
  const { output } = merge({ "base.yaml": 'staticPodURLHeader: {token: ["s3cret"]}\n' }, []);
  expect(JSON.stringify(output)).not.toContain("s3cret");
  expect(output.config["staticPodURLHeader"]).toEqual({ token: ["<masked>"] });
});

interface Output {
  readonly config: Readonly<Record<string, unknown>>;
  readonly provenance: Readonly<Record<string, Origin>>;
  readonly diagnostics: readonly { file: string; line?: number; severity: string; rule: string }[];
  readonly skipped: readonly string[];
}

interface Origin {
  readonly source: string;
  readonly file?: string;
  readonly line?: number;
  readonly flag?: string;
}

function merge(files: Case["files"], args: readonly string[]) {
  const cwd = write(files);
  const paths = Object.keys(files);
  const { stdout, code } = runCli(
    [
      ...["merge", "kubelet", "--format", "json"],
      ...(paths.includes("base.yaml") ? ["--config", "base.yaml"] : []),
      ...(paths.some((path) => path.startsWith("conf.d/")) ? ["--config-dir", "conf.d"] : []),
      "--",
      ...args,
    ],
    { cwd },
  );
  return { code, output: JSON.parse(stdout) as Output };
}

const write = (files: Case["files"]): string =>
  directoryWith(
    Object.fromEntries(
      Object.entries(files).map(([path, fields]) => [path, fields === "none" ? "maxPods: 1\n" : head + fields]),
    ),
  );

function pickOrigins(
  provenance: Output["provenance"],
  wanted: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(Object.keys(wanted).map((path) => [path, originText(provenance[path])]));
}

function originText(origin: Origin | undefined): string {
  if (origin?.source === "file") return `${origin.file}:${origin.line}`;
  if (origin?.source === "flag") return `${origin.flag}`;
  return origin?.source.replace("-", " ") ?? "absent";
}

const line = ({ file, line = -1, severity, rule }: Output["diagnostics"][number]): string =>
  `${file}:${line < 0 ? "-" : line} ${severity} ${rule}`;
