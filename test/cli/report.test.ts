/** `clustervet report`, which writes the HTML page of a run. */
import { readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { badAuthentication } from "./documents.ts";
import { directoryWith, runCli } from "./run-cli.ts";

test("report writes the page of lint -f html, and exits with 0 even if there are errors", () => {
  const cwd = directoryWith({ "authentication.yaml": badAuthentication });
  const { code, stdout, stderr } = runCli(["report"], { cwd });
  expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
  expect(stderr).toContain("the report is clustervet-report.html");
  const page = readFileSync(join(cwd, "clustervet-report.html"), "utf8");
  expect(page).toContain("authentication.yaml");
  const withoutDuration = (text: string) => text.replace(/\d+ ms/g, "");
  expect(withoutDuration(page)).toBe(withoutDuration(runCli(["lint", "-f", "html"], { cwd }).stdout));
});

test("-o - writes to standard output; a missing path causes exit code 2", () => {
  const cwd = directoryWith({ "authentication.yaml": badAuthentication });
  expect(runCli(["report", "-o", "-"], { cwd }).stdout).toMatch(/^<!DOCTYPE html>/);
  expect(runCli(["report", "missing.yaml"], { cwd }).code).toBe(2);
});

test("a file name that is not UTF-8 is an error", () => {
  const cwd = directoryWith({ "a.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n" });
  renameSync(
    join(cwd, "a.yaml"),
    Buffer.concat([Buffer.from(join(cwd, "caf")), Buffer.from([0xe9]), Buffer.from(".yaml")]),
  );
  const { code, stderr } = runCli(["lint"], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain("its name is not UTF-8: rename the file");
});
