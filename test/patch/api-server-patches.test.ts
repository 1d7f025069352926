/**
 * Random patches with the results of the API server's library (evanphx/json-patch v4, copies limited to 3 MiB, as
 * Kubernetes 1.37 calls it).
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { applyJsonPatch, decodeJsonPatch } from "../../src/patch/json-patch.ts";
import type { JsonObject } from "../../src/patch/json-value.ts";
import { applyMergePatch } from "../../src/patch/merge-patch.ts";

interface Recorded {
  readonly document: JsonObject;
  readonly patch: unknown;
  readonly merge?: true;
  readonly refused?: true;
  readonly result?: unknown;
}

const recorded = readFileSync(join(import.meta.dirname, "data/api-server-patches.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line): Recorded => JSON.parse(line));

function apply({ document, patch, merge }: Recorded) {
  if (merge) return applyMergePatch(document, patch);
  const operations = decodeJsonPatch(patch);
  return operations.ok ? applyJsonPatch(document, operations.value, { dialect: "api-server" }) : operations;
}

test("every patch has the same result as in the API server's library", () => {
  expect(recorded).toHaveLength(900);
  for (const row of recorded) {
    const outcome = apply(row);
    const expected = row.refused ? { ok: false } : { ok: true, value: row.result };
    expect(outcome, JSON.stringify(row)).toMatchObject(expected);
    if (outcome.ok) expect(outcome.value, JSON.stringify(row)).toEqual(row.result);
  }
});
