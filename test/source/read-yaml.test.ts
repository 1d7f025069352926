import { expect, test } from "vitest";
import { readSource } from "../../src/source/read-source.ts";
import { isRefused } from "./source-values.ts";

/** Valid texts, and the values of their documents. */
const validTexts: readonly { name: string; text: string; values: readonly unknown[] }[] = [
  { name: "an empty text", text: "", values: [null] },
  { name: "comments only", text: "# a\n# b\n", values: [null] },
  { name: "two documents", text: "a: 1\n---\nb: 2\n", values: [{ a: 1 }, { b: 2 }] },
  { name: "document markers", text: "---\na: 1\n...\n---\nb: 2\n...\n", values: [{ a: 1 }, { b: 2 }] },
  { name: "empty documents", text: "---\n---\na: 1\n---\n", values: [null, { a: 1 }, null] },
  {
    name: "comments between documents",
    text: "# x\n---\n# y\na: 1 # z\n--- # w\nb: 2\n",
    values: [{ a: 1 }, { b: 2 }],
  },
  { name: "directives", text: "%YAML 1.1\n%TAG !e! tag:yaml.org,2002:\n---\na: !e!str 1\n", values: [{ a: "1" }] },
  { name: "byte order mark", text: "\ufeffa: 1\n", values: [{ a: 1 }] },
  { name: "CRLF", text: "a: 1\r\nb:\r\n  - x\r\n  - z\r\n", values: [{ a: 1, b: ["x", "z"] }] },
  { name: "lone CR", text: "a: 1\rb: 2\r", values: [{ a: 1, b: 2 }] },
  { name: "list at the column of its key", text: "a:\n- 1\n- 2\nb: 3\n", values: [{ a: [1, 2], b: 3 }] },
  { name: "alias", text: "a: &x [1, 2]\nb: *x\n", values: [{ a: [1, 2], b: [1, 2] }] },
  { name: "alias as key", text: "&k a: 1\nb: {*k : 2}\n", values: [{ a: 1, b: { a: 2 } }] },
  { name: "a redefined anchor", text: "- &x 1\n- *x\n- &x 2\n- *x\n", values: [[1, 1, 2, 2]] },
  { name: "merge", text: "a: &x {p: 1}\nb:\n  <<: *x\n  q: 2\n", values: [{ a: { p: 1 }, b: { p: 1, q: 2 } }] },
  {
    name: "merge of a list",
    text: "- &x {p: 1}\n- &y {q: 2}\n- <<: [*x, *y]\n",
    values: [[{ p: 1 }, { q: 2 }, { p: 1, q: 2 }]],
  },
  { name: "quoted merge key", text: '"<<": 1\n', values: [{ "<<": 1 }] },
  {
    name: "keys that are not strings",
    text: "1: a\nyes: b\n1.5: c\n.inf: d\n0x10: e\n1e6: f\n",
    values: [{ 1: "a", true: "b", 1.5: "c", ".inf": "d", 16: "e", "1e+06": "f" }],
  },
  { name: "flow at any indentation", text: "a: [\n1,\n2\n]\nb: {c: d\n}\n", values: [{ a: [1, 2], b: { c: "d" } }] },
  { name: "pairs in a list", text: "a: [b: 1, ? c : 2]\n", values: [{ a: [{ b: 1 }, { c: 2 }] }] },
  { name: "tab between key and value", text: "a:\tb\nc: [\t1 ]\n", values: [{ a: "b", c: [1] }] },
  { name: "tags on collections", text: "a: !!map {b: 1}\nc: !foo [1]\n", values: [{ a: { b: 1 }, c: [1] }] },
];

test.each(validTexts)("reads $name", ({ text, values }) => {
  const file = readSource("a.yaml", text);
  expect(file.issues).toEqual([]);
  expect(file.documents.map(({ root }) => root?.value)).toEqual(values);
  expect(file.documents.map(({ index }) => index)).toEqual(values.map((_, index) => index));
});

/** `^` marks the position of the error, and is removed before reading. */
const invalidTexts: readonly { name: string; text: string; rule: string; message?: string }[] = [
  {
    name: "key without colon",
    text: "a: 1\n^b\nc: 2\n",
    rule: "source/syntax",
    message: "could not find expected ':'",
  },
  {
    name: "two values in a line",
    text: "a: b^: c\n",
    rule: "source/syntax",
    message: "mapping values are not allowed in this context",
  },
  {
    name: "an unterminated quote",
    text: 'a: ^"b\nc: d\n',
    rule: "source/syntax",
    message: "found unexpected end of stream",
  },
  { name: "an unterminated list", text: "a: ^[1, 2\n", rule: "source/syntax" },
  { name: "a colon in an unterminated list", text: "a: [1, 2\nb^: 3\n", rule: "source/syntax" },
  {
    name: "tab indents",
    text: "a:\n^\tb: 1\n",
    rule: "source/syntax",
    message: "found character that cannot start any token",
  },
  {
    name: "an inconsistent indentation",
    text: "a:\n    b: 1\n  ^c: 2\n",
    rule: "source/syntax",
    message: "did not find expected key",
  },
  { name: "unknown escape", text: 'a: "x^\\/y"\n', rule: "source/syntax", message: "found unknown escape character" },
  { name: "surrogate escape", text: 'a: "^\\ud83d\\ude00"\n', rule: "source/syntax" },
  {
    name: "YAML 1.2",
    text: "^%YAML 1.2\n---\na: 1\n",
    rule: "source/syntax",
    message: "found incompatible YAML document",
  },
  { name: "an undefined alias", text: "a: ^*x\n", rule: "source/syntax", message: "unknown anchor 'x' referenced" },
  {
    name: "alias to itself",
    text: "a: &x [^*x]\n",
    rule: "source/syntax",
    message: "anchor 'x' value contains itself",
  },
  { name: "anchor of another document", text: "a: &x 1\n---\nb: ^*x\n", rule: "source/syntax" },
  { name: "a merge of a string", text: "<<: ^x\n", rule: "source/syntax" },
  { name: "list as key", text: "a:\n  ? ^[b]\n  : c\n", rule: "source/syntax" },
  { name: "null key", text: "^~: 1\n", rule: "source/value" },
  { name: "key beyond int64", text: "^18446744073709551615: 1\n", rule: "source/value" },
  { name: "infinity", text: "a: ^.inf\n", rule: "source/value" },
  { name: "infinity as root", text: "--- ^.inf\n", rule: "source/value" },
  { name: "control character", text: "a: b^\u0007\n", rule: "source/encoding" },
  {
    name: "a duplicate key",
    text: "a: 1\n^a: 2\n",
    rule: "source/duplicate-key",
    message: 'key "a" already set in map',
  },
  { name: "a duplicate boolean key", text: "yes: 1\n^true: 2\n", rule: "source/duplicate-key" },
  { name: "a merged key that is overridden", text: "- &x {a: 1}\n- <<: *x\n  ^a: 2\n", rule: "source/duplicate-key" },
  { name: "a merge after its keys", text: "- &x {a: 1}\n- a: 2\n  ^<<: *x\n", rule: "source/duplicate-key" },
];

test.each(invalidTexts)("finds $name", ({ text, rule, message }) => {
  const [issue] = readSource("a.yaml", text.replace("^", "")).issues;
  expect(issue).toMatchObject({ rule, start: text.indexOf("^"), ...(message === undefined ? {} : { message }) });
});

test("a duplicate key refers to the first one, and lenient readers use the last value", () => {
  const file = readSource("a.yaml", "a: 1\nb: 2\na: 3\n");
  expect(file.documents[0]?.root?.value).toEqual({ a: 3, b: 2 });
  expect(file.issues).toMatchObject([{ tolerated: "lenient", related: { start: 0, end: 1 } }]);
});

test("keys with the same name in JSON have a warning", () => {
  expect(readSource("a.yaml", '1: a\n"1": b\n').issues).toMatchObject([{ tolerated: "always", start: 5 }]);
  expect(readSource("a.yaml", "1: a\n1.0: b\n").issues).toMatchObject([{ tolerated: "always" }]);
});

test("a key that overrides a merged key is reported as merged", () => {
  const file = readSource("a.yaml", "- &x {a: 1}\n- <<: *x\n  a: 2\n");
  expect(file.issues).toMatchObject([{ tolerated: "lenient", merged: true }]);
  expect(file.documents[0]?.root?.value).toEqual([{ a: 1 }, { a: 2 }]);
});

test("__proto__ is an ordinary key", () => {
  const value = readSource("a.yaml", "__proto__: {x: 1}\nconstructor: 2\n__proto__: 3\n").documents[0]?.root?.value;
  expect(Object.keys(value ?? {})).toEqual(["__proto__", "constructor"]);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});

test("a broken document does not prevent the reading of other documents", () => {
  const text = "a: 1\n---\nb: [\n---\nc: 3\n---\nd: 'x\n---\ne: 5\n";
  const file = readSource("a.yaml", text);
  expect(file.documents.map(({ root }) => root?.value)).toMatchObject([{ a: 1 }, {}, { c: 3 }, {}, { e: 5 }]);
  expect(new Set(file.issues.map(({ document }) => document))).toEqual(new Set([1, 3]));
  for (const { document, start } of file.issues) {
    expect(start).toBeGreaterThanOrEqual(file.documents[document]?.start ?? Number.NaN);
    expect(start).toBeLessThan(file.documents[document]?.end ?? Number.NaN);
  }
});

test("several syntax errors of a document are reported, and its remaining values are read", () => {
  const file = readSource("a.yaml", "a: [1, 2}\nd: 1\ne: {f: g: h}\nj: @k\nm: 5\n");
  const lines = file.issues.map(({ start, end }) => file.rangeOf(start, end).start.line);
  expect(lines[0]).toBe(1);
  expect(new Set(lines).size).toBeGreaterThan(1);
  expect(file.documents[0]?.root?.value).toMatchObject({ d: 1, m: 5 });
});

test("text after the root is a separate document, which the components never read", () => {
  const file = readSource("a.yaml", "[a]\nb: 1\n");
  expect(file.documents[0]?.root?.value).toEqual(["a"]);
  expect(isRefused(file, 0, "strict")).toBe(false);
  expect(isRefused(file, 1, "strict")).toBe(true);
});

test("the ranges of the documents cover the text", () => {
  const { documents, text } = readSource("a.yaml", "# x\n%YAML 1.1\n---\na: 1\n...\n# y\n%TAG ! !\n---\nb: 2\n---\n");
  expect(documents[0]?.start).toBe(0);
  expect(documents.at(-1)?.end).toBe(text.length);
  expect(documents.slice(1).map(({ start }) => start)).toEqual(documents.slice(0, -1).map(({ end }) => end));
  expect(documents.map(({ start, end }) => text.slice(start, end).includes("%TAG"))).toEqual([false, true, false]);
});

test("an alias has its own range and the value of its anchor", () => {
  const root = readSource("a.yaml", "a: &x {b: 1}\nc: *x\n").documents[0]?.root;
  const items = root?.kind === "map" ? root.items : undefined;
  expect(items?.get("c")?.value).toMatchObject({ kind: "map", start: 16, end: 18, value: { b: 1 } });
  expect(items?.get("c")?.value.value).toBe(items?.get("a")?.value.value);
});
