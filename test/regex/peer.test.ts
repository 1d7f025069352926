import fc from "fast-check";
import { RE2JS } from "re2js";
import { expect, test } from "vitest";
import { compileRegex } from "../../src/regex/regex.ts";

const patternPiece = fc.constantFrom(
  ..."a b c . * + ? | ( ) (?: (?i) (?s) (?m) ^ $ \\b \\B [ab] [^a] [a-c] ] [ \\d \\w \\W \\s [[:alpha:]]".split(" "),
  ..."\\pL \\p{Greek} \\x41 \\n \\1 {2} {1,3} {2,} *? +? é 💥 \\Q \\E \\ (?P<n> - _ {1001} \\p{X}".split(" "),
);
const subject = fc.array(fc.constantFrom("a", "b", "c", "A", "é", "\n", " ", "_", "1", "💥", "β"), { maxLength: 8 });

/** Returns the first match that re2js finds, null without a match, and undefined if re2js rejects the pattern. */
function findWithPeer(pattern: string, text: string): { readonly match: string | null } | undefined {
  try {
    const matcher = RE2JS.compile(pattern).matcher(text);
    return { match: matcher.find() ? matcher.group() : null };
  } catch {
    return undefined;
  }
}

test("patterns are accepted and matched as by an independent implementation", () => {
  fc.assert(
    fc.property(fc.array(patternPiece, { maxLength: 7 }), subject, (pieces, characters) => {
      const pattern = pieces.join("");
      // re2js may reject two groups with the same name, which Go accepts.
      fc.pre(pattern.split("(?P<n>").length < 3);
      const text = characters.join("");
      const expected = findWithPeer(pattern, text);
      const compiled = compileRegex(pattern);
      expect(compiled.ok).toBe(expected !== undefined);
      if (!compiled.ok || expected === undefined) return;
      expect(compiled.value.find(text) ?? null).toBe(expected.match);
      expect(compiled.value.matches(text)).toBe(expected.match !== null);
    }),
    { numRuns: 1000 },
  );
});
