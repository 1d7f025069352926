import { expect, test } from "vitest";
import { differences } from "../recorded-verdicts.ts";

test("the verdict on workloads and pod groups is the API server's", () => {
  expect(differences("scheduling/data/verdicts.jsonl")).toEqual([]);
});

test("so it is where their features are off", () => {
  expect(differences("scheduling/data/gateless-verdicts.jsonl")).toEqual([]);
});
