import { expect, test } from "vitest";
import { differences } from "../recorded-verdicts.ts";

test("the verdict on pods, workloads and what stands beside them is the API server's", () => {
  expect(differences("core/data/verdicts.jsonl").map((line) => JSON.parse(line))).toEqual([
    // A source with a namespace is dropped as a whole where that feature is off; here only its namespace is.
    expect.objectContaining({ set: ["spec", "dataSourceRef"], ok: true }),
    // Deployments and their like do not know which resources can be resized.
    expect.objectContaining({ set: ["spec", "template", "spec", "containers", 0, "resizePolicy"], ok: false }),
  ]);
});
