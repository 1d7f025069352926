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

const found = (...args: readonly string[]): readonly string[] =>
  lintJson(directory, ...args).report.diagnostics.map(({ file, line, rule }: Found) => `${file}:${line} ${rule}`);

const given = ["--flags", "kube-apiserver=args/kube-apiserver", "--flags", "kubelet=args/kubelet"];

test("files of flags are vetted as the command line of the component that is named with them", () => {
  const expected = ["args/kube-apiserver:3 flags/unknown", "args/kubelet:1 flags/value"];
  expect(found(...given)).toEqual(expect.arrayContaining(expected));
});

test("they come to the other files", () => {
  expect(lintJson(directory, ...given, "pod.yaml").report.files).toHaveLength(3);
});

test.each(["kube-apiserver", "kube-apiserver=", "etcd=args/kubelet", "=args/kubelet"])(
  "%s is no file of flags",
  (value) => {
    const { code, stderr } = runCli(["lint", "--flags", value], { cwd: directory });
    expect({ code, isExplained: stderr.includes("It must be COMPONENT=FILE") }).toEqual({ code: 2, isExplained: true });
  },
);

test("a file that is not there", () => {
  expect(runCli(["lint", "--flags", "kubelet=args/none"], { cwd: directory })).toMatchObject({ code: 2 });
});
