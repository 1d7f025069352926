import { expect, test } from "vitest";
import { differences } from "../recorded-verdicts.ts";

test("the verdict on addresses and ranges of services is the API server's", () => {
  expect(differences("networking/data/verdicts.jsonl")).toEqual([]);
});
