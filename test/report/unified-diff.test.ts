import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { unifiedDiff } from "../../src/report/unified-diff.ts";

test("a diff has context lines, separate hunks for distant changes, and marks a missing line break at the end", () => {
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`);
  const before = lines.join("\n");
  const after = lines.with(1, "second").with(19, "last").join("\n");
  expect(unifiedDiff("a b.yaml", before, after)).toBe(`--- a/a b.yaml
+++ b/a b.yaml
@@ -1,5 +1,5 @@
 line 1
-line 2
+second
 line 3
 line 4
 line 5
@@ -17,4 +17,4 @@
 line 17
 line 18
 line 19
-line 20
\\ No newline at end of file
+last
\\ No newline at end of file
`);
  expect(unifiedDiff("a", before, before)).toBe("");
});

/** Texts of few distinct lines, so that lines repeat; with or without a line break at the end. */
const text = fc
  .tuple(fc.array(fc.constantFrom("a", "b", "c", "", "d\r"), { maxLength: 30 }), fc.boolean())
  .map(([lines, isWhole]) => lines.join("\n") + (isWhole && lines.length > 0 ? "\n" : ""));

test("git apply turns the first text into the second", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      fc.pre(before !== after);
      const directory = mkdtempSync(join(tmpdir(), "clustervet-"));
      writeFileSync(join(directory, "f"), before);
      writeFileSync(join(directory, "patch"), unifiedDiff("f", before, after));
      execFileSync("git", ["apply", "--whitespace=nowarn", "--unidiff-zero", "patch"], {
        cwd: directory,
        stdio: "pipe",
      });
      expect(readFileSync(join(directory, "f"), "utf8")).toBe(after);
    }),
    { numRuns: 60 },
  );
});

test("a text whose lines all change is replaced as a whole without a timeout", () => {
  const lines = (word: string) => Array.from({ length: 20_000 }, (_, index) => `${word} ${index}\n`).join("");
  const diff = unifiedDiff("f", lines("a"), lines("b"));
  expect(diff.split("\n")).toHaveLength(3 + 2 * 20_000 + 1);
});
