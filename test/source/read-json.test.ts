import { expect, test } from "vitest";
import { readSource } from "../../src/source/read-source.ts";

const validTexts: readonly (readonly [string, unknown])[] = [
  ["{}", {}],
  [' \n{"a": [1, -2.5e1, true, false, null, "x"]}\n', { a: [1, -25, true, false, null, "x"] }],
  [String.raw`{"a": "\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00"}`, { a: '"\\/\b\f\n\r\t\u00e9\u{1F600}' }],
  ['{"a": "\\t\u0085 \u2028 \u2029"}', { a: "\t\u0085 \u2028 \u2029" }],
  ['{"a": 9007199254740993, "b": -9223372036854775808}', { a: 9007199254740993n, b: -9223372036854775808n }],
  ['{"a": 18446744073709551616, "b": 1e3, "c": -0}', { a: 18446744073709552000, b: 1000, c: -0 }],
  ['{"<<": {"a": 1}, "yes": "no"}', { "<<": { a: 1 }, yes: "no" }],
];

test.each(validTexts)("reads %s", (text, value) => {
  const file = readSource("a.json", text);
  expect(file).toMatchObject({ format: "json", issues: [] });
  expect(file.documents.map(({ root }) => root?.value)).toEqual([value]);
});

/** `^` marks the position of the error, and is removed before reading. */
const invalidTexts: readonly (readonly [string, string, string])[] = [
  ["trailing comma in an object", '{"a": 1,^}', "invalid character '}' looking for beginning of object key string"],
  ["trailing comma in a list", '{"a": [1,^]}', "invalid character ']' looking for beginning of value"],
  ["missing comma", '{"a": 1 ^"b": 2}', "invalid character '\"' after object key:value pair"],
  ["missing colon", '{"a" ^1}', "invalid character '1' after object key"],
  ["comment", '{^// x\n"a": 1}', "invalid character '/' in JSON, which has no comments"],
  ["trailing garbage", '{"a": 1} ^x', "invalid character 'x' after top-level value"],
  ["second value", '{"a": 1}\n^{"b": 2}', "invalid character '{' after top-level value"],
  ["unquoted key", "{^a: 1}", "invalid character 'a' looking for beginning of object key string"],
  ["single quotes", "{\"a\": ^'b'}", "invalid character '\\'' looking for beginning of value"],
  ["bad escape", '{"a": "\\^x"}', "invalid character 'x' in string escape code"],
  ["bad unicode escape", '{"a": "\\u12^z4"}', "invalid character 'z' in \\u hexadecimal character escape"],
  ["line break in a string", '{"a": "b^\n"}', "invalid character '\\n' in string literal"],
  ["leading zero", '{"a": 0^1}', "invalid character '1' in numeric literal"],
  ["an unterminated object", '{"a": 1^}', "unexpected end of JSON input"],
];

test.each(invalidTexts)("finds %s", (name, marked, message) => {
  const text = name === "an unterminated object" ? '{"a": 1' : marked.replace("^", "");
  const [issue] = readSource("a.json", text).issues;
  const start = name === "an unterminated object" ? text.length - 1 : marked.indexOf("^");
  expect(issue).toMatchObject({ rule: "source/syntax", message, start });
});

test("several syntax errors are reported, and the remaining values are read", () => {
  const file = readSource("a.json", '{"a": 1, /* x */ b: [1 2,], "c": tru, "d": 4, "e": "\\q",}');
  expect(file.issues.length).toBeGreaterThanOrEqual(4);
  expect(file.documents[0]?.root?.value).toMatchObject({ a: 1, b: [1, 2], d: 4 });
});

test("the last of several duplicate keys applies", () => {
  const file = readSource("a.json", '{"a": 1, "a": 2}');
  expect(file.issues).toMatchObject([
    { rule: "source/duplicate-key", tolerated: "lenient", start: 9, related: { start: 1 } },
  ]);
  expect(file.documents[0]?.root?.value).toEqual({ a: 2 });
});

test("half a surrogate pair is replaced, with a warning", () => {
  const file = readSource("a.json", String.raw`{"a": "x\ud83d"}`);
  expect(file.issues).toMatchObject([{ rule: "source/encoding", tolerated: "always" }]);
  expect(file.documents[0]?.root?.value).toEqual({ a: "x\ufffd" });
});

test("a number that exceeds the range of a double is rejected", () => {
  expect(readSource("a.json", '{"a": 1e999}').issues).toMatchObject([{ rule: "source/value", start: 6 }]);
});

test("text is read as YAML if it does not begin with a brace or is not JSON", () => {
  expect(readSource("a.json", "[1, 2,]").format).toBe("yaml");
  expect(readSource("a.json", "\ufeff{a: 1,}")).toMatchObject({ format: "yaml", issues: [] });
});
