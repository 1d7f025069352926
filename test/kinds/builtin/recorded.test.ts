import { expect, test } from "vitest";
import { differences } from "../recorded-verdicts.ts";

test("storage, device, endpoint and flow control objects get the verdict of kube-apiserver", () => {
  expect(differences("builtin/data/verdicts.jsonl")).toEqual([]);
});
