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
const read = (file: string) => readFileSync(join(root, file), "utf8");
const begin = (...args: readonly string[]) =>
  spawnSync(process.execPath, [script, ...args, "--root", root], { encoding: "utf8" });

test("new-rule starts a rule in the file of its area, with a page and a fixture", () => {
  const { status, stdout } = begin("box/lid-opens", "warning", summary);
  expect(status).toBe(0);
  expect(stdout).toContain("4. scripts/upstream-pages.mjs: the page of kubernetes.io about box");
  expect(stdout).toContain("-t lid-opens");
  expect(stdout).toContain("CHANGELOG.md");
  const source = read("src/kinds/toys/box.ts");
  expect(source).toContain(`const lidOpens = rule<Box>(
  { id: "box/lid-opens", severity: "warning", summary: "a box opens" },`);
  expect(source).toContain("rules: [...objectMetaRules(options), size, lidOpens]");
  const example = (use: string) => `\`\`\`yaml ${use}\nkind: Box\n\`\`\`\n`;
  expect(read("docs/rules/box/lid-opens.md")).toBe(
    `# A box opens\n\n\`box/lid-opens\` · warning\n\n${example("failing")}\n${example("passing")}`,
  );
  expect(read("fixtures/toys/box/invalid/lid-opens.yaml")).toBe(`${firstLines}kind: Box\n`);
});

test("a list with a line for each rule gets one more line", () => {
  const file = "src/kinds/toys/box.ts";
  write(
    file,
    read(file).replace("[...objectMetaRules(options), size]", "[\n  ...objectMetaRules(options),\n  size,\n]"),
  );
  begin("box/lid-opens", "warning", summary);
  expect(read(file)).toContain("rules: [\n  ...objectMetaRules(options),\n  size,\n  lidOpens,\n]");
});

test("new-rule starts the first rule of a kind in its file, with the necessary imports", () => {
  write(
    "src/kinds/toys/chest.ts",
    `import { kind } from "../kind.ts";

export const chest = kind("toys/v1.Chest", { rules: [] });
`,
  );
  write("fixtures/toys/chest/valid/chest.yaml", "kind: Chest\n");
  expect(begin("chest/lid", "error", summary).status).toBe(0);
  expect(read("src/kinds/toys/chest.ts")).toBe(`import type { Chest } from "../../api/types/toys-v1.ts";
import { rule } from "../../rule/rule.ts";
import { kind } from "../kind.ts";

const lid = rule<Chest>(
  { id: "chest/lid", severity: "error", summary: "a box opens" },
  (_object, _place) => {},
);

export const chest = kind("toys/v1.Chest", { rules: [lid] });
`);
  expect(read("fixtures/toys/chest/invalid/lid.yaml")).toBe("kind: Chest\n");
});

test.each([
  { args: [], error: "usage:" },
  { args: ["box/Lid", "warning", summary], error: "usage:" },
  { args: ["box/lid", "fatal", summary], error: "usage:" },
  { args: ["chest/lid", "error", summary], error: "no file below src has rules of the area chest" },
])("$args is refused", ({ args, error }) => {
  const { status, stderr } = begin(...args);
  expect([status, stderr]).toEqual([2, expect.stringContaining(error)]);
});

test("new-rule rejects a rule that has a page", () => {
  begin("box/lid", "error", summary);
  expect(begin("box/lid", "error", summary).stderr).toContain("box/lid has a page already");
});
