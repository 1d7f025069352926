import { expect, test } from "vitest";
import { parseCpuSet } from "../../src/text/cpu-set.ts";

test.each([
  { text: "", expected: [] },
  { text: "3", expected: [[3, 3]] },
  {
    text: "0-3,8,10-11",
    expected: [
      [0, 3],
      [8, 8],
      [10, 11],
    ],
  },
  { text: "1-1", expected: [[1, 1]] },
  { text: "+1-+2", expected: [[1, 2]] },
])("$text", ({ text, expected }) => {
  const result = parseCpuSet(text);
  expect(result.ok && result.value.map(({ first, last }) => [first, last])).toEqual(expected);
});

test.each(["3-1", "a", "0,", ",0", "-1", "0--1", "0-1-2", " 0", "0- 1", "1.5", "99999999999999999999"])(
  "%j is not a CPU set",
  (text) => {
    expect(parseCpuSet(text).ok).toBe(false);
  },
);
