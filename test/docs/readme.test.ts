import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createVetter } from "../../src/engine/vetter.ts";
import { runCli } from "../cli/run-cli.ts";

const readme = readFileSync("README.md", "utf8");

test("the README shows what its first command prints, and its exit code", () => {
  const { stdout, code } = runCli(["lint", "examples"]);
  const sample = /```text\n(examples[\s\S]*?)\n```/.exec(readme)?.[1] ?? "";
  const parts = sample.split("\n\n").filter((part) => part !== "[...]");
  expect(parts.length).toBeGreaterThan(4);
  for (const part of parts) expect(stdout).toContain(part);
  expect(code).toBe(1);
  expect(readme).toContain("exit code 1");
});

test("the good examples have no findings", () => {
  const report = JSON.parse(runCli(["lint", "--format", "json", "examples/good"]).stdout);
  expect(report.diagnostics).toEqual([]);
  expect(report.summary.documents).toBe(4);
});

test("the suppression that the README shows suppresses a finding", () => {
  const sample = /### Exceptions[\s\S]*?```yaml\n([\s\S]*?)```/.exec(readme)?.[1] ?? "";
  const rules = (text: string) =>
    createVetter()
      .vetText(text, "role.yaml")
      .map(({ rule }) => rule);
  expect(rules(sample)).toEqual([]);
  expect(rules(sample.replace(/ *# clustervet-ignore.*\n/, ""))).toEqual(["cluster-role/every-secret"]);
});

test("every rule that the README names has a page", () => {
  for (const [, rule] of readme.matchAll(
    /\b((?:authentication|authorization|rbac|role|cluster-role|schema)\/[a-z-]+)\b/g,
  )) {
    expect(() => readFileSync(`docs/rules/${rule}.md`)).not.toThrow();
  }
});
