import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type KnownDifference, knownDifferences } from "../parity-server/known-differences.ts";

const comparisons = ["access", "audit", "webhooks"].map((name) =>
  readFileSync(`test/parity-server/${name}.test.ts`, "utf8"),
);

test("the page lists the differences that the comparisons of access, webhooks and audit events ignore", () => {
  const page = readFileSync("docs/internals/server.md", "utf8");
  const [, section = ""] = page.split("\n### Access, webhooks and audit events\n");
  const [own = ""] = section.split(/\n#+ /);
  const rows = own.split("\n").filter((line) => line.startsWith("|"));
  const differences: readonly KnownDifference[] = Object.values(knownDifferences);
  expect(rows.slice(2)).toEqual(
    differences.map(({ subject, real, own: ours }) => `| ${subject} | ${real} | ${ours} |`),
  );
});

test.each(Object.keys(knownDifferences))("a comparison ignores %s", (name) => {
  expect(comparisons.some((text) => text.includes(`"${name}"`))).toBe(true);
});
