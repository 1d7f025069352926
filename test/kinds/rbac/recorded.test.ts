import { expect, test } from "vitest";
import { differences } from "../recorded-verdicts.ts";

test("the verdict is the API server's", () => {
  expect(differences("rbac/data/verdicts.jsonl")).toEqual([]);
});
