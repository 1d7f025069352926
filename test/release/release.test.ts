import { expect, test } from "vitest";
import { minorOf, reaches } from "../../src/release/release.ts";

test.each([
  ["1.34", "1.34", true],
  ["1.34", "1.9", true],
  ["1.9", "1.34", false],
  ["v1.34.2", "1.34", true],
  ["next", "1.34", false],
  ["1.34", "next", false],
])("%s reaches %s: %s", (target, release, expected) => {
  expect(reaches(target, release)).toBe(expected);
});

test.each([
  ["1.37", 37],
  ["v1.30.1", 30],
  ["2.1", undefined],
  ["1", undefined],
])("the minor number of %s is %s", (release, expected) => {
  expect(minorOf(release)).toBe(expected);
});
