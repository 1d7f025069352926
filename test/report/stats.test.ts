import { expect, test } from "vitest";
import { statsText } from "../../src/report/stats.ts";

test("the longest parts are listed, and the rest is one row", () => {
  const rules = Array.from({ length: 17 }, (_, index) => ({
    name: `a/rule-${index}`,
    runs: 2,
    durationMs: 20 - index,
  }));
  const text = statsText({ steps: [{ name: "vet", runs: 1, durationMs: 150 }], kinds: [], rules }, 200);
  expect(text.split("\n").slice(0, 6)).toEqual([
    "",
    "time by step          ms  share  times  us each",
    "  vet              150.0   75 %      1   150000",
    "  everything else   50.0   25 %      1    50000",
    "",
    "time by rule          ms  share  times  us each",
  ]);
  expect(text).toContain("  2 more             9.0    5 %      4     2250\n");
});
