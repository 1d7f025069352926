import { expect, test } from "vitest";
import { warningHeaders } from "../../../src/server/http/warnings.ts";

const lengths = (headers: readonly string[]) => headers.map((header) => header.length - '299 - ""'.length);

test("each warning becomes one header, in UTF-8", () => {
  expect(warningHeaders(["one", 'two "quoted" \\', "three\n lines"])).toEqual([
    '299 - "one"',
    '299 - "two \\"quoted\\" \\\\"',
    '299 - "three lines"',
  ]);
  expect(warningHeaders(["ü"])).toEqual(['299 - "Ã¼"']);
});

test("warnings up to 4096 characters in all are whole; if they are longer, each is cut, and late ones are dropped", () => {
  expect(lengths(warningHeaders(["a".repeat(4096)]))).toEqual([4096]);
  expect(lengths(warningHeaders(["a".repeat(4097)]))).toEqual([256]);
  const many = Array.from({ length: 30 }, () => "a".repeat(300));
  expect(lengths(warningHeaders(many))).toEqual(Array(16).fill(256));
  const mixed = [...Array(10).fill("a".repeat(200)), ...Array(20).fill("a".repeat(400))];
  // 2,000 characters and nine times 256: the warning that exceeds the limit is still shown.
  expect(lengths(warningHeaders(mixed))).toEqual([...Array(10).fill(200), ...Array(9).fill(256)]);
});

test("the warning that exceeds the limit is still shown, and later ones are dropped", () => {
  const filled = Array(32).fill("a".repeat(128));
  expect(lengths(warningHeaders([...filled, "b".repeat(128), "c"]))).toEqual(Array(33).fill(128));
});

test("the limit counts characters, not UTF-16 code units", () => {
  expect(warningHeaders(["😀".repeat(4096)])[0]).toHaveLength(4096 * 4 + '299 - ""'.length);
});
