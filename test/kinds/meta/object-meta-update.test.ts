import { expect, test } from "vitest";
import { configMap } from "../../../src/kinds/core/config-map.ts";
import { ruleIds } from "../../rule/rule-ids.ts";

const storedMetadata = { name: "a", namespace: "web", uid: "1", generation: 2 };

test.each([
  { name: "the same metadata", metadata: storedMetadata, expected: [] },
  { name: "only the name", metadata: { name: "a" }, expected: [] },
  { name: "another uid", metadata: { name: "a", uid: "2" }, expected: ["meta/immutable"] },
  { name: "another name", metadata: { name: "b" }, expected: ["meta/immutable"] },
  { name: "generateName instead of the name", metadata: { generateName: "a" }, expected: ["meta/immutable"] },
  { name: "a lower generation", metadata: { name: "a", generation: 1 }, expected: [] },
  { name: "another creation time", metadata: { name: "a", creationTimestamp: "2026-01-01T00:00:00Z" }, expected: [] },
  {
    name: "a deletion timestamp",
    metadata: { name: "a", deletionTimestamp: "2026-01-01T00:00:00Z" },
    expected: ["meta/immutable"],
  },
  {
    name: "a deletion grace period",
    metadata: { name: "a", deletionGracePeriodSeconds: 2n ** 60n },
    expected: ["meta/immutable"],
  },
  { name: "a new finalizer", metadata: { name: "a", finalizers: ["a.example/b"] }, expected: [] },
])("an update with $name", ({ metadata, expected }) => {
  expect(ruleIds(configMap, { metadata }, { oldObject: { metadata: storedMetadata } })).toEqual(expected);
});

test("an update must not add finalizers to an object that is being deleted", () => {
  const oldObject = {
    metadata: { ...storedMetadata, deletionTimestamp: "2026-01-01T00:00:00Z", finalizers: ["a.example/b"] },
  };
  const update = (finalizers: string[]) => ruleIds(configMap, { metadata: { name: "a", finalizers } }, { oldObject });
  expect(update(["a.example/b"])).toEqual([]);
  expect(update([])).toEqual([]);
  expect(update(["a.example/c"])).toEqual(["meta/late-finalizers"]);
});
