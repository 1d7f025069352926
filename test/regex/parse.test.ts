import { expect, test } from "vitest";
import { parseRegex } from "../../src/regex/parse.ts";
import type { RegexFault } from "../../src/regex/syntax.ts";

function fault(pattern: string): RegexFault | undefined {
  const parse = parseRegex(pattern);
  return parse.ok ? undefined : parse.error;
}

test.each([
  { pattern: "a(b", message: "missing closing ): `a(b`", start: 1, end: 2 },
  { pattern: "a)b", message: "unexpected ): `a)b`", start: 1, end: 2 },
  { pattern: "x[a-", message: "missing closing ]: `[a-`", start: 1, end: 4 },
  { pattern: "x[z-a]", message: "invalid character class range: `z-a`", start: 2, end: 5 },
  { pattern: "[[:foo:]]", message: "invalid character class range: `[:foo:]`", start: 1, end: 8 },
  { pattern: "\\p{Klingon}", message: "invalid character class range: `\\p{Klingon}`", start: 0, end: 11 },
  { pattern: "\\p{Greek", message: "invalid character class range: `\\p{Greek`", start: 0, end: 8 },
  { pattern: "\\pX", message: "invalid character class range: `\\pX`", start: 0, end: 3 },
  { pattern: "\\p{Old_Italic}", message: "invalid character class range: `\\p{Old_Italic}`", start: 0, end: 14 },
  { pattern: "a**", message: "invalid nested repetition operator: `**`", start: 1, end: 3 },
  { pattern: "a*{2}?", message: "invalid nested repetition operator: `*{2}?`", start: 1, end: 6 },
  { pattern: "a|*", message: "missing argument to repetition operator: `*`", start: 2, end: 3 },
  { pattern: "(?i)+?", message: "missing argument to repetition operator: `+?`", start: 4, end: 6 },
  { pattern: "a{1001}", message: "invalid repeat count: `{1001}`", start: 1, end: 7 },
  { pattern: "a{3,2}", message: "invalid repeat count: `{3,2}`", start: 1, end: 6 },
  { pattern: "(a{30}){40}", message: "invalid repeat count: `{40}`", start: 7, end: 11 },
  { pattern: "(?=a)", message: "invalid or unsupported Perl syntax: `(?=`", start: 0, end: 3 },
  { pattern: "(?i-)", message: "invalid or unsupported Perl syntax: `(?i-)`", start: 0, end: 5 },
  { pattern: "(?P<n", message: "invalid named capture: `(?P<n`", start: 0, end: 5 },
  { pattern: "(?P<a b>x)", message: "invalid named capture: `(?P<a b>`", start: 0, end: 8 },
  { pattern: "\\1", message: "invalid escape sequence: `\\1`", start: 0, end: 2 },
  { pattern: "x\\é", message: "invalid escape sequence: `\\é`", start: 1, end: 3 },
  { pattern: "\\x{110000}", message: "invalid escape sequence: `\\x{110000`", start: 0, end: 9 },
  { pattern: "\\x4", message: "invalid escape sequence: `\\x4`", start: 0, end: 3 },
  { pattern: "[\\b]", message: "invalid escape sequence: `\\b`", start: 1, end: 3 },
  { pattern: "\\C", message: "invalid escape sequence: `\\C`", start: 0, end: 2 },
  { pattern: "a\\", message: "trailing backslash at end of expression: ``", start: 1, end: 2 },
])("$pattern is rejected at $start to $end", ({ pattern, message, start, end }) => {
  expect(fault(pattern)).toMatchObject({ message: `error parsing regexp: ${message}`, start, end });
});

test.each([
  "",
  "|",
  "a{,2}",
  "a{",
  "a{2}{",
  "a{0}{",
  "[]a]",
  "[^]a]",
  "[a-]",
  "[-a]",
  "[a\\-z]",
  "(?i)(?-s:a)",
  "(?P<n>a)(?P<n>b)",
  "(?<n>a)",
  "\\Qa*(\\E",
  "\\Q(",
  "^*",
  "(a{30}){33}",
  "\\p{greek}",
  "\\p{uppercase letter}",
  "\\p{^L}",
  "\\pL",
  "(?:a*)*",
])("%s is accepted", (pattern) => {
  expect(fault(pattern)).toBeUndefined();
});

test("nesting is limited to a height of 1000", () => {
  expect(fault("(".repeat(999) + ")".repeat(999))).toBeUndefined();
  expect(fault("(".repeat(1000) + ")".repeat(1000))?.code).toBe("expression nests too deeply");
  expect(fault("(?:".repeat(30_000) + ")".repeat(30_000))).toBeUndefined();
});

test("the size limit applies after expanding repetitions", () => {
  expect(fault(`(?:${"x".repeat(5000)}){1000}`)?.code).toBe("expression too large");
});
