import { cpSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { directoryWith, runCli } from "./run-cli.ts";

const folder = join(import.meta.dirname, "upgrades");

/** Example repositories. `report.txt` of each is the expected report of an upgrade from 1.34 to 1.37. */
const repositories = [
  { name: "workloads", code: 1 },
  { name: "control-plane", code: 1 },
  { name: "nothing", code: 0 },
];

const upgrade = (...args: readonly string[]) => ["upgrade", "--from", "1.34", "--to", "1.37", ...args];

test("each example repository is tested", () => {
  expect(readdirSync(folder).sort()).toEqual(repositories.map(({ name }) => name).sort());
});

test.each(repositories)("$name: upgrade prints the expected report", async ({ name, code }) => {
  const cwd = join(folder, name);
  const found = runCli(upgrade(), { cwd });
  await expect(found.stdout).toMatchFileSnapshot(join(cwd, "report.txt"));
  expect(found.code).toBe(code);
});

test("gates and versions that concern no file are counted, and listed with --all", () => {
  const cwd = join(folder, "nothing");
  const short = runCli(upgrade(), { cwd }).stdout;
  expect(short).not.toContain("MaxUnavailableStatefulSet");
  expect(short).toContain("also new in 1.37: the defaults of 88 feature gates, 6 versions of kinds served by default");
  const whole = runCli(upgrade("--all"), { cwd }).stdout;
  expect(whole).toContain("Feature gates with another default than in 1.34: 88\n");
  expect(whole).toContain("Served by default, unlike in 1.34: 6\n");
  expect(whole).toContain("MaxUnavailableStatefulSet");
  expect(whole).not.toContain("also new in");
});

/** Returns a copy of a repository that the test may change. */
function copyRepository(name: string): string {
  const copy = mkdtempSync(join(tmpdir(), "clustervet-"));
  cpSync(join(folder, name), copy, { recursive: true });
  return copy;
}

interface Change {
  readonly effect: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly rule: string;
  readonly fix?: unknown;
}

function changesIn(cwd: string, ...args: readonly string[]): readonly Change[] {
  return JSON.parse(runCli(upgrade("--format", "json", ...args), { cwd }).stdout).changes;
}

test("--fix makes the changes that have one correct form, and a second report lists only the others", () => {
  const cwd = copyRepository("workloads");
  const before = changesIn(cwd);
  expect(before.filter(({ fix }) => fix).map(({ file, line }) => `${file}:${line}`)).toEqual([
    "autoscaler.json:2",
    "budgets.yaml:1",
    "devices.yaml:4",
    "storage.yaml:1",
    "storage.yaml:9",
  ]);
  const { stderr } = runCli(upgrade("--fix"), { cwd });
  expect(stderr).toBe("fixed 5 findings in 4 files\n");
  const textOf = (name: string) => readFileSync(join(cwd, name), "utf8");
  expect(textOf("budgets.yaml")).toMatch(/^apiVersion: policy\/v1 # removed in 1\.25\n/);
  expect(textOf("autoscaler.json")).toContain('"apiVersion": "autoscaling/v2",');
  expect(textOf("storage.yaml").match(/^apiVersion: storage\.k8s\.io\/v1$/gm)).toHaveLength(2);
  expect(textOf("policy.yaml")).toContain("v1beta1");
  const placeOf = ({ file, line, effect }: Change) => `${effect} ${file}:${line}`;
  expect(changesIn(cwd).map(placeOf)).toEqual(before.filter(({ fix }) => !fix).map(placeOf));
});

test("a repository upgraded by --fix passes lint for the new release", () => {
  const files = ["autoscaler.json", "storage.yaml"];
  const readWorkload = (name: string) => readFileSync(join(folder, "workloads", name), "utf8");
  const [budget = ""] = readWorkload("budgets.yaml").split("---\n");
  const cwd = directoryWith({
    "budget.yaml": budget,
    ...Object.fromEntries(files.map((name) => [name, readWorkload(name)])),
  });
  const lint = (target: string) => runCli(["lint", "--target", target], { cwd });
  expect(lint("1.37")).toMatchObject({ code: 1, stdout: expect.stringContaining("4 errors") });
  expect(runCli(upgrade("--fix"), { cwd })).toMatchObject({ code: 0 });
  expect(lint("1.37").stdout).toMatch(/^no findings in 3 files/);
  // The files are fixed before the cluster is upgraded, so they must also pass for 1.34.
  expect(lint("1.34").code).toBe(0);
});

test("standard input cannot be fixed", () => {
  expect(runCli(upgrade("--fix", "-"), { stdin: "a: 1\n" })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--fix changes files"),
  });
});

test("--fix does not fix findings that only lint reports", () => {
  const text = "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, namespace: b, labels: { on: yes } }\n";
  const cwd = directoryWith({ "a.yaml": text });
  expect(runCli(upgrade("--fix"), { cwd })).toMatchObject({ code: 0, stderr: "" });
  expect(readFileSync(join(cwd, "a.yaml"), "utf8")).toBe(text);
});

test("flags of an image of the old release are validated for the new release", () => {
  const changes = changesIn(join(folder, "control-plane"), "manifests");
  expect(changes).toMatchObject([{ effect: "stops", rule: "flags/feature-gates", line: 14, column: 27 }]);
});

test("upgrade reads standard input, such as output of helm template", () => {
  const stdin = readFileSync(join(folder, "workloads/storage.yaml"), "utf8");
  const found = runCli(upgrade("-"), { stdin });
  expect(found).toMatchObject({ code: 1, stdout: expect.stringContaining("<stdin>:1:13  VolumeAttributesClass gold") });
});

test("the project file may set the release of the cluster", () => {
  const cwd = directoryWith({
    "clustervet.yaml": "target: '1.36'\n",
    "a.yaml": readFileSync(join(folder, "workloads/storage.yaml"), "utf8"),
  });
  expect(runCli(["upgrade"], { cwd }).stdout).toMatch(
    /^Upgrade from 1\.36 to 1\.37\n\nStops working in 1\.37: 2 places/,
  );
});

test("--feature-gates must be valid for the new release, and may be unknown in the old one", () => {
  const cwd = join(folder, "nothing");
  expect(runCli(upgrade("--feature-gates", "PodsAPI=true"), { cwd }).code).toBe(0);
  const locked = runCli(upgrade("--feature-gates", "KubeletFineGrainedAuthz=false"), { cwd });
  expect(locked).toMatchObject({ code: 2, stderr: expect.stringContaining("is locked to true in 1.37") });
});

test.each([
  { name: "no release", args: [], stderr: "--from is missing" },
  {
    name: "an unknown release",
    args: ["--from", "1.12"],
    stderr: '--from must be a release from 1.30 to 1.37; got "1.12"',
  },
  { name: "a downgrade", args: ["--from", "1.36", "--to", "1.35"], stderr: "--from must be older than --to" },
  { name: "a missing file", args: ["--from", "1.36", "gone"], stderr: "clustervet: gone: no such file or directory\n" },
])("upgrade exits with 2: $name", ({ args, stderr }) => {
  const found = runCli(["upgrade", ...args], { cwd: directoryWith({}) });
  expect(found.code).toBe(2);
  expect(found.stderr).toContain(stderr);
  expect(found.stderr.match(/clustervet:/g)).toHaveLength(1);
});

test.each([
  ["not YAML", "a: [", "source/syntax"],
  ["not text", "a: \0", "source/encoding"],
  ["too deeply nested", `a: ${"[".repeat(600)}${"]".repeat(600)}`, "source/limit"],
])("a file that is %s is reported as unreadable, and not as one that keeps working", (_name, text, rule) => {
  const cwd = directoryWith({ "broken.yaml": `apiVersion: v1\nkind: ConfigMap\n${text}` });
  const { stdout, code } = runCli(upgrade(), { cwd });
  expect(stdout).toMatch(
    /Cannot be read, so nothing is known of it: 1 place\n\n {2}.*\n(?: {2}help.*\n)? {4}broken\.yaml:3:/,
  );
  expect(stdout).toContain("\n1 place cannot be read (1 file, ");
  expect(code).toBe(1);
  expect(changesIn(cwd)).toMatchObject([{ effect: "unread", rule }]);
});
