import { expect, test } from "vitest";
import { quoteGo, quoteGoBytes } from "../../src/text/go-quote.ts";
import { fromByteString, toByteString, utf8Length } from "../../src/text/utf8.ts";

test.each([
  ["plain", '"plain"'],
  ['a"b\\', '"a\\"b\\\\"'],
  ["\x07\b\f\n\r\t\v", '"\\a\\b\\f\\n\\r\\t\\v"'],
  ["\0\x7f", '"\\x00\\x7f"'],
  ["é💥", '"é💥"'],
  ["\u00a0\u200b\ufeff", '"\\u00a0\\u200b\\ufeff"'],
  ["\u{e0001}", '"\\U000e0001"'],
])("%j is quoted as %s", (text, expected) => {
  expect(quoteGo(text)).toBe(expected);
});

test("bytes that are not valid UTF-8 are quoted as hexadecimal escapes", () => {
  expect(quoteGoBytes("a\xff\xc3\xa9\xe2\x82")).toBe('"a\\xffé\\xe2\\x82"');
});

test.each(["", "abc", "é", "€", "💥x"])("%j is converted to bytes and back", (text) => {
  expect(utf8Length(text)).toBe(Buffer.byteLength(text));
  expect(toByteString(text)).toHaveLength(Buffer.byteLength(text));
  expect(fromByteString(toByteString(text))).toBe(text);
});

test("a lone surrogate counts as the replacement character", () => {
  expect(utf8Length("\ud800")).toBe(3);
  expect(quoteGo("\ud800")).toBe('"\ufffd"');
});
