import { expect, test } from "vitest";
import { differences } from "../recorded-verdicts.ts";

test("the verdict on definitions is the API server's", () => {
  expect(differences("apiextensions/data/definitions.jsonl")).toEqual([]);
});

test("the verdict on custom resources is the API server's", () => {
  expect(differences("apiextensions/data/resources.jsonl")).toEqual([]);
});
