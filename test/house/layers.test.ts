/** The import table is enforced: each planted file breaks it in one way, and the check names the broken rule. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const workDirectory = join(root, "build");
mkdirSync(workDirectory, { recursive: true });
const trees = mkdtempSync(join(workDirectory, "layers-"));
afterAll(() => rmSync(trees, { recursive: true, force: true }));

type Files = Readonly<Record<string, string>>;

const validFiles: Files = {
  "src/diagnostic/diagnostic.ts": "export interface Diagnostic { readonly rule: string }\n",
  "src/rule/rule.ts": 'export type { Diagnostic } from "../diagnostic/diagnostic.ts";\n',
};

const cases: readonly { readonly name: string; readonly planted: Files; readonly broken: readonly string[] }[] = [
  {
    name: "an import against the direction",
    planted: { "src/diagnostic/path.ts": 'export { rule } from "../rule/rule.ts";\n' },
    broken: ["layer-diagnostic"],
  },
  {
    name: "a type import against the direction",
    planted: { "src/text/names.ts": 'export type { Diagnostic } from "../diagnostic/diagnostic.ts";\n' },
    broken: ["layer-text"],
  },
  {
    name: "a circle of type imports",
    planted: {
      "src/rule/host.ts": 'import type { B } from "./within.ts";\nexport type A = B | string;\n',
      "src/rule/within.ts": 'import type { A } from "./host.ts";\nexport type B = A | number;\n',
    },
    broken: ["no-circular"],
  },
  {
    name: "a folder that is not in the table",
    planted: { "src/utils/text.ts": "export const empty = '';\n" },
    broken: ["unknown-folder"],
  },
  {
    name: "a room above cel that imports its inside",
    planted: {
      "src/cel/syntax/ast.ts": "export const one = 1;\n",
      "src/cel/syntax/lexer.ts": "export const two = 2;\n",
      "src/kinds/index.ts": 'export { two } from "../cel/syntax/lexer.ts";\n',
    },
    broken: ["cel-inside"],
  },
  {
    name: "a module that imports a face of the package",
    planted: { "src/cel.ts": "export const one = 1;\n", "src/kinds/one.ts": 'export { one } from "../cel.ts";\n' },
    broken: ["layer-kinds"],
  },
  {
    name: "a file system below the command line",
    planted: { "src/engine/run.ts": 'export { readFileSync } from "node:fs";\n' },
    broken: ["engine-is-pure"],
  },
];

test("a sound tree passes", () => {
  expect(runDependencyCruiser(validFiles)).toEqual({ status: 0, faults: [] });
});

/** One tree contains all cases, since a run takes seconds. */
const allResults = runDependencyCruiser(Object.assign({}, validFiles, ...cases.map(({ planted }) => planted)));

test("a tree with faults fails, and its sound files have no faults", () => {
  expect(allResults.status).not.toBe(0);
  const planted = new Set(cases.flatMap((each) => Object.keys(each.planted)));
  expect(allResults.faults.filter(({ file }) => !planted.has(file))).toEqual([]);
});

test.each(cases)("layers: $name", ({ planted, broken }) => {
  const own = allResults.faults.filter(({ file }) => Object.hasOwn(planted, file));
  expect([...new Set(own.map(({ rule }) => rule))]).toEqual(broken);
});

/** Runs dependency-cruiser with the project's configuration. Returns the broken rules, each with its file. */
function runDependencyCruiser(files: Files) {
  const tree = mkdtempSync(join(trees, "tree-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
  }
  for (const name of [".dependency-cruiser.mjs", "tsconfig.json"]) cpSync(join(root, name), join(tree, name));
  symlinkSync(join(root, "node_modules"), join(tree, "node_modules"), "junction");
  const program = join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
  const { status, stdout } = spawnSync(
    process.execPath,
    [program, "--config", ".dependency-cruiser.mjs", "--output-type", "err", "src"],
    { cwd: tree, encoding: "utf8" },
  );
  const faults = [...stdout.matchAll(/^ *error ([\w-]+): (\S+)/gm)].map(([, rule = "", file = ""]) => ({ rule, file }));
  return { status, faults };
}
