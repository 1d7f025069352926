import { expect, test } from "vitest";
import { differences } from "../recorded-verdicts.ts";

test("IPAddresses and ServiceCIDRs get the verdict of kube-apiserver", () => {
  expect(differences("networking/data/verdicts.jsonl")).toEqual([]);
});
