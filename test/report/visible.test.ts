import { expect, test } from "vitest";
import { glyphsOf, printableJson, visible } from "../../src/report/visible.ts";

test.each([
  { text: "plain text", shown: "plain text" },
  { text: "two\nlines\r\n\ttab", shown: "two\\nlines\\r\\n\\ttab" },
  { text: "\u001b[31mred\u0007", shown: "\\u{1b}[31mred\\u{7}" },
  { text: "a\u200bb\u202ec\ufeff", shown: "a\\u{200b}b\\u{202e}c\\u{feff}" },
  { text: ":", shown: "\\u{3a}" },
  { text: " :a::b", shown: " \\u{3a}a::b" },
  { text: "a:b ##vso[c", shown: "a:b #\\u{23}vso[c" },
  { text: "\ud800 名前 é 👍", shown: "\\u{d800} 名前 é 👍" },
])("prose shows $shown", ({ text, shown }) => {
  expect(visible(text)).toBe(shown);
});

test("printableJson keeps 64-bit integers exact and escapes characters that cannot be shown", () => {
  const value = { "##[a": [2n ** 63n - 1n, -(2n ** 63n), "\u001b\u202e"], b: {}, c: undefined };
  expect(printableJson(value)).toBe(
    '{\n  "#\\u0023[a": [\n    9223372036854775807,\n    -9223372036854775808,\n    "\\u001b\\u202e"\n  ],\n  "b": {}\n}',
  );
});

test.each([
  { text: "a", width: 1 },
  { text: "é", width: 1 },
  { text: "e\u0301", width: 1 },
  { text: "漢", width: 2 },
  { text: "한", width: 2 },
  { text: "ｱ", width: 1 },
  { text: "Ａ", width: 2 },
  { text: "𠮷", width: 2 },
  { text: "👍", width: 2 },
  { text: "👍🏽", width: 2 },
  { text: "👩‍👩‍👧", width: 2 },
  { text: "🇨🇭", width: 2 },
  { text: "☎\ufe0f", width: 2 },
  { text: "☎", width: 1 },
  { text: "1\ufe0f\u20e3", width: 2 },
])("$text takes $width columns", ({ text, width }) => {
  expect(glyphsOf(text, { start: 0, end: text.length }, 4)).toMatchObject([{ text, width }]);
});

test("a combining mark without a base is shown on a circle", () => {
  expect(glyphsOf("\u0301", { start: 0, end: 1 }, 4)).toEqual([{ start: 0, end: 1, text: "\u25cc\u0301", width: 1 }]);
});
