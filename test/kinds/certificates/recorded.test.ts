import { expect, test } from "vitest";
import { differences } from "../recorded-verdicts.ts";

test("the verdict on requests for certificates and trust bundles is the API server's", () => {
  expect(differences("certificates/data/verdicts.jsonl")).toEqual([]);
});
