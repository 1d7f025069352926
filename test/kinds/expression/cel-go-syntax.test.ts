/**
 * Tests expressions that are cut off, or have a token too many or too few, against the first line of kube-apiserver
 * 1.37.1's message for each.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compile } from "../../../src/cel/compile.ts";
import { admissionEnvironment } from "../../../src/cel-kubernetes/admission-environment.ts";
import { listAsCelGo } from "../../../src/kinds/expression/issue-findings.ts";

const environment = admissionEnvironment("1.37", { params: false, reach: "portable" });
const issueList = (text: string): string => listAsCelGo(text, compile(environment, text).issues);

interface Recorded {
  readonly text: string;
  readonly words: string;
}

const recorded = readFileSync(join(import.meta.dirname, "data/syntax-words.jsonl"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Recorded);

test("a syntax error has the text of cel-go's parser", () => {
  const ours = recorded.map(({ text }) => issueList(text).split("\n", 1)[0]);
  expect(ours).toEqual(recorded.map(({ words }) => words));
});

test("several syntax errors, and an error without a known text of cel-go, have clustervet's text", () => {
  expect(issueList("-")).toContain("Syntax error: unexpected end of the expression");
  expect(issueList("f(1 2, 3 4")).toContain("Syntax error: ");
});
