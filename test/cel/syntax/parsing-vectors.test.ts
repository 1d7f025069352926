import { tests as suite } from "@bufbuild/cel-spec/testdata/parsing.js";
import { expect, test } from "vitest";
import type { ParseOptions } from "../../../src/cel/syntax/parser.ts";
import { parse } from "../../../src/cel/syntax/parser.ts";
import { debugString, kindMark } from "./debug-string.ts";

/** The options that the vectors were made with. */
const options: ParseOptions = { macros: ["standard"], quotedNames: false, maxDepth: 32 };

/** What the vectors expect and this parser does otherwise, on purpose. A gap that closes fails its test. */
const gaps: ReadonlyMap<string, string> = new Map([
  ["x{?.", "made with a limit of 4 recoveries, which hid the earlier fault at the question mark"],
  [recoveryVector(), "made with a look-ahead of 4 tokens; here the first fault is reported at its place"],
]);

/** The message of a fault that the checker, not the parser, finds. */
const checkerFault = /undeclared reference|no matching overload|expression of type|undefined field|unexpected failed/;

test.each(suite.tests ?? [])("$original.expr", ({ original: { expr }, ast, error = "" }) => {
  const actual = outcome(expr);
  const expected = ast ?? (checkerFault.test(error) ? "a tree" : firstLine(error));
  if (gaps.has(expr)) expect(actual).not.toBe(expected);
  else expect(actual).toBe(expected);
});

/** The tree, or `line:column` of the first fault, or `limit`. */
function outcome(text: string): string {
  const { result, issues } = parse(text, options);
  if (result !== undefined) return debugString(result, kindMark);
  if (issues.some(({ code }) => code === "limit")) return "limit";
  const lines = text.slice(0, issues[0]?.start).split("\n");
  return `${lines.length}:${[...(lines.at(-1) ?? "")].length + 1}`;
}

/** `line:column` of an upstream error; an error without a place is that of a limit. */
function firstLine(error: string): string | undefined {
  const place = /:(-?\d+:\d+): /.exec(error)?.[1];
  return place === "-1:0" ? "limit" : place;
}

function recoveryVector(): string {
  return suite.tests?.find(({ error }) => error?.includes("lookahead limit exceeded"))?.original.expr ?? "";
}
