import { expect, test } from "vitest";
import { validateReport } from "../report/schemas.ts";
import { directoryWith, lintJson, runCli } from "./run-cli.ts";

const role = "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: a, namespace: b}\nrules: []\n";

test("lint --stats measures steps, kinds and rules, including rules across documents", () => {
  const directory = directoryWith({ "a.yaml": role, "b.yaml": role.replace("name: a", "name: c") });
  const { report, stderr } = lintJson(directory, "--stats", "a.yaml", "b.yaml");
  expect(stderr).toMatch(/^\ntime by step .*\n {2}\S[\s\S]*\n\ntime by kind .*\n {2}rbac\S+ Role +[\d.]+ +\d+ % +2 /);
  expect(report.stats.kinds).toEqual([
    { name: "rbac.authorization.k8s.io/v1 Role", runs: 2, durationMs: expect.any(Number) },
  ]);
  const names = report.stats.rules.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(["meta/name", "rbac/role-ref-defined"]));
  expect(validateReport(report), JSON.stringify(validateReport.errors)).toBe(true);
});

test("without --stats nothing is measured", () => {
  const directory = directoryWith({ "a.yaml": role });
  expect(lintJson(directory, "a.yaml").report).not.toHaveProperty("stats");
  expect(runCli(["lint", "a.yaml"], { cwd: directory }).stderr).toBe("");
});
