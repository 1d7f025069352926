import { expect, test } from "vitest";
import { endlessFault, maxSureDepth } from "../../src/json/endless.ts";

const nested = (levels: number): unknown =>
  Array.from({ length: levels - 1 }).reduce<unknown>((inner) => ({ a: inner }), {});

test("a value that holds itself is named with the place", () => {
  const list: unknown[] = [1];
  list.push({ again: list });
  expect(endlessFault("input", { list })).toBe("input.list.1.again holds itself");
});

test("the same part in several places ends, however often it is there", () => {
  const twice = Array.from({ length: 60 }).reduce<unknown>((inner) => ({ a: inner, b: inner }), {});
  expect(endlessFault("input", twice)).toBeUndefined();
  expect(endlessFault("input", "text")).toBeUndefined();
});

test("maxSureDepth levels end, one more may not", () => {
  expect(endlessFault("input", nested(maxSureDepth))).toBeUndefined();
  expect(endlessFault("input", nested(maxSureDepth + 1))).toBe("input is more than 1000 levels deep");
});
