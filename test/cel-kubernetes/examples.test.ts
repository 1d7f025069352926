import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import * as cel from "../../src/cel.ts";

const celEntry = new URL("../../src/cel.ts", import.meta.url);

/**
 * Returns the examples of an export from the comment before it; those of a namespace are in the module comment of its
 * file.
 */
function examplesOf(file: URL, name: string | undefined): readonly string[] {
  const source = ts.createSourceFile(file.pathname, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const docs = source.statements
    .filter((node) => name === undefined || namesOf(node).includes(name))
    .flatMap((node) => node.getChildren().filter(ts.isJSDoc));
  const tags = (name === undefined ? docs.slice(0, 1) : docs.slice(-1)).flatMap(({ tags: all = [] }) => [...all]);
  return tags
    .filter(({ tagName }) => tagName.text === "example")
    .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? "");
}

function namesOf(node: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(node)) return node.declarationList.declarations.map((each) => each.name.getText());
  const isNamed = ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node);
  return isNamed && node.name ? [node.name.text] : [];
}

interface PublicName {
  readonly name: string;
  readonly examples: readonly string[];
}

/** Returns the exports that programs can call. Their examples also explain the exported types. */
function publicNames(): readonly PublicName[] {
  const source = ts.createSourceFile(celEntry.pathname, readFileSync(celEntry, "utf8"), ts.ScriptTarget.Latest, true);
  return source.statements.filter(ts.isExportDeclaration).flatMap((node): readonly PublicName[] => {
    const file = new URL((node.moduleSpecifier as ts.StringLiteral).text, celEntry);
    const clause = node.exportClause;
    if (clause === undefined || node.isTypeOnly) return [];
    if (ts.isNamespaceExport(clause)) return [{ name: clause.name.text, examples: examplesOf(file, undefined) }];
    const values = clause.elements.filter((each) => !each.isTypeOnly);
    return values.map((each) => ({ name: each.name.text, examples: examplesOf(file, each.name.text) }));
  });
}

/**
 * Runs an example and returns the number of checked lines: `expression; // value` asserts that the expression has the
 * value.
 */
async function runExample(example: string): Promise<number> {
  let count = 0;
  const check = (found: unknown, expected: unknown) => {
    count++;
    expect(found).toEqual(expected);
  };
  const checked = example
    .replace(/^import \{([^}]*)\} from "clustervet\/cel";$/m, "const {$1} = cel;")
    .replaceAll(/^(?!const )(.+); \/\/ (.+)$/gm, "check($1, $2);");
  const { code } = transformSync(`async function example() {\n${checked}\n}`, { loader: "ts" });
  await new Function("cel", "check", `${code}\nreturn example();`)(cel, check);
  return count;
}

const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2023,
  // Without the DOM library, which takes a second to read.
  lib: ["lib.es2023.d.ts"],
  module: ts.ModuleKind.NodeNext,
  allowImportingTsExtensions: true,
  types: [],
};

/**
 * Returns the type errors that TypeScript reports in the examples. Each example is compiled as a module next to the
 * entry point.
 */
function typeFaults(all: readonly PublicName[]): readonly string[] {
  const texts = new Map(
    all.flatMap(({ name, examples }) =>
      examples.map((text, index) => [
        fileURLToPath(new URL(`example-${name}-${index}.ts`, celEntry)),
        `${text.replace("clustervet/cel", "./cel.ts")}\nexport {};\n`,
      ]),
    ),
  );
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.readFile = (name) => texts.get(name) ?? readFile(name);
  host.fileExists = (name) => texts.has(name) || fileExists(name);
  const program = ts.createProgram([...texts.keys()], options, host);
  return [...texts.keys()].flatMap((name) =>
    program
      .getSemanticDiagnostics(program.getSourceFile(name))
      .map(({ messageText }) => `${basename(name)}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`),
  );
}

const names = publicNames();

describe("clustervet/cel", () => {
  test("exports exactly the values that its entry point lists", () =>
    expect(names.map(({ name }) => name).sort()).toEqual(Object.keys(cel).sort()));

  test("has examples without type errors", () => expect(typeFaults(names)).toEqual([]), 60_000);

  test.each(names)("$name has an example whose results are right", async ({ examples }) => {
    expect(examples).not.toEqual([]);
    for (const example of examples) expect(await runExample(example)).toBeGreaterThan(0);
  });
});
