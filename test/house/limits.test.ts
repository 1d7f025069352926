/** A test names each limit that the pages list. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const pages = ["docs/architecture.md", "docs/server-security.md"];
const constant = /\bmax[A-Z]\w*/g;

/** Limits that no test reaches yet, with the reason. A limit that a test names must leave this list. */
const untestedLimits: ReadonlyMap<string, string> = new Map(
  Object.entries({
    maxDeleteAttempts: "another writer would have to come before the server 20 times",
    maxEvictionAttempts: "the pod would have to change before the server 20 times",
    maxFaults: "a store with a hundred damaged keys",
    maxMessageBytes: "its tests are recorded verdicts, which do not name it",
    maxErrorsOfFault: "its callers give limits of their own, which are tested",
    maxRevisionsPerBatch: "changes the size of steps, not what is seen",
    maxSweptPerCommit: "changes the size of steps, not what is seen",
    maxWritesPerCommit: "changes the size of steps, not what is seen",
  }),
);

const namesIn = (text: string): readonly string[] => text.match(constant) ?? [];

const listedLimits = new Set(
  pages.flatMap((page) => {
    const rows = readFileSync(join(root, page), "utf8").split("\n");
    return rows.filter((row) => row.startsWith("|")).flatMap(namesIn);
  }),
);

test("a test names every listed limit, except for the known ones", () => {
  const self = import.meta.filename;
  const tests = readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(root, "test", name))
    .filter((path) => path !== self);
  const named = new Set(tests.flatMap((path) => namesIn(readFileSync(path, "utf8"))));
  expect(listedLimits.size).toBeGreaterThan(20);
  expect([...listedLimits].filter((name) => !named.has(name)).sort()).toEqual([...untestedLimits.keys()].sort());
});

const unitSizes: ReadonlyMap<string, number> = new Map([
  ["KiB", 1024],
  ["MiB", 1024 * 1024],
  ["s", 1000],
]);

/** Returns the numbers of a row, also converted to the unit of the constant: bytes or milliseconds. */
const numbersIn = (row: string): readonly number[] =>
  [...row.matchAll(/(\d[\d,]*(?:\.\d+)?)(?:\s(KiB|MiB|s)\b)?/g)].flatMap(([, digits = "", unit = ""]) => {
    const number = Number(digits.replaceAll(",", ""));
    return [number, number * (unitSizes.get(unit) ?? 1)];
  });

/**
 * Returns the values of a constant in the files that the row names, or else in all files. A value is a product of
 * numbers and of other constants.
 */
function valuesOf(name: string, row: string): readonly number[] {
  const sources = row.match(/src\/[\w/-]+\.ts/g)?.map((path) => join(root, path)) ?? [];
  const inFiles = sources.flatMap((path) => valueIn(readFileSync(path, "utf8"), name));
  return inFiles.length > 0 ? inFiles : allSources.flatMap((text) => valueIn(text, name));
}

function valueIn(text: string, name: string): readonly number[] {
  const [, product] = new RegExp(`const ${name}(?:: \\w+)? = ([\\w *.]+);`).exec(text) ?? [];
  if (product === undefined) return [];
  const factors = product.split(" * ").map((factor) => {
    return /^\d/.test(factor) ? Number(factor.replaceAll("_", "")) : (valueIn(text, factor)[0] ?? Number.NaN);
  });
  return [factors.reduce((all, factor) => all * factor, 1)];
}

const allSources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => readFileSync(join(root, "src", name), "utf8"));

test("the pages list the current value of every limit", () => {
  const rows = pages.flatMap((page) => readFileSync(join(root, page), "utf8").split("\n"));
  const wrong = rows
    .filter((row) => row.startsWith("|"))
    .flatMap((row) => {
      const numbersOfRow = numbersIn(row);
      return namesIn(row)
        .filter((name) => !valuesOf(name, row).some((value) => numbersOfRow.includes(value)))
        .map((name) => `${name}: ${valuesOf(name, row).join()} in the source, not in "${row.slice(0, 80)}"`);
    });
  expect(wrong).toEqual([]);
});
