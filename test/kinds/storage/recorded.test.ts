import { expect, test } from "vitest";
import { differences } from "../recorded-verdicts.ts";

test("the verdict on drivers of nodes and attachments of volumes is the API server's", () => {
  expect(differences("storage/data/verdicts.jsonl")).toEqual([]);
});
