import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runCli } from "./run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "clustervet-diff-"));
afterAll(() => rmSync(folder, { recursive: true }));
const git = (...words: string[]) =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.org", ...words], {
    cwd: folder,
    stdio: "pipe",
  });
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const role = (name: string, verbs: string) =>
  `kind: Role\napiVersion: rbac.authorization.k8s.io/v1\nmetadata:\n  name: ${name}\n  namespace: shop\nrules:\n  - apiGroups: [""]\n    resources: [pods]\n${verbs}`;

function lint(...words: string[]) {
  return lintWith({}, ...words);
}

function lintWith(env: Record<string, string>, ...words: string[]) {
  const { stdout, stderr, code } = runCli(["lint", "--format", "line", ...words], { cwd: folder, env });
  return {
    places: stdout
      .split("\n")
      .map((line) => line.split(" ")[0])
      .filter(Boolean),
    stderr,
    code,
  };
}

test("only documents that have changed are reported", () => {
  git("init", "-q");
  write("roles.yaml", `${role("old", "    verbs: []\n")}---\n${role("next", "    verbs: [get]\n")}`);
  write("same.yaml", role("same", "    verbs: []\n"));
  git("add", ".");
  git("commit", "-qm", "start");
  expect(lint("--diff", "HEAD")).toMatchObject({
    places: [],
    stderr: "clustervet: not shown: 2 findings in documents that are the same in HEAD\n",
    code: 0,
  });

  // Removing a line causes a finding on another line, which did not change.
  write("roles.yaml", `${role("old", "    verbs: []\n")}---\n${role("next", "")}`);
  write("new.yaml", role("new", "    verbs: []\n"));
  expect(lint("--diff", "HEAD").places).toEqual(
    ["new.yaml:9:5:", "roles.yaml:17:5:"].map((place) => expect.stringContaining(place.split(":")[0] ?? "")),
  );
  expect(lint().places).toHaveLength(4);
});

test("lines of a document that look like those of a diff are read as content", () => {
  write("same.yaml", `${role("same", "    verbs: []\n")}# x\n++ b/roles.yaml\n@@ -0,0 +1,40 @@\n`);
  git("add", ".");
  git("commit", "-qm", "next");
  write("same.yaml", `${role("same", "    verbs: [get]\n")}`);
  expect(lint("--diff", "HEAD", "roles.yaml").places).toEqual([]);
});

test("a commit that git does not know, or that looks like an option, is an error", () => {
  expect(lint("--diff", "nowhere")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--diff: git diff failed: "),
  });
  expect(lint("--diff=--output=x")).toMatchObject({ code: 2 });
});

test("more output of git than maxDiffBytes is an error", () => {
  const programs = join(folder, "programs");
  mkdirSync(programs);
  writeFileSync(join(programs, "git"), "#!/bin/sh\nexec head -c 270000000 /dev/zero\n");
  chmodSync(join(programs, "git"), 0o755);
  expect(lintWith({ PATH: `${programs}:${process.env["PATH"]}` }, "--diff", "HEAD")).toMatchObject({
    code: 2,
    stderr: "clustervet: --diff: git ls-files writes more than 256 MiB\n",
  });
});
