/**
 * The integrations at the root of the repository agree with the recipes that use them, and the action's script runs.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { reporters } from "../../src/report/reporters.ts";

const readText = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const version: string = JSON.parse(readText("package.json")).version;
const hooks: readonly Record<string, unknown>[] = parse(readText(".pre-commit-hooks.yaml"));
const action = parse(readText("action.yml"));
const guide = readText("docs/ci.md");
const [actionRecipe, codeScanning, gitlab, preCommit] = [...guide.matchAll(/```yaml\n(.*?)```/gs)].map((block) =>
  parse(block[1] ?? ""),
);

test("the two hooks differ in the origin of the program", () => {
  expect(hooks.map(({ id, language }) => [id, language])).toEqual([
    ["clustervet", "node"],
    ["clustervet-system", "system"],
  ]);
  for (const hook of hooks) {
    expect(hook).toMatchObject({ entry: "clustervet lint", types_or: ["yaml", "json"], require_serial: true });
  }
});

test("a tag of the action runs the release of the same number", () => {
  expect(action.inputs.version.default).toBe(version);
  expect(guide.match(/clustervet@v?\d+\.\d+\.\d+/g)?.filter((use) => !use.endsWith(version))).toEqual([]);
  expect(preCommit.repos[0].rev).toBe(`v${version}`);
});

test("every input of the action is documented and used", () => {
  const text = readText("action.yml");
  for (const [name, input] of Object.entries<{ description: string }>(action.inputs)) {
    expect(input.description, name).toMatch(/\.$/);
    expect(guide).toContain(`| \`${name}\` |`);
    expect(text).toContain(`inputs.${name}`);
  }
});

test("scripts of the action read inputs only as variables", () => {
  for (const step of action.runs.steps) expect(step.run ?? "").not.toContain("${{");
});

test("recipes use inputs, outputs and hooks that exist", () => {
  const [annotate] = actionRecipe.jobs.lint.steps.slice(1);
  const [scan, upload] = codeScanning.jobs["code-scanning"].steps.slice(1);
  for (const step of [annotate, scan]) {
    for (const name of Object.keys(step.with)) expect(Object.keys(action.inputs)).toContain(name);
  }
  expect(Object.keys(reporters)).toContain(scan.with.format);
  expect(codeScanning.permissions).toMatchObject({ "security-events": "write" });
  for (const [, output] of JSON.stringify(upload).matchAll(/outputs\.([\w-]+)/g)) {
    expect(Object.keys(action.outputs)).toContain(output);
  }
  const { codequality, junit } = gitlab.clustervet.artifacts.reports;
  expect(gitlab.clustervet.script[0]).toContain(`-f gitlab -o ${codequality} -f junit -o ${junit} -f text`);
  expect(hooks.map(({ id }) => id)).toContain(preCommit.repos[0].hooks[0].id);
});

test("every format is documented", () => {
  for (const format of Object.keys(reporters)) expect(guide).toContain(`| \`${format}\` |`);
});

interface Run {
  readonly name: string;
  readonly inputs?: Readonly<Record<string, string>>;
  /** The exit code of the tool. */
  readonly code?: number;
  readonly arguments: readonly string[];
  readonly report?: string;
}

/** Runs the action's script with an `npx` that prints its arguments, one a line. */
function runAction(inputs: Readonly<Record<string, string>>, code: number) {
  const directory = mkdtempSync(join(tmpdir(), "clustervet-action-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const outputs = join(directory, "outputs");
  writeFileSync(outputs, "");
  writeFileSync(join(directory, "npx"), `#!/bin/sh\nprintf '%s\\n' "$@"\nexit ${code}\n`);
  chmodSync(join(directory, "npx"), 0o755);
  const step = action.runs.steps.find(({ id }: { id?: string }) => id === "lint");
  const env: Record<string, string> = {};
  for (const [variable, expression] of Object.entries<string>(step.env)) {
    const name = /inputs\.([\w-]+)/.exec(expression)?.[1] ?? "";
    env[variable] = inputs[name] ?? action.inputs[name].default;
  }
  const run = spawnSync("bash", ["--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step.run], {
    cwd: directory,
    encoding: "utf8",
    env: { ...env, PATH: `${directory}:${process.env["PATH"]}`, GITHUB_OUTPUT: outputs },
  });
  return { status: run.status, arguments: run.stdout.split("\n").slice(0, -1), outputs: readFileSync(outputs, "utf8") };
}

const npx = ["--yes", `clustervet@${version}`, "lint"];

test.each<Run>([
  { name: "defaults", arguments: [...npx, "--format", "github", "--", "."] },
  {
    name: "SARIF is written to a file",
    inputs: { format: "sarif" },
    arguments: [...npx, "--format", "sarif", "--output", "clustervet.sarif", "--", "."],
    report: "./clustervet.sarif",
  },
  {
    name: "a report below another directory",
    inputs: { format: "junit", output: "out.xml", "working-directory": "deploy" },
    arguments: [...npx, "--format", "junit", "--output", "out.xml", "--", "."],
    report: "deploy/out.xml",
  },
  {
    name: "a report at an absolute path",
    inputs: { output: "/tmp/out.txt" },
    arguments: [...npx, "--format", "github", "--output", "/tmp/out.txt", "--", "."],
    report: "/tmp/out.txt",
  },
  {
    name: "several paths and arguments",
    inputs: { paths: "clusters\n  my rbac/*.yaml\n\n", args: "--target 1.35\n--quiet" },
    arguments: [...npx, "--format", "github", "--target", "1.35", "--quiet", "--", "clusters", "my rbac/*.yaml"],
  },
  {
    name: "inputs are not run as commands",
    inputs: { paths: "$(touch x); `id`", args: "* $HOME" },
    arguments: [...npx, "--format", "github", "*", "$HOME", "--", "$(touch x); `id`"],
  },
  { name: "findings", code: 1, arguments: [...npx, "--format", "github", "--", "."] },
  { name: "could not run", code: 2, arguments: [...npx, "--format", "github", "--", "."] },
])("the action's script: $name", ({ inputs = {}, code = 0, arguments: expected, report = "" }) => {
  const run = runAction(inputs, code);
  expect(run.arguments).toEqual(expected);
  expect(run.status).toBe(code);
  expect(run.outputs).toBe(`exit-code=${code}\nreport=${report}\n`);
});
