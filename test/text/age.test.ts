import { expect, test } from "vitest";
import { formatAge } from "../../src/text/age.ts";

const [minute, hour, day, year] = [60, 3600, 86_400, 365 * 86_400];

test.each([
  [-2, "<invalid>"],
  [-1, "0s"],
  [0, "0s"],
  [1.9, "1s"],
  [119, "119s"],
  [2 * minute, "2m"],
  [2 * minute + 1, "2m1s"],
  [10 * minute + 59, "10m"],
  [179 * minute, "179m"],
  [3 * hour, "3h"],
  [7 * hour + 59 * minute, "7h59m"],
  [8 * hour + minute, "8h"],
  [47 * hour, "47h"],
  [2 * day, "2d"],
  [7 * day + 23 * hour, "7d23h"],
  [8 * day + hour, "8d"],
  [2 * year - day, "729d"],
  [2 * year, "2y"],
  [3 * year + day, "3y1d"],
  [8 * year + day, "8y"],
])("%d seconds are %s", (seconds, text) => {
  expect(formatAge(seconds)).toBe(text);
});
