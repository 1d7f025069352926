import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

const script = join(import.meta.dirname, "../../scripts/new-rule.mjs");
const summary = "a box opens";
const firstLines = "# options: target=1.37\n# clustervet-ignore-file kind/optional: the version is turned on\n";
let root = "";

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "new-rule-"));
  write(
    "src/kinds/toys/box.ts",
    `const size = rule<Box>(
  { id: "box/size", severity: "error", summary: "a box has room" },
  ({ size }, place) => {},
);

export const box: Kind<Box> = { rules: [...objectMetaRules(options), size] };
`,
  );
  write("fixtures/toys/box/invalid/size.diagnostics", "1:1 box/size size: must be above 0\n");
  write("fixtures/toys/box/valid/box.yaml", `${firstLines}kind: Box\n`);
});
afterEach(() => rmSync(root, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}
const readFile = (file: string) => readFileSync(join(root, file), "utf8");
const runNewRule = (...args: readonly string[]) =>
  spawnSync(process.execPath, [script, ...args, "--root", root], { encoding: "utf8" });

test("new-rule starts a rule in the file of its area, with a page and a fixture", () => {
  const { status, stdout } = runNewRule("box/lid-opens", "warning", summary);
  expect(status).toBe(0);
  expect(stdout).toContain("4. scripts/upstream-pages.mjs: the page of kubernetes.io about box");
  expect(stdout).toContain("-t lid-opens");
  expect(stdout).toContain("CHANGELOG.md");
  const source = readFile("src/kinds/toys/box.ts");
  expect(source).toContain(`const lidOpens = rule<Box>(
  { id: "box/lid-opens", severity: "warning", summary: "a box opens" },`);
  expect(source).toContain("rules: [...objectMetaRules(options), size, lidOpens]");
  const example = (use: string) => `\`\`\`yaml ${use}\nkind: Box\n\`\`\`\n`;
  expect(readFile("docs/rules/box/lid-opens.md")).toBe(
    `# A box opens\n\n\`box/lid-opens\` · warning\n\n${example("failing")}\n${example("passing")}`,
  );
  expect(readFile("fixtures/toys/box/invalid/lid-opens.yaml")).toBe(`${firstLines}kind: Box\n`);
});

test("a list with a line for each rule gets one more line", () => {
  const file = "src/kinds/toys/box.ts";
  write(
    file,
    readFile(file).replace("[...objectMetaRules(options), size]", "[\n  ...objectMetaRules(options),\n  size,\n]"),
  );
  runNewRule("box/lid-opens", "warning", summary);
  expect(readFile(file)).toContain("rules: [\n  ...objectMetaRules(options),\n  size,\n  lidOpens,\n]");
});

test("new-rule starts the first rule of a kind in its file, with the necessary imports", () => {
  write(
    "src/kinds/toys/chest.ts",
    `import { kind } from "../kind.ts";

export const chest = kind("toys/v1.Chest", { rules: [] });
`,
  );
  write("fixtures/toys/chest/valid/chest.yaml", "kind: Chest\n");
  expect(runNewRule("chest/lid", "error", summary).status).toBe(0);
  expect(readFile("src/kinds/toys/chest.ts")).toBe(`import type { Chest } from "../../api/types/toys-v1.ts";
import { rule } from "../../rule/rule.ts";
import { kind } from "../kind.ts";

const lid = rule<Chest>(
  { id: "chest/lid", severity: "error", summary: "a box opens" },
  (_object, _place) => {},
);

export const chest = kind("toys/v1.Chest", { rules: [lid] });
`);
  expect(readFile("fixtures/toys/chest/invalid/lid.yaml")).toBe("kind: Chest\n");
});

test.each([
  { args: [], error: "usage:" },
  { args: ["box/Lid", "warning", summary], error: "usage:" },
  { args: ["box/lid", "fatal", summary], error: "usage:" },
  { args: ["chest/lid", "error", summary], error: "no file below src has rules of the area chest" },
])("$args is refused", ({ args, error }) => {
  const { status, stderr } = runNewRule(...args);
  expect([status, stderr]).toEqual([2, expect.stringContaining(error)]);
});

test("new-rule rejects a rule that has a page", () => {
  runNewRule("box/lid", "error", summary);
  expect(runNewRule("box/lid", "error", summary).stderr).toContain("box/lid has a page already");
});
