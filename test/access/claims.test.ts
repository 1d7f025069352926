import { expect, test } from "vitest";
import { textsClaim } from "../../src/access/claims.ts";

test.each([
  ["a list of strings", ["a", "b"], ["a", "b"]],
  ["one string", "a", ["a"]],
  ["null", null, []],
  ["null in a list, which is the empty string", ["a", null], ["a", ""]],
])("a groups claim may be %s", (_name, groups, value) => {
  expect(textsClaim({ groups }, "groups")).toEqual({ ok: true, value });
});

test.each([1, true, {}, ["a", 1], [["a"]]])("a groups claim that is %j is rejected", (groups) => {
  expect(textsClaim({ groups }, "groups")).toMatchObject({ ok: false });
});
