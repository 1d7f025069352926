import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ignoreRules } from "../../src/cli/ignore-rules.ts";
import { quickly } from "../quickly.ts";

const suffixOf = (path: string) => (path.endsWith("/") ? "/" : "");

describe("patterns ignore what git ignores", () => {
  const recording = readFileSync(new URL("ignore-rules.tsv", import.meta.url), "utf8");
  const [, tree = "", ...rows] = recording.trimEnd().split("\n");
  const paths: readonly string[] = JSON.parse(tree);

  test.each(rows.map((row) => row.split("\t")))("%s", (patterns = "", ignored = "") => {
    const rules = ignoreRules(JSON.parse(patterns));
    const isIgnored = (path: string) => rules.ignores(path.replace(/\/$/, ""), suffixOf(path));
    expect(paths.filter(isIgnored)).toEqual(JSON.parse(ignored));
  });
});

test.each([
  ["a/**/".repeat(500), "a/".repeat(1_000)],
  [`**/${"a/".repeat(500)}b`, "a/".repeat(1_000)],
  ["*a".repeat(100), `${"a".repeat(99)}b`],
  [`[${"[:".repeat(100_000)}x]`, "a"],
  [`[${"a".repeat(100_000)}]${" ".repeat(100_000)}b`, "a"],
])("matching takes time in proportion to the lengths of the pattern and of the path", (pattern, path) => {
  // The pattern ends in a class, since plain text at its end would be compared first.
  expect(quickly(1_000, () => ignoreRules([`${pattern}[z]`]).verdict(`${path}b`, ""))).toBeUndefined();
});

test.each(["a/**//a", "?/**/a/**/[ab]c", "**/a?"])(
  "a thousand patterns %s visit each folder of a deep path only once",
  (pattern) => {
    const rules = ignoreRules(Array.from({ length: 1_000 }, () => pattern));
    expect(quickly(5_000, () => rules.ignores(`${"a/".repeat(1_000)}b`, ""))).toBe(false);
  },
);

test("a thousand patterns whose end does not match that of a deep path take no steps through it", () => {
  const rules = ignoreRules(Array.from({ length: 1_000 }, () => "*a/**/!"));
  expect(quickly(2_000, () => rules.ignores(`${"a/".repeat(1_000)}b`, ""))).toBe(false);
});
