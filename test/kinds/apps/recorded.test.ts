import { expect, test } from "vitest";
import { differences } from "../recorded-verdicts.ts";

test("DaemonSets get the verdict of kube-apiserver", () => {
  expect(differences("apps/data/verdicts.jsonl")).toEqual([]);
});
