import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { badAuthentication, goodAuthentication } from "./documents.ts";
import { directoryWith, lintJson, runCli } from "./run-cli.ts";

const role = (name: string) => `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: ${name}, namespace: prod}
rules: [{apiGroups: [""], resources: [pods], verbs: [get]}]
`;
/** The user nobody, for tests that run as root: root ignores the permissions of files. */
const otherUser = 65_534;

interface Summary {
  readonly code: number;
  readonly stderr: string;
  readonly vetted: readonly string[];
  readonly passed: Readonly<Record<string, string>>;
}

function lint(cwd: string, ...args: readonly string[]): Summary {
  const { code, stderr, report } = lintJson(cwd, ...args);
  const files: { path: string; skipped?: string }[] = report.files;
  return {
    code: code ?? -1,
    stderr,
    vetted: files.filter(({ skipped }) => skipped === undefined).map(({ path }) => path),
    passed: Object.fromEntries(files.flatMap(({ path, skipped }) => (skipped === undefined ? [] : [[path, skipped]]))),
  };
}

describe("files that a walk can't read", () => {
  test("a link cycle and a dangling link are errors, and lint vets the rest", () => {
    const directory = directoryWith({ "good.yaml": goodAuthentication });
    symlinkSync("loop", join(directory, "loop"));
    symlinkSync("nowhere", join(directory, "lost.yaml"));
    symlinkSync("nowhere", join(directory, "lost.txt"));
    const { code, stderr, vetted } = lint(directory);
    expect({ code, vetted }).toEqual({ code: 2, vetted: ["good.yaml"] });
    expect(stderr).toContain("loop: a link that can't be followed: too many links");
    expect(stderr).toContain("lost.yaml: a link that can't be followed: no such file or directory");
    expect(stderr).not.toContain("lost.txt");
  });

  test("a path that is too long is an error, and lint vets the rest", () => {
    const directory = directoryWith({ "good.yaml": goodAuthentication });
    const name = "d".repeat(200);
    execFileSync("bash", ["-c", `for i in $(seq 30); do mkdir ${name} && cd ${name} || exit 1; done`], {
      cwd: directory,
    });
    const { code, stderr, vetted } = lint(directory);
    expect({ code, vetted }).toEqual({ code: 2, vetted: ["good.yaml"] });
    expect(stderr).toContain("the path is too long");
    execFileSync("rm", ["-r", join(directory, name)]);
  });

  test("a directory and a file without permission are errors in every command", () => {
    const directory = directoryWith({ "bad.yaml": badAuthentication, "closed/a.yaml": "", "secret.yaml": "" });
    chmodSync(directory, 0o755);
    chmodSync(join(directory, "closed"), 0);
    chmodSync(join(directory, "secret.yaml"), 0);
    const isRoot = process.getuid?.() === 0;
    const runAsOther = (command: readonly string[]) =>
      spawnSync(process.execPath, [resolve("dist/clustervet.cjs"), ...command], {
        cwd: directory,
        encoding: "utf8",
        ...(isRoot ? { uid: otherUser, gid: otherUser } : {}),
      });
    for (const command of [["lint"], ["who-can", "get", "pods"], ["test"]]) {
      const { status, stderr } = runAsOther(command);
      expect(stderr).toContain("closed: permission denied");
      expect(stderr).toContain("secret.yaml: permission denied");
      expect(status).toBe(2);
    }
    for (const location of ["closed", "closed/a.yaml", "secret.yaml"]) {
      const { status, stderr } = runAsOther(["lint", "bad.yaml", "--schema-location", location]);
      expect({ status, stderr }).toEqual({
        status: 2,
        stderr: `clustervet: --schema-location ${location}: permission denied\n`,
      });
    }
    chmodSync(join(directory, "closed"), 0o755);
  });

  test("an ignore file that is not a regular file is an error", () => {
    const directory = directoryWith({ "good.yaml": goodAuthentication });
    symlinkSync("/dev/zero", join(directory, ".gitignore"));
    const { code, stderr } = lint(directory);
    expect({ code, stderr }).toEqual({ code: 2, stderr: "clustervet: .gitignore: not a regular file\n" });
  });
});

test("only the first maxIgnorePatterns patterns of an ignore file are used, and more are an error", () => {
  const patterns = (count: number) => Array.from({ length: count }, (_, index) => `/none-${index}.yaml`).join("\n");
  const directory = directoryWith({ "good.yaml": goodAuthentication, ".gitignore": `# kept\n\n${patterns(5000)}\n` });
  expect(lint(directory)).toMatchObject({ code: 0, vetted: ["good.yaml"] });
  writeFileSync(join(directory, ".gitignore"), patterns(200_000));
  expect(lint(directory)).toMatchObject({
    code: 2,
    stderr: "clustervet: .gitignore: 200000 patterns; only the first 5000 are used\n",
    vetted: ["good.yaml"],
  });
});

describe("links", () => {
  test("to files and directories are followed, and each real file is vetted once", () => {
    const directory = directoryWith({
      "tree/a.yaml": goodAuthentication,
      "other/b.yaml": goodAuthentication,
      "other/c.yaml": goodAuthentication,
    });
    mkdirSync(join(directory, ".git"));
    symlinkSync("a.yaml", join(directory, "tree/again.yaml"));
    symlinkSync("../other/b.yaml", join(directory, "tree/linked.yaml"));
    symlinkSync("../other", join(directory, "tree/zone"));
    const { code, vetted, passed } = lint(directory, "tree");
    expect({ code, passed }).toEqual({ code: 0, passed: {} });
    expect(vetted).toEqual(["tree/a.yaml", "tree/linked.yaml", "tree/zone/c.yaml"]);
    expect(lint(directory, "tree/**/*.yaml").vetted).toEqual(vetted);
    expect(lint(directory).vetted).toEqual(["other/b.yaml", "other/c.yaml", "tree/a.yaml"]);
  });

  test("that lead back or out of the repository are reported, not vetted", () => {
    const outside = directoryWith({ "host.yaml": "password: hunter2\n", "d/x.yaml": "" });
    const directory = directoryWith({ "in/a.yaml": goodAuthentication });
    symlinkSync("..", join(directory, "in/up"));
    symlinkSync("/", join(directory, "in/root"));
    symlinkSync(join(outside, "host.yaml"), join(directory, "in/host.yaml"));
    symlinkSync(join(outside, "d"), join(directory, "in/d"));
    const { code, vetted, passed, stderr } = lint(directory);
    expect({ code, vetted, stderr }).toEqual({ code: 0, vetted: ["in/a.yaml"], stderr: "" });
    expect(passed).toEqual({
      "in/up": "a link to one of its own parent directories",
      "in/root": "a link to one of its own parent directories",
      "in/host.yaml": "a link out of the repository; to vet the file, name it",
      "in/d": "a link out of the repository; to vet the file, name it",
    });
    expect(lint(directory, "in/d").vetted).toEqual(["in/d/x.yaml"]);
  });

  test("to roles and policies out of the repository are errors", () => {
    const outside = directoryWith({ "role.yaml": role("far") });
    const directory = directoryWith({ "rbac/role.yaml": role("near") });
    symlinkSync(join(outside, "role.yaml"), join(directory, "rbac/far.yaml"));
    for (const args of [
      ["who-can", "get", "pods", "rbac"],
      ["can-i", "get", "pods", "--as", "jane", "rbac/"],
      ["lint", "--policy", "rbac", "rbac/role.yaml"],
      ["lint", "--schema-location", "rbac", "rbac/role.yaml"],
    ]) {
      const { code, stderr } = runCli(args, { cwd: directory });
      expect(stderr).toContain("rbac/far.yaml: a link out of the repository");
      expect(code).toBe(2);
    }
  });

  test("a pipe is reported as skipped, and not read", () => {
    const directory = directoryWith({ "a.yaml": goodAuthentication });
    execFileSync("mkfifo", [join(directory, "pipe.yaml")]);
    const { code, passed } = lint(directory);
    expect({ code, passed }).toEqual({ code: 0, passed: { "pipe.yaml": "not a regular file" } });
  });
});

describe("patterns", () => {
  const directory = directoryWith({
    "a/1.yaml": goodAuthentication,
    "a/b/02.yaml": goodAuthentication,
    "a/b/.c.yaml": goodAuthentication,
    "a/node_modules/x.yaml": goodAuthentication,
  });

  test.each([
    { pattern: "*.yaml", vetted: undefined },
    { pattern: "a/*.yaml", vetted: ["a/1.yaml"] },
    { pattern: "**/*.yaml", vetted: ["a/1.yaml", "a/b/.c.yaml", "a/b/02.yaml"] },
    { pattern: "a/{b/02,1}.yaml", vetted: ["a/1.yaml", "a/b/02.yaml"] },
    { pattern: "a/b/{01..12}.yaml", vetted: ["a/b/02.yaml"] },
    { pattern: "./a/?.yaml", vetted: ["a/1.yaml"] },
    { pattern: "a/{1..99999}{1..99999}.yaml", vetted: undefined },
    { pattern: `a/${"[a-z]*".repeat(200)}.yaml`, vetted: undefined },
    { pattern: "a/{1..1000}{1..1000}{1..1000}.yaml", vetted: undefined },
  ])("$pattern, within maxRangeValues and maxPatternLength", ({ pattern, vetted }) => {
    if (vetted) expect(lint(directory, pattern)).toMatchObject({ code: 0, vetted });
    else {
      const { code, stderr } = runCli(["lint", pattern], { cwd: directory });
      expect(code).toBe(2);
      expect(stderr).not.toContain("internal error");
    }
  });

  test("a repeated pattern vets each file once", () => {
    expect(lint(directory, "a/*.yaml", "a/*.yaml")).toMatchObject({ code: 0, vetted: ["a/1.yaml"] });
  });
});

test("the excludes of a git clone apply, and .gitignore overrides them", () => {
  const directory = directoryWith({
    "a.yaml": goodAuthentication,
    "b.yaml": goodAuthentication,
    ".gitignore": "!b.yaml\n",
  });
  mkdirSync(join(directory, ".git/info"), { recursive: true });
  writeFileSync(join(directory, ".git/info/exclude"), "*.yaml\n");
  expect(lint(directory)).toMatchObject({ code: 0, vetted: ["b.yaml"] });
  rmSync(join(directory, ".git"), { recursive: true });
  writeFileSync(join(directory, ".git"), "gitdir: /elsewhere\n");
  expect(lint(directory)).toMatchObject({ code: 0, vetted: ["a.yaml", "b.yaml"] });
});

test("a walk reports a file above the size limit, and the option that raises it", () => {
  const cwd = directoryWith({ "large.yaml": `${role("a")}# ${"a".repeat(2000)}\n` });
  expect(lint(cwd, "--max-file-size", "1KiB")).toMatchObject({
    code: 0,
    vetted: [],
    passed: {
      "large.yaml": expect.stringMatching(/^must be at most 1024 bytes; got \d+; `--max-file-size` raises the/),
    },
  });
});

test("with / as the working directory, paths keep their leading slash", () => {
  const cwd = directoryWith({ "role.yaml": role("a") });
  expect(lint("/", cwd).vetted).toEqual([`${cwd}/role.yaml`]);
});
