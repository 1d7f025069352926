import { join } from "node:path";
import { expect, test } from "vitest";
import { compareUpdates } from "../recorded-updates.ts";

/**
 * Updates of the status of two claims, one with an allocation. Each tests the limit or an invalid value of one field.
 */
const record = join(import.meta.dirname, "data/claim-status.jsonl.gz");

/** Lines with `adminAccess`, which kube-apiserver allows only in namespaces with a label. */
const linesWithAdminAccess = [25];

test("updates of a claim's status get the verdict of kube-apiserver, with causes about the same fields", () => {
  const { count, differences, refused, same } = compareUpdates(record);
  expect(count).toBe(144);
  expect(differences.map(({ line }) => line)).toEqual(linesWithAdminAccess);
  expect(refused).toBeGreaterThan(80);
  expect(same / refused).toBeGreaterThanOrEqual(0.95);
});
