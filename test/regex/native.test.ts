import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Automaton } from "../../src/regex/automaton.ts";
import { maxNativeTextLength, maxRowLength, maxStepsAtPosition, nativeRegex } from "../../src/regex/native.ts";
import { parseRegex } from "../../src/regex/parse.ts";
import { compileProgram } from "../../src/regex/program.ts";
import { compileRegex } from "../../src/regex/regex.ts";

function parsed(pattern: string) {
  const parse = parseRegex(pattern);
  if (!parse.ok) throw new Error(parse.error.message);
  return parse.value;
}

describe("patterns that JavaScript's regular expression engine may run", () => {
  test.each([
    ["a literal", "system:"],
    ["an empty pattern", ""],
    ["only the start anchor", "^"],
    ["a label", "^[a-z0-9]+$"],
    ["a path", "^/api/v[0-9]+/namespaces/[a-z0-9-]+/pods"],
    ["consecutive groups", "^(v)([0-9]+)(beta[0-9]+)$"],
    ["an optional sign", "^-?[0-9]+$"],
    ["several optional parts", "^a*b*c*$"],
    ["counted repetitions", "^[a-f0-9]{8}-[a-f0-9]{4,}$"],
    ["everything up to a line feed", "^[^\\n]*\\n"],
    ["a literal anywhere", "v[0-9]{3}"],
  ])("%s: %s", (_, pattern) => {
    expect(nativeRegex(parsed(pattern).node)).toBeInstanceOf(RegExp);
  });
});

describe("patterns that are not proven linear", () => {
  test.each([
    ["nested repetition", "^(a+)+$"],
    ["a repetition of a sequence", "^(ab)+$"],
    ["an alternation", "^(ab|ac)$"],
    ["an unanchored repetition", "[0-9]+x"],
    ["two repetitions of the same characters", "^a*a*$"],
    ["a repetition whose successor may match the same characters", "^.*\\.example\\.com$"],
    ["an optional character before the same character", "^a+b?a$"],
    ["a bounded repetition of an alternation", "^a{1,5}a$"],
    ["an assertion in the middle", "^a\\bb$"],
    ["the end anchor in the middle", "^a$b"],
    ["multi-line start anchors", "(?m)^a"],
  ])("%s: %s", (_, pattern) => {
    expect(nativeRegex(parsed(pattern).node)).toBeUndefined();
  });
});

describe("sequences that cost too much at each position or are too long for JavaScript's engine", () => {
  const distinct = (count: number) =>
    Array.from({ length: count }, (_, index) => `\\x{${(0x4e00 + index).toString(16)}}*`);
  test.each([
    ["an unanchored sequence", maxStepsAtPosition, (size: number) => `a{${size}}`],
    ["optional parts", maxStepsAtPosition, (size: number) => `^b*${distinct(size).join("")}$`],
    ["single characters", maxRowLength, (size: number) => `^${"a".repeat(size)}`],
    ["counted repetitions", maxRowLength, (size: number) => `^[ab]{${size - 1}}c$`],
  ])("%s", (_, limit, patternOf) => {
    expect(nativeRegex(parsed(patternOf(limit)).node)).toBeInstanceOf(RegExp);
    expect(nativeRegex(parsed(patternOf(limit + 1)).node)).toBeUndefined();
  });

  test("are still matched", () => {
    const compiled = compileRegex(`^${"é".repeat(90_000)}`);
    if (!compiled.ok) throw new Error(compiled.error.message);
    expect(compiled.value.matches("é".repeat(90_001))).toBe(true);
    expect(compiled.value.matches("é".repeat(60_000))).toBe(false);
  });
});

const patternPiece = fc.constantFrom(
  ..."a b [ab] [^a] . (?s:.) \\d \\W é 💥 [é-💥] (?i:k) a* b+ a? [ab]{2} b{1,2} (?:💥)* [^a]* (a) (b+) $".split(" "),
);
const character = fc.constantFrom("a", "b", "1", "é", "\n", "💥", "K", "\u212a", "\ud83d", "\udca5");

test("both engines give the same result", () => {
  let native = 0;
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.array(patternPiece, { maxLength: 5 }),
      fc.array(character, { maxLength: 8 }),
      (isAtStart, pieces, characters) => {
        const pattern = (isAtStart ? "^" : "") + pieces.join("");
        const { node, groupNames } = parsed(pattern);
        const regex = nativeRegex(node);
        if (regex === undefined) return;
        native++;
        const text = characters.join("");
        expect(regex.test(text)).toBe(new Automaton(compileProgram(node, groupNames.length - 1)).matches(text));
      },
    ),
    { numRuns: 2000 },
  );
  expect(native).toBeGreaterThan(500);
});

test("a text that is too long for JavaScript's engine is still matched", () => {
  const compiled = compileRegex("^[^b]*b$");
  if (!compiled.ok) throw new Error(compiled.error.message);
  for (const length of [maxNativeTextLength - 1, maxNativeTextLength, 4 * maxNativeTextLength]) {
    const text = "💥".repeat(length / 2);
    expect(compiled.value.matches(text)).toBe(false);
    expect(compiled.value.matches(`${text}b`)).toBe(true);
  }
});
