import { expect, test } from "vitest";
import { createVetter } from "../../src/index.ts";

const findingsOf = (text: string) =>
  createVetter({})
    .vetText(text)
    .map(({ range, rule, message }) => `${range?.start.line} ${rule}: ${message}`);

test.each([
  { name: "YAML", text: `apiVersion: v1\nkind: ConfigMap\ndata:\n${"  a: b: c\n".repeat(30)}` },
  { name: "JSON", text: `{"apiVersion": "v1", "kind": "ConfigMap",\n"data": {${"'a' 1,\n".repeat(30)}}}` },
])("a broken document has only one syntax error: $name", ({ text }) => {
  expect(findingsOf(text).filter((line) => line.includes("source/syntax"))).toHaveLength(1);
});

test("each broken document of a stream has a syntax error", () => {
  expect(
    findingsOf("a: b: c\nd: e: f\n---\na: b: c\nd: e: f\n").filter((line) => line.includes("source/syntax")),
  ).toEqual([
    "1 source/syntax: mapping values are not allowed in this context",
    "4 source/syntax: mapping values are not allowed in this context",
  ]);
});

test("a broken document causes no finding about its `kind`", () => {
  expect(findingsOf("a: b: c\nkind: Pod\napiVersion: v1\n")).toEqual([
    "1 source/syntax: mapping values are not allowed in this context",
  ]);
});

test("findings name the type of documents and list items that are not objects", () => {
  expect(findingsOf("- a\n---\n12\n---\nhello\n---\ntrue\n---\na: b\n")).toEqual([
    "1 kind/unknown: skipped: the document is a list, not an object",
    "3 kind/unknown: skipped: the document is a number, not an object",
    "5 kind/unknown: skipped: the document is text, not an object",
    "7 kind/unknown: skipped: the document is true or false, not an object",
    "9 kind/unknown: skipped: the document has no `kind`",
  ]);
  expect(findingsOf("apiVersion: v1\nkind: List\nitems:\n- [a]\n- null\n- a: b\n")).toEqual([
    "4 kind/unknown: skipped: the item is a list, not an object",
    "5 kind/unknown: skipped: the item is nothing, not an object",
    "6 kind/unknown: skipped: the item has no `kind`",
  ]);
});
