import { describe, expect, test } from "vitest";
import { authorization, rbac, review } from "./access-documents.ts";
import { directoryWith, runCli } from "./run-cli.ts";

const role = (rule: string) => `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: wrong}
rules: [${rule}]
`;
const directory = directoryWith({
  "authorization.yaml": authorization,
  "review.yaml": review,
  "pod.yaml": "kind: Pod\n",
  "good/rbac.yaml": rbac,
  "good/other.yaml": "apiVersion: v1\nkind: ConfigMap\ndata: {a: 1}\n",
  "broken/rbac.yaml": rbac,
  "broken/not.yaml": "a: [",
  "wrong/rbac.yaml": rbac,
  "wrong/role.yaml": role('{apiGroups: [""], resources: pods, verbs: [get]}'),
  "only-wrong/not.yaml": "a: [",
});

const commands: Readonly<Record<string, (path: string) => readonly string[]>> = {
  "can-i": (path) => ["can-i", "get", "pods", "--as", "ann", "-n", "prod", path],
  "who-can": (path) => ["who-can", "get", "pods", "-n", "prod", path],
  authz: (path) => ["authz", "--config", "authorization.yaml", "--review", "review.yaml", "--rbac", path],
  eval: (path) => ["eval", "--env", "admission", "true", "--input", "pod.yaml", "--rbac", path],
};

describe.each(Object.entries(commands))("%s", (_name, argsFor) => {
  const runOn = (path: string) => runCli(argsFor(path), { cwd: directory });

  test("reports no problems of manifests that can be read", () => {
    expect(runOn("good").stderr).toBe("");
  });

  test.each([
    { path: "broken", fault: "broken/not.yaml:1:4: " },
    { path: "wrong", fault: "wrong/role.yaml:4:38: rules[0].resources: must be a list" },
  ])("responds, but warns that the answer may be wrong: $path", ({ path, fault }) => {
    const { code, stdout, stderr } = runOn(path);
    expect(stderr).toContain(fault);
    expect(stderr).toContain("not all roles and bindings could be read: the answer may be wrong");
    expect(stdout).not.toBe("");
    expect(code).toBe(2);
  });

  test.each([
    { path: "only-wrong", message: "no roles and no bindings could be read" },
    { path: "nowhere.yaml", message: "nowhere.yaml: no such file or directory" },
    { path: "pod.yaml", message: "there are no roles and bindings" },
  ])("does not respond without any roles and bindings: $path", ({ path, message }) => {
    const { code, stdout, stderr } = runOn(path);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
  });
});
