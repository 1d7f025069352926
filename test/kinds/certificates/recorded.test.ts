import { expect, test } from "vitest";
import { differences } from "../recorded-verdicts.ts";

test("certificate signing requests and trust bundles get the verdict of kube-apiserver", () => {
  expect(differences("certificates/data/verdicts.jsonl")).toEqual([]);
});
