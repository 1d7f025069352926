/** Texts that are cut, or have a token too many or too few, with the first line of kube-apiserver 1.37.1 for each. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compile } from "../../../src/cel/compile.ts";
import { admissionEnvironment } from "../../../src/cel-kubernetes/admission-environment.ts";
import { listAsCelGo } from "../../../src/kinds/expression/issue-findings.ts";

const environment = admissionEnvironment("1.37", { params: false, reach: "portable" });
const listed = (text: string): string => listAsCelGo(text, compile(environment, text).issues);

interface Recorded {
  readonly text: string;
  readonly words: string;
}

const recorded = readFileSync(join(import.meta.dirname, "data/syntax-words.jsonl"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Recorded);

test("a fault of syntax has the words of cel-go's parser", () => {
  const ours = recorded.map(({ text }) => listed(text).split("\n", 1)[0]);
  expect(ours).toEqual(recorded.map(({ words }) => words));
});

test("of several faults, and of one whose words are unknown, the words are ours", () => {
  expect(listed("-")).toContain("Syntax error: unexpected end of the expression");
  expect(listed("f(1 2, 3 4")).toContain("Syntax error: ");
});
