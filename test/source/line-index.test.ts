import fc from "fast-check";
import { expect, test } from "vitest";
import { LineIndex } from "../../src/source/line-index.ts";

test.each([
  { text: "ab\ncd", offset: 4, line: 2, column: 2 },
  { text: "ab\r\ncd", offset: 4, line: 2, column: 1 },
  { text: "ab\r\ncd", offset: 3, line: 1, column: 4 },
  { text: "ab\rcd", offset: 3, line: 2, column: 1 },
  { text: "\u{1F600}x", offset: 2, line: 1, column: 3 },
  { text: "a\u2028b\u0085c", offset: 4, line: 1, column: 5 },
  { text: "", offset: 0, line: 1, column: 1 },
  { text: "a\n", offset: 2, line: 2, column: 1 },
])("$offset in $text is $line:$column", ({ text, offset, line, column }) => {
  expect(new LineIndex(text).positionAt(offset)).toEqual({ offset, line, column });
});

test("an offset outside the text is moved to the nearest one inside", () => {
  expect(new LineIndex("ab").positionAt(-1).offset).toBe(0);
  expect(new LineIndex("ab").positionAt(9)).toEqual({ offset: 2, line: 1, column: 3 });
});

test("positions agree with those of a text that is split into lines", () => {
  const piece = fc.constantFrom("a", "\n", "\r", "\r\n", "\u00e9");
  const law = fc.property(fc.array(piece), fc.nat(), (pieces, seed) => {
    const text = pieces.join("");
    const offset = seed % (text.length + 1);
    fc.pre(!(text.charAt(offset - 1) === "\r" && text.charAt(offset) === "\n"));
    const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
    const { line, column } = new LineIndex(text).positionAt(offset);
    expect([line, column]).toEqual([lines.length, (lines.at(-1)?.length ?? 0) + 1]);
  });
  fc.assert(law);
});
