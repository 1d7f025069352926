/** Each example of docs/library.md prints the output shown below it, and has no type errors. */
import { readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";
import { build } from "esbuild";
import ts from "typescript";
import { afterEach, expect, test, vi } from "vitest";
import { directoryWith } from "../cli/run-cli.ts";

const page = readFileSync("docs/library.md", "utf8");
const sections = page.split(/^## /m).slice(1);
const examples = sections.flatMap((section) =>
  [...section.matchAll(/```js\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/g)].map(([, code = "", printed = ""]) => ({
    title: section.split("\n", 1)[0],
    code,
    printed,
  })),
);

afterEach(() => {
  vi.restoreAllMocks();
});

/**
 * Replaces the names of the package with its sources. Examples are bundled for browsers, which have no modules of Node.
 */
const alias = {
  clustervet: resolve("src/index.ts"),
  "clustervet/cel": resolve("src/cel.ts"),
};

test.each(examples)("$title", { timeout: 120_000 }, async ({ code, printed }) => {
  const lines: string[] = [];
  vi.spyOn(console, "log").mockImplementation((...values: readonly unknown[]) => {
    lines.push(values.map((value) => (typeof value === "string" ? value : inspect(value))).join(" "));
  });
  const outfile = join(directoryWith({}), "example.mjs");
  const stdin = { contents: code, resolveDir: process.cwd() };
  await build({ stdin, alias, outfile, bundle: true, format: "esm", platform: "browser", logLevel: "error" });
  await import(/* @vite-ignore */ pathToFileURL(outfile).href);
  expect(`${lines.join("\n")}\n`).toBe(printed);
});

test("the examples have no errors in strict TypeScript", { timeout: 120_000 }, () => {
  const texts = new Map(examples.map(({ code }, index) => [resolve(`test/docs/example-${index}.ts`), code]));
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    allowImportingTsExtensions: true,
    types: ["node"],
    paths: Object.fromEntries(Object.entries(alias).map(([name, path]) => [name, [path]])),
  };
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.readFile = (name) => texts.get(name) ?? readFile(name);
  host.fileExists = (name) => texts.has(name) || fileExists(name);
  const program = ts.createProgram([...texts.keys()], options, host);
  const faults = [...texts.keys()].flatMap((name) =>
    program
      .getSemanticDiagnostics(program.getSourceFile(name))
      .map(({ messageText }) => `${basename(name)}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`),
  );
  expect(faults).toEqual([]);
});

test("each example shows its output", () => {
  const blocks = page.match(/^```js$/gm) ?? [];
  expect(examples).toHaveLength(blocks.length);
});
