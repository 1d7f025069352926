import { expect, test } from "vitest";
import { formatFieldSelector, parseFieldSelector } from "../../src/text/field-selector.ts";

test.each([
  ["", ""],
  ["metadata.name=x", "metadata.name=x"],
  ["b==y,a!=x", "a!=x,b=y"],
  ["a=", "a="],
  ["=", ""],
  ["a=b,,c=d", "a=b,c=d"],
  ["a=b\\,c\\=d\\\\", "a=b\\,c\\=d\\\\"],
])("%j is formatted as %j", (text, expected) => {
  const result = parseFieldSelector(text);
  expect(result.ok && formatFieldSelector(result.value)).toBe(expected);
});

test("values are unescaped", () => {
  expect(parseFieldSelector("a=b\\,c")).toEqual({ ok: true, value: [{ field: "a", operator: "=", value: "b,c" }] });
});

test.each([
  ["a=b,c", "invalid selector: 'a=b,c'; can't understand 'c'"],
  ["a>b", "invalid selector: 'a>b'; can't understand 'a>b'"],
  ["a=b=c", "invalid field selector: unescaped character in value: 61"],
  ["a=\\b", "invalid field selector: invalid escape sequence: \\b"],
  ["a=b\\", "invalid field selector: invalid escape sequence: \\"],
])("%j is rejected", (text, error) => {
  expect(parseFieldSelector(text)).toEqual({ ok: false, error });
});
