import { expect, test } from "vitest";
import { differences } from "../recorded-verdicts.ts";

test("roles and bindings get the verdict of kube-apiserver", () => {
  expect(differences("rbac/data/verdicts.jsonl")).toEqual([]);
});
