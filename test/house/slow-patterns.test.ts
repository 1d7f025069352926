/**
 * Finds patterns that start again at each character of a text and search for its end each time: `/\/+$/` takes time in
 * proportion to the square of a long text of slashes. `text/trim-end.ts` does it in linear time.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/**
 * Matches literals without an anchor, neither `^` nor the sticky flag, that repeat a part up to the end of the text.
 */
const slowPattern = /(?<=[(=:,?&|!] ?)\/(?![*/^])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)+\])*[+*]\??\)*\$\/(?![a-z]*y)/g;

const slowPatternsIn = (text: string) => text.match(slowPattern) ?? [];

test.each(["text.replace(/0+$/, '')", "const a = /[a/]*$/;", "x ? /\\.\\w+$/ : y", "(/(?:ab)+$/)"])(
  "%s is reported",
  (text) => {
    expect(slowPatternsIn(text)).toHaveLength(1);
  },
);

test.each(["(/^a+$/)", "(/a+$/y)", "(/a$/)", "a / b + $"])("%s is accepted", (text) => {
  expect(slowPatternsIn(text)).toEqual([]);
});

/** Patterns whose repeated part contains no character that the pattern can begin with. */
const knownFastPatterns = new Set(["flags/assignments.ts: variablesName"]);

test("the sources have no slow patterns", () => {
  const source = join(import.meta.dirname, "../../src");
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const lines = files.flatMap((file) => {
    const found = readFileSync(join(source, file), "utf8")
      .split("\n")
      .filter((line) => slowPatternsIn(line).length > 0);
    return found.map((line) => `${file}: ${/const (\w+)/.exec(line)?.[1] ?? line}`);
  });
  expect(files.length).toBeGreaterThan(100);
  expect(lines.filter((line) => !knownFastPatterns.has(line))).toEqual([]);
});
