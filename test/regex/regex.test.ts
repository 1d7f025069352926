import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { BackwardScan } from "../../src/regex/foresight.ts";
import { Matcher } from "../../src/regex/matcher.ts";
import { parseRegex } from "../../src/regex/parse.ts";
import { compileProgram } from "../../src/regex/program.ts";
import { compileRegex, type Regex } from "../../src/regex/regex.ts";
import { quickly } from "../quickly.ts";

function regex(pattern: string): Regex {
  const compiled = compileRegex(pattern);
  if (!compiled.ok) throw new Error(compiled.error.message);
  return compiled.value;
}

test.each([
  ["^[a-z0-9._-]+@example\\.com$", "ann.b@example.com", "ann.b@example.com"],
  ["a|ab", "ab", "a"],
  ["(?:a|ab)(?:c|bcd)", "abcd", "abcd"],
  ["a+?", "aaa", "a"],
  ["(?U)a+", "aaa", "a"],
  ["(?U)a+?", "aaa", "aaa"],
  ["a{2,3}", "aaaa", "aaa"],
  ["a{2,}", "aaaa", "aaaa"],
  ["a{2,3}?", "aaaa", "aa"],
  ["(?i)straSSE", "STRAſſe", "STRAſſe"],
  ["(?i)[k-l]", "\u212a", "\u212a"],
  ["(?i)σ", "ς", "ς"],
  ["(?i)[^a]", "A", undefined],
  ["(?s).", "\n", "\n"],
  [".", "\n", undefined],
  [".", "💥", "💥"],
  ["[^a]", "💥", "💥"],
  ["(?m)^b$", "a\nb\nc", "b"],
  ["^b$", "a\nb\nc", undefined],
  ["a$", "a\n", undefined],
  ["\\bfoo\\b", "a foo b", "foo"],
  ["\\Boo", "foo", "oo"],
  ["\\Aa|b\\z", "ab", "a"],
  ["[[:alpha:]]+", "12ab3", "ab"],
  ["[[:^alpha:]]+", "ab12", "12"],
  ["\\p{Greek}+", "aβγ", "βγ"],
  ["\\P{L}", "a1", "1"],
  ["[\\d_]+", "a1_2", "1_2"],
  ["\\x41\\x{42}\\103", "ABC", "ABC"],
  ["\\Qa.b\\E+", "a.bbb", "a.bbb"],
  ["", "abc", ""],
  ["x{0}", "x", ""],
  ["[^\\x00-\\x{10FFFF}]", "a", undefined],
])("%s in %j finds %j", (pattern, text, expected) => {
  expect(regex(pattern).find(text)).toBe(expected);
  expect(regex(pattern).matches(text)).toBe(expected !== undefined);
});

describe("all matches", () => {
  test.each([
    ["[0-9]*", "123 abc 456", undefined, ["123", "", "", "", "", "456"]],
    ["[0-9]+", "123 abc 456", undefined, ["123", "456"]],
    ["[0-9]+", "123 abc 456", 1, ["123"]],
    ["[0-9]+", "123", 0, []],
    ["xyz", "abc", undefined, []],
    ["", "a💥", undefined, ["", "", ""]],
    ["a*", "baac", undefined, ["", "aa", ""]],
  ])("%s in %j, at most %j", (pattern, text, limit, expected) => {
    expect(regex(pattern).findAll(text, limit)).toEqual(expected);
  });
});

test.each([
  ["(a)(b)?", "a", "0-1 0-1 -"],
  ["(a*)*", "b", "0-0 0-0"],
  ["(a|b)*", "ab", "0-2 1-2"],
  ["(|a)+", "aa", "0-0 0-0"],
  ["(?P<x>a+)(?:b)(c)", "aabc", "0-4 0-2 3-4"],
])("groups of %s in %s", (pattern, text, expected) => {
  const groups = regex(pattern).exec(text)?.groups ?? [];
  expect(groups.map((span) => (span ? `${span.start}-${span.end}` : "-")).join(" ")).toBe(expected);
});

test("group names are listed by group number", () => {
  expect(regex("(?P<x>a)(b)(?<y>c)").groupNames).toEqual(["", "x", "", "y"]);
});

test("a search from a position still sees the text before it", () => {
  expect(regex("\\ba").exec("aa a", 1)).toMatchObject({ start: 3, end: 4 });
  expect(regex("^a").exec("aa", 1)).toBeUndefined();
});

test("patterns are compiled once", () => {
  expect(compileRegex("once+")).toBe(compileRegex("once+"));
});

test("matching takes linear time where a backtracking matcher takes exponential time", () => {
  const text = `${"a".repeat(20_000)}b`;
  const maxMs = 5_000;
  expect(quickly(maxMs, () => regex("(a+)+$").matches(text))).toBe(false);
  expect(quickly(maxMs, () => regex("(a|aa)+$").find(text))).toBeUndefined();
  expect(quickly(maxMs, () => regex("(?:a?){50}a{50}").matches(text))).toBe(true);
});

test("the copies of a large character class share one cache key", () => {
  const joined = vi.spyOn(Array.prototype, "join");
  onTestFinished(() => joined.mockRestore());
  regex("[\\pL\\pN]{1000}").matches("a");
  const long = joined.mock.contexts.filter((joinedArray) => (joinedArray as readonly unknown[]).length > 100);
  expect(long).toHaveLength(1);
});

describe("finding all matches, in time linear in the text", () => {
  const length = 200_000;
  /** The average number of times that a character may be read. */
  const maxReads = 6;

  test.each([
    ["a.*z|a", "a".repeat(1_000_000), 1_000_000],
    ["(a+)+$|a", `${"a".repeat(length)}b`, length],
    ["(?:x+x+)+y|x", "x".repeat(length), length],
    ["(?:a.*z)?", "a".repeat(length), length + 1],
    ["(a+)+$", `${"a".repeat(length)}b`, 0],
    ["(?s)(a|aa)+$|b.*c|.", `${"ab💥\n".repeat(length / 5)}`, (length / 5) * 4],
  ])("%s", (pattern, text, expected) => {
    const { texts, charactersRead } = regex(pattern).findAllWithCost(text);
    expect(texts).toHaveLength(expected);
    expect(charactersRead).toBeLessThanOrEqual(maxReads * text.length);
  });
});

describe("foresight, compared with a search", () => {
  const atom = fc.constantFrom("a", "b", ".", "[ab]", "[^a]", "\\b", "^", "$", "\\B", "(?m:^)", "💥", "", "\\n");
  const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
    pattern: fc.oneof(
      { maxDepth: 4, depthIdentifier: "pattern" },
      atom,
      fc.tuple(tie("pattern"), tie("pattern")).map(([left, right]) => left + right),
      fc.tuple(tie("pattern"), tie("pattern")).map(([left, right]) => `(?:${left}|${right})`),
      fc
        .tuple(tie("pattern"), fc.constantFrom("*", "+", "?", "*?", "+?", "??", "{2}", "{1,3}?"))
        .map(([inner, repeat]) => `(${inner})${repeat}`),
    ),
  }));
  const text = fc.string({ unit: fc.constantFrom("a", "b", "\n", "💥", "\ud83d"), maxLength: 12 });

  test("at every position of any text", () => {
    const law = fc.property(pattern, text, (source, input) => {
      const parsed = parseRegex(source);
      if (!parsed.ok) return;
      const program = compileProgram(parsed.value.node, parsed.value.groupNames.length - 1);
      const matcher = new Matcher(program, false);
      const foresight = new BackwardScan(program, input);
      for (let from = 0; from <= input.length; from += (input.codePointAt(from) ?? 0) > 0xffff ? 2 : 1) {
        const found = matcher.find(input, from);
        expect(foresight.find(from)).toEqual(found && [...found]);
      }
    });
    fc.assert(law, { numRuns: 2000 });
  });

  test("across block boundaries", () => {
    const program = (source: string) => {
      const parsed = parseRegex(source);
      if (!parsed.ok) throw new Error(parsed.error.message);
      return compileProgram(parsed.value.node, 0);
    };
    const input = "ab💥c".repeat(5000);
    const foresight = new BackwardScan(program("b.+?b|💥"), input);
    expect(foresight.find(0)).toEqual([1, 6 + 1]);
    expect(foresight.find(12_500)).toEqual([12_501, 12_507]);
    expect(foresight.find(input.length - 4)).toEqual([input.length - 3, input.length - 1]);
    expect(foresight.find(input.length)).toBeUndefined();
  });
});
