import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { directoryWith, runCli } from "./run-cli.ts";
import { startProcess } from "./started-process.ts";

const role = (verbs: string) =>
  `apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: a, namespace: b}\nrules:\n- {apiGroups: [""], resources: [pods], verbs: ${verbs}}\n`;
const validRole = role("[get]");
const invalidRole = role("[]");
const clean = /no findings in[^\n]*\n\nwatching; Ctrl-C ends\n/;
const withErrors = (count: number, file: string) =>
  new RegExp(`${file}:[\\s\\S]*${count} errors? in[\\s\\S]*watching; Ctrl-C ends\\n`);

test("lint --watch vets again when files change, appear or disappear, and exits with the code of the last run", async () => {
  const directory = directoryWith({ "a.yaml": validRole });
  const write = (name: string, text: string) => writeFileSync(join(directory, name), text);
  const watching = startProcess(["lint", "--watch"], directory);
  await watching.shown(clean);

  write("a.yaml", invalidRole);
  const report = await watching.shown(withErrors(1, "a.yaml"));
  expect(report).toContain("changed: a.yaml\n\na.yaml:5:");
  // The screen is not cleared, since the output does not go to a terminal.
  expect(report).not.toContain("\u001b");

  write("b.yaml", invalidRole);
  await watching.shown(withErrors(2, "b.yaml"));

  mkdirSync(join(directory, "sub/deep"), { recursive: true });
  write("sub/deep/c.yaml", invalidRole);
  await watching.shown(withErrors(3, "sub/deep/c.yaml"));

  rmSync(join(directory, "sub"), { recursive: true });
  await watching.shown(withErrors(2, "a.yaml"));

  mkdirSync(join(directory, "sub"));
  write("sub/d.yaml", validRole);
  await watching.shown(withErrors(2, "a.yaml"));
  write("sub/d.yaml", invalidRole);
  await watching.shown(withErrors(3, "sub/d.yaml"));

  write(".clustervetignore", "sub\nb.yaml\n");
  await watching.shown(withErrors(1, "a.yaml"));
  expect(await watching.interrupt()).toBe(1);
});

test("lint --watch continues after a broken project file, and reacts to changed files below --root", async () => {
  const authorization = `apiVersion: apiserver.config.k8s.io/v1
kind: AuthorizationConfiguration
authorizers: [{type: Webhook, name: w, webhook: {timeout: 3s, subjectAccessReviewVersion: v1, matchConditionSubjectAccessReviewVersion: v1, failurePolicy: Deny, connectionInfo: {type: KubeConfigFile, kubeConfigFile: /etc/webhook.yaml}}}]
`;
  const directory = directoryWith({ "in/a.yaml": authorization, "node/etc/other": "", "clustervet.yaml": "" });
  const watching = startProcess(["lint", "--watch", "--root", "node", "in"], directory);
  await watching.shown(/must name a file that exists[\s\S]*watching/);

  writeFileSync(join(directory, "node/etc/webhook.yaml"), "nonsense");
  await watching.shown(/changed: node\/etc\/webhook\.yaml[\s\S]*watching/);

  writeFileSync(join(directory, "clustervet.yaml"), "rulse: {}\n");
  await watching.shown(/changed: clustervet\.yaml\n\nclustervet: .*rulse[\s\S]*watching/);
  writeFileSync(join(directory, "clustervet.yaml"), "target: '1.36'\n");
  await watching.shown(/for target 1\.36[\s\S]*watching/);
  await watching.interrupt();
});

test("writing the report to a file does not start another run", async () => {
  const directory = directoryWith({ "a.yaml": validRole });
  const watching = startProcess(["lint", "--watch", "--format", "json", "-o", "report.json"], directory);
  await watching.shown(/watching/);
  writeFileSync(join(directory, "a.yaml"), invalidRole);
  expect(await watching.shown(/changed: [\s\S]*watching/)).toContain("changed: a.yaml\n");
  expect(await watching.interrupt()).toBe(1);
});

test.each([
  { args: ["-"], message: "--watch needs files" },
  { args: ["--fix", "a.yaml"], message: "--watch can't be used with --fix" },
  {
    args: ["--update-baseline", "--baseline", "b.json", "a.yaml"],
    message: "--watch can't be used with --update-baseline",
  },
])("lint --watch $args is rejected", ({ args, message }) => {
  const directory = directoryWith({ "a.yaml": validRole });
  const { code, stderr } = runCli(["lint", "--watch", ...args], { cwd: directory });
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});
