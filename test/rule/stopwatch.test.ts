import { expect, test } from "vitest";
import { Stopwatch } from "../../src/rule/stopwatch.ts";

test("nested parts of the same level are measured separately, those of other levels are included", () => {
  let nowMs = 0;
  const stopwatch = new Stopwatch(() => nowMs);
  const advance = (ms: number) => {
    nowMs += ms;
  };
  stopwatch.time("steps", "vet", () => {
    stopwatch.time("kinds", "List", () => {
      advance(1);
      stopwatch.time("kinds", "Pod", () => {
        advance(10);
        stopwatch.time("rules", "pod/a", () => advance(5));
      });
      stopwatch.time("kinds", "Pod", () => advance(2));
    });
    advance(100);
  });
  expect(stopwatch.stats).toEqual({
    steps: [{ name: "vet", runs: 1, durationMs: 118 }],
    kinds: [
      { name: "Pod", runs: 2, durationMs: 17 },
      { name: "List", runs: 1, durationMs: 1 },
    ],
    rules: [{ name: "pod/a", runs: 1, durationMs: 5 }],
  });
});

test("work that throws is measured, and the error is thrown on", () => {
  const stopwatch = new Stopwatch(() => 0);
  const throwError = () => {
    throw new Error("no");
  };
  expect(() => stopwatch.time("rules", "a/b", throwError)).toThrow("no");
  expect(stopwatch.stats.rules).toEqual([{ name: "a/b", runs: 1, durationMs: 0 }]);
});
