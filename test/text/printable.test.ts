import { expect, test } from "vitest";
import { firstUnprintable } from "../../src/text/printable.ts";

test.each(["", "kubectl", " ~", "größe", "a\u0301", "\u4e16", "\u{1f600}", "\u20ac", "\u00bd"])(
  "%j is printable",
  (text) => {
    expect(firstUnprintable(text)).toBeNull();
  },
);

test.each([
  { text: "a\tb", index: 1 },
  { text: "\u007f", index: 0 },
  { text: "no\u00a0break", index: 2 },
  { text: "soft\u00adhyphen", index: 4 },
  { text: "\u{1f600}\u200b", index: 2 },
  { text: "lone\ud800", index: 4 },
])("$text has an unprintable character at $index", ({ text, index }) => {
  expect(firstUnprintable(text)?.index).toBe(index);
});
