import { expect, test } from "vitest";
import { differences } from "../recorded-verdicts.ts";

test("workloads and pod groups get the verdict of kube-apiserver", () => {
  expect(differences("scheduling/data/verdicts.jsonl")).toEqual([]);
});

test("workloads and pod groups get the verdict of kube-apiserver with their features disabled", () => {
  expect(differences("scheduling/data/gateless-verdicts.jsonl")).toEqual([]);
});
