import { expect, test } from "vitest";
import { differences } from "../recorded-verdicts.ts";

test("webhook configurations and admission policies get the verdict of kube-apiserver", () => {
  expect(differences("admissionregistration/data/verdicts.jsonl")).toEqual([]);
});
