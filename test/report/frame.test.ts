import fc from "fast-check";
import { expect, test } from "vitest";
import { type FrameOptions, renderFrame } from "../../src/report/frame.ts";
import { quickly } from "../quickly.ts";
import { anySource } from "./arbitrary-report.ts";
import { rangeAt, rangeOf } from "./report-of.ts";

const withoutStyle = (text: string) => text;
const options: FrameOptions = {
  width: 60,
  gutterWidth: 1,
  contextLines: 1,
  masks: [],
  marker: "^",
  dim: withoutStyle,
  highlight: withoutStyle,
};

test.each([
  {
    name: "a word with its neighbours",
    text: "a: 1\nb: two\nc: 3\n",
    mark: "two",
    frame: ["1 | a: 1", "2 | b: two", "  |    ^^^", "3 | c: 3"],
  },
  {
    name: "blank neighbours are left out",
    text: "\nb: two\n\n\n",
    mark: "two",
    frame: ["2 | b: two", "  |    ^^^"],
  },
  {
    name: "blanks before a line break that ends the range are not underlined",
    text: "b: two  \nc: 3",
    mark: "two  \n",
    frame: ["1 | b: two", "  |    ^^^", "2 | c: 3"],
  },
  {
    name: "CRLF",
    text: "a: 1\r\nb: two\r\nc: 3\r\n",
    mark: "two",
    frame: ["1 | a: 1", "2 | b: two", "  |    ^^^", "3 | c: 3"],
  },
  {
    name: "CR alone",
    text: "a: 1\rb: two\rc: 3",
    mark: "two",
    frame: ["1 | a: 1", "2 | b: two", "  |    ^^^", "3 | c: 3"],
  },
  {
    name: "tabs reach to the next stop",
    text: "a:\t1\tb",
    mark: "1",
    frame: ["1 | a:  1   b", "  |     ^"],
  },
  {
    name: "a tab is underlined over its width",
    text: "a:\t1",
    mark: "\t",
    frame: ["1 | a:  1", "  |   ^^"],
  },
  {
    name: "wide characters take two columns",
    text: "名前: 李雷 # 開発",
    mark: "李雷",
    frame: ["1 | 名前: 李雷 # 開発", "  |       ^^^^"],
  },
  {
    name: "an emoji sequence takes two columns",
    text: 'a: "👩‍👩‍👧" b',
    mark: "b",
    frame: ['1 | a: "👩‍👩‍👧" b', "  |         ^"],
  },
  {
    name: "combining marks take none",
    text: "cafe\u0301: one",
    mark: "one",
    frame: ["1 | cafe\u0301: one", "  |       ^^^"],
  },
  {
    name: "control characters are shown as pictures",
    text: "a: \u001b[31mred",
    mark: "red",
    frame: ["1 | a: ␛[31mred", "  |         ^^^"],
  },
  {
    name: "invisible characters are shown",
    text: "a\u200b: \u202eb",
    mark: "b",
    frame: ["1 | a\ufffd: \ufffdb", "  |      ^"],
  },
  {
    name: "a range over lines, from the start of its line",
    text: "a:\n  b: 1\n  c: 22\nd: 3\n",
    mark: "b: 1\n  c: 22\n",
    frame: ["2 | /   b: 1", "3 | |   c: 22", "  | |_______^"],
  },
  {
    name: "a range over lines, from within its line",
    text: "a: >-\n  one\n  two\nb: 3\n",
    mark: ">-\n  one\n  two\n",
    frame: ["1 |   a: >-", "  |  ____^", "2 | |   one", "3 | |   two", "  | |_____^"],
  },
  {
    name: "a long range is shown by its first lines and its last",
    text: "a\nb\nc\nd\ne\nf\ng\n",
    mark: "a\nb\nc\nd\ne\nf\n",
    frame: ["1 | / a", "2 | | b", "3 | | c", "4 | | d", "... |", "6 | | f", "  | |_^"],
  },
])("$name", ({ text, mark, frame }) => {
  expect(renderFrame(text, rangeOf(text, mark), options)).toEqual(frame);
});

test.each([
  { name: "an empty range", text: "a: 1\n", at: 3, frame: ["1 | a: 1", "  |    ^"] },
  { name: "the end of a line", text: "a: 1\nb", at: 4, frame: ["1 | a: 1", "  |     ^", "2 | b"] },
  { name: "between CR and LF", text: "a: 1\r\nb", at: 5, frame: ["1 | a: 1", "  |     ^", "2 | b"] },
  { name: "the end of the file behind a line break", text: "a: 1\n", at: 5, frame: ["1 | a: 1", "2 |", "  | ^"] },
  { name: "the end of the file without one", text: "a: 1", at: 4, frame: ["1 | a: 1", "  |     ^"] },
  { name: "an empty file", text: "", at: 0, frame: ["1 |", "  | ^"] },
])("a frame without text to underline: $name", ({ text, at, frame }) => {
  expect(renderFrame(text, rangeAt(text, at, at), options)).toEqual(frame);
});

const long = `key: [${Array.from({ length: 40 }, (_, index) => `item${index}`).join(", ")}]`;

test.each([
  {
    name: "near its start",
    mark: "item1,",
    frame: ["1 | key: [item0, item1, item2, item3, item4, item5, item6...", "  |              ^^^^^^"],
  },
  {
    name: "in its middle",
    mark: "item20,",
    frame: ["1 | ...m17, item18, item19, item20, item21, item22, item2...", "  |                         ^^^^^^^"],
  },
  {
    name: "at its end",
    mark: "item39",
    frame: [
      "1 | ...em33, item34, item35, item36, item37, item38, item39]",
      "  |                                                  ^^^^^^",
    ],
  },
])("a long line shows the part around the range: $name", ({ mark, frame }) => {
  const lines = renderFrame(long, rangeOf(long, mark), options);
  expect(lines).toEqual(frame);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(options.width);
});

test("a wide character that would be cut in two is replaced by a space", () => {
  const text = `${"漢".repeat(60)}bc`;
  const [row, marks] = renderFrame(text, rangeOf(text, "c"), options);
  expect(row).toBe(`1 | ... ${"漢".repeat(25)}bc`);
  expect(marks).toBe(`  | ${" ".repeat(55)}^`);
});

test("a line of megabytes is laid out only around the range", () => {
  const text = `{"a":"${"x".repeat(4_000_000)}","key":1,"b":"${"y".repeat(4_000_000)}"}`;
  const lines = quickly(1_000, () => renderFrame(text, rangeOf(text, "key"), options));
  expect(lines[0]).toContain('xxx","key":1,"b":"yyy');
});

test.each([
  { name: "a whole value", secret: "hunter2", mark: "hunter2", row: "1 | password: ******** # old" },
  { name: "another value of the line", secret: "hunter2", mark: "password", row: "1 | password: ******** # old" },
])("a frame masks $name", ({ secret, mark, row }) => {
  const text = `password: ${secret} # old`;
  const start = text.indexOf(secret);
  const masks = [{ start, end: start + secret.length }];
  expect(renderFrame(text, rangeOf(text, mark), { ...options, masks })[0]).toBe(row);
});

test("a frame masks secrets of several lines, also in the lines around a range", () => {
  const text = "a: 1\nkey: |\n  c2VjcmV0\n  bW9yZQ==\nb: 2\n";
  const { start, end } = rangeOf(text, "c2VjcmV0\n  bW9yZQ==");
  const masks = [{ start: start.offset, end: end.offset }];
  const shown = ["a: 1", "key", "b: 2", "c2VjcmV0\n  bW9yZQ=="].map((mark) =>
    renderFrame(text, rangeOf(text, mark), { ...options, contextLines: 3, masks }).join("\n"),
  );
  for (const frame of shown) expect(frame).not.toMatch(/c2Vj|bW9y/);
});

test("any range of any text gives a frame without control characters", () => {
  fc.assert(
    fc.property(anySource, fc.nat(80), fc.nat(40), (text, start, length) => {
      const from = Math.min(start, text.length);
      const to = Math.min(from + length, text.length);
      const lines = renderFrame(text, rangeAt(text, from, to), options);
      expect(lines.length).toBeGreaterThanOrEqual(2);
      expect(lines.join("")).toContain("^");
      for (const line of lines) expect(line).not.toMatch(/\p{Cc}/u);
    }),
  );
});
