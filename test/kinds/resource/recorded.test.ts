import { expect, test } from "vitest";
import { differences } from "../recorded-verdicts.ts";

test("resource slices and device taint rules get the verdict of kube-apiserver", () => {
  expect(differences("resource/data/verdicts.jsonl")).toEqual([]);
});

test("objects get the verdict of kube-apiserver with features that are off by default", () => {
  expect(differences("resource/data/gated-verdicts.jsonl")).toEqual([]);
});
