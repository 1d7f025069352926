import fc from "fast-check";
import picomatch from "picomatch";
import { expect, test } from "vitest";
import { UsageError } from "../../src/cli/exit.ts";
import { isPattern, parsePattern } from "../../src/cli/glob.ts";
import { quickly } from "../quickly.ts";

const patternParts = [
  "*",
  "**",
  "?",
  "a",
  "b",
  ".",
  "-",
  "/",
  "/**/",
  "[ab]",
  "[!a]",
  "[^a-c]",
  "{a,b}",
  "{a,b/{c,d}}",
  "{1..3}",
];
const more = ["+(a|b)", "@(a|bc)", "?(a)", "*(ab)", "[[:alpha:]]", "\\*", "ä", "+", "(", "|", "$", "^"];
const names = fc.stringMatching(/^[ab.c1ä*+-]{1,4}$/).filter((name) => name !== "." && name !== "..");
const paths = fc.array(names, { minLength: 1, maxLength: 4 }).map((all) => all.join("/"));
const globs = fc
  .array(fc.constantFrom(...patternParts, ...more), { minLength: 1, maxLength: 6 })
  .map((all) => all.join(""));

/** Returns undefined if the pattern is refused as too complex. */
function matcherOf(pattern: string): ((path: string) => boolean) | undefined {
  try {
    return parsePattern(pattern).matches;
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

test("a pattern matches what picomatch matches", () => {
  const law = fc.property(globs, fc.array(paths, { minLength: 1, maxLength: 10 }), (pattern, all) => {
    const { base, glob } = picomatch.scan(pattern);
    fc.pre(isPattern(pattern) && base === "");
    const expected = picomatch(glob, { dot: true });
    const matches = matcherOf(pattern);
    if (!matches) return;
    for (const path of all) expect([path, matches(path)]).toEqual([path, expected(path)]);
  });
  fc.assert(law, { numRuns: 2_000 });
});

test.each([
  ["*a*a*a*a*a*ab", "a".repeat(250)],
  ["**/a/**/a/**/a/**/a/**/a/b", "a/".repeat(500)],
  ["+(a|aa|aaa)b", "a".repeat(250)],
])("%s is matched in linear time", (glob, path) => {
  expect(quickly(1_000, () => parsePattern(glob).matches(path))).toBe(false);
});

test("a pattern with a negation is refused if it has more than maxStarsOfNegation stars", () => {
  expect(parsePattern("!(a)*.yaml").matches("b.yaml")).toBe(true);
  expect(parsePattern("!(a)*.yaml").matches("a")).toBe(false);
  expect(() => parsePattern("!(a)*b*c*d*e*")).toThrow(UsageError);
  expect(() => parsePattern("!(a)+(a|aa)")).toThrow(UsageError);
});
