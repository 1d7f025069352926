/** Each limit that the pages list is named by the test that holds it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const pages = ["docs/architecture.md", "docs/server-security.md"];
const constant = /\bmax[A-Z]\w*/g;

/** Limits that no test reaches by itself yet, and why; one that a test names has to leave this list. */
const unreached: ReadonlyMap<string, string> = new Map(
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

const listed = new Set(
  pages.flatMap((page) => {
    const rows = readFileSync(join(root, page), "utf8").split("\n");
    return rows.filter((row) => row.startsWith("|")).flatMap(namesIn);
  }),
);

test("every limit that is listed is named by a test, or is known not to be", () => {
  const self = import.meta.filename;
  const tests = readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(root, "test", name))
    .filter((path) => path !== self);
  const named = new Set(tests.flatMap((path) => namesIn(readFileSync(path, "utf8"))));
  expect(listed.size).toBeGreaterThan(20);
  expect([...listed].filter((name) => !named.has(name)).sort()).toEqual([...unreached.keys()].sort());
});
