import { expect, test } from "vitest";
import { differences } from "../recorded-verdicts.ts";

test("CSI nodes and volume attachments get the verdict of kube-apiserver", () => {
  expect(differences("storage/data/verdicts.jsonl")).toEqual([]);
});
