import { expect, test } from "vitest";
import { memberOf, setMember } from "../../src/json/member.ts";

const inheritedNames = Object.getOwnPropertyNames(Object.prototype);

test.each(inheritedNames)("%s is a member only if the object has it as an own property", (name) => {
  const object: Record<string, unknown> = {};
  expect(memberOf(object, name)).toBe(undefined);
  setMember(object, name, { a: 1 });
  expect(Object.keys(object)).toEqual([name]);
  expect(memberOf(object, name)).toEqual({ a: 1 });
  expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
});

test("an undefined object has no members", () => {
  expect(memberOf(undefined, "a")).toBe(undefined);
});
