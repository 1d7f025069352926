/** Compares with Python's difflib; each character is a line. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hunksOf } from "../../src/text/hunks.ts";
import { matchLines, maxMatchingSteps } from "../../src/text/matching-lines.ts";

const cases = readFileSync(join(import.meta.dirname, "data/matching-lines.txt"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => line.split("\t"));

test.each(cases)("%j and %j", (before = "", after = "", expected = "") => {
  const rows = matchLines([...before], [...after]) ?? [];
  expect(rows.map(({ sign, line }) => sign + line).join("")).toBe(expected);
});

test("hunks contain three lines around a change, and line numbers in their header", () => {
  const lines = [..."abcdefghijklmnop"];
  const rows = matchLines(lines, [...lines.slice(0, 4), "X", ...lines.slice(5, 14), ..."Yop"]) ?? [];
  expect(hunksOf(rows).map(({ header, rows: shown }) => [header, shown.map(({ line }) => line).join("")])).toEqual([
    ["@@ -2,7 +2,7 @@", "bcdeXfgh"],
    ["@@ -12,5 +12,6 @@", "lmnYop"],
  ]);
  expect(hunksOf(matchLines(["a"], ["b"]) ?? [])[0]?.header).toBe("@@ -1 +1 @@");
  expect(hunksOf(matchLines([], ["b", "c"]) ?? [])[0]?.header).toBe("@@ -0,0 +1,2 @@");
});

test("texts that would take too many steps are not compared", () => {
  // Each line occurs in both texts twenty times, in different orders, so there are many short runs.
  const count = 60_000;
  const line = (index: number) => `line ${index % 3000}`;
  const before = Array.from({ length: count }, (_, index) => line(index));
  const after = Array.from({ length: count }, (_, index) => line(index * 7));
  expect(matchLines(before, after)).toBeUndefined();
  expect(maxMatchingSteps).toBe(200_000);
});
