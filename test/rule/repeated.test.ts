import { expect, test } from "vitest";
import type { Finding } from "../../src/rule/finding.ts";
import { Place } from "../../src/rule/place.ts";
import { findRepeats, firstOccurrences, reportRepeats } from "../../src/rule/repeated.ts";

test.each([
  { texts: [], repeats: [], others: [] },
  { texts: ["a", "b"], repeats: [], others: ["0a", "1b"] },
  { texts: ["a", undefined, "a", "b", undefined, "a"], repeats: ["2=0", "5=0"], others: ["0a", "3b"] },
  { texts: ["", ""], repeats: ["1=0"], others: ["0"] },
])("$texts repeats $repeats", ({ texts, repeats, others }) => {
  expect(findRepeats(texts).map(({ index, first }) => `${index}=${first}`)).toEqual(repeats);
  expect(firstOccurrences(texts).map(({ index, text }) => `${index}${text}`)).toEqual(others);
});

test("long lists, for which a map is used, have the same duplicates as short ones", () => {
  const texts = Array.from({ length: 15 }, (_, index) => (index % 4 === 0 ? undefined : `t${index % 5}`));
  const longer = [...texts, ...Array<undefined>(15)];
  expect(findRepeats(longer)).toEqual(findRepeats(texts));
  expect(findRepeats(texts).length).toBeGreaterThan(5);
});

test("a duplicate is reported with its first occurrence, except for empty texts", () => {
  const found: Finding[] = [];
  const rules = Place.root<{ readonly rules: readonly unknown[] }>((finding) => found.push(finding)).at("rules");
  const words = { item: "rule", what: "name", placeOf: (index: number) => rules.at(index) };
  reportRepeats(["", "a", "", "a"], words);
  expect(found).toEqual([
    {
      path: ["rules", 3],
      message: "must be unique; rule 1 has the same name",
      see: { path: ["rules", 1], message: "first listed here" },
      value: "a",
    },
  ]);
});
