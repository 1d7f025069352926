import { expect, test } from "vitest";
import { differences } from "../recorded-verdicts.ts";

test("definitions get the verdict of kube-apiserver", () => {
  expect(differences("apiextensions/data/definitions.jsonl")).toEqual([]);
});

test("custom resources get the verdict of kube-apiserver", () => {
  expect(differences("apiextensions/data/resources.jsonl")).toEqual([]);
});
