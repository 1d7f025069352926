/** Vitest silently ignores a hook that is called while a test runs: such a test leaves its servers running. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const hooks = new Set(["afterAll", "afterEach", "beforeAll", "beforeEach"]);

/** Functions that only `describe` calls. */
const suites = new Set(["storageContract"]);

const fileNames = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));

/** Returns the lines that call hooks outside of a module's top level and of functions given to `describe`. */
function misplacedHooks(name: string, text: string): readonly string[] {
  const found: string[] = [];
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && hooks.has(node.expression.getText()) && !isInSuite(node)) {
      found.push(`${name}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isInSuite(node: ts.Node): boolean {
  const within = ts.findAncestor(node.parent, ts.isFunctionLike);
  if (!within) return true;
  const name = within.name?.getText();
  if (name !== undefined) return suites.has(name);
  return ts.isCallExpression(within.parent) && /^describe\b/.test(within.parent.expression.getText());
}

test("a hook in a test is found", () => {
  expect(misplacedHooks("a.ts", 'test("x", () => {\n  afterAll(() => {});\n});')).toEqual(["a.ts:2"]);
  expect(misplacedHooks("a.ts", "async function open() { afterEach(close); }")).toEqual(["a.ts:1"]);
  expect(misplacedHooks("a.ts", 'describe.each([1])("x", () => { afterAll(() => {}); }); afterAll(end);')).toEqual([]);
});

test("no hook is called while a test runs", () => {
  const texts = fileNames.map((name) => [name, readFileSync(join(root, name), "utf8")] as const);
  const withHooks = texts.filter(([, text]) => /\b(?:after|before)(?:All|Each)\(/.test(text));
  expect(withHooks.flatMap(([name, text]) => misplacedHooks(name, text))).toEqual([]);
});
