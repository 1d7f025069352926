import { expect, test } from "vitest";
import { comments } from "../../src/source/comments.ts";
import { readSource } from "../../src/source/read-source.ts";

const mark = "# clustervet-ignore x";

const texts: readonly { name: string; text: string; count: number }[] = [
  { name: "a line of its own", text: `a: 1\n  ${mark}\nb: 2\n`, count: 1 },
  { name: "after a value", text: `a: 1 ${mark}\n`, count: 1 },
  { name: "after a key", text: `a: ${mark}\n  b: 1\n`, count: 1 },
  { name: "before and between documents", text: `${mark}\n---\na: 1\n--- ${mark}\nb: 1\n${mark}`, count: 3 },
  { name: "in a flow collection", text: `a: [1, ${mark}\n 2]\n`, count: 1 },
  { name: "after a block scalar's indicator", text: `a: | ${mark}\n  x\n`, count: 1 },
  { name: "after a directive", text: `%YAML 1.1 ${mark}\n---\na: 1\n`, count: 1 },
  { name: "right after a bracket", text: `a: [1]${mark}\n`, count: 1 },
  { name: "two comments on a line count as one", text: `a: 1 ${mark} ${mark}\n`, count: 1 },
  { name: "after CRLF", text: `a: 1\r\n${mark}\r\nb: 2\r\n`, count: 1 },
  { name: "in a literal scalar", text: `a: |\n  x\n  ${mark}\n`, count: 0 },
  { name: "less indented than a literal scalar", text: `a: |\n    x\n  ${mark}\n`, count: 1 },
  { name: "in a quoted scalar", text: `a: "x ${mark}"\nb: 'y\n  ${mark}'\n`, count: 0 },
  { name: "without a space before it", text: `a: x${mark}\n`, count: 0 },
  { name: "other comments", text: "# nothing\na: clustervet\n", count: 0 },
  { name: "in JSON", text: `{"a": "${mark}"}`, count: 0 },
  { name: "around a syntax error", text: `${mark}\na: b: c\n${mark}\n---\n${mark}\n`, count: 3 },
];

test.each(texts)("$name: $count", ({ text, count }) => {
  const file = readSource("a.yaml", text);
  const found = comments(file).map(({ start, end }) => text.slice(start, end));
  expect(found).toHaveLength(count);
  for (const comment of found) expect(comment.startsWith(mark)).toBe(true);
});
