import { expect, test } from "vitest";
import { ageColumn, labelsCell, nameColumn } from "../../../src/kinds/meta/columns.ts";
import { countGeneration, startGeneration } from "../../../src/kinds/meta/generation.ts";
import {
  separateStatusStrategy,
  statusOnlyStrategy,
  statusWithoutMetadataStrategy,
} from "../../../src/kinds/meta/stored-part.ts";
import { ruleContext } from "../../rule/rule-ids.ts";

const storedObject = () => ({
  metadata: { name: "a", labels: { app: "old" }, finalizers: ["x/y"], generation: 3, uid: "1" },
  spec: { size: 1 },
  status: { ready: 1 },
});
const sentObject = () => ({
  metadata: { name: "b", labels: { app: "new" }, annotations: { a: "b" }, generation: 4, uid: "2" },
  spec: { size: 2 },
  status: { ready: 2 },
});

test("only the status subresource changes the status", () => {
  const [created, updated, reset] = [sentObject(), sentObject(), sentObject()];
  separateStatusStrategy.prepareForCreate?.(created, ruleContext);
  separateStatusStrategy.prepareForUpdate?.(updated, storedObject(), ruleContext);
  separateStatusStrategy.prepareForUpdate?.(reset, {}, ruleContext);
  const { status: _, ...rest } = sentObject();
  expect([created, updated, reset]).toEqual([rest, { ...rest, status: { ready: 1 } }, rest]);
  expect(Object.keys(reset)).not.toContain("status");
});

test.each([
  { name: "metadata as sent", strategy: separateStatusStrategy, metadata: sentObject().metadata },
  {
    name: "the name and the uid, which tells another object of that name",
    strategy: statusWithoutMetadataStrategy,
    metadata: { ...storedObject().metadata, name: "b", uid: "2" },
  },
  {
    name: "the metadata that clients do not set",
    strategy: statusOnlyStrategy,
    metadata: { name: "b", uid: "2", labels: { app: "old" }, finalizers: ["x/y"], generation: 3 },
  },
])("a write to the status subresource changes the status and $name", ({ strategy, metadata }) => {
  const object = sentObject();
  strategy.prepareForSubresource?.("status", object, storedObject(), ruleContext);
  expect(object).toEqual({ metadata, spec: { size: 1 }, status: { ready: 2 } });
});

test("a write to the status without a uid keeps the stored uid", () => {
  const object: { metadata: { name: string; uid?: string } } = { metadata: { name: "b" } };
  statusWithoutMetadataStrategy.prepareForSubresource?.("status", object, storedObject(), ruleContext);
  expect(object.metadata).toEqual({ ...storedObject().metadata, name: "b" });
});

test.each([
  { strategy: statusOnlyStrategy, object: {}, oldObject: {}, expected: {} },
  {
    strategy: statusOnlyStrategy,
    object: {},
    oldObject: storedObject(),
    expected: { labels: { app: "old" }, finalizers: ["x/y"], generation: 3 },
  },
  {
    strategy: statusOnlyStrategy,
    object: { metadata: sentObject().metadata },
    oldObject: {},
    expected: { name: "b", uid: "2" },
  },
  { strategy: statusWithoutMetadataStrategy, object: {}, oldObject: {}, expected: { name: "" } },
])(
  "a write to the status with absent metadata, sent or stored, results in $expected",
  ({ strategy, object, oldObject, expected }) => {
    const written: { metadata?: object } = { ...object };
    strategy.prepareForSubresource?.("status", written, oldObject, ruleContext);
    expect(written.metadata ?? {}).toEqual(expected);
  },
);

test.each([
  { before: { generation: 3 }, spec: { size: 1 }, generation: 3 },
  { before: { generation: 3 }, spec: { size: 2 }, generation: 4 },
  { before: undefined, spec: { size: 2 }, generation: 1 },
  { before: { generation: 3n }, spec: { size: 1 }, generation: 3 },
])("an update from $before to $spec has generation $generation", ({ before, spec, generation }) => {
  const oldObject = { ...(before && { metadata: before }), spec: { size: 1 } };
  for (const metadata of [undefined, { name: "a" }]) {
    const object = { ...(metadata && { metadata }), spec };
    countGeneration(object, oldObject);
    expect(object).toEqual({ metadata: { ...metadata, generation }, spec });
    startGeneration(object);
    expect(object).toEqual({ metadata: { ...metadata, generation: 1 }, spec });
  }
});

test("the name, age and labels columns show absent metadata as empty or <none>", () => {
  const metadata = { name: "a", creationTimestamp: "2026-01-01T00:00:00Z" };
  const columnCells = (object: object) => [nameColumn, ageColumn].map(({ value }) => value(object, 0));
  expect(columnCells({ metadata })).toEqual(["a", metadata.creationTimestamp]);
  expect(columnCells({ metadata: {} })).toEqual(["", ""]);
  expect(columnCells({})).toEqual(["", ""]);
  expect([undefined, {}, { b: "2", a: "1", é: "" }].map(labelsCell)).toEqual(["<none>", "<none>", "a=1,b=2,é="]);
});
