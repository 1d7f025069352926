import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { withCache } from "../../src/cli/result-cache.ts";
import { badAuthentication, goodAuthentication, webhookAuthorization } from "./documents.ts";
import { directoryWith, runCli } from "./run-cli.ts";

const emptySummary = { files: 0, documents: 0, errors: 0, warnings: 0, infos: 0, suppressed: 0, unknownKinds: 0 };
const cacheFlags = ["--cache", "--cache-location", "kept"];

/** Runs lint with a cache. Sets the duration in the report to 0, so that reports of two runs can be compared. */
function lint(cwd: string, ...args: string[]) {
  const { code, stdout, stderr } = runCli(["lint", "--format", "json", ...cacheFlags, ...args], { cwd });
  const report = JSON.parse(stdout);
  return { code, stderr, report: { ...report, summary: { ...report.summary, durationMs: 0 } } };
}

const entriesIn = (directory: string): string[] => readdirSync(join(directory, "kept")).sort();

/** Changes the cached results to 77 suppressed findings, so that a report shows whether it comes from the cache. */
function markCachedResults(directory: string): void {
  for (const name of entriesIn(directory)) {
    const path = join(directory, "kept", name);
    const [, entry = ""] = readFileSync(path, "utf8").split("\n");
    const marked = entry.replace('"suppressed":0', '"suppressed":77');
    writeFileSync(path, `${createHash("sha256").update(marked).digest("hex")}\n${marked}`);
  }
}

const isKept = ({ report }: ReturnType<typeof lint>): boolean => report.summary.suppressed === 77;

describe("cached results", () => {
  test("equal those of a run without a cache", () => {
    const directory = directoryWith({ "in/good.yaml": goodAuthentication, "in/bad.yaml": badAuthentication });
    const first = lint(directory, "in");
    expect(entriesIn(directory)).toHaveLength(1);
    expect(lint(directory, "in")).toEqual(first);
    markCachedResults(directory);
    expect(isKept(lint(directory, "in"))).toBe(true);
    rmSync(join(directory, "kept"), { recursive: true });
    expect(lint(directory, "in")).toEqual(first);
    lint(directory, ".");
    markCachedResults(directory);
    expect(isKept(lint(directory, "."))).toBe(true);
  });

  test.each([
    { name: "a changed file", change: (at: string) => writeFileSync(join(at, "in/good.yaml"), badAuthentication) },
    { name: "a new file", change: (at: string) => writeFileSync(join(at, "in/new.yaml"), goodAuthentication) },
    { name: "a removed file", change: (at: string) => rmSync(join(at, "in/good.yaml")) },
    {
      name: "a new project file",
      change: (at: string) => writeFileSync(join(at, "clustervet.yaml"), "target: '1.34'\n"),
    },
    { name: "another target", args: ["--target", "1.33"] },
    { name: "another namespace", args: ["--namespace", "web"] },
    { name: "another path", args: ["in/good.yaml"] },
  ])("are not used for $name", ({ change, args = [] }) => {
    const directory = directoryWith({ "in/good.yaml": goodAuthentication, "in/other.yaml": goodAuthentication });
    lint(directory, "in");
    markCachedResults(directory);
    expect(isKept(lint(directory, "in"))).toBe(true);
    change?.(directory);
    expect(isKept(lint(directory, "in", ...args))).toBe(false);
  });

  test("are not used after a file that documents name has been changed, added or removed", () => {
    const directory = directoryWith({ "in/authorization.yaml": webhookAuthorization, "root/other": "" });
    const lintRoot = () => lint(directory, "in", "--root", "root");
    lintRoot();
    markCachedResults(directory);
    expect(isKept(lintRoot())).toBe(true);
    const named = /kubeConfigFile: (\S+)/.exec(webhookAuthorization)?.[1] ?? "";
    const path = join(directory, "root", named);
    mkdirSync(join(path, ".."), { recursive: true });
    for (const change of [
      () => writeFileSync(path, "apiVersion: v1\nkind: Config\n"),
      () => writeFileSync(path, "apiVersion: v1\nkind: Nope\n"),
      () => rmSync(path),
    ]) {
      change();
      expect(isKept(lintRoot())).toBe(false);
      markCachedResults(directory);
      expect(isKept(lintRoot())).toBe(true);
    }
  });

  test("are not used after a change of a policy", () => {
    const policy = (message: string) => `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: p}
spec:
  validations:
    - {expression: "true", message: ${message}}
`;
    const directory = directoryWith({ "in/good.yaml": goodAuthentication, "policy.yaml": policy("one") });
    const lintWithPolicy = () => lint(directory, "in", "--policy", "policy.yaml");
    lintWithPolicy();
    markCachedResults(directory);
    expect(isKept(lintWithPolicy())).toBe(true);
    writeFileSync(join(directory, "policy.yaml"), policy("two"));
    expect(isKept(lintWithPolicy())).toBe(false);
  });

  test("are not used if the entry has another format or is broken", () => {
    const directory = directoryWith({ "in/good.yaml": goodAuthentication });
    lint(directory, "in");
    const [entry = ""] = entriesIn(directory);
    writeFileSync(join(directory, "kept", entry), '{"format": 0}');
    expect(isKept(lint(directory, "in"))).toBe(false);
    writeFileSync(join(directory, "kept", entry), "broken");
    expect(lint(directory, "in").code).toBe(0);
  });
});

test("each build of the program uses only its own cached results", () => {
  const directory = directoryWith({ one: "first", other: "second build" });
  const run = {
    location: join(directory, "kept"),
    settings: {},
    files: [],
    sets: [],
    settingFiles: [],
    host: {},
    record: { states: new Map(), contents: new Map() },
  };
  const result = { files: [], diagnostics: [], secrets: new Map(), summary: emptySummary };
  let vetted = 0;
  const countVet = () => {
    vetted++;
    return { result, unreadable: false };
  };
  const program = process.argv[1] ?? "";
  try {
    for (const build of ["one", "one", "other", "one"]) {
      process.argv[1] = join(directory, build);
      expect(withCache(run, countVet).result).toEqual(result);
    }
  } finally {
    process.argv[1] = program;
  }
  expect(vetted).toBe(2);
});

test("the cache stores no results of runs with an unreadable path, with --fix or with standard input", () => {
  const directory = directoryWith({ "in/good.yaml": goodAuthentication, "kept/.keep": "" });
  expect(runCli(["lint", ...cacheFlags, "in", "nowhere"], { cwd: directory }).code).toBe(2);
  runCli(["lint", ...cacheFlags, "--fix", "in"], { cwd: directory });
  runCli(["lint", ...cacheFlags, "-"], { cwd: directory, stdin: goodAuthentication });
  expect(entriesIn(directory)).toEqual([".keep"]);
});

test("the cache stores no secrets", () => {
  const secret = "c2hvcnQ=";
  const keys = `[{name: "", secret: ${secret}}, {nam: a, secret: ${secret}}]`;
  const directory = directoryWith({
    "in/encryption.yaml": `apiVersion: apiserver.config.k8s.io/v1
kind: EncryptionConfiguration
resources:
  - resources: [Secrets]
    providers:
      - aescbc: {keys: ${keys}}
`,
  });
  expect(lint(directory, "in").code).toBe(1);
  const [entry = ""] = entriesIn(directory);
  expect(readFileSync(join(directory, "kept", entry), "utf8")).not.toContain(secret);
});

test("a cache that can't be written causes only a warning", () => {
  const directory = directoryWith({ "in/good.yaml": goodAuthentication, kept: "a file" });
  const { code, stderr } = runCli(["lint", ...cacheFlags, "in"], { cwd: directory });
  expect(code).toBe(0);
  expect(stderr).toContain("the cache can't be written");
});

test("the cache keeps 50 results, removes older ones, and leaves foreign files alone", () => {
  const directory = directoryWith({ "in/good.yaml": goodAuthentication });
  mkdirSync(join(directory, "kept"));
  for (let index = 0; index < 60; index++) {
    writeFileSync(join(directory, "kept", `${index.toString(16).padStart(64, "0")}.result`), "{}");
  }
  writeFileSync(join(directory, "kept", "mine.txt"), "{}");
  lint(directory, "in");
  const entries = entriesIn(directory);
  expect(entries).toHaveLength(51);
  expect(entries).toContain("mine.txt");
});
