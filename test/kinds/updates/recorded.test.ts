import { join } from "node:path";
import { expect, test } from "vitest";
import { differencesInUpdates } from "../recorded-updates.ts";

/** Lines of the record on which the verdict is another one than the API server's, by the reason why. */
const gaps: ReadonlyMap<string, readonly number[]> = new Map([]);

const leastUpdates = 8_000;
const timeoutMs = 300_000;

test(
  "the verdict on updates of stored objects is the API server's, but for the gaps",
  () => {
    const { count, differences } = differencesInUpdates(join(import.meta.dirname, "data/updates.jsonl.gz"));
    expect(count).toBeGreaterThanOrEqual(leastUpdates);
    const known = new Set([...gaps.values()].flat());
    expect(differences.filter(({ line }) => !known.has(line))).toEqual([]);
    const open = new Set(differences.map(({ line }) => line));
    expect(
      [...known].filter((line) => !open.has(line)),
      "closed: take them out of the gaps",
    ).toEqual([]);
  },
  timeoutMs,
);
