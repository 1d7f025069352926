/** cel-go's trees and errors for the expressions of cel-spec and of cel-go's own tests, from `@bufbuild/cel-spec`. */
import { tests as checking } from "@bufbuild/cel-spec/testdata/checking.js";
import { tests as comprehension } from "@bufbuild/cel-spec/testdata/comprehension.js";
import { tests as conformance } from "@bufbuild/cel-spec/testdata/conformance.js";
import { tests as parsing } from "@bufbuild/cel-spec/testdata/parsing.js";
import type { SerializedIncrementalTest, SerializedIncrementalTestSuite } from "@bufbuild/cel-spec/testdata/tests.js";
import { expect, test } from "vitest";
import { type ParseOptions, parse } from "../../../src/cel/syntax/parser.ts";
import { debugString, kindMark } from "./debug-string.ts";
import { outline } from "./outline.ts";
import { unparse } from "./unparse.ts";

/** The options that the vectors were recorded with. */
const options: ParseOptions = { macros: ["standard", "exists-one"], quotedNames: false, maxDepth: 32 };

const suites = { parsing, comprehension, checking, conformance };

/** Vectors from which this parser deliberately differs. */
const gaps: ReadonlyMap<string, string> = new Map([
  ["x{?.", "made with a limit of 4 recoveries, which hid the earlier fault at the question mark"],
  [lookAheadVector(), "made with a look-ahead of 4 tokens; here the first fault is reported at its place"],
]);

test.each(Object.entries(suites))("%s", (_name, suite) => {
  const vectors = vectorsOf(suite).filter(({ original }) => !gaps.has(original.expr));
  expect(vectors.length).toBeGreaterThan(90);
  for (const vector of vectors) expect(parseOutcome(vector.original.expr), vector.original.expr).toBe(expected(vector));
});

test.each([...gaps])("gap: %j, %s", (text) => {
  const vector = vectorsOf(parsing).find(({ original }) => original.expr === text);
  expect(vector && expected(vector)).toBeDefined();
  expect(parseOutcome(text)).not.toBe(vector && expected(vector));
});

test.each(Object.entries(suites))("%s: unparsing and parsing gives the same tree", (_name, suite) => {
  const all: ParseOptions = { macros: ["standard", "exists-one", "optional", "two-variable", "lists", "bindings"] };
  for (const { original } of vectorsOf(suite)) {
    const { result } = parse(original.expr, all);
    if (result === undefined) continue;
    const again = parse(unparse(result), all);
    expect(again.result && outline(again.result.expr), original.expr).toBe(outline(result.expr));
  }
});

function vectorsOf(suite: SerializedIncrementalTestSuite): SerializedIncrementalTest[] {
  return [...(suite.tests ?? []), ...(suite.suites ?? []).flatMap(vectorsOf)];
}

/** Returns the tree, or `line:column` of the first error, or `limit`. */
function parseOutcome(text: string): string {
  const { result, issues } = parse(text, options);
  if (result !== undefined) return debugString(result, kindMark);
  if (issues.some(({ code }) => code === "limit")) return "limit";
  const lines = text.slice(0, issues[0]?.start).split("\n");
  return `${lines.length}:${[...(lines.at(-1) ?? "")].length + 1}`;
}

/** Returns the recorded outcome. An upstream error without a position reports a limit. */
function expected({ ast, error = "" }: SerializedIncrementalTest): string | undefined {
  if (ast !== undefined) return ast;
  const place = /:(-?\d+:\d+): /.exec(error)?.[1];
  return place === "-1:0" ? "limit" : place;
}

function lookAheadVector(): string {
  return vectorsOf(parsing).find(({ error }) => error?.includes("lookahead limit exceeded"))?.original.expr ?? "";
}
