import { expect, test } from "vitest";
import { differences } from "../recorded-verdicts.ts";

test("the verdict on slices of devices and on taint rules is the API server's", () => {
  expect(differences("resource/data/verdicts.jsonl")).toEqual([]);
});

test("so it is with the features that are off by default", () => {
  expect(differences("resource/data/gated-verdicts.jsonl")).toEqual([]);
});
