import { expect, test } from "vitest";
import { directoryWith, lintJson, runCli } from "./run-cli.ts";

const directory = directoryWith({
  "args/kube-apiserver": "# flags\n--etcd-servers=https://127.0.0.1:2379\n--nope=1\n",
  "args/kubelet": "--max-pods=many\n",
  "pod.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n",
});

interface Found {
  readonly file: string;
  readonly line: number;
  readonly rule: string;
}

const findingsOf = (...args: readonly string[]): readonly string[] =>
  lintJson(directory, ...args).report.diagnostics.map(({ file, line, rule }: Found) => `${file}:${line} ${rule}`);

const flagFileArgs = ["--flags", "kube-apiserver=args/kube-apiserver", "--flags", "kubelet=args/kubelet"];

test("a file of flags is vetted as the command line of the component in --flags", () => {
  const expected = ["args/kube-apiserver:3 flags/unknown", "args/kubelet:1 flags/value"];
  expect(findingsOf(...flagFileArgs)).toEqual(expect.arrayContaining(expected));
});

test("--flags adds files to those of the paths", () => {
  expect(lintJson(directory, ...flagFileArgs, "pod.yaml").report.files).toHaveLength(3);
});

test.each(["kube-apiserver", "kube-apiserver=", "etcd=args/kubelet", "=args/kubelet"])(
  "--flags %s is rejected",
  (value) => {
    const { code, stderr } = runCli(["lint", "--flags", value], { cwd: directory });
    expect({ code, isExplained: stderr.includes("It must be COMPONENT=FILE") }).toEqual({ code: 2, isExplained: true });
  },
);

test("a missing file of flags is an error", () => {
  expect(runCli(["lint", "--flags", "kubelet=args/none"], { cwd: directory })).toMatchObject({ code: 2 });
});
