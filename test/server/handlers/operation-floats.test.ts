import { expect, test } from "vitest";
import type { JsonPatchOperation } from "../../../src/patch/json-patch.ts";
import { floatsOfOperations } from "../../../src/server/handlers/operation-floats.ts";

const add = (path: string, value: unknown): JsonPatchOperation => ({ op: "add", path, value });
const result = { spec: { replicas: 2, list: [1, 2], other: 2 } };

test.each<[string, readonly JsonPatchOperation[], readonly (string | number)[], unknown]>([
  ["the value of an operation", [add("/spec/replicas", 2)], [0, "value"], ["spec", "replicas"]],
  ["a number within the value", [add("/spec", { replicas: 2 })], [0, "value", "replicas"], ["spec", "replicas"]],
  ["a value added at the end of a list", [add("/spec/list/-", 2)], [0, "value"], ["spec", "list", 1]],
  [
    "a value that a later operation replaces",
    [add("/spec/replicas", 2), add("/spec/replicas", 2)],
    [0, "value"],
    undefined,
  ],
  ["the later value", [add("/spec/replicas", 2), add("/spec/replicas", 2)], [1, "value"], ["spec", "replicas"]],
  ["a number within a value that is replaced", [add("/spec/replicas", 2), add("/spec", {})], [0, "value"], undefined],
  ["a value that replaces the document", [add("/spec/replicas", 2), add("", {})], [0, "value"], undefined],
  [
    "a value next to a field with a longer name",
    [add("/spec/other", 2), add("/spec/oth", 2)],
    [0, "value"],
    ["spec", "other"],
  ],
  ["the value of a test operation", [{ op: "test", path: "/spec/replicas", value: 2 }], [0, "value"], undefined],
  ["a value that differs at the end", [add("/spec/replicas", 3)], [0, "value"], undefined],
])("%s", (_name, operations, path, expected) => {
  const text = operations[0]?.["value"] === 3 ? "3.0" : "2.0";
  expect(floatsOfOperations([{ path, text }], operations, result)[0]?.path).toEqual(expected);
});

test("thousands of operations with a float each are processed in one pass", () => {
  let reads = 0;
  const operations = Array.from({ length: 10_000 }, (_, index) => ({
    op: "add",
    value: 2,
    get path() {
      reads++;
      return `/spec/f${index}`;
    },
  }));
  const floats = operations.map((_, index) => ({ path: [index, "value"], text: "2.0" }));
  const spec = Object.fromEntries(operations.map((_, index) => [`f${index}`, 2]));
  expect(floatsOfOperations(floats, operations, { spec })).toHaveLength(10_000);
  expect(reads).toBeLessThanOrEqual(20_000);
});
