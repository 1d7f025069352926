import { expect, test } from "vitest";
import { differences } from "../recorded-verdicts.ts";

test("pods, workloads and related objects get the verdict of kube-apiserver", () => {
  expect(differences("core/data/verdicts.jsonl")).toEqual([]);
});
