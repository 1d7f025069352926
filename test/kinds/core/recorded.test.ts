import { expect, test } from "vitest";
import { differences } from "../recorded-verdicts.ts";

test("the verdict on pods, workloads and related objects is the API server's", () => {
  expect(differences("core/data/verdicts.jsonl")).toEqual([]);
});
