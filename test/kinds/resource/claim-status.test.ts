import { join } from "node:path";
import { expect, test } from "vitest";
import { compareUpdates } from "../recorded-updates.ts";

/** Updates of the status of two claims, with and without an allocation, each a limit or a fault of one field. */
const record = join(import.meta.dirname, "data/claim-status.jsonl.gz");

/** Lines with `adminAccess`, which the API server allows in namespaces with a label. */
const asksNamespace = [25];

test("the verdict on the status of a claim is the API server's, and its causes name the same fields", () => {
  const { count, differences, refused, same } = compareUpdates(record);
  expect(count).toBe(144);
  expect(differences.map(({ line }) => line)).toEqual(asksNamespace);
  expect(refused).toBeGreaterThan(80);
  expect(same / refused).toBeGreaterThanOrEqual(0.95);
});
