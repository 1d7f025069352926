import { expect, test } from "vitest";
import { differences } from "../recorded-verdicts.ts";

test("the verdict on storage, devices, endpoints and flows is the API server's", () => {
  expect(differences("builtin/data/verdicts.jsonl")).toEqual([]);
});
