import { expect, test } from "vitest";
import { endlessFault, maxSureDepth } from "../../src/json/endless-value.ts";

const nestedValue = (levels: number): unknown =>
  Array.from({ length: levels - 1 }).reduce<unknown>((inner) => ({ a: inner }), {});

test("a value that contains itself is reported with its path", () => {
  const list: unknown[] = [1];
  list.push({ again: list });
  expect(endlessFault("input", { list })).toBe("input.list.1.again holds itself");
});

test("a part that occurs in several places is no cycle and is not read more than once", () => {
  const twice = Array.from({ length: 60 }).reduce<unknown>((inner) => ({ a: inner, b: inner }), {});
  expect(endlessFault("input", twice)).toBeUndefined();
  expect(endlessFault("input", "text")).toBeUndefined();
});

test("maxSureDepth levels are accepted, one more is reported", () => {
  expect(endlessFault("input", nestedValue(maxSureDepth))).toBeUndefined();
  expect(endlessFault("input", nestedValue(maxSureDepth + 1))).toBe("input is more than 1000 levels deep");
});
